// Networks from the builders: counts, links, rings, nodes, and all rejected options.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/registry.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

Topology torus(std::vector<std::uint32_t> radices) {
  return make_torus({.radices = std::move(radices)});
}

Topology mesh(std::vector<std::uint32_t> radices) {
  return make_mesh({.radices = std::move(radices)});
}

// The router that a port leads to.
RouterId router_through(const Topology& topology, RouterId r, PortId port) {
  return topology.channel(topology.channel_from(r, port).value()).to;
}

void expect_sound(const Topology& topology) {
  std::size_t found = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    for (std::size_t p = 0; p < topology.channel_port_count(RouterId{r}); ++p) {
      const auto id = topology.channel_from(RouterId{r}, PortId{p});
      if (!id) continue;
      ++found;
      const Channel& channel = topology.channel(*id);
      const Channel& back = topology.channel(channel.reverse);
      EXPECT_EQ(back.reverse, *id);
      EXPECT_EQ(back.from, channel.to);
      EXPECT_EQ(back.to, channel.from);
      EXPECT_EQ(back.from_port, channel.to_port);
      EXPECT_EQ(topology.channel_from(channel.to, channel.to_port), channel.reverse);
      EXPECT_EQ(topology.grid()->neighbor(RouterId{r}, PortId{p}), channel.to);
      EXPECT_EQ(topology.neighbor(RouterId{r}, PortId{p}), channel.to);
    }
  }
  EXPECT_EQ(found, topology.channel_count());
  for (std::size_t n = 0; n < topology.node_count(); ++n) {
    const RouterId r = topology.router_of(NodeId{n});
    EXPECT_EQ(topology.node_at(r, topology.port_of(NodeId{n})), NodeId{n});
  }
}

TEST(Builders, TorusHasTwoChannelsPerRouterAndDimension) {
  const Topology t = torus({8, 8});
  EXPECT_EQ(t.kind(), "torus");
  EXPECT_EQ(t.dimensions(), "8x8");
  EXPECT_EQ(t.router_count(), 64u);
  EXPECT_EQ(t.node_count(), 64u);
  EXPECT_EQ(t.channel_count(), 64u * 4);
  EXPECT_EQ(t.max_port_count(), 5u);
  expect_sound(t);
}

TEST(Builders, MeshLacksTheChannelsThatWouldLeaveIt) {
  const Topology m = mesh({4, 3});
  EXPECT_EQ(m.channel_count(), 2u * (3 * 3 + 4 * 2));  // links: 3 per row, 2 per column
  EXPECT_FALSE(m.channel_from(RouterId{3}, Grid::plus_port(0)));
  EXPECT_FALSE(m.channel_from(RouterId{0}, Grid::minus_port(0)));
  EXPECT_FALSE(m.channel_from(RouterId{0}, Grid::minus_port(1)));
  EXPECT_EQ(router_through(m, RouterId{0}, Grid::plus_port(1)), RouterId{4});
  expect_sound(m);
}

TEST(Builders, MixedRadixTorusIsSound) {
  const Topology t = torus({5, 1, 2, 4});
  EXPECT_EQ(t.router_count(), 40u);
  EXPECT_EQ(t.channel_count(), 40u * (2 + 0 + 1 + 2));
  EXPECT_EQ(t.channel_port_count(RouterId{0}), 8u);
  expect_sound(t);
}

TEST(Builders, ATorusRingOfTwoIsOneLink) {
  const Topology t = torus({2, 3});
  EXPECT_EQ(router_through(t, RouterId{0}, Grid::plus_port(0)), RouterId{1});
  EXPECT_FALSE(t.channel_from(RouterId{0}, Grid::minus_port(0)));
  EXPECT_EQ(router_through(t, RouterId{1}, Grid::minus_port(0)), RouterId{0});
  EXPECT_FALSE(t.channel_from(RouterId{1}, Grid::plus_port(0)));
  EXPECT_FALSE(t.channel(*t.channel_from(RouterId{0}, Grid::plus_port(0))).ring);
  expect_sound(t);
}

