// Partitions a graph into parts of similar weight with few edges between them.
//
// Source: Pellegrini & Roman 1996 (library Scotch): multilevel recursive bisection.
// Tested by: tests/base/partition_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace orthant {

// A graph without self-loops in compressed sparse rows. Each edge is in the rows of both its ends,
// once in each row. All weights are positive; the sum of the vertex weights and the sum of the edge
// weights are below 2^31.
struct WeightedGraph {
  std::vector<std::int32_t> weights;      // per vertex
  std::vector<std::int32_t> first = {0};  // CSR offsets: vertices + 1 entries
  std::vector<std::int32_t> ends;         // other end of each edge, row by row
  std::vector<std::int32_t> edge_weights;
};

// Returns the part of each vertex, a number below `parts`. Requires that `parts` is at least 2 and
// at most the number of vertices. Deterministic. nullopt: no partition without an empty part was
// found.
std::optional<std::vector<std::uint32_t>> partition(const WeightedGraph& graph,
                                                    std::uint32_t parts);

}  // namespace orthant
