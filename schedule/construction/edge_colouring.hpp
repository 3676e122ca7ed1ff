// Colours for the edges of a bipartite graph, of which parallel ones are allowed.
#pragma once

#include <cstdint>
#include <vector>

namespace orthant {

struct BipartiteEdge {
  std::uint32_t left = 0, right = 0;
};

// Per edge one of `colours` colours, different at every vertex. Requires that no vertex has more
// edges than there are colours, which then suffice. Source: Konig 1916.
std::vector<std::uint32_t> colour_edges(const std::vector<BipartiteEdge>& edges,
                                        std::uint32_t colours);

}  // namespace orthant
