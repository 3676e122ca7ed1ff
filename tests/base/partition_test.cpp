#include "base/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "base/random.hpp"

namespace orthant {
namespace {

using Edges =
    std::set<std::pair<std::int32_t, std::int32_t>>;  // each edge once, in either direction

// Vertices and edges of weight 1.
WeightedGraph graph_of(std::size_t vertices, const Edges& edges) {
  WeightedGraph graph;
  for (std::int32_t v = 0; v < static_cast<std::int32_t>(vertices); ++v) {
    for (const auto& [a, b] : edges)
      if (a == v || b == v) graph.ends.push_back(a == v ? b : a);
    graph.first.push_back(static_cast<std::int32_t>(graph.ends.size()));
  }
  graph.weights.assign(vertices, 1);
  graph.edge_weights.assign(graph.ends.size(), 1);
  return graph;
}

// Three cliques of eight vertices v, v + 3, ..., joined to a ring by one edge between each two.
WeightedGraph three_cliques() {
  Edges edges;
  for (std::int32_t a = 0; a < 24; ++a)
    for (std::int32_t b = a + 3; b < 24; b += 3) edges.insert({a, b});
  edges.insert({{0, 1}, {4, 5}, {6, 8}});
  return graph_of(24, edges);
}

WeightedGraph random_graph() {
  RandomStream random(7, 0, RandomPurpose::kTest);
  Edges edges;
  for (std::int32_t v = 1; v < 500; ++v) edges.insert({v - 1, v});
  while (edges.size() < 1500) {
    const auto a = static_cast<std::int32_t>(random.below(500));
    const auto b = static_cast<std::int32_t>(random.below(500));
    if (a != b) edges.insert(std::minmax(a, b));
  }
  return graph_of(500, edges);
}

TEST(Partition, FindsWhatFewEdgesJoin) {
  const auto parts = partition(three_cliques(), 3);
  ASSERT_TRUE(parts.has_value());
  for (std::size_t v = 3; v < 24; ++v) EXPECT_EQ((*parts)[v], (*parts)[v % 3]) << v;
  EXPECT_EQ(std::set(parts->begin(), parts->end()), (std::set<std::uint32_t>{0, 1, 2}));
}

// A path of six vertices whose last weighs as much as all others: the cut is just before it.
TEST(Partition, BalancesWeights) {
  WeightedGraph path = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  path.weights.back() = 5;
  const auto parts = partition(path, 2);
  ASSERT_TRUE(parts.has_value());
  for (std::size_t v = 1; v < 5; ++v) EXPECT_EQ((*parts)[v], (*parts)[0]) << v;
  EXPECT_NE((*parts)[5], (*parts)[0]);
}

// A ring of four in two parts of two vertices: the weights of the edges decide where it is cut.
TEST(Partition, CutsEdgesOfLittleWeight) {
  for (const bool first_are_heavy : {false, true}) {
    WeightedGraph ring = graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}});
    for (std::int32_t v = 0; v < 4; ++v)
      for (std::int32_t e = ring.first[v]; e < ring.first[v + 1]; ++e)
        ring.edge_weights[e] =
            (std::min(v, ring.ends[e]) % 2 == 0 && ring.ends[e] + v != 3) == first_are_heavy ? 5
                                                                                             : 1;
    const auto parts = partition(ring, 2);
    ASSERT_TRUE(parts.has_value());
    EXPECT_EQ((*parts)[0] == (*parts)[1], first_are_heavy);
    EXPECT_EQ((*parts)[2] == (*parts)[3], first_are_heavy);
    EXPECT_EQ((*parts)[0] == (*parts)[3], !first_are_heavy);
  }
}

TEST(Partition, IsTheSameWhateverOthersDo) {
  const WeightedGraph graph = random_graph();
  const auto alone = partition(graph, 5);
  ASSERT_TRUE(alone.has_value());
  std::vector<std::optional<std::vector<std::uint32_t>>> found(4);
  std::vector<std::thread> threads;
  for (auto& parts : found)
    threads.emplace_back([&] {
      partition(three_cliques(), 3);
      parts = partition(graph, 5);
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& parts : found) EXPECT_EQ(parts, alone);
}

TEST(Partition, LeavesNoPartEmptyWhereItFindsOne) {
  for (std::uint32_t parts = 2; parts <= 24; ++parts) {
    const auto found = partition(three_cliques(), parts);
    if (!found) continue;
    EXPECT_EQ(std::set(found->begin(), found->end()).size(), parts);
  }
}

}  // namespace
}  // namespace orthant
