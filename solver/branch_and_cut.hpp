// Integer programs by branch and cut: COIN-OR CBC, with the preprocessing, cuts and heuristics of
// its command cbc.
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
  double time_limit_seconds = kUnlimited;  // wall time
  // Polled during the search; true ends it like the time limit.
  std::function<bool()> stop = {};
};

struct IntegerSolution {
  // kOptimal and kInfeasible are proofs. kTimeLimit is also used for `stop`; kIterationLimit does
  // not occur.
  LpStatus status = LpStatus::kFailed;
  double objective = 0;   // of x
  std::vector<double> x;  // best point found, integers exact; empty: none
  std::size_t nodes = 0;  // number of nodes of the search tree
  double seconds = 0;     // wall time, without waiting for other calls
};

// Runs on one thread without output. Deterministic unless a limit ends the search. Concurrent calls
// are serialised.
IntegerSolution solve_by_branch_and_cut(const IntegerProgram& program,
                                        const IntegerOptions& options = {});

}  // namespace orthant
