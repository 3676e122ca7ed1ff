// Path tables: storage, and the table of a routing.
#include "routing/table/path_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

std::map<std::string, double> paths_of(const PathTable& table, std::size_t s, std::size_t t) {
  std::map<std::string, double> paths;
  table.for_each_path(RouterId{s}, RouterId{t},
                      [&](const Path& path, double p) { paths[written(path)] += p; });
  return paths;
}

TEST(PathTable, GivesBackThePathsOfAPairInTheirOrder) {
  const Topology torus = make_torus({.radices = {4, 4}});
  PathTable table(torus, false);
  table.add(RouterId{1}, RouterId{6}, 0.25, {{kPlusY, 1, 0}, {kPlusX, 1, 0}});
  table.add(RouterId{1}, RouterId{6}, 0.75, {{kPlusX, 1, 0}, {kPlusY, 1, 0}});
  table.add(RouterId{0}, RouterId{1}, 1, {{kMinusX, 3, 0}});
  EXPECT_EQ(table.path_count(), 3u);
  EXPECT_EQ(table.longest_legs(), 2u);
  EXPECT_EQ(table.longest_turns(), 1u);
  const PathTable::Range range = table.paths(RouterId{1}, RouterId{6});
  ASSERT_EQ(range.count, 2u);
  EXPECT_EQ(table.probability(range.first), 0.25);
  EXPECT_EQ(table.legs(range.first)[0], (Leg{kPlusY, 1, 0}));
  EXPECT_EQ(table.paths(RouterId{6}, RouterId{1}).count, 0u);
}

TEST(PathTable, LetsEveryRouterReachItselfWithoutALeg) {
  const Topology torus = make_torus({.radices = {4, 3}});
  for (const bool by_translation : {false, true}) {
    const PathTable table(torus, by_translation);
    EXPECT_EQ(paths_of(table, 7, 7), (std::map<std::string, double>{{"", 1.0}}));
    EXPECT_EQ(table.path_count(), 0u);
  }
}

TEST(PathTable, JoinsLegsThroughTheSamePortAndDropsVcClasses) {
  const Topology torus = make_torus({.radices = {5}});
  PathTable table(torus, true);
  table.add(RouterId{0}, RouterId{4}, 1, {{kPlusX, 1, 3}, {kPlusX, 3, 2}});
  EXPECT_EQ(paths_of(table, 0, 4), (std::map<std::string, double>{{"+0 4 c0", 1.0}}));
}

// On 3x2 the y dimension has one link: router (x,0) uses +y and (x,1) uses -y.
TEST(PathTable, MovesPathsToOtherSources) {
  const Topology torus = make_torus({.radices = {3, 2}});
  PathTable table(torus, true);
  table.add(RouterId{0}, RouterId{4}, 1, {{kPlusX, 1, 0}, {kPlusY, 1, 0}});
  EXPECT_EQ(paths_of(table, 2, 3), (std::map<std::string, double>{{"+0 1 c0, +1 1 c0", 1.0}}));
  EXPECT_EQ(paths_of(table, 5, 0), (std::map<std::string, double>{{"+0 1 c0, -1 1 c0", 1.0}}));
}

TEST(PathTable, ReportsWhatIsWrongWithAPath) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const PathTable table(mesh, false);
  const auto problem = [&](std::size_t t, const Path& path) {
    return table.problem(RouterId{0}, RouterId{t}, path);
  };
  EXPECT_EQ(problem(2, {{kPlusX, 2, 0}}), "");
  EXPECT_EQ(problem(1, {{kPlusX, 2, 0}}), "it ends at router 2 (2,0)");
  EXPECT_EQ(problem(1, {}), "it ends at router 0 (0,0)");
  EXPECT_EQ(problem(2, {{kPlusX, 3, 0}}), "router 2 (2,0) has no channel at port 0");
  EXPECT_EQ(problem(1, {{PortId{9}, 1, 0}}), "router 0 (0,0) has no channel at port 9");
  EXPECT_EQ(problem(0, {{kPlusX, 1, 0}, {kMinusX, 1, 0}}),
            "a router reaches itself without a channel");
  EXPECT_EQ(problem(2, {{kPlusX, 2, 0}, {kMinusX, 1, 0}, {kPlusX, 1, 0}}),
            "it takes the channel from router 1 (1,0) to router 2 (2,0) twice");
}