TEST(Builders, ARadixOfOneLeavesItsPortNumbersUnused) {
  const Topology t = torus({1, 4});
  EXPECT_FALSE(t.channel_from(RouterId{2}, Grid::plus_port(0)));
  EXPECT_FALSE(t.channel_from(RouterId{2}, Grid::minus_port(0)));
  EXPECT_EQ(router_through(t, RouterId{2}, Grid::plus_port(1)), RouterId{3});
  EXPECT_EQ(t.port_of(NodeId{2}), PortId{4});
  expect_sound(t);
}

TEST(Builders, OneRouterAloneHasNoChannel) {
  const Topology t = torus({1});
  EXPECT_EQ(t.router_count(), 1u);
  EXPECT_EQ(t.channel_count(), 0u);
  EXPECT_EQ(t.max_port_count(), 3u);
}

TEST(Builders, HypercubeLinksIdsThatDifferInOneBit) {
  const Topology h = make_hypercube({.radices = {2, 2, 2, 2}});
  EXPECT_EQ(h.router_count(), 16u);
  EXPECT_EQ(h.channel_count(), 16u * 4);
  for (const Channel& channel : h.channels()) {
    EXPECT_EQ(channel.from.value ^ channel.to.value, 1u << Grid::dimension_of(channel.from_port));
  }
  expect_sound(h);
}

TEST(Builders, EachDirectionOfEachRingHasItsOwnNumber) {
  const Topology t = torus({4, 2, 3});
  // Rings: in x one pair per (y, z) = 6 lines, in y none, in z one pair per (x, y) = 8 lines.
  std::map<std::uint32_t, std::set<std::uint32_t>> routers;  // ring -> routers it leaves
  std::map<std::uint32_t, std::set<std::uint32_t>> ports;    // ring -> ports it uses
  for (const Channel& channel : t.channels()) {
    const std::size_t d = Grid::dimension_of(channel.from_port);
    ASSERT_EQ(channel.ring.has_value(), d != 1);
    if (!channel.ring) continue;
    EXPECT_TRUE(routers[*channel.ring].insert(channel.from.value).second);
    ports[*channel.ring].insert(channel.from_port.value);
    // The next channel through the same port belongs to the same ring.
    EXPECT_EQ(t.channel(*t.channel_from(channel.to, channel.from_port)).ring, channel.ring);
  }
  EXPECT_EQ(routers.size(), 2u * 6 + 2u * 8);
  for (const auto& [ring, used] : ports) {
    ASSERT_EQ(used.size(), 1u);
    EXPECT_EQ(routers[ring].size(), *used.begin() < 2 ? 4u : 3u);
  }
}

TEST(Builders, MeshesHaveNoRings) {
  const Topology m = mesh({4, 4});
  for (const Channel& channel : m.channels()) EXPECT_FALSE(channel.ring);
}

TEST(Builders, NodesOfARouterHaveConsecutiveIdsAndPorts) {
  const Topology t = make_mesh({.radices = {3, 2}, .nodes_per_router = 3});
  EXPECT_EQ(t.node_count(), 18u);
  EXPECT_EQ(t.router_of(NodeId{7}), RouterId{2});
  EXPECT_EQ(t.first_node_of(RouterId{2}), NodeId{6});
  EXPECT_EQ(t.port_of(NodeId{7}), PortId{5});
  EXPECT_EQ(t.node_at(RouterId{2}, PortId{6}), NodeId{8});
  EXPECT_EQ(t.max_port_count(), 7u);
  expect_sound(t);
}

TEST(Builders, LatencyAndBandwidthMayDifferByDimension) {
  const Topology t = make_torus(
      {.radices = {3, 3}, .latency_cycles = {2, 5}, .bandwidth = {Rational{1, 2}, Rational{3}}});
  for (const Channel& channel : t.channels()) {
    const bool x = Grid::dimension_of(channel.from_port) == 0;
    EXPECT_EQ(channel.latency_cycles, x ? 2u : 5u);
    EXPECT_EQ(channel.bandwidth, x ? Rational(1, 2) : Rational(3));
  }
}

TEST(Builders, OneLatencyServesAllDimensions) {
  const Topology t = make_torus({.radices = {3, 3}, .latency_cycles = {4}});
  for (const Channel& channel : t.channels()) EXPECT_EQ(channel.latency_cycles, 4u);
}

struct Refusal {
  GridOptions options;
  std::string key;
  std::string what;
};

