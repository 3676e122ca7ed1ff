#include "sim/node/wait_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

BlockedVc place(std::uint32_t router) { return {RouterId{router}, PortId{0u}, Vc{0u}}; }

std::vector<std::uint32_t> routers(const std::vector<BlockedVc>& places) {
  std::vector<std::uint32_t> ids;
  for (const BlockedVc& place : places) ids.push_back(place.router.value);
  return ids;
}

std::vector<std::vector<std::uint32_t>> knots(const WaitGraph& graph) {
  std::vector<std::vector<std::uint32_t>> ids;
  for (const auto& knot : graph.knots()) ids.push_back(routers(knot));
  return ids;
}

TEST(WaitGraph, ARingOfSingleWaitsIsAKnotInTheOrderOfWaiting) {
  WaitGraph graph;
  for (std::uint32_t i = 0; i < 5; ++i) graph.add(i, place(i), {(i + 2) % 5});
  EXPECT_THAT(knots(graph), ElementsAre(ElementsAre(0, 2, 4, 1, 3)));
}

TEST(WaitGraph, AWayOutOfTheCycleIsNoKnot) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {2});
  graph.add(2, place(2), {0, 9});  // 9 can move
  EXPECT_THAT(graph.stuck(), IsEmpty());
  EXPECT_THAT(graph.knots(), IsEmpty());
  EXPECT_TRUE(graph.has_cycle());
}

TEST(WaitGraph, ThoseWhoWaitForAKnotOnlyAreStuckBehindIt) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {0});
  graph.add(5, place(5), {0, 1});
  graph.add(6, place(6), {5, 7});  // 7 can move
  EXPECT_THAT(routers(graph.stuck()), ElementsAre(0, 1, 5));
  EXPECT_THAT(knots(graph), ElementsAre(ElementsAre(0, 1)));
}

// A ring of three and a pair, each for itself; 30 and
// 31 wait for each other and for the pair, so they are stuck, but no knot.
TEST(WaitGraph, IndependentKnotsAreSeparateTheSmallestFirst) {
  WaitGraph graph;
  for (std::uint32_t i = 0; i < 3; ++i) graph.add(10 + i, place(10 + i), {10 + (i + 1) % 3});
  graph.add(30, place(30), {31, 20});
  graph.add(31, place(31), {30});
  graph.add(20, place(20), {21});
  graph.add(21, place(21), {20});
  EXPECT_THAT(knots(graph), ElementsAre(ElementsAre(20, 21), ElementsAre(10, 11, 12)));
  EXPECT_EQ(graph.stuck().size(), 7u);
}

TEST(WaitGraph, AlternativesKeepAKnotTogether) {
  WaitGraph graph;
  graph.add(0, place(0), {1, 2});
  graph.add(1, place(1), {0});
  graph.add(2, place(2), {0});
  ASSERT_EQ(graph.knots().size(), 1u);
  EXPECT_EQ(graph.knots()[0].size(), 3u);
}

TEST(WaitGraph, AChainThatEndsAtAMoverHasNeither) {
  WaitGraph graph;
  graph.add(0, place(0), {1});
  graph.add(1, place(1), {2});
  EXPECT_THAT(graph.stuck(), IsEmpty());
  EXPECT_THAT(graph.knots(), IsEmpty());
  EXPECT_FALSE(graph.has_cycle());
}

}  // namespace
}  // namespace orthant
