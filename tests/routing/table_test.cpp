// Path-table routings: VC classes, samples and mistakes. Notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "routing/table/path_layers.hpp"
#include "routing/table/path_sets.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

// Dimension-order paths for all pairs except one pair from router 0, which has these.
std::shared_ptr<const PathTable> dor_but(const Topology& topology, std::size_t t,
                                         const std::vector<Path>& paths) {
  const auto dor = find_routing("dor")->make(topology, {});
  const auto table = std::make_shared<PathTable>(topology, false);
  table->for_each_pair([&](RouterId s, RouterId to) {
    if (s == RouterId{0} && to == RouterId{t}) {
      for (const Path& path : paths) table->add(s, to, 1, path);
    } else {
      dor->oblivious()->enumerate(s, to,
                                  [&](const Path& path, double p) { table->add(s, to, p, path); });
    }
  });
  table->normalize();
  return table;
}

std::string error_of(std::string_view name, const Topology& topology,
                     const RoutingOptions& options) {
  try {
    build(name, topology, options);
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "accepted";
}

// Number of classes for a table of all paths of a routing.
std::size_t classes(const Topology& topology, std::string_view routing,
                    const RoutingOptions& options = {}, Order order = Order::kFixed) {
  return class_count("table", topology, tabulated_options(topology, routing, options, order));
}

TEST(Table, TakesThePathsOfTheTable) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto table =
      dor_but(mesh, 8, {{{kPlusX, 2, 0}, {kPlusY, 2, 0}}, {{kPlusY, 2, 0}, {kPlusX, 2, 0}}});
  const auto routing = build("table", mesh, with_table(table));
  expect_paths(collected(*routing, 0, 0), {{"", 1.0}});
  EXPECT_EQ(collected(*routing, 0, 8).size(), 2u);
  expect_paths(collected(*routing, 0, 5), {{"+0 2 c0, +1 1 c0", 1.0}});
  EXPECT_EQ(routing->traits().theorem, DeadlockTheorem::kAcyclicDependencies);
  EXPECT_TRUE(routing->traits().this_network_only);
}

// A turn from y to x starts set 1, and so does a reversal; the wrap-around channel of a ring of 4
// is the one from 3 to 0.
TEST(Table, NumbersSetsAndDatelinesOfATwoTurnPath) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto table = dor_but(torus, 6,  // (2,1)
                             {{{kMinusX, 1, 0}, {kPlusY, 1, 0}, {kMinusX, 1, 0}},
                              {{kMinusY, 2, 0}, {kPlusX, 2, 0}, {kMinusY, 1, 0}}});
  for (const char* name : {"two_turn", "two_turn_a"}) {
    const auto routing = build(name, torus, with_table(table));
    expect_paths(collected(*routing, 0, 6),
                 {{"-0 1 c0, +1 1 c1, -0 1 c3", 0.5}, {"-1 1 c0, -1 1 c1, +0 2 c3, -1 1 c3", 0.5}});
    EXPECT_EQ(routing->traits().vc_classes.size(), 4u);
    EXPECT_GE(routing->oblivious()->max_legs(), 4u);
  }
  const auto with_bubble = build("two_turn", torus, with_table(table, bubble()));
  expect_paths(collected(*with_bubble, 0, 6),
               {{"-0 1 c0, +1 1 c0, -0 1 c1", 0.5}, {"-1 2 c0, +0 2 c1, -1 1 c1", 0.5}});
  EXPECT_EQ(with_bubble->traits().theorem, DeadlockTheorem::kBubble);
}

// A full ring in x, then y: the run crosses the dateline at its end.
TEST(Table, FollowsARingOnceRound) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto table = dor_but(torus, 4, {{{kPlusX, 4, 0}, {kPlusY, 1, 0}}});
  expect_paths(collected(*build("two_turn", torus, with_table(table)), 0, 4),
               {{"+0 4 c0, +1 1 c1", 1.0}});
}

TEST(Table, TakesTheOrderOfDimensionsThatNeedsTheFewestSets) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto y_first = dor_but(torus, 5, {{{kPlusY, 1, 0}, {kPlusX, 1, 0}}});
  // With one y-x path among x-y paths, every order has a fall.
  EXPECT_EQ(PathSets(*y_first, {}, PathSets::Orders::kBest).set_count(), 2u);
  PathTable table(torus, true);
  for (std::size_t t = 1; t < 16; ++t) {
    Path path;
    if (t / 4 != 0) path.push_back({kPlusY, static_cast<std::uint16_t>(t / 4)});
    if (t % 4 != 0) path.push_back({kPlusX, static_cast<std::uint16_t>(t % 4)});
    table.add(RouterId{0}, RouterId{t}, 1, path);
  }
  EXPECT_EQ(PathSets(table, {}, PathSets::Orders::kBest).count(), 2u);
  EXPECT_EQ(PathSets(table, {}, PathSets::Orders::kAscending).count(), 4u);
}

