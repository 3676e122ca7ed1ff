// Writes graph files and reads them back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph_files.hpp"
#include "topology/network_changes.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

Topology read_back(const Topology& topology, GraphFormat format) {
  const TemporaryFile file(graph_text(topology, format));
  return make_graph("graph", read_graph(file.path(), format), {});
}

void expect_equal(const Topology& a, const Topology& b, bool with_bandwidth) {
  ASSERT_EQ(a.router_count(), b.router_count());
  ASSERT_EQ(a.channel_count(), b.channel_count());
  for (std::size_t r = 0; r < a.router_count(); ++r) {
    EXPECT_EQ(a.node_count_of(RouterId{r}), b.node_count_of(RouterId{r}));
  }
  for (std::size_t c = 0; c < a.channel_count(); ++c) {
    const Channel& one = a.channel(ChannelId{c});
    const Channel& other = b.channel(ChannelId{c});
    EXPECT_EQ(one.from, other.from);
    EXPECT_EQ(one.from_port, other.from_port);
    EXPECT_EQ(one.to, other.to);
    EXPECT_EQ(one.latency_cycles, other.latency_cycles);
    if (with_bandwidth) {
      EXPECT_EQ(one.bandwidth, other.bandwidth);
    }
  }
}

TEST(GraphText, KeepsMessageClasses) {
  Graph graph;
  graph.routers.resize(3);
  for (const std::uint32_t b : {1u, 2u}) {
    for (const MessageClasses classes :
         {MessageClasses{1}, MessageClasses{6}, kAllMessageClasses}) {
      graph.links.push_back({.a = 0, .b = b});
      graph.links.back().message_classes = classes;
    }
  }
  graph.links[1].latency_cycles = {2, 3};
  const Topology topology = make_graph("graph", graph, {});
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kGraphml}) {
    const Topology back = read_back(topology, format);
    expect_equal(topology, back, true);
    for (std::size_t c = 0; c < topology.channel_count(); ++c)
      EXPECT_EQ(back.message_classes(ChannelId{c}), topology.message_classes(ChannelId{c}));
  }
  for (const GraphFormat format : {GraphFormat::kAnynet, GraphFormat::kIbnetdiscover})
    EXPECT_THROW(graph_text(topology, format), ConfigError);
  EXPECT_EQ(
      graph_text(
          make_graph("graph", {.routers = graph.routers, .links = {graph.links[2], graph.links[5]}},
                     {}),
          GraphFormat::kGraphml)
          .find("message_classes"),
      std::string::npos);
}

TEST(GraphText, IsReadBackAsItWas) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Graph graph = random_graph({.routers = 12, .degree = 4, .seed = seed});
    RandomStream random(seed, 0, RandomPurpose::kTest);
    for (Graph::Router& router : graph.routers) router.nodes = random.below(3);
    graph.routers[0].nodes = 1;
    for (Graph::Link& link : graph.links) {
      for (auto& latency : link.latency_cycles) latency = 1 + random.below(5);
      link.bandwidth = Rational(1 + random.below(5), 1 + random.below(5));
    }
    Graph even = graph;
    for (Graph::Link& link : even.links) link.bandwidth.reset();
    const Topology simple = make_graph("graph", even, {});
    expect_equal(simple, read_back(simple, GraphFormat::kAnynet), false);
    EXPECT_THROW(graph_text(make_graph("graph", graph, {}), GraphFormat::kAnynet), ConfigError);
    EXPECT_THROW(graph_text(simple, GraphFormat::kIbnetdiscover), ConfigError);
    graph.links.push_back(graph.links.front());  // a parallel link
    graph.routers[3].name = "<3> & \"three\"";
    const Topology topology = make_graph("graph", graph, {});
    expect_equal(topology, read_back(topology, GraphFormat::kEdges), true);
    const Topology named = read_back(topology, GraphFormat::kGraphml);
    expect_equal(topology, named, true);
    EXPECT_EQ(named.router_name(RouterId{3u}), "<3> & \"three\"");
    EXPECT_EQ(named.router_name(RouterId{4u}), "");
    EXPECT_THROW(graph_text(topology, GraphFormat::kAnynet), ConfigError);
    EXPECT_THAT(graph_text(topology, GraphFormat::kDot),
                HasSubstr("3 [label=\"<3> & \\\"three\\\"\"];"));
  }
}

TEST(GraphText, IsReadBackAsTheSameFabric) {
  Graph graph = random_graph({.routers = 10, .degree = 4, .seed = 2});
  graph.routers[2].nodes = 3;
  graph.links.push_back(graph.links.front());
  std::ranges::sort(graph.links, {}, &Graph::Link::a);
  const Topology topology = make_graph("graph", graph, {});
  const Topology again = read_back(topology, GraphFormat::kIbnetdiscover);
  const Fabric before = topology.fabric(), after = again.fabric();
  ASSERT_EQ(before.switches.size(), after.switches.size());
  for (std::size_t r = 0; r < before.switches.size(); ++r) {
    EXPECT_EQ(before.switches[r].guid, after.switches[r].guid);
    EXPECT_EQ(before.switches[r].lid, after.switches[r].lid);
    EXPECT_THAT(after.switches[r].port_numbers,
                testing::UnorderedElementsAreArray(before.switches[r].port_numbers));
  }
  ASSERT_EQ(before.endpoints.size(), after.endpoints.size());
  for (std::size_t n = 0; n < before.endpoints.size(); ++n)
    EXPECT_EQ(before.endpoints[n].lid, after.endpoints[n].lid);
  EXPECT_EQ(again.channel_count(), topology.channel_count());
}

TEST(GraphText, IsThereForRegularNetworks) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const Topology graph = read_back(torus, GraphFormat::kEdges);
  EXPECT_EQ(graph.router_count(), 12u);
  EXPECT_EQ(graph.channel_count(), 48u);
}

// Routers 2 to 11 become 1 to 10.
TEST(GraphText, LeavesOutRoutersThatAreDown) {
  NetworkChanges changes;
  changes.routers_down = {RouterId{1}};
  const Topology torus =
      changed(make_torus({.radices = {4, 3}}), changes, "topology.exceptions", "");
  EXPECT_EQ(isolated_routers(torus), 1u);
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kAnynet, GraphFormat::kGraphml,
                                   GraphFormat::kIbnetdiscover}) {
    const Topology graph = read_back(torus, format);
    EXPECT_EQ(graph.router_count(), 11u);
    EXPECT_EQ(graph.node_count(), 11u);
    EXPECT_EQ(graph.channel_count(), 40u);
    std::multiset<std::size_t> neighbors;
    for (const Channel& channel : graph.channels())
      if (channel.from == RouterId{10}) neighbors.insert(channel.to.index());
    EXPECT_THAT(neighbors, testing::ElementsAre(2, 6, 7, 9));  // (3,0), (3,1), (0,2), (2,2)
    EXPECT_EQ(isolated_routers(graph), 0u);
  }
}

}  // namespace
}  // namespace orthant