void expect_refused(Topology (*make)(const GridOptions&), const Refusal& refusal) {
  try {
    make(refusal.options);
    FAIL() << "accepted: " << refusal.what;
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), refusal.key);
    EXPECT_EQ(error.what(), refusal.what);
  }
}

TEST(Builders, RefuseImpossibleValuesInOneLine) {
  const std::vector<Refusal> refusals = {
      {{.radices = {}}, "topology.dimensions", "0 dimensions, where 1 to 8 are allowed"},
      {{.radices = std::vector<std::uint32_t>(9, 2)},
       "topology.dimensions",
       "9 dimensions, where 1 to 8 are allowed"},
      {{.radices = {4, 0}},
       "topology.dimensions",
       "radix 0 is out of range, 1 to 65535 are allowed"},
      {{.radices = {70000}},
       "topology.dimensions",
       "radix 70000 is out of range, 1 to 65535 are allowed"},
      {{.radices = {4096, 4097}},
       "topology.dimensions",
       "4096x4097 has too many routers, at most 16777216 are allowed"},
      {{.radices = std::vector<std::uint32_t>(8, 65535)},
       "topology.dimensions",
       "65535x65535x65535x65535x65535x65535x65535x65535 has too many routers, at most 16777216 are "
       "allowed"},
      {{.radices = {4, 4}, .nodes_per_router = 61},
       "topology.nodes_per_router",
       "61 nodes, and 2 channels for each of 2 dimensions, are 65 ports of a router; allowed: 1 to "
       "60 nodes, 64 ports in all"},
      {{.radices = {2048, 1024}, .nodes_per_router = 16},
       "topology.nodes_per_router",
       "16 nodes on each of 2097152 routers, at most 16777216 in all"},
      {{.radices = {4, 4}, .latency_cycles = {0}},
       "channel.latency_cycles",
       "0 is out of range, 1 to 1000000 are allowed"},
      {{.radices = {4, 4}, .latency_cycles = {1, 1000001}},
       "channel.latency_cycles.by_dimension",
       "1000001 is out of range, 1 to 1000000 are allowed"},
      {{.radices = {4, 4}, .latency_cycles = {1, 1, 1}},
       "channel.latency_cycles.by_dimension",
       "3 values for 2 dimensions, one per dimension is needed"},
      {{.radices = {4, 4}, .bandwidth = {Rational{0}}},
       "channel.bandwidth",
       "0 is out of range, it must be above 0"},
      {{.radices = {4, 4}, .bandwidth = {1, 1, 1}},
       "channel.bandwidth",
       "3 values for 2 dimensions, one or one per dimension is needed"},
  };
  for (const Refusal& refusal : refusals) {
    expect_refused(make_torus, refusal);
    expect_refused(make_mesh, refusal);
  }
  expect_refused(make_hypercube,
                 {{.radices = {2, 3}},
                  "topology.dimensions",
                  "a hypercube has radix 2 in every dimension, not 3 (three dimensions: 2x2x2)"});
}

TEST(TopologyRegistry, BuildsTheKindThatItNames) {
  ASSERT_GE(topology_registry().size(), 3u);
  const TemporaryFile graph("0 1\n"), cluster("link 0 1\n");
  TopologyOptions options;
  options.grid.radices = {2, 2};
  options.random = {.routers = 4, .degree = 2};
  for (const TopologyDescription& description : topology_registry()) {
    options.file = description.kind == "cluster" ? cluster.path() : graph.path();
    EXPECT_EQ(description.make(options).kind(), description.kind);
    EXPECT_EQ(find_topology(description.kind), &description);
    EXPECT_FALSE(description.summary.empty());
  }
  EXPECT_EQ(find_topology("klein_bottle"), nullptr);
}

TEST(Builders, OnlyToriWithALineOfThreeRoutersHaveRings) {
  EXPECT_TRUE(torus({2, 3}).has_rings());
  EXPECT_FALSE(torus({2, 2, 1}).has_rings());
  EXPECT_FALSE(mesh({4, 4}).has_rings());
  EXPECT_FALSE(make_hypercube({.radices = {2, 2, 2}}).has_rings());
}

}  // namespace
}  // namespace orthant