// 2TURN: 2 sets of 2 datelines on a torus (Towles, Dally & Boyd 2003).
TEST(Table, NeedsFourClassesForTwoTurnsOnA2dTorus) {
  for (const auto& radices : {std::vector<std::uint32_t>{8, 8}, {5, 7}, {4, 6}}) {
    const Topology torus = make_torus({.radices = radices});
    const auto random = tabulated_options(torus, "ival", {}, Order::kRandom);
    EXPECT_EQ(class_count("two_turn", torus, random), 4u);
    EXPECT_LE(class_count("table", torus, random), 4u);
    const auto with_bubble = tabulated_options(torus, "ival", bubble(), Order::kRandom);
    EXPECT_EQ(class_count("two_turn", torus, with_bubble), 2u);
    EXPECT_LE(class_count("table", torus, with_bubble), 2u);
  }
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_EQ(class_count("two_turn", mesh, tabulated_options(mesh, "ival")), 2u);
}

// The numbers of docs/path_tables.md.
TEST(Table, NeedsTheseClassesForThePathsOfOtherRoutings) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_EQ(classes(torus, "dor"), 2u);
  EXPECT_EQ(classes(torus, "dor", bubble()), 1u);
  EXPECT_EQ(classes(torus, "o1turn"), 3u);
  EXPECT_EQ(classes(torus, "o1turn", bubble()), 2u);
  EXPECT_EQ(classes(torus, "ival"), 4u);
  EXPECT_EQ(classes(torus, "romm"), 4u);
  EXPECT_EQ(classes(torus, "romm", bubble()), 2u);
  EXPECT_EQ(classes(torus, "romm", {}, Order::kRandom), 4u);
  EXPECT_EQ(classes(torus, "rlb"), 4u);
  EXPECT_EQ(classes(torus, "rlb", {}, Order::kRandom), 5u);
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_EQ(classes(mesh, "dor"), 1u);
  EXPECT_EQ(classes(mesh, "romm"), 2u);
  EXPECT_EQ(classes(make_hypercube({.radices = {2, 2, 2, 2}}), "romm"), 2u);
}

TEST(Table, NeedsFewerLayersThanSetsForManyTurns) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const auto table = wandering_paths(torus, 4, 1);
  const std::size_t sets = PathSets(*table, {}, PathSets::Orders::kBest).count();
  EXPECT_GE(sets, 10u);
  EXPECT_LE(class_count("table", torus, with_table(table)), 8u);
  const auto routing = build("table", torus, with_table(table));
  EXPECT_EQ(routing->traits().vc_classes.front().name, "layer 0");
}

TEST(Table, ReportsHowManyClassesItWouldNeed) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const auto table = wandering_paths(torus, 14, 1);
  const std::size_t layers = PathLayers(*table, 0).count();
  ASSERT_GT(layers, kMaxVcClasses);
  EXPECT_EQ(error_of("table", torus, with_table(table)),
            "routing.table_file: table needs " + std::to_string(layers) +
                " VC classes for these paths, more than the 16 VCs that a port may have; allowed: "
                "paths with fewer turns");
}

// Four routers in a ring without coordinates; port 0 leads forward, port 1 back.
Topology ring_of_links() {
  std::vector<Channel> channels;
  for (std::size_t r = 0; r < 4; ++r) {
    const std::size_t next = (r + 1) % 4;
    Channel on{.from = RouterId{r},
               .from_port = PortId{0},
               .to = RouterId{next},
               .to_port = PortId{1},
               .reverse = ChannelId{2 * r + 1},
               .ring = {}};
    channels.push_back(on);
    std::swap(on.from, on.to);
    std::swap(on.from_port, on.to_port);
    on.reverse = ChannelId{2 * r};
    channels.push_back(on);
  }
  return Topology({.kind = "graph",
                   .dimensions = "",
                   .channels = channels,
                   .channel_ports = {2, 2, 2, 2},
                   .nodes_per_router = {1, 1, 1, 1}});
}

