// Dimension order round missing channels, by intermediate routers and by wild hops: paths worked
// out by hand on broken tori and meshes, where router (x, y) of a 4x4 grid has the number x + 4 y.
#include "routing/grid/dor_round_faults.hpp"

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

RoutingOptions detours(std::string_view dateline = "static") {
  RoutingOptions options;
  options.own.set("routing.detour", "intermediate");
  options.own.set("dor.dateline", std::string(dateline));
  return options;
}

Topology torus(const FaultOptions& faults) {
  return broken(make_torus({.radices = {4, 4}}), faults);
}
Topology mesh(const FaultOptions& faults) { return broken(make_mesh({.radices = {4, 4}}), faults); }

TEST(FreeRuns, CountsHopsThatAreUp) {
  const Topology topology = torus({.links = "1-2"});
  const FreeRuns runs(topology, *grid_under(topology));
  EXPECT_EQ(runs.length(RouterId{0}, Grid::plus_port(0)), 1u);
  EXPECT_EQ(runs.length(RouterId{2}, Grid::plus_port(0)), 3u);
  EXPECT_EQ(runs.length(RouterId{4}, Grid::plus_port(0)), 3u);             // a ring without a fault
  EXPECT_EQ(runs.directions(RouterId{0}, 0, 2, false), FreeRuns::kMinus);  // of a tie
  EXPECT_EQ(runs.directions(RouterId{1}, 0, 2, false), 0);
  EXPECT_EQ(runs.directions(RouterId{1}, 0, 2, true), FreeRuns::kMinus);
  EXPECT_EQ(runs.dimension_order(RouterId{1}, RouterId{6}, false), FreeRuns::kBlocked);
  EXPECT_EQ(runs.dimension_order(RouterId{1}, RouterId{6}, true), 4u);
}

// A pair that needs no stop starts in the set of its source's parity, which balances the sets.
TEST(DorRoundFaults, LeavesPathsThatAreUpAsTheyAre) {
  const Topology topology = mesh({.links = "1-2"});
  const auto routing = build("dor", topology, detours());
  ASSERT_EQ(routing->traits().vc_classes.size(), 2u);
  EXPECT_EQ(routing->traits().vc_classes[1].name, "set 1");
  expect_paths(collected(*routing, 0, 5), {{"+0 1 c0, +1 1 c0", 1}});
  expect_paths(collected(*routing, 1, 5), {{"+1 1 c1", 1}});
}

TEST(DorRoundFaults, StopsWhereTheWholePathIsShortest) {
  const Topology topology = mesh({.links = "1-2"});
  const auto routing = build("dor", topology, detours());
  // By a stop in (1,1), from which a second path of dimension order starts.
  expect_paths(collected(*routing, 1, 6), {{"+1 1 c0, +0 1 c1", 1}});
  expect_paths(collected(*routing, 1, 2), {{"+1 1 c0, +0 1 c1, -1 1 c1", 1}});
  // From (1,0) to (3,1) by (1,1) or (2,1); a path to (2,1) begins in x, where the channel is down.
  expect_paths(collected(*routing, 1, 7), {{"+1 1 c0, +0 2 c1", 1}});
  // From (0,0) to (2,2): stops in (0,1), (0,2), (1,1) and (1,2).
  expect_paths(collected(*routing, 0, 10), {{"+1 1 c0, +0 2 c1, +1 1 c1", 0.25},
                                            {"+1 2 c0, +0 2 c1", 0.25},
                                            {"+0 1 c0, +1 1 c0, +0 1 c1, +1 1 c1", 0.25},
                                            {"+0 1 c0, +1 2 c0, +0 1 c1", 0.25}});
}

TEST(DorRoundFaults, TakesTheDirectionOfATieThatIsUp) {
  const Topology topology = torus({.links = "1-2"});
  const auto routing = build("dor", topology, detours("crossing"));
  expect_paths(collected(*routing, 0, 2), {{"-0 1 c0, -0 1 c1", 1}});
  EXPECT_EQ(collected(*routing, 4, 6).size(), 2u);
}

TEST(DorRoundFaults, AddsStopsUntilAllPairsAreServed) {
  // What is left of the mesh is one line, which winds through its rows.
  const Topology topology = broken(make_mesh({.radices = {3, 3}}), {.links = "0-3 1-4 4-7 5-8"});
  const auto routing = build("dor", topology, detours());
  EXPECT_EQ(routing->traits().vc_classes.size(), 3u);
  expect_paths(collected(*routing, 0, 8), {{"+0 2 c0, +1 1 c0, -0 2 c1, +1 1 c1, +0 2 c2", 1}});
}

