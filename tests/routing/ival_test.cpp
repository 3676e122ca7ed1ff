// Improved Valiant, compared with paths written by hand; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "routing/grid/dimension_orders.hpp"
#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

// A path's ports, hop by hop, as letters.
std::string ports_of(const Path& path) {
  std::string ports;
  for (const Leg& leg : path) ports.append(leg.hops, static_cast<char>('a' + leg.port.index()));
  return ports;
}

// The ports of a walk after removing its loops one by one, by definition.
std::string ports_without_loops(const Grid& grid, RouterId s, const Path& walk) {
  std::vector<RouterId> visited = {s};
  std::string ports;
  for (const Leg& leg : walk) {
    for (std::size_t i = 0; i < leg.hops; ++i) {
      const RouterId next = grid.neighbor(visited.back(), leg.port);
      const auto loop = std::ranges::find(visited, next);
      if (loop == visited.end()) {
        visited.push_back(next);
        ports += static_cast<char>('a' + leg.port.index());
      } else {
        visited.erase(loop + 1, visited.end());
        ports.resize(visited.size() - 1);
      }
    }
  }
  return ports;
}

// Ports -> probability, from walking both phases through every router.
std::map<std::string, double> walked(const Topology& topology, const RoutingOptions& options,
                                     RouterId s, RouterId t) {
  const Grid& grid = *topology.grid();
  const OrderedPaths runs(grid, options.ties, RingClasses::kOne);
  const DimensionOrders orders(grid, options.order);
  std::map<std::string, double> paths;
  for (std::size_t i = 0; i < topology.router_count() * orders.count(); ++i) {
    const RouterId m{i / orders.count()};
    const DimensionOrder order = orders[i % orders.count()];
    const std::vector<std::uint8_t> reversed(order.rbegin(), order.rend());
    runs.for_each_directions(s, m, [&](OrderedPaths::Directions before, double p) {
      runs.for_each_directions(m, t, [&](OrderedPaths::Directions after, double q) {
        Path walk;
        runs.append(s, m, order, before, 0, walk);
        runs.append(m, t, reversed, after, 0, walk);
        paths[ports_without_loops(grid, s, walk)] += p * q;  // powers of 1/2: exact sums
      });
    });
  }
  for (auto& [ports, probability] : paths)
    probability /= static_cast<double>(topology.router_count() * orders.count());
  return paths;
}

void expect_paths_as_walked(const Topology& topology, const RoutingOptions& options) {
  const auto ival = build("ival", topology, options);
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      std::map<std::string, double> found;
      ival->oblivious()->enumerate(
          RouterId{s}, RouterId{t},
          [&](const Path& path, double probability) { found[ports_of(path)] += probability; });
      SCOPED_TRACE(topology.dimensions() + ", " + std::to_string(s) + " to " + std::to_string(t));
      const auto expected = walked(topology, options, RouterId{s}, RouterId{t});
      ASSERT_EQ(found.size(), expected.size());
      for (const auto& [ports, probability] : expected)
        ASSERT_NEAR(found[ports], probability, 1e-14) << ports;
    }
  }
}

TEST(Ival, TakesTheWalkOfBothPhasesWithoutItsLoops) {
  for (const Order order : {Order::kFixed, Order::kRandom}) {
    for (const Ties ties : {Ties::kSplit, Ties::kPlus, Ties::kParity, Ties::kSource}) {
      const RoutingOptions options = {.order = order, .ties = ties};
      expect_paths_as_walked(make_torus({.radices = {6}}), options);
      expect_paths_as_walked(make_torus({.radices = {4, 5}}), options);
      expect_paths_as_walked(make_torus({.radices = {4, 1, 2, 3}}), options);
      expect_paths_as_walked(make_mesh({.radices = {3, 4, 2}}), options);
    }
  }
}

TEST(Ival, SendsNoHopToItsOwnNode) {
  const Topology torus = make_torus({.radices = {4, 3}});
  for (const Order order : {Order::kFixed, Order::kRandom}) {
    expect_paths(collected(*build("ival", torus, {.order = order}), 5, 5), {{"", 1.0}});
  }
}

// Offset 1 on a ring of 4: via 0 and 1 the shorter direction. Via 2: 0 1 2 1, whose end cancels, or
// 0 | 3 2 1, three hops in one direction. Via 3: 0 3 0 1, whose start cancels, or again 0 | 3 2 1.
// The longer direction has 1/4 (1/2 + 1/2).
TEST(Ival, RemovesReversalsOnARing) {
  const Topology ring = make_torus({.radices = {4}});
  expect_paths(collected(*build("ival", ring), 0, 1),
               {{"+0 1 c1", 0.75}, {"-0 1 c0, -0 2 c1", 0.25}});
  // At a tie: via 0 and 2 both directions, via 1 plus, via 3 minus.
  expect_paths(collected(*build("ival", ring), 0, 2),
               {{"+0 2 c1", 0.5}, {"-0 1 c0, -0 1 c1", 0.5}});
}

