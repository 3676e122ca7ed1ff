// The report of a deadlock.
#include "app/points/deadlock_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orthant {
namespace {

std::vector<BlockedVc> line_of_places(std::uint32_t count) {
  std::vector<BlockedVc> places;
  for (std::uint32_t r = 0; r < count; ++r) places.push_back({RouterId{r}, PortId{1u}, Vc{0u}});
  return places;
}

SimulationResult deadlock(std::vector<std::vector<BlockedVc>> knots, std::size_t behind) {
  SimulationResult result;
  result.knots = std::move(knots);
  result.stuck_behind = behind;
  result.deadlock_cycle = 700;
  return result;
}

TEST(DeadlockText, NamesThePlacesOfASmallKnot) {
  const Topology mesh = make_mesh({.radices = {3, 2}});
  const auto result =
      deadlock({{{RouterId{4u}, PortId{0u}, Vc{2u}}, {RouterId{4u}, PortId{4u}, Vc{0u}}}}, 0);
  EXPECT_EQ(deadlock_text(mesh, RouterModel::kInputQueued, result, false),
            "deadlock: seen in cycle 700; 1 knot of 2 VC buffers that wait for each other\n"
            "knot of 2 buffers of input ports:\n"
            "  router 4 (1,1) port 0 (+x), vc 2\n"
            "  router 4 (1,1) port 4 (node 4), vc 0");
}

TEST(DeadlockText, SpeaksOfOutputQueuesWhereTheRouterHasThem) {
  const Topology ring = make_torus({.radices = {3}});
  const auto result =
      deadlock({{{RouterId{1u}, PortId{0u}, Vc{1u}}, {RouterId{2u}, PortId{0u}, Vc{0u}}}}, 3);
  EXPECT_EQ(deadlock_text(ring, RouterModel::kOutputQueued, result, false),
            "deadlock: seen in cycle 700; 1 knot of 2 output queues that wait for each other, 3 "
            "more wait for them\nknot of 2 queues of output ports:\n"
            "  router 1 (1) port 0 (+x), queue 1\n  router 2 (2) port 0 (+x), queue 0");
}

TEST(DeadlockText, ExplainsAStandstillWithoutAKnot) {
  const std::string text = deadlock_text(make_torus({.radices = {3}}), RouterModel::kOutputQueued,
                                         deadlock({}, 0), false);
  EXPECT_TRUE(text.starts_with("deadlock: seen in cycle 700; nothing moves: ")) << text;
}

TEST(DeadlockText, CutsLongKnotsAndCountsTheRest) {
  const Topology ring = make_torus({.radices = {40}});
  const auto result = deadlock({line_of_places(23), line_of_places(30), line_of_places(40)}, 9);
  const std::string text = deadlock_text(ring, RouterModel::kInputQueued, result, false);
  EXPECT_TRUE(text.starts_with(
      "deadlock: seen in cycle 700; 3 knots of 93 VC buffers that wait for each other, 9 more wait "
      "for them\nknot of 23 buffers of input ports:\n  router 0 (0) port 1 (-x), vc 0\n"))
      << text;
  EXPECT_TRUE(
      text.ends_with("\n  router 19 (19) port 1 (-x), vc 0\n  ... and 3 more (-v)\n"
                     "... and 2 more knots (-v)"))
      << text;
  const std::string all = deadlock_text(ring, RouterModel::kInputQueued, result, true);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 3 + 93);
  EXPECT_EQ(all.find("(-v)"), std::string::npos);
}

}  // namespace
}  // namespace orthant
