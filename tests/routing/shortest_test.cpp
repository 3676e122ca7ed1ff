// One shortest path for every pair.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/random.hpp"
#include "routing/graph/best_moves.hpp"
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

// A packet takes the link at the same share of bandwidth in both trunks: 1/4, 1/2, 1 of the first,
// 1/4, 1 of the second. At router 1 the ports to 2 follow those to 0.
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

// ---- many paths ---------------------------------------------------------------------------------

// An 8x8 mesh as a list of links: opposite corners have 3,432 shortest paths.
class ManyPaths : public testing::Test {
 protected:
  static constexpr std::uint32_t kSide = 8;

  static Topology mesh() {
    Graph graph;
    graph.routers.resize(std::size_t{kSide} * kSide);
    for (std::uint32_t r = 0; r < kSide * kSide; ++r) {
      if (r % kSide + 1 < kSide) graph.links.push_back({.a = r, .b = r + 1});
      if (r / kSide + 1 < kSide) graph.links.push_back({.a = r, .b = r + kSide});
    }
    return make_graph("graph", graph, {});
  }

  static std::unique_ptr<Routing> spread(const Topology& topology) {
    OptionValues own;
    own.set("shortest.tie", "spread");
    return find_routing("shortest")->make(topology, {.own = own});
  }

  static std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
    const auto between = [](std::uint32_t x, std::uint32_t y) { return x > y ? x - y : y - x; };
    return between(a % kSide, b % kSide) + between(a / kSide, b / kSide);
  }

  const Topology topology_ = mesh();
  const std::unique_ptr<Routing> routing_ = spread(topology_);
  const RouterId corner_{0u}, opposite_{kSide * kSide - 1};
};

TEST_F(ManyPaths, AreAtMost64OfTheSameProbability) {
  double total = 0;
  std::size_t right = 0;  // first hop east
  std::set<std::vector<std::uint32_t>> found;
  routing_->oblivious()->enumerate(corner_, opposite_, [&](const Path& path, double probability) {
    EXPECT_EQ(probability, 1.0 / SinglePaths::kMaxPaths);
    EXPECT_EQ(path.size(), 14u);
    total += probability;
    std::vector<std::uint32_t> routers;
    const PathEnd end = for_each_hop(topology_, corner_, path, [&](ChannelId c, int) {
      routers.push_back(topology_.channel(c).to.value);
    });
    EXPECT_EQ(end.router, opposite_);
    right += routers[0] == 1;
    found.insert(std::move(routers));
  });
  EXPECT_EQ(total, 1);
  EXPECT_EQ(right, SinglePaths::kMaxPaths / 2);
  EXPECT_GT(found.size(), 50u);
  EXPECT_EQ(routing_->oblivious()->max_legs(), 14u);
}

TEST_F(ManyPaths, AreSampledAsTheyAreEnumerated) {
  std::map<std::vector<std::uint32_t>, double> expected;
  const auto ports = [](const Path& path) {
    std::vector<std::uint32_t> list;
    for (const Leg& leg : path) list.push_back(leg.port.value);
    return list;
  };
  routing_->oblivious()->enumerate(corner_, opposite_, [&](const Path& path, double probability) {
    expected[ports(path)] += probability;
  });
  RandomStream random(1, 0, RandomPurpose::kTest);
  constexpr int kDraws = 64'000;
  std::map<std::vector<std::uint32_t>, int> taken;
  Path path;
  for (int i = 0; i < kDraws; ++i) {
    routing_->oblivious()->sample(corner_, opposite_, random, path);
    ++taken[ports(path)];
  }
  ASSERT_EQ(taken.size(), expected.size());
  for (const auto& [list, share] : expected)
    EXPECT_NEAR(taken[list], share * kDraws, 5 * std::sqrt(kDraws * share * (1 - share)));
}

// Averaged over all pairs, links are used as often as if packets chose at every hop, half of them
// in each direction where both are short. The per-pair offsets leave a deviation of at most 3 %;
// with one path per pair some links have several times as much.
TEST_F(ManyPaths, LoadLinksAsAllPathsDo) {
  std::vector<double> loads(topology_.channel_count()), all(topology_.channel_count());
  for (std::uint32_t s = 0; s < kSide * kSide; ++s) {
    for (std::uint32_t t = 0; t < kSide * kSide; ++t) {
      routing_->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
        for_each_hop(topology_, RouterId{s}, path,
                     [&](ChannelId c, int) { loads[c.index()] += p; });
      });
      std::map<std::uint32_t, double> here = {{s, 1.0}};
      while (!here.contains(t)) {
        std::map<std::uint32_t, double> next;
        for (const auto& [r, share] : here) {
          std::vector<ChannelId> channels;
          for (std::size_t port = 0; port < 4; ++port) {
            const auto channel = topology_.channel_from(RouterId{r}, PortId{port});
            if (channel && distance(topology_.channel(*channel).to.value, t) < distance(r, t))
              channels.push_back(*channel);
          }
          for (const ChannelId c : channels) {
            const double part = share / static_cast<double>(channels.size());
            all[c.index()] += part;
            next[topology_.channel(c).to.value] += part;
          }
        }
        here = std::move(next);
      }
    }
  }
  for (std::size_t c = 0; c < all.size(); ++c) EXPECT_NEAR(loads[c] / all[c], 1, 0.05) << c;
}

// ---- one link of a trunk ------------------------------------------------------------------------

// A trunk of four units: the first and second link have one each, the third two: destinations 0, 1,
// 2, 3, 4, ... take links 0, 1, 2, 2, 0, ...
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
