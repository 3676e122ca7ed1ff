// Exceptions: what each line of the file does to a small network, and which lines are refused.
#include "topology/exceptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/broken_grid.hpp"
#include "topology/graph.hpp"
#include "topology/translations.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

Topology changed_by(const Topology& whole, const std::string& text) {
  const TemporaryFile file(text);
  const NetworkChanges changes =
      read_exceptions(file.path(), whole, {.bandwidth = 2, .latency_cycles = 3});
  return changed(whole, changes, "topology.exceptions", "");
}

Topology torus(std::vector<std::uint32_t> radices, std::uint32_t nodes = 1) {
  return make_torus({.radices = std::move(radices), .nodes_per_router = nodes});
}

std::string refusal(const Topology& whole, const std::string& text) {
  try {
    changed_by(whole, text);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "topology.exceptions");
    return error.what();
  }
  return "accepted";
}

TEST(Exceptions, ChangeTheNodesOfARouter) {
  const Topology t = changed_by(torus({4, 4}), "router (3,2) nodes 4\n# nothing\nrouter 0 nodes 0");
  EXPECT_EQ(t.node_count(), 16u + 3 - 1);
  EXPECT_EQ(t.node_count_of(RouterId{11}), 4u);
  EXPECT_FALSE(t.has_nodes(RouterId{0}));
  EXPECT_EQ(t.first_node_of(RouterId{1}), NodeId{0});
  EXPECT_EQ(t.whole_number(NodeId{17}), 17u);  // no router is down
  // All channels are there, so routings for grids serve it; but its translations are gone.
  EXPECT_NE(t.grid(), nullptr);
  EXPECT_FALSE(Translations::exist_for(t));
}

TEST(Exceptions, TakeDownALink) {
  const Topology t = changed_by(torus({4, 4}), "link (1,2) (2,2) down");
  EXPECT_EQ(t.channel_count(), 62u);
  EXPECT_FALSE(t.channel_from(RouterId{9}, Grid::plus_port(0)));
  EXPECT_FALSE(t.channel_from(RouterId{10}, Grid::minus_port(0)));
  EXPECT_EQ(t.grid(), nullptr);
  ASSERT_NE(t.structure(), nullptr);
  EXPECT_EQ(t.structure()->coordinate(RouterId{9}, 0), 1u);
  EXPECT_EQ(t.structure()->distance(RouterId{9}, RouterId{10}), 3u);
  EXPECT_EQ(t.structure()->distance(RouterId{9}, RouterId{11}), 2u);
  EXPECT_EQ(t.structure()->direction(RouterId{9}, PortId{3}), "-y");
  for (const Channel& channel : t.channels()) {
    EXPECT_EQ(t.channel(channel.reverse).to, channel.from);
    EXPECT_FALSE(channel.ring);
  }
}

TEST(Exceptions, TakeDownARouterWithItsNodesAndLinks) {
  const Topology t = changed_by(torus({4, 4}, 2), "router (1,0) down");
  EXPECT_EQ(t.channel_count(), 64u - 8);
  EXPECT_EQ(t.node_count(), 30u);
  EXPECT_EQ(t.router_count(), 16u);
  EXPECT_EQ(t.first_node_of(RouterId{2}), NodeId{2});
  EXPECT_EQ(t.whole_node_count(), 32u);
  EXPECT_EQ(t.whole_number(NodeId{2}), 4u);
  EXPECT_EQ(t.node_numbered(3), std::nullopt);
  EXPECT_EQ(t.node_numbered(4), NodeId{2});
  // (0,0) to (2,0) through y, or the other way round the ring: 2 hops all the same.
  EXPECT_EQ(t.structure()->distance(RouterId{0}, RouterId{2}), 2u);
  // Mean over the 15 routers that are up.
  double hops = 0;
  for (std::size_t s = 0; s < 16; ++s)
    for (std::size_t d = 0; d < 16; ++d)
      if (s != 1 && d != 1) hops += t.structure()->distance(RouterId{s}, RouterId{d});
  EXPECT_DOUBLE_EQ(t.structure()->mean_distance(), hops / 225);
}

TEST(Exceptions, SlowDownALinkInBothDirections) {
  const Topology t =
      changed_by(torus({4, 4}), "link (3,0) (0,0) bandwidth 0.25 latency 10\nlink 5 6 latency 2");
  const Channel there = t.channel(*t.channel_from(RouterId{3}, Grid::plus_port(0)));
  EXPECT_EQ(there.bandwidth, Rational(1, 4));
  EXPECT_EQ(there.latency_cycles, 10u);
  EXPECT_EQ(t.channel(there.reverse).bandwidth, Rational(1, 4));
  EXPECT_EQ(t.channel(there.reverse).latency_cycles, 10u);
  const Channel other = t.channel(*t.channel_from(RouterId{5}, Grid::plus_port(0)));
  EXPECT_EQ(other.bandwidth, Rational(1));
  EXPECT_EQ(other.latency_cycles, 2u);
  EXPECT_TRUE(other.ring);
}

TEST(Exceptions, AddLinksBehindThePortsOfTheGrid) {
  const Topology t = changed_by(make_mesh({.radices = {6, 1}}),
                                "link (0,0) (4,0) added bandwidth 1/2\nlink 0 4 added latency 7");
  EXPECT_EQ(t.channel_count(), 14u);
  const Channel first = t.channel(*t.channel_from(RouterId{0}, PortId{4}));
  EXPECT_EQ(first.to, RouterId{4});
  EXPECT_EQ(first.to_port, PortId{4});
  EXPECT_EQ(first.bandwidth, Rational(1, 2));
  EXPECT_EQ(first.latency_cycles, 3u);  // the default
  const Channel second = t.channel(*t.channel_from(RouterId{0}, PortId{5}));
  EXPECT_EQ(second.bandwidth, Rational(2));
  EXPECT_EQ(second.latency_cycles, 7u);
  EXPECT_EQ(t.structure()->distance(RouterId{0}, RouterId{5}), 2u);
  EXPECT_EQ(t.structure()->direction(RouterId{0}, PortId{5}), "added");
  EXPECT_EQ(t.port_of(NodeId{0}), PortId{6});
}

