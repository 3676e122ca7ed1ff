// Invariants of up/down routing on any graph: every pair is connected, more knowledge and more
// virtual networks never lengthen paths, k networks never lengthen a path of at most 2k - 1 hops,
// and no cycle of dependencies exists. On 40 random graphs, or on ORTHANT_GRAPHS of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "analysis/deadlock/deadlock.hpp"
#include "base/random.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

std::uint32_t graph_count() {
  const char* count = std::getenv("ORTHANT_GRAPHS");
  return count != nullptr ? static_cast<std::uint32_t>(std::atoi(count)) : 40;
}

// 20 to 256 routers with three to eight links on average, from any of the three generators.
Topology random_network(std::uint32_t number) {
  RandomStream random(number, 0, RandomPurpose::kTest);
  RandomGraphOptions options{.routers = 20 + random.below(237), .seed = number};
  options.degree = 3 + 0.5 * random.below(11);
  options.generator = number % 2 == 0 ? GraphGenerator::kGnm : GraphGenerator::kTree;
  if (options.generator == GraphGenerator::kGnm && options.degree < 5) options.degree += 3;
  if (number % 5 == 0) {
    options.generator = GraphGenerator::kRegular;
    options.routers &= ~1u;
    options.degree = 3 + random.below(6);
  }
  return make_graph("random", random_graph(options), {});
}

std::unique_ptr<Routing> up_down(const Topology& topology,
                                 std::initializer_list<std::pair<const char*, const char*>> keys) {
  OptionValues own;
  own.set("up_down.tie", "lowest_id");
  for (const auto& [key, value] : keys) own.set(key, value);
  return find_routing("up_down")->make(topology,
                                       {.parallel_links = ParallelLinks::kFirst, .own = own});
}

std::size_t hops(const Routing& routing, std::size_t s, std::size_t t) {
  std::size_t length = 0;
  routing.oblivious()->enumerate(RouterId{s}, RouterId{t},
                                 [&](const Path& path, double) { length = path.size(); });
  return length;
}

TEST(UpDownOnRandomGraphs, IsConnectedOrderedAndFreeOfCycles) {
  for (std::uint32_t number = 1; number <= graph_count(); ++number) {
    SCOPED_TRACE(number);
    const Topology topology = random_network(number);
    const auto shortest = find_routing("shortest")->make(topology, {});
    const auto two = up_down(topology, {{"up_down.virtual_networks", "2"}});
    const auto one = up_down(topology, {});
    const auto mixed =
        up_down(topology, {{"up_down.knowledge", "mixed"}, {"up_down.cluster_size", "12"}});
    const auto local =
        up_down(topology, {{"up_down.knowledge", "local"}, {"up_down.tie", "random"}});
    const auto ports = up_down(topology, {{"up_down.forwarding", "destination"}});
    const auto spread = find_routing("up_down")->make(topology, {});
    std::size_t broken = 0;
    for (std::size_t s = 0; s < topology.router_count(); ++s) {
      for (std::size_t t = 0; t < topology.router_count(); ++t) {
        const std::size_t least = hops(*shortest, s, t), of_two = hops(*two, s, t),
                          of_one = hops(*one, s, t);
        broken += least > of_two || of_two > of_one || of_one > hops(*mixed, s, t) ||
                  (least <= 3 && of_two != least);
      }
    }
    EXPECT_EQ(broken, 0u);
    // The walk follows every path to its end.
    for (const Routing* routing :
         {two.get(), one.get(), mixed.get(), local.get(), ports.get(), spread.get()}) {
      const DeadlockReport report = check_deadlock(topology, *routing, {});
      EXPECT_TRUE(report.free) << report_text(report);
    }
  }
}

// A path enters the next virtual network when it goes up after down, which happens at most at every
// second hop: k networks cover every path of up to 2k - 1 hops. A path of 2k hops that starts
// downwards and alternates needs one network more. For one, two and three networks, ten random
// graphs of 120 routers have pairs whose shortest paths are all of that kind; for four they have
// none.
TEST(UpDownOnRandomGraphs, NetworksTakeEveryPathOfLessThanTwiceTheirNumber) {
  constexpr std::size_t kNone = 99;
  std::array<std::size_t, 5> first;  // [networks]: smallest distance of a pair with a longer path
  first.fill(kNone);
  std::size_t farthest = 0;
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const Topology topology =
        make_graph("random", random_graph({.routers = 120, .degree = 3, .seed = seed}), {});
    const auto shortest = find_routing("shortest")->make(topology, {});
    for (const char* networks : {"1", "2", "3", "4"}) {
      const auto routing = up_down(topology, {{"up_down.virtual_networks", networks}});
      std::size_t& least = first[static_cast<std::size_t>(networks[0] - '0')];
      for (std::size_t s = 0; s < topology.router_count(); ++s) {
        for (std::size_t t = 0; t < topology.router_count(); ++t) {
          const std::size_t distance = hops(*shortest, s, t);
          farthest = std::max(farthest, distance);
          if (hops(*routing, s, t) > distance) least = std::min(least, distance);
        }
      }
    }
  }
  EXPECT_EQ(first[1], 2u);
  EXPECT_EQ(first[2], 4u);
  EXPECT_EQ(first[3], 6u);
  EXPECT_EQ(first[4], kNone);
  EXPECT_GT(farthest, 8u);  // otherwise the fourth network could not fail
}

// With a turn from down to up the ring of five has a cycle: the check can fail.
TEST(UpDownOnRandomGraphs, IsNotWhatShortestPathsAre) {
  Graph ring;
  ring.routers.resize(5);
  for (std::uint32_t r = 0; r < 5; ++r) ring.links.push_back({.a = r, .b = (r + 1) % 5});
  const Topology topology = make_graph("graph", ring, {});
  const auto shortest = find_routing("shortest")->make(topology, {});
  const DeadlockReport report = check_deadlock(topology, *shortest, {});
  EXPECT_FALSE(report.free);
  EXPECT_EQ(report.cycle.size(), 5u);
}

}  // namespace
}  // namespace orthant