TEST(DorRoundFaults, RefusesOrdersAndTiesOfWholeGrids) {
  const Topology whole = make_torus({.radices = {4, 4}});
  EXPECT_THAT(
      [&] {
        build("dor", torus({.links = "0-1"}), [] {
          RoutingOptions options = detours();
          options.order = Order::kRandom;
          return options;
        }());
      },
      ThrowsMessage<KeyError>(HasSubstr("random is not defined with detours")));
  RoutingOptions parity = detours();
  parity.ties = Ties::kParity;
  EXPECT_THAT([&] { build("dor", torus({.links = "0-1"}), parity); },
              ThrowsMessage<KeyError>(HasSubstr("allowed: split, plus")));
  EXPECT_NO_THROW(build("dor", whole, parity));  // a whole grid needs no detours
}

TEST(DorRoundFaults, StayAtTheOnlyRouterLeft) {
  const Topology one = broken(make_mesh({.radices = {2}}), {.routers = "1"});
  for (const char* algorithm : {"dor", "wild_first"}) {
    const auto routing = build(algorithm, one, detours());
    RandomStream random(1, 0, RandomPurpose::kTest);
    Path path(3);
    routing->oblivious()->sample(RouterId{0}, RouterId{0}, random, path);
    EXPECT_TRUE(path.empty());
  }
}

// Added links would be left idle, and a twist shifts packets that go the long way.
TEST(DorRoundFaults, RefusesAddedLinksAndTwists) {
  const Topology express = make_mesh({.radices = {8}, .express = {4}});
  const Topology twisted =
      broken(make_torus({.radices = {8, 4}, .twist = "1>0:4"}), {.links = "0-1"});
  for (const char* algorithm : {"dor", "wild_first", "torus_2qos", "negative_first"}) {
    EXPECT_THAT([&] { build(algorithm, express, detours()); },
                ThrowsMessage<KeyError>(HasSubstr("links are added to this one; allowed: "
                                                  "minimal_adaptive, up_down")));
    EXPECT_THAT([&] { build(algorithm, twisted, detours()); },
                ThrowsMessage<KeyError>(HasSubstr("allowed: minimal_adaptive, up_down")));
  }
}

TEST(WildFirst, IsDimensionOrderOnAWholeGrid) {
  const Topology whole = make_torus({.radices = {4, 4}});
  const auto wild = build("wild_first", whole);
  RoutingOptions crossing;
  crossing.own.set("dor.dateline", "crossing");
  const auto dor = build("dor", whole, crossing);
  EXPECT_EQ(wild->traits().vc_classes.size(), 2u);
  for (std::size_t t = 0; t < 16; ++t) expect_paths(collected(*wild, 5, t), collected(*dor, 5, t));
}

TEST(WildFirst, TakesOneHopInAnyDirectionFirst) {
  const Topology topology = torus({.links = "1-2"});
  const auto routing = build("wild_first", topology);
  ASSERT_EQ(routing->traits().vc_classes.size(), 3u);
  EXPECT_EQ(routing->traits().vc_classes[2].name, "wild 0");
  // Up or down a row, past the missing channel, and back; or the long way round, which may begin
  // with a wild hop: three hops each. Hops are in class 1 where no wrap-around channel is ahead.
  expect_paths(collected(*routing, 1, 2), {{"+1 1 c2, +0 1 c1, -1 1 c1", 0.25},
                                           {"-1 1 c2, +0 1 c1, +1 1 c0", 0.25},
                                           {"-0 1 c2, -0 1 c0, -0 1 c1", 0.25},
                                           {"-0 2 c0, -0 1 c1", 0.25}});
  expect_paths(collected(*routing, 1, 6), {{"+1 1 c2, +0 1 c1", 1}});
  expect_paths(collected(*routing, 5, 6), {{"+0 1 c1", 1}});
}

TEST(WildFirst, TakesMoreWildHopsWhereOneIsNotEnough) {
  // In a mesh the last run, along y, has no long way: the packet must pass the missing channel
  // (0,1)-(0,2) in another column.
  const Topology topology = mesh({.links = "4-8"});
  const auto routing = build("wild_first", topology);
  EXPECT_EQ(routing->traits().vc_classes.size(), 4u);  // dimension order and three wild hops
  expect_paths(collected(*routing, 0, 8), {{"+0 1 c1, +1 1 c2, +1 1 c3, -0 1 c0", 0.5},
                                           {"+1 1 c1, +0 1 c2, +1 1 c3, -0 1 c0", 0.5}});
}

TEST(DorRoundFaults, IsFreeOfDeadlockOnBrokenTori) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const auto& radices : {std::vector<std::uint32_t>{8, 8}, {4, 4, 4}}) {
      const Topology topology =
          broken(make_torus({.radices = radices}), {.link_probability = 0.05, .fault_seed = seed});
      for (const auto& routing :
           {build("dor", topology, detours()), build("wild_first", topology)}) {
        const DeadlockReport report = check_deadlock(topology, *routing, {.vcs = {}});
        EXPECT_TRUE(report.free) << report_text(report);
      }
    }
  }
}

}  // namespace
}  // namespace orthant
