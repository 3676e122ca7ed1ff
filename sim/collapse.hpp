// When a network gave way: the change point of a backlog.
//
// Tested by: tests/sim/collapse_test.cpp
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace orthant {

// The sample from which a backlog rises, of samples at equal intervals while `generated` flits were
// generated: the corner of the level and the rising line that fit best in the sense of least
// squares (Hinkley 1971), the first of equally good ones. Empty unless more than a twentieth of
// what is generated after it stays behind: less is an overload that the network carries nearly.
std::optional<std::size_t> collapse_sample(std::span<const double> backlog, double generated);

}  // namespace orthant
