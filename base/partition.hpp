// A graph in parts of like weight with few edges between them.
//
// Source: Pellegrini & Roman 1996, by their library Scotch: multilevel recursive bisection.
// Tested by: tests/base/partition_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace orthant {

// In compressed rows: an edge is in the rows of both its ends, once in each, and none leads from a
// vertex to itself. Weights are positive; sums of them are below 2^31.
struct WeightedGraph {
  std::vector<std::int32_t> weights;      // per vertex
  std::vector<std::int32_t> first = {0};  // per vertex: where its row begins; one more at the end
  std::vector<std::int32_t> ends;         // of the edges, row by row
  std::vector<std::int32_t> edge_weights;
};

// The part of each vertex, below `parts`, which is 2 .. vertices. The same for the same graph,
// whatever else the program does. nullopt: none was found in which no part is empty.
std::optional<std::vector<std::uint32_t>> partition(const WeightedGraph& graph,
                                                    std::uint32_t parts);

}  // namespace orthant
