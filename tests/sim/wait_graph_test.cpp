#include "sim/wait_graph.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

BlockedVc place(std::uint32_t router) { return {RouterId{router}, PortId{0u}, Vc{0u}}; }

TEST(WaitGraph, ARingOfSingleWaitsIsAKnot) {
  WaitGraph graph;
  for (std::uint32_t i = 0; i < 4; ++i) graph.add(i, place(i), {(i + 1) % 4});
  EXPECT_EQ(graph.knot().size(), 4u);
}

TEST(WaitGraph, AWayOutOfTheCycleIsNoKnot) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {2});
  graph.add(2, place(2), {0, 9});  // 9 can move
  EXPECT_TRUE(graph.knot().empty());
  EXPECT_TRUE(graph.has_cycle());
}

TEST(WaitGraph, ThoseWhoWaitForAKnotOnlyAreStuckWithIt) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {0});
  graph.add(5, place(5), {0, 1});
  graph.add(6, place(6), {5, 7});  // 7 can move
  const auto knot = graph.knot();
  ASSERT_EQ(knot.size(), 3u);
  EXPECT_EQ(knot[2].router, RouterId{5u});
}

TEST(WaitGraph, AChainThatEndsAtAMoverHasNeither) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {2});
  EXPECT_TRUE(graph.knot().empty());
  EXPECT_FALSE(graph.has_cycle());
}

}  // namespace
}  // namespace orthant