TEST(Exceptions, NameOneOfSeveralLinks) {
  // A twisted ring of two has two links between its routers.
  const Topology twisted = make_torus({.radices = {4, 2}, .twist = "0>1:1"});
  EXPECT_THAT(refusal(twisted, "link (0,0) (0,1) down"),
              HasSubstr(":1: 2 links router 0 (0,0) - router 4 (0,1); allowed: number 1 to 2"));
  const Topology t = changed_by(twisted, "link (0,0) (0,1) number 2 down");
  EXPECT_TRUE(t.channel_from(RouterId{0}, Grid::plus_port(1)));
  EXPECT_FALSE(t.channel_from(RouterId{0}, Grid::minus_port(1)));
  EXPECT_EQ(t.twisted_grid(), nullptr);
  EXPECT_EQ(t.structure()->coordinate(RouterId{5}, 0), 1u);
}

TEST(Exceptions, NameRoutersOfAGraph) {
  Graph graph{.routers = {{.name = "leaf 1"}, {.name = "spine"}, {.name = "leaf2"}},
              .links = {{.a = 0, .b = 1}, {.a = 1, .b = 2}, {.a = 0, .b = 2}}};
  const Topology t = changed_by(make_graph("graph", graph, {}),
                                "router spine nodes 0\nlink \"leaf 1\" leaf2 down");
  EXPECT_EQ(t.channel_count(), 4u);
  EXPECT_EQ(t.node_count(), 2u);
  EXPECT_EQ(t.router_name(RouterId{1}), "spine");
  EXPECT_EQ(t.structure(), nullptr);
}

TEST(Exceptions, ThatCutTheNetworkAreRefusedWithTheCut) {
  const Topology mesh = make_mesh({.radices = {3, 2}});
  EXPECT_THAT(
      refusal(mesh, "link (0,0) (1,0) down\nlink (0,0) (0,1) down"),
      HasSubstr("the network falls into 2 parts: router 0 (0,0) is cut off by 0-1, 0-3 that "
                "are down; allowed: a connected network"));
  EXPECT_THAT(refusal(mesh, "router (1,0) down\nrouter (1,1) down"),
              HasSubstr("falls into 2 parts: router 0 (0,0), router 3 (0,1) are cut off"));
}

TEST(Exceptions, BadLinesAreRefused) {
  const Topology grid = torus({4, 4});
  const auto line = [&](const std::string& text) { return refusal(grid, text); };
  EXPECT_THAT(line("\nrouter (4,0) down"),
              HasSubstr(":2: '(4,0)' is no router; allowed: coordinates up to (3,3), or 0 to 15"));
  EXPECT_THAT(line("router (1) down"), HasSubstr("'(1)' is no router"));
  EXPECT_THAT(line("router -1 down"), HasSubstr("'-1' is no router"));
  EXPECT_THAT(line("router 16 down"), HasSubstr("'16' is no router"));
  EXPECT_THAT(line("router 3"), HasSubstr("the line ends where nodes or down should follow"));
  EXPECT_THAT(line("router 3 off"), HasSubstr("'off' of a router; allowed: nodes N, or down"));
  EXPECT_THAT(line("router 3 nodes many"),
              HasSubstr("nodes 'many'; allowed: a whole number, 0 to"));
  EXPECT_THAT(line("router 3 nodes 65"), HasSubstr("nodes '65'; allowed: a whole number, 0 to 64"));
  EXPECT_THAT(line("router 3 nodes 61"), HasSubstr("router 3 (3,0) would have 65 ports"));
  EXPECT_THAT(line("router 3 down now"), HasSubstr("'now' after the exception"));
  EXPECT_THAT(line("router 3 down\nrouter (3,0) nodes 1"),
              HasSubstr(":2: router 3 (3,0) a second time"));
  EXPECT_THAT(line("switch 3 down"), HasSubstr("'switch' begins no exception"));
  EXPECT_THAT(line("link 0 2 down"),
              HasSubstr("no link router 0 (0,0) - router 2 (2,0); allowed: neighbours, or added"));
  EXPECT_THAT(line("link 0 0 added"), HasSubstr("a link from router 0 (0,0) to itself"));
  EXPECT_THAT(line("link 0 1"), HasSubstr("nothing about the link"));
  EXPECT_THAT(line("link 0 1 bandwidth 0"), HasSubstr("bandwidth '0'; allowed: flits per cycle"));
  EXPECT_THAT(line("link 0 1 bandwidth 65"), HasSubstr("at most 64"));
  EXPECT_THAT(line("link 0 1 latency 0"), HasSubstr("latency '0'; allowed: a whole number, 1 to"));
  EXPECT_THAT(line("link 0 1 latency 2 latency 3"), HasSubstr("'latency' after the exception"));
  EXPECT_THAT(line("link 0 1 number 2 down"),
              HasSubstr("number '2'; allowed: a whole number, 1 to 1"));
  EXPECT_THAT(line("link 0 1 down\nlink 1 0 down"), HasSubstr(":2: the link"));
  EXPECT_THAT(line("router 0 down\nlink 0 5 added"),
              HasSubstr("a link is added to router 0 (0,0), which is down"));
  EXPECT_THAT(line("{\"a\": 1}"), HasSubstr("JSON"));
}

}  // namespace
}  // namespace orthant