// Ties of the phases: 0 > 2 and 3 > 1. Plus: 0 1 2 1 and 0 3 0 1. Parity of the phase's start: plus
// from 0, minus from 3.
TEST(Ival, FollowsTheRuleOfTiesInEachPhase) {
  const Topology ring = make_torus({.radices = {4}});
  expect_paths(collected(*build("ival", ring, {.ties = Ties::kPlus}), 0, 1), {{"+0 1 c1", 1.0}});
  expect_paths(collected(*build("ival", ring, {.ties = Ties::kParity}), 0, 1),
               {{"+0 1 c1", 0.75}, {"-0 1 c0, -0 2 c1", 0.25}});
}

// From 2 to 3 on a ring of 8. Both phases use the minus direction via 2 - 4 (half of the ties) and
// 2 - 3 = 7 (half of the ties): 1/8 (1/2 + 1/2). The merged run 2 1 0 | 7 6 5 4 3 has 7 hops and
// one wrap-around channel, for any intermediate router.
TEST(Ival, MergesRunsInOneDirectionWithOneDateline) {
  const Topology ring = make_torus({.radices = {8}});
  expect_paths(collected(*build("ival", ring), 2, 3),
               {{"+0 1 c1", 0.875}, {"-0 3 c0, -0 4 c1", 0.125}});
}

// From (0,0) to (1,0): the hops in y cancel for every intermediate router, and the runs in x become
// adjacent: 0 1, 0 1 and 0 | 2 1.
TEST(Ival, MergesRunsWhereReversalsCancel) {
  const Topology torus = make_torus({.radices = {3, 3}});
  expect_paths(collected(*build("ival", torus), 0, 1),
               {{"+0 1 c1", 2.0 / 3}, {"-0 1 c0, -0 1 c1", 1.0 / 3}});
  // Ring of 4 in y: plus out and plus back at a tie is a full ring, which cancels, too.
  const Topology even = make_torus({.radices = {3, 4}});
  expect_paths(collected(*build("ival", even), 0, 1),
               {{"+0 1 c1", 2.0 / 3}, {"-0 1 c0, -0 1 c1", 1.0 / 3}});
}

// From (0,0) to (0,1): y takes 0 1 with 2/3 or 0 | 2 1 with 1/3, in the column x = 0, 1 or 2 of the
// intermediate router. Turning from y back to x starts set 1.
TEST(Ival, KeepsADetourBesideTheColumn) {
  const Topology torus = make_torus({.radices = {3, 3}});
  expect_paths(collected(*build("ival", torus), 0, 3),
               {{"+1 1 c1", 2.0 / 9},
                {"-1 1 c0, -1 1 c1", 1.0 / 9},
                {"+0 1 c1, +1 1 c1, -0 1 c3", 2.0 / 9},
                {"+0 1 c1, -1 1 c0, -1 1 c1, -0 1 c3", 1.0 / 9},
                {"-0 1 c0, +1 1 c1, +0 1 c2", 2.0 / 9},
                {"-0 1 c0, -1 1 c0, -1 1 c1, +0 1 c2", 1.0 / 9}});
}

// From (0,0) to (1,1): x takes 0 1 after y (column 0), before it (column 1), or 0 | 2 before and 2
// 1 after it (column 2): two runs in one direction without a repeated router.
TEST(Ival, LeavesRunsApartThatTheMiddleSeparates) {
  const Topology torus = make_torus({.radices = {3, 3}});
  expect_paths(collected(*build("ival", torus), 0, 4),
               {{"+1 1 c1, +0 1 c3", 2.0 / 9},
                {"-1 1 c0, -1 1 c1, +0 1 c3", 1.0 / 9},
                {"+0 1 c1, +1 1 c1", 2.0 / 9},
                {"+0 1 c1, -1 1 c0, -1 1 c1", 1.0 / 9},
                {"-0 1 c0, +1 1 c1, -0 1 c3", 2.0 / 9},
                {"-0 1 c0, -1 1 c0, -1 1 c1, -0 1 c3", 1.0 / 9}});
}

