// Random traffic matrices for the average case, and permutations from a file.
#pragma once

#include <string>
#include <vector>

#include "analysis/loads/pair_loads.hpp"

namespace orthant {

// Uniformly random permutation of `nodes` nodes: number `sample` of the samples of `seed`, whatever
// others are drawn.
std::vector<NodeId> random_permutation_sample(std::size_t nodes, std::uint64_t seed,
                                              std::uint32_t sample);

// How many permutations are mixed in equal parts for a Birkhoff sample.
inline constexpr std::size_t kBirkhoffParts = 4;
std::vector<std::vector<NodeId>> birkhoff_sample(std::size_t nodes, std::uint64_t seed,
                                                 std::uint32_t sample);

// nodes x nodes, row by row: uniformly random entries, then rows and columns scaled by turns until
// every one sums to 1 within 1e-12.
//
// Source: Sinkhorn 1964.
std::vector<double> sinkhorn_sample(std::size_t nodes, std::uint64_t seed, std::uint32_t sample);

// One permutation a line: the destination of node 0, 1, ..., separated by commas or blanks; `#`
// starts a comment, empty lines do not count. Throws KeyError("analysis.average_file",
// "FILE:LINE: ...") where a line is no permutation of 0 .. nodes-1, "FILE: ..." where there is
// none.
std::vector<std::vector<NodeId>> read_permutations(const std::string& file, std::size_t nodes);

}  // namespace orthant
