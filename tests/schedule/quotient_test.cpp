// Schedules by switches, and the edge colouring that assigns their nodes.
#include "schedule/construction/quotient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "routing/routing.hpp"
#include "schedule/construction/edge_colouring.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"
#include "topology/graph.hpp"

namespace orthant {
namespace {

TEST(EdgeColouring, NeedsNoMoreColoursThanTheLargestDegree) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::kSchedule);
    const std::uint32_t lefts = 1 + random.below(8), rights = 1 + random.below(8);
    const std::uint32_t colours = 1 + random.below(6);
    std::vector<std::uint32_t> left_degree(lefts), right_degree(rights);
    std::vector<BipartiteEdge> edges;
    for (int i = 0; i < 100; ++i) {
      const BipartiteEdge edge{random.below(lefts), random.below(rights)};
      if (left_degree[edge.left] == colours || right_degree[edge.right] == colours) continue;
      ++left_degree[edge.left];
      ++right_degree[edge.right];
      edges.push_back(edge);
    }
    const std::vector<std::uint32_t> colour = colour_edges(edges, colours);
    std::set<std::pair<std::uint32_t, std::uint32_t>> left_seen, right_seen;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      EXPECT_LT(colour[e], colours);
      EXPECT_TRUE(left_seen.emplace(edges[e].left, colour[e]).second);
      EXPECT_TRUE(right_seen.emplace(edges[e].right, colour[e]).second);
    }
  }
}

// A star: switches with these numbers of nodes around a switch without nodes.
Topology star(const std::vector<std::uint32_t>& nodes) {
  Graph graph;
  graph.routers.resize(nodes.size() + 1);
  graph.routers[0].nodes = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    graph.routers[i + 1].nodes = nodes[i];
    graph.links.push_back({.a = 0, .b = i + 1});
  }
  return make_graph("graph", graph, {});
}

CollectiveTransfers made_by_shortest(const Topology& topology, Collective collective,
                                     bool ports = true) {
  const auto routing = find_routing("shortest")->make(topology, {});
  return collective_transfers(topology, *routing->oblivious(),
                              collective_pairs(collective, topology, ""), ports);
}

// All pairs of nodes over the links of a star with a and b nodes on two of its arms: the a*b
// transfers from the first arm to the other share its link.
TEST(Quotient, IsLiquidOnStars) {
  for (const auto& nodes : {std::vector<std::uint32_t>{2, 3}, {4, 4, 1}, {1, 5, 2, 3}, {6}}) {
    const Topology topology = star(nodes);
    for (const bool ports : {true, false}) {
      const CollectiveTransfers all = made_by_shortest(topology, Collective::kHalfToHalf, ports);
      std::uint32_t total = 0, duration = 0;
      for (const std::uint32_t n : nodes) total += n;
      for (const std::uint32_t n : nodes)
        duration = std::max({duration, n * (total - n), ports ? total : 0});
      if (duration == 0) continue;
      ASSERT_EQ(liquid_bound(all.set).duration, duration);
      ASSERT_TRUE(has_quotient(topology, all, duration));
      const auto frames = search_quotient(topology, all, duration, 1, Stopwatch({}));
      ASSERT_TRUE(frames);
      EXPECT_TRUE(judge(all.set, *frames).liquid());
      EXPECT_FALSE(has_quotient(topology, all, duration - 1));
    }
  }
}

// Without own nodes, the link of each arm still carries 4 * 8 transfers, and a node sends 11.
TEST(Quotient, LeavesPairsOutThatDoNotSend) {
  const Topology topology = star({4, 4, 4});
  const CollectiveTransfers all = made_by_shortest(topology, Collective::kAllToAll);
  const ScheduleResult result =
      find_schedule(all.set,
                    {.groups = {},
                     .construction = {},
                     .quotient =
                         [&](std::size_t frames, std::uint64_t seed, const Stopwatch& watch) {
                           return search_quotient(topology, all, frames, seed, watch);
                         }},
                    {.method = ScheduleMethod::kQuotient, .limits = {}});
  EXPECT_EQ(result.method, ScheduleMethod::kQuotient);
  EXPECT_EQ(result.frames.size(), 32u);
  EXPECT_TRUE(judge(all.set, result.frames).liquid());
}

// 16 nodes on each of 8 switches: 16,384 transfers are as fast as 64, since all classes are equal.
TEST(Quotient, RepeatsWhatAllClassesHaveInCommon) {
  Graph graph;
  graph.routers.resize(8);
  for (std::uint32_t i = 0; i < 8; ++i) {
    graph.routers[i].nodes = 16;
    graph.links.push_back({.a = i, .b = (i + 1) % 8});
  }
  const Topology topology = make_graph("graph", graph, {});
  const CollectiveTransfers all = made_by_shortest(topology, Collective::kHalfToHalf);
  const std::uint32_t duration = liquid_bound(all.set).duration;
  const auto frames = search_quotient(topology, all, duration, 1, Stopwatch({}));
  ASSERT_TRUE(frames);
  EXPECT_TRUE(judge(all.set, *frames).liquid());
}

// Without own nodes, each of four nodes on a switch sends three times; its pair with itself would
// need a fourth frame.
TEST(Quotient, IsNotForPairsWithoutRoom) {
  const Topology topology = star({4});
  const CollectiveTransfers all = made_by_shortest(topology, Collective::kAllToAll);
  EXPECT_EQ(liquid_bound(all.set).duration, 3u);
  EXPECT_TRUE(has_quotient(topology, all, 4));
  EXPECT_FALSE(has_quotient(topology, all, 3));
}

TEST(Quotient, IsForSwitchesWithSeveralNodesAndPairsThatSendOnce) {
  const Topology single = star({1, 1, 1});
  EXPECT_FALSE(has_quotient(single, made_by_shortest(single, Collective::kHalfToHalf), 100));
  const Topology topology = star({2, 2});
  CollectiveTransfers twice = made_by_shortest(topology, Collective::kHalfToHalf);
  twice.pairs[1] = twice.pairs[0];
  EXPECT_FALSE(has_quotient(topology, twice, 100));
  EXPECT_THROW(find_schedule(twice.set, {}, {.method = ScheduleMethod::kQuotient, .limits = {}}),
               KeyError);
}

}  // namespace
}  // namespace orthant
