// Symmetries of a graph whose vertices have colours, by nauty.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace orthant {

// An undirected graph without parallel edges and loops.
struct ColoredGraph {
  std::vector<std::uint32_t> color;                            // per vertex
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // of vertices
};

// Generators of the group of all permutations of the vertices that keep colours and edges: per
// vertex its image. Always the same ones; none if the identity is the only one.
std::vector<std::vector<std::uint32_t>> automorphism_generators(const ColoredGraph& graph);

}  // namespace orthant