TEST(PathTable, NamesThePairWhoseProbabilitiesAreWrong) {
  const Topology line = make_mesh({.radices = {2}});
  PathTable table(line, false);
  EXPECT_EQ(table.incompleteness(), "the pair 0 1 has no path");
  table.add(RouterId{0}, RouterId{1}, 0.5, {{kPlusX, 1, 0}});
  EXPECT_EQ(table.incompleteness(),
            "the probabilities of the pair 0 1 sum to 0.5; allowed: 1, within 1e-9");
  table.normalize();
  EXPECT_EQ(table.incompleteness(), "the pair 1 0 has no path");
  table.add(RouterId{1}, RouterId{0}, 1 + 5e-10, {{kMinusX, 1, 0}});
  EXPECT_EQ(table.incompleteness(), "");
}

TEST(PathTable, IsEqualToATableFilledInAnotherOrderOfPairs) {
  const Topology line = make_mesh({.radices = {2}});
  PathTable a(line, false), b(line, false), c(line, false);
  for (PathTable* table : {&a, &c}) table->add(RouterId{0}, RouterId{1}, 1, {{kPlusX, 1, 0}});
  a.add(RouterId{1}, RouterId{0}, 1, {{kMinusX, 1, 0}});
  b.add(RouterId{1}, RouterId{0}, 1, {{kMinusX, 1, 0}});
  b.add(RouterId{0}, RouterId{1}, 1, {{kPlusX, 1, 0}});
  c.add(RouterId{1}, RouterId{0}, 0.5, {{kMinusX, 1, 0}});
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a == c);
}

// Expects every path of the routing with its probability, ignoring VC classes.
void expect_tabulated(const Topology& topology, const Routing& routing, bool by_translation) {
  const PathTable table = tabulated(topology, *routing.oblivious());
  EXPECT_EQ(table.by_translation(), by_translation);
  EXPECT_EQ(table.incompleteness(), "");
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      std::map<std::string, double> expected;
      routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
        std::string hops;
        for_each_hop(topology, RouterId{s}, path,
                     [&](ChannelId c, std::uint8_t) { hops += std::to_string(c.value) + ' '; });
        expected[hops] += p;
      });
      std::map<std::string, double> found;
      table.for_each_path(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
        std::string hops;
        for_each_hop(topology, RouterId{s}, path,
                     [&](ChannelId c, std::uint8_t) { hops += std::to_string(c.value) + ' '; });
        EXPECT_TRUE(found.emplace(hops, p).second);
      });
      expect_paths(found, expected);
    }
  }
}

TEST(PathTable, HoldsThePathsOfARouting) {
  for (const char* name : {"dor", "ival", "romm"}) {
    const Topology torus = make_torus({.radices = {4, 2, 3}});
    expect_tabulated(torus, *build(name, torus), true);
    const Topology mesh = make_mesh({.radices = {3, 4}});
    expect_tabulated(mesh, *build(name, mesh), false);
    const Topology cube = make_hypercube({.radices = {2, 2, 2}});
    expect_tabulated(cube, *build(name, cube, {.order = Order::kRandom}), true);
  }
  // Only on a ring does parity depend on the source.
  const Topology ring = make_torus({.radices = {6}});
  expect_tabulated(ring, *build("dor", ring, {.ties = Ties::kParity}), false);
}

TEST(PathTable, OfTooManyPairsIsRefused) {
  const Topology ring = make_torus({.radices = {20'000}});
  EXPECT_EQ(PathTable(ring, true).path_count(), 0u);
  try {
    PathTable(ring, false);
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "routing.table_file");
    EXPECT_EQ(
        std::string(error.what()),
        "a table of all pairs of 20000 routers is too large; allowed: 10000 routers, or pairs "
        "from router 0 by symmetry translations");
  }
}

TEST(PathTable, RefusesARoutingThatLeavesItsOwnRouter) {
  const Topology torus = make_torus({.radices = {4, 4}});
  try {
    tabulated(torus, *build("val", torus)->oblivious());
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "routing.algorithm");
    EXPECT_EQ(std::string(error.what()),
              "a path from router 0 (0,0) to router 0 (0,0) does not go into a path table: a "
              "router reaches itself without a channel");
  }
}

}  // namespace
}  // namespace orthant
