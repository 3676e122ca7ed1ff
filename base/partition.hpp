// Partitions a graph into parts of similar weight with few edges between them.
//
// Source: Pellegrini & Roman 1996 (library Scotch): multilevel recursive bisection.
// Tested by: tests/base/partition_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace orthant {

// In compressed sparse rows: each edge is in the rows of both its ends, once in each, without
// self-loops. Weights are positive; their sums are below 2^31.
struct WeightedGraph {
  std::vector<std::int32_t> weights;      // per vertex
  std::vector<std::int32_t> first = {0};  // CSR offsets: vertices + 1 entries
  std::vector<std::int32_t> ends;         // of the edges, row by row
  std::vector<std::int32_t> edge_weights;
};

// Returns the part of each vertex, below `parts`, which is 2 .. vertices. Deterministic. nullopt:
// no partition without an empty part was found.
std::optional<std::vector<std::uint32_t>> partition(const WeightedGraph& graph,
                                                    std::uint32_t parts);

}  // namespace orthant
