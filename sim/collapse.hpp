// Finds when a network collapsed: the change point of a backlog.
//
// Tested by: tests/sim/collapse_test.cpp
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace orthant {

// Returns the number of the sample at which a backlog begins to rise. `backlog` has samples at
// equal intervals; `generated` flits were generated from the first one to the last. Fits a level
// line with a rising line after it by least squares (Hinkley 1971) and returns the corner; of
// equally good ones, the first. Empty unless more than a twentieth of the flits generated after the
// corner stay in the backlog: with a smaller overload the network nearly carries the load.
std::optional<std::size_t> collapse_sample(std::span<const double> backlog, double generated);

}  // namespace orthant
