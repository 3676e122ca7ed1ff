// Finds when a network collapsed: the change point of a backlog.
//
// Tested by: tests/sim/collapse_test.cpp
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace orthant {

// Returns the sample from which a backlog rises, of samples at equal intervals while `generated`
// flits were generated: the corner of the level and the rising line with the best least-squares fit
// (Hinkley 1971), the first of equally good ones. Empty unless more than a twentieth of the flits
// generated after it stay behind: the network nearly carries a smaller overload.
std::optional<std::size_t> collapse_sample(std::span<const double> backlog, double generated);

}  // namespace orthant
