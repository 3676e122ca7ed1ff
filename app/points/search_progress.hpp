// How far the search of one combination is.
//
// Tested by: tests/app/search_progress_test.cpp
#pragma once

#include "sim/bisection.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// Counts in cycles: those of the simulations asked for so far, and those that the search expects to
// come. The two change only by what has been simulated, and where an outcome is not the one that
// the search had expected.
class SearchProgress {
 public:
  // `total` is told; `run` has the usual window.
  SearchProgress(const RunProgress& total, const RunOptions& run);

  // What to tell a simulation that begins now.
  RunProgress begin(const Probe& probe);

 private:
  double cycles(double simulations, double windows) const;

  const RunProgress& total_;
  double warmup_, measure_;
  double before_ = 0;   // cycles of the simulations that have ended
  double of_this_ = 0;  // of the one under way
};

}  // namespace orthant
