// The examples of the manual page torus-2QoS(8): a torus of 6x5 or 6x6 switches, with switches
// named by their coordinates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "base/error.hpp"
#include "tests/routing/broken.hpp"
#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::size_t at(std::size_t x, std::size_t y) { return x + 6 * y; }

Topology torus(std::uint32_t rows, const FaultOptions& faults = {}) {
  const Topology whole = make_torus({.radices = {6, rows}});
  return faults.any() ? broken(whole, faults) : make_torus({.radices = {6, rows}});
}

bool is_free(const Topology& topology, const Routing& routing) {
  return check_deadlock(topology, routing, {.vcs = {}}).free;
}

TEST(Torus2Qos, RoutesAWholeTorusInDimensionOrder) {
  const Topology topology = torus(5);
  const auto routing = build("torus_2qos", topology);
  EXPECT_EQ(routing->traits().vc_classes.size(), 2u);
  // S-n-T-r-D; bit 0 of the lane is set where the path crosses a dateline.
  expect_paths(collected(*routing, at(1, 1), at(3, 3)), {{"+0 2 c0, +1 2 c0", 1}});
  expect_paths(collected(*routing, at(5, 1), at(0, 0)), {{"+0 1 c1, -1 1 c0", 1}});
  EXPECT_TRUE(is_free(topology, *routing));
}

TEST(Torus2Qos, TakesTheLongWayRoundAnInterruptedRing) {
  for (const char* link : {"7-8", "8-9"}) {  // S-n and n-T
    const Topology topology = torus(5, {.links = link});
    const auto routing = build("torus_2qos", topology);
    // S-m-p-o-T-r-D, in the lane of the whole torus.
    expect_paths(collected(*routing, at(1, 1), at(3, 3)), {{"-0 4 c0, +1 2 c0", 1}});
    EXPECT_TRUE(is_free(topology, *routing));
  }
}

TEST(Torus2Qos, RefusesARingInTwoParts) {
  EXPECT_THAT(
      [] { build("torus_2qos", torus(5, {.links = "8-9 9-10"})); },
      ThrowsMessage<KeyError>(HasSubstr("neither way along a dimension nor an early turn is up")));
}

TEST(Torus2Qos, TurnsEarlyAtASwitchThatIsDown) {
  const Topology topology = torus(5, {.routers = "(3,1)"});
  const auto routing = build("torus_2qos", topology);
  EXPECT_EQ(routing->traits().vc_classes.size(), 3u);  // no such hop crosses a dateline
  // S-n-I-r-D: the hop I-r after the turn from y to x has bit 1 of the lane set.
  expect_paths(collected(*routing, at(1, 1), at(3, 3)),
               {{"+0 1 c0, +1 1 c0, +0 1 c2, +1 1 c0", 1}});
  EXPECT_TRUE(is_free(topology, *routing));
}

TEST(Torus2Qos, PassesSwitchesDownThatAreAdjacentInTheLastDimension) {
  const Topology topology = torus(6, {.routers = "(3,1) (3,2)"});
  const auto routing = build("torus_2qos", topology);
  // S-n-q-I-u-D.
  expect_paths(collected(*routing, at(1, 1), at(3, 4)),
               {{"+0 1 c0, +1 2 c0, +0 1 c2, +1 1 c0", 1}});
  EXPECT_TRUE(is_free(topology, *routing));
}

// The manual page names this as the case that the engine cannot route without deadlock.
TEST(Torus2Qos, HasACycleRoundSwitchesDownThatAreAdjacentInTheFirstDimension) {
  const Topology topology = torus(6, {.routers = "(3,1) (4,1)"});
  const auto routing = build("torus_2qos", topology);
  // S-n-I-q-r-D.
  expect_paths(collected(*routing, at(1, 1), at(4, 3)),
               {{"+0 1 c0, +1 1 c0, +0 1 c2, +0 1 c0, +1 1 c0", 1}});
  EXPECT_FALSE(is_free(topology, *routing));
}

TEST(Torus2Qos, HasAClassForEachLaneInUse) {
  const Topology mesh = broken(make_mesh({.radices = {5, 5}}), {.routers = "24"});
  const auto routing = build("torus_2qos", mesh);
  ASSERT_EQ(routing->traits().vc_classes.size(), 2u);
  EXPECT_EQ(routing->traits().vc_classes[1].name, "lane 2");
  EXPECT_TRUE(is_free(mesh, *routing));
  EXPECT_EQ(class_count("torus_2qos", broken(make_torus({.radices = {8}}), {.routers = "7"})), 2u);
}

TEST(Torus2Qos, RefusesMoreThanThreeDimensions) {
  EXPECT_THAT(
      [] {
        build("torus_2qos", make_torus({.radices = {3, 3, 3, 3}}));
      },
      ThrowsMessage<KeyError>(HasSubstr("routes in 3 dimensions")));
}

}  // namespace
}  // namespace orthant