// All paths go forward around the ring: layer 0 forbids one of the four dependencies.
TEST(Table, HasLayersOnAGraph) {
  const Topology graph = ring_of_links();
  PathTable table(graph, false);
  table.for_each_pair([&](RouterId s, RouterId t) {
    const std::size_t hops = (t.index() + 4 - s.index()) % 4;
    table.add(s, t, 1, {{PortId{0}, static_cast<std::uint16_t>(hops)}});
  });
  const PathLayers layers(table, 0);
  EXPECT_EQ(layers.count(), 2u);
  std::set<std::uint8_t> last;
  for (std::size_t s = 0; s < 4; ++s) {
    Path path;
    layers.append(RouterId{s}, table.paths(RouterId{s}, RouterId{(s + 3) % 4}).first, path);
    EXPECT_LE(path.size(), layers.max_legs());
    EXPECT_EQ(path.front().vc_class, 0);
    last.insert(path.back().vc_class);
  }
  EXPECT_EQ(last, (std::set<std::uint8_t>{0, 1}));
  const auto shared = std::make_shared<const PathTable>(table);
  EXPECT_EQ(class_count("table", graph, with_table(shared)), 2u);
}

// Both number their sets with dimension 0 first, so that they can share them; alone, the table
// would have 3 layers or start with dimension 1.
TEST(Table, KeepsTheClassesOfDimensionOrderWithinAnInterpolation) {
  const Topology torus = make_torus({.radices = {8, 8}});
  RoutingOptions options = tabulated_options(torus, "o1turn");
  EXPECT_EQ(class_count("table", torus, options), 3u);
  options.own.set("interpolated.first", "dor");
  options.own.set("interpolated.second", "table");
  options.own.set("interpolated.alpha", "0.5");
  const auto both = build("interpolated", torus, options);
  EXPECT_EQ(both->traits().vc_classes.size(), 4u);
  EXPECT_EQ(both->traits().vc_classes.back().name, "set 1 dateline 1");
  EXPECT_TRUE(both->traits().this_network_only);
}

TEST(Table, DrawsOneNumberForAPath) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto routing = build("table", torus, with_table(some_ival_paths(torus, 9)));
  RandomStream random(5, 0, RandomPurpose::kTest);
  RandomStream other = random;
  Path path;
  routing->oblivious()->sample(RouterId{0}, RouterId{5}, random, path);
  other.uniform();
  EXPECT_EQ(random.next_u64(), other.next_u64());
}

TEST(Table, WithoutPathsIsRefused) {
  const Topology torus = make_torus({.radices = {4, 4}});
  for (const std::string name : {"table", "two_turn", "two_turn_a"}) {
    const std::string message =
        "routing.table_file: missing; " + name + " needs it; allowed: a file of paths";
    EXPECT_EQ(error_of(name, torus, {}), message);
    EXPECT_EQ(error_of(name, torus, with_table(nullptr)), message);
    EXPECT_EQ(error_of(name, torus, with_table(std::make_shared<PathTable>(torus, true))),
              "routing.table_file: " + name + ": the pair 0 1 has no path");
  }
}

TEST(Table, OfTwoTurnsRefusesOtherNetworksAndPaths) {
  const Topology cube = make_torus({.radices = {3, 3, 3}});
  EXPECT_EQ(
      error_of("two_turn", cube, with_table(some_ival_paths(cube, 3))),
      "routing.algorithm: two_turn needs a network of 2 dimensions, not 3; allowed: 2, or another "
      "routing, as table");
  const Topology graph = ring_of_links();
  EXPECT_EQ(error_of("two_turn_a", graph, {}),
            "routing.algorithm: two_turn_a needs a torus, mesh or hypercube, not a graph; allowed: "
            "one of "
            "them, or a routing of any network, as up_down");
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_EQ(
      error_of("two_turn", torus,
               with_table(dor_but(
                   torus, 10, {{{kPlusX, 1, 0}, {kPlusY, 1, 0}, {kPlusX, 1, 0}, {kPlusY, 1, 0}}}))),
      "routing.table_file: two_turn: a path of the pair 0 10 turns 3 times; allowed: at most "
      "2 turns, each to the other dimension");
  EXPECT_EQ(
      error_of("two_turn_a", torus,
               with_table(dor_but(torus, 1, {{{kPlusX, 2, 0}, {kMinusX, 1, 0}}}))),
      "routing.table_file: two_turn_a: a path of the pair 0 1 turns round; allowed: at most 2 "
      "turns, each to the other dimension");
}

}  // namespace
}  // namespace orthant
