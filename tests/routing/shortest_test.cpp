// One shortest path for every pair.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/random.hpp"
#include "routing/routing.hpp"
#include "topology/graph.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

TEST(Shortest, HasTheDistancesOfTheNetwork) {
  const Topology torus = make_torus({.radices = {5, 4}});
  for (const char* tie : {"lowest_id", "random"}) {
    OptionValues own;
    own.set("shortest.tie", tie);
    const auto routing = find_routing("shortest")->make(torus, {.own = own});
    EXPECT_EQ(routing->traits().theorem, DeadlockTheorem::kNone);
    for (std::size_t s = 0; s < torus.router_count(); ++s) {
      for (std::size_t t = 0; t < torus.router_count(); ++t) {
        routing->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          EXPECT_EQ(path.size(), torus.grid()->distance(RouterId{s}, RouterId{t}));
        });
      }
    }
  }
}

TEST(Shortest, GoesToTheLowestIdFirst) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto routing = find_routing("shortest")->make(mesh, {});
  std::vector<std::size_t> routers;
  routing->oblivious()->enumerate(RouterId{8u}, RouterId{0u}, [&](const Path& path, double) {
    for_each_hop(mesh, RouterId{8u}, path,
                 [&](ChannelId c, int) { routers.push_back(mesh.channel(c).to.index()); });
  });
  EXPECT_EQ(routers, (std::vector<std::size_t>{5, 2, 1, 0}));
}

// 0 and 1 have three links, of bandwidths 1, 1 and 2, and 1 and 2 have two, of 1 and 3.
Topology trunks() {
  Graph graph;
  graph.routers.resize(3);
  for (const std::int64_t bandwidth : {1, 1, 2})
    graph.links.push_back({.a = 0, .b = 1, .bandwidth = Rational(bandwidth)});
  for (const std::int64_t bandwidth : {1, 3})
    graph.links.push_back({.a = 1, .b = 2, .bandwidth = Rational(bandwidth)});
  return make_graph("graph", graph, {});
}

// "port port ...: probability" of every path, in their order.
std::vector<std::string> paths(const Topology& topology, ParallelLinks links, RouterId s,
                               RouterId t) {
  const auto routing = find_routing("shortest")->make(topology, {.parallel_links = links});
  std::vector<std::string> found;
  routing->oblivious()->enumerate(s, t, [&](const Path& path, double probability) {
    std::string ports;
    for (const Leg& leg : path) ports += fmt::format("{} ", leg.port.value);
    found.push_back(fmt::format("{}{}", ports, probability));
  });
  return found;
}

// A packet takes the links at the same share of the bandwidth of both trunks: 1/4, 1/2, 1 of the
// first, 1/4, 1 of the second. Ports of router 1 to 2 follow those to 0.
TEST(Shortest, SpreadsPacketsOverParallelLinksByTheirBandwidth) {
  const Topology topology = trunks();
  EXPECT_EQ(paths(topology, ParallelLinks::kSpread, RouterId{0u}, RouterId{2u}),
            (std::vector<std::string>{"0 3 0.25", "1 4 0.25", "2 4 0.5"}));
  EXPECT_EQ(paths(topology, ParallelLinks::kSpread, RouterId{2u}, RouterId{1u}),
            (std::vector<std::string>{"0 0.25", "1 0.75"}));
  EXPECT_EQ(paths(topology, ParallelLinks::kFirst, RouterId{0u}, RouterId{2u}),
            (std::vector<std::string>{"0 3 1"}));
}

TEST(Shortest, SamplesParallelLinksAsItEnumeratesThem) {
  const Topology topology = trunks();
  const auto routing = find_routing("shortest")->make(topology, {});
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::map<std::uint32_t, int> taken;
  constexpr int kDraws = 40'000;
  Path path;
  for (int i = 0; i < kDraws; ++i) {
    routing->oblivious()->sample(RouterId{0u}, RouterId{2u}, random, path);
    ++taken[path[0].port.value];
  }
  for (const auto& [port, share] : {std::pair{0u, 0.25}, {1u, 0.25}, {2u, 0.5}})
    EXPECT_NEAR(taken[port], share * kDraws, 5 * std::sqrt(kDraws * share * (1 - share)));
}

// Of the four units of a trunk the first link has one, the second one and the third two: the
// destinations 0, 1, 2, 3, 4, ... take links 0, 1, 2, 2, 0, ...
TEST(Shortest, GivesEachDestinationALinkOfItsOwn) {
  Graph graph;
  graph.routers.resize(7);
  for (const std::int64_t bandwidth : {1, 1, 2})
    graph.links.push_back({.a = 0, .b = 1, .bandwidth = Rational(bandwidth)});
  for (std::uint32_t r = 2; r < 7; ++r) graph.links.push_back({.a = 1, .b = r});
  const Topology topology = make_graph("graph", graph, {});
  std::string ports;
  for (std::uint32_t t = 2; t < 7; ++t) {
    const auto found = paths(topology, ParallelLinks::kByDestination, RouterId{0u}, RouterId{t});
    ASSERT_EQ(found.size(), 1u);
    ports += found[0].substr(0, 2);
  }
  EXPECT_EQ(ports, "2 2 0 1 2 ");
}

}  // namespace
}  // namespace orthant
