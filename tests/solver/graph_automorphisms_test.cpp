// Groups of small graphs, counted by hand.
#include "solver/graph_automorphisms.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace orthant {
namespace {

using Permutation = std::vector<std::uint32_t>;

std::size_t group_size(const ColoredGraph& graph) {
  Permutation identity(graph.color.size());
  std::iota(identity.begin(), identity.end(), 0u);
  std::set<Permutation> known = {identity};
  std::vector<Permutation> open = {identity};
  const auto generators = automorphism_generators(graph);
  while (!open.empty()) {
    const Permutation last = open.back();
    open.pop_back();
    for (const Permutation& generator : generators) {
      Permutation next = last;
      for (std::uint32_t& v : next) v = generator[v];
      if (known.insert(next).second) open.push_back(next);
    }
  }
  return known.size();
}

ColoredGraph ring(std::uint32_t vertices) {
  ColoredGraph graph{.color = std::vector<std::uint32_t>(vertices), .edges = {}};
  for (std::uint32_t v = 0; v < vertices; ++v) graph.edges.emplace_back(v, (v + 1) % vertices);
  return graph;
}

TEST(GraphAutomorphisms, OfARingAreRotationsAndReflections) {
  EXPECT_EQ(group_size(ring(5)), 10u);
  EXPECT_EQ(group_size(ring(12)), 24u);
}

TEST(GraphAutomorphisms, KeepColors) {
  ColoredGraph graph = ring(6);
  graph.color[0] = 7;  // the reflection about vertex 0
  EXPECT_EQ(group_size(graph), 2u);
  graph.color[2] = 3;
  EXPECT_EQ(group_size(graph), 1u);
  EXPECT_TRUE(automorphism_generators(graph).empty());
  EXPECT_TRUE(automorphism_generators({}).empty());
}

TEST(GraphAutomorphisms, ExchangeAllLeavesOfAStar) {
  ColoredGraph star{.color = std::vector<std::uint32_t>(6), .edges = {}};
  for (std::uint32_t leaf = 1; leaf < 6; ++leaf) star.edges.emplace_back(0, leaf);
  EXPECT_EQ(group_size(star), 120u);
}

}  // namespace
}  // namespace orthant
