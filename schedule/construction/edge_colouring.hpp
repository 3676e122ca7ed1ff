// Edge colouring of bipartite multigraphs.
#pragma once

#include <cstdint>
#include <vector>

namespace orthant {

struct BipartiteEdge {
  std::uint32_t left = 0, right = 0;
};

// Assigns each edge one of `colours` colours, distinct at every vertex. Requires at least as many
// colours as the largest degree; that many always suffice. Source: Konig 1916.
std::vector<std::uint32_t> colour_edges(const std::vector<BipartiteEdge>& edges,
                                        std::uint32_t colours);

}  // namespace orthant
