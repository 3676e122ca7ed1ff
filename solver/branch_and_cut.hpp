// Integer programs by branch and cut: COIN-OR CBC with the preprocessing, cuts and heuristics that
// its own command uses.
#pragma once

#include <functional>
#include <vector>

#include "solver/linear_program.hpp"

namespace orthant {

struct IntegerProgram {
  LinearProgram program;
  std::vector<bool> integer;  // per column
};

struct IntegerOptions {
  double time_limit_seconds = kUnlimited;  // of wall time
  // Asked now and then; true ends the search as the time limit does.
  std::function<bool()> stop = {};
};

struct IntegerSolution {
  // kOptimal and kInfeasible are proofs. kTimeLimit: also by `stop`; kIterationLimit does not
  // occur.
  LpStatus status = LpStatus::kFailed;
  double objective = 0;   // of x
  std::vector<double> x;  // the best point found, its integers exact; empty: none
  std::size_t nodes = 0;  // of the search tree
  double seconds = 0;     // of wall time, without that of waiting for a turn
};

// On one thread, without a word on stdout and stderr; the same program gives the same solution
// where no limit ends the search. Calls from several threads take turns.
IntegerSolution solve_by_branch_and_cut(const IntegerProgram& program,
                                        const IntegerOptions& options = {});

}  // namespace orthant