// The six paths above with half of their probability, and their mirror images, which start set 1
// where they turn from y to x.
TEST(Ival, TakesBothOrdersAtRandom) {
  const Topology torus = make_torus({.radices = {3, 3}});
  expect_paths(collected(*build("ival", torus, {.order = Order::kRandom}), 0, 4),
               {{"+1 1 c1, +0 1 c3", 2.0 / 9},
                {"+0 1 c1, +1 1 c1", 2.0 / 9},
                {"-1 1 c0, -1 1 c1, +0 1 c3", 1.0 / 18},
                {"+0 1 c1, -1 1 c0, -1 1 c1", 1.0 / 18},
                {"-0 1 c0, +1 1 c1, -0 1 c3", 1.0 / 9},
                {"-0 1 c0, -1 1 c0, -1 1 c1, -0 1 c3", 1.0 / 18},
                {"-0 1 c0, -0 1 c1, +1 1 c1", 1.0 / 18},
                {"+1 1 c1, -0 1 c2, -0 1 c3", 1.0 / 18},
                {"-1 1 c0, +0 1 c3, -1 1 c3", 1.0 / 9},
                {"-1 1 c0, -0 1 c2, -0 1 c3, -1 1 c3", 1.0 / 18}});
}

// Phase 1 corrects some of x and y, z lies in the middle, phase 2 corrects the rest, y before x.
// In fixed order all descents are in set 1.
TEST(Ival, ReversesTheOrderOfThreeDimensions) {
  const Topology cube = make_hypercube({.radices = {2, 2, 2}});
  expect_paths(collected(*build("ival", cube), 0, 7), {{"+0 1 c0, +1 1 c0, +2 1 c0", 0.25},
                                                       {"+0 1 c0, +2 1 c0, +1 1 c1", 0.25},
                                                       {"+1 1 c0, +2 1 c0, +0 1 c1", 0.25},
                                                       {"+2 1 c0, +1 1 c1, +0 1 c1", 0.25}});
  // All six orders of the three hops, each from four of 24 combinations of order and intermediate
  // router; every descent starts a set.
  expect_paths(collected(*build("ival", cube, {.order = Order::kRandom}), 0, 7),
               {{"+0 1 c0, +1 1 c0, +2 1 c0", 1.0 / 6},
                {"+0 1 c0, +2 1 c0, +1 1 c1", 1.0 / 6},
                {"+1 1 c0, +0 1 c1, +2 1 c1", 1.0 / 6},
                {"+1 1 c0, +2 1 c0, +0 1 c1", 1.0 / 6},
                {"+2 1 c0, +0 1 c1, +1 1 c1", 1.0 / 6},
                {"+2 1 c0, +1 1 c1, +0 1 c2", 1.0 / 6}});
}

TEST(Ival, StatesItsNumberOfClasses) {
  const RoutingOptions random = {.order = Order::kRandom};
  const Topology ring = make_torus({.radices = {5}});
  EXPECT_EQ(class_count("ival", ring), 2u);  // merged: a single run
  EXPECT_EQ(class_count("ival", ring, random), 2u);
  EXPECT_EQ(class_count("ival", make_torus({.radices = {1, 6}}), random), 2u);
  const Topology square = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("ival", square), 4u);
  EXPECT_EQ(class_count("ival", square, random), 4u);
  EXPECT_EQ(class_count("ival", square, bubble()), 2u);
  EXPECT_EQ(class_count("ival", square, bubble(Order::kRandom)), 2u);
  const Topology cube = make_torus({.radices = {3, 4, 5}});
  EXPECT_EQ(class_count("ival", cube), 4u);
  EXPECT_EQ(class_count("ival", cube, random), 6u);
  EXPECT_EQ(class_count("ival", cube, bubble(Order::kRandom)), 3u);
  const Topology mesh = make_mesh({.radices = {3, 3, 3}});
  EXPECT_EQ(class_count("ival", mesh), 2u);
  EXPECT_EQ(class_count("ival", mesh, random), 3u);
}

TEST(Ival, NeedsNoDatelineWithBubble) {
  const Topology ring = make_torus({.radices = {4}});
  const auto ival = build("ival", ring, bubble());
  EXPECT_EQ(ival->traits().theorem, DeadlockTheorem::kBubble);
  expect_paths(collected(*ival, 0, 1), {{"+0 1 c0", 0.75}, {"-0 3 c0", 0.25}});
}

// On a line the detour cancels completely.
TEST(Ival, IsMinimalOnALine) {
  const Topology line = make_mesh({.radices = {5}});
  expect_paths(collected(*build("ival", line), 1, 3), {{"+0 2 c0", 1.0}});
}

}  // namespace
}  // namespace orthant
