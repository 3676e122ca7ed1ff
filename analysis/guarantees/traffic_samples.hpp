// Random traffic matrices for the average case, and permutations from a file.
#pragma once

#include <string>
#include <vector>

#include "analysis/loads/pair_loads.hpp"

namespace orthant {

// Uniformly random permutation of `nodes` nodes: number `sample` of the samples of `seed`,
// independent of the others.
std::vector<NodeId> random_permutation_sample(std::size_t nodes, std::uint64_t seed,
                                              std::uint32_t sample);

// Number of permutations whose mean is a Birkhoff sample.
inline constexpr std::size_t kBirkhoffParts = 4;
std::vector<std::vector<NodeId>> birkhoff_sample(std::size_t nodes, std::uint64_t seed,
                                                 std::uint32_t sample);

// Returns nodes x nodes entries, row by row: uniformly random ones, whose rows and columns are
// scaled alternately until all sums are within 1e-12 of 1.
//
// Source: Sinkhorn 1964.
std::vector<double> sinkhorn_sample(std::size_t nodes, std::uint64_t seed, std::uint32_t sample);

// Reads one permutation per line: the destinations of nodes 0, 1, ..., separated by commas or
// blanks; `#` starts a comment, empty lines are ignored. Throws KeyError("analysis.average_file",
// "FILE:LINE: ...") if a line is no permutation of 0 .. nodes-1, "FILE: ..." if there is none.
std::vector<std::vector<NodeId>> read_permutations(const std::string& file, std::size_t nodes);

}  // namespace orthant
