// Components and cycles of small graphs drawn by hand.
#include "base/digraph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orthant {
namespace {

using testing::ElementsAre;
using Edges = std::vector<Digraph::Edge>;

TEST(Digraph, FindsNoCycleInADiamond) {
  const Digraph graph(4, Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}});
  EXPECT_FALSE(graph.find_cycle(4));
}

TEST(Digraph, FindsTheShortestCycleThroughItsStart) {
  // The cycles are 0 1 2 3 0 and the shorter 0 2 0.
  const Digraph graph(4, Edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {2, 0}});
  EXPECT_THAT(graph.find_cycle(4).value(), ElementsAre(0, 2));
}

TEST(Digraph, FindsALoop) {
  const Digraph graph(3, Edges{{0, 1}, {2, 2}});
  EXPECT_THAT(graph.find_cycle(3).value(), ElementsAre(2));
}

TEST(Digraph, IgnoresCyclesWithoutARequiredVertex) {
  const Edges edges = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
  EXPECT_FALSE(Digraph(4, edges).find_cycle(1));
  EXPECT_THAT(Digraph(4, edges).find_cycle(2).value(), ElementsAre(1, 2));
}

TEST(Digraph, ToleratesRepeatedEdges) {
  const Digraph graph(2, Edges{{0, 1}, {0, 1}});
  EXPECT_THAT(graph.successors(0), ElementsAre(1, 1));
  EXPECT_FALSE(graph.find_cycle(2));
}

TEST(Digraph, NumbersComponentsOfVerticesThatReachEachOther) {
  const Digraph graph(5, Edges{{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}, {3, 4}});
  const auto component = graph.components();
  EXPECT_EQ(component[0], component[1]);
  EXPECT_EQ(component[2], component[3]);
  EXPECT_NE(component[0], component[2]);
  EXPECT_NE(component[2], component[4]);
  EXPECT_NE(component[0], component[4]);
}

TEST(Digraph, SearchesAMillionVerticesInARowWithoutRecursion) {
  Edges edges;
  for (Digraph::Vertex v = 0; v + 1 < 1'000'000; ++v) edges.push_back({v, v + 1});
  EXPECT_FALSE(Digraph(1'000'000, edges).find_cycle(1'000'000));
  edges.push_back({999'999, 0});
  EXPECT_EQ(Digraph(1'000'000, edges).find_cycle(1'000'000).value().size(), 1'000'000u);
}

}  // namespace
}  // namespace orthant
