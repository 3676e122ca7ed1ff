#include "sim/kernel/cut.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "topology/graph.hpp"
#include "topology/random_graph.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

void expect_consistent(const Topology& topology, std::size_t blocks) {
  const Cut cut(topology, blocks);
  ASSERT_EQ(cut.blocks(), blocks);
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    ASSERT_GT(cut.size(b), 0u);
    for (std::uint32_t r = 0; r < cut.size(b); ++r) {
      const RouterId id = cut.router(b, LocalRouter{r});
      EXPECT_EQ(id, RouterId{next++});
      EXPECT_EQ(cut.place(id).block, b);
      EXPECT_EQ(cut.place(id).router, LocalRouter{r});
    }
  }
  EXPECT_EQ(next, topology.router_count());
}

TEST(Cut, HoldsEveryRouterOnce) {
  const Topology torus = make_torus({.radices = {5, 3}});
  for (std::size_t blocks = 1; blocks <= 15; ++blocks) expect_consistent(torus, blocks);
}

TEST(Cut, BalancesPorts) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const Cut cut(torus, 4);
  for (std::uint32_t b = 0; b < 4; ++b) EXPECT_EQ(cut.size(b), 4u);
}

TEST(Cut, HoldsListsOfAscendingRouters) {
  const Cut cut(std::vector<std::uint32_t>{1, 0, 2, 1, 1, 0});
  EXPECT_FALSE(cut.has_ranges());
  ASSERT_EQ(cut.blocks(), 3u);
  const std::vector<std::vector<std::uint32_t>> expected = {{1, 5}, {0, 3, 4}, {2}};
  for (std::uint32_t b = 0; b < 3; ++b) {
    ASSERT_EQ(cut.size(b), expected[b].size());
    ASSERT_EQ(cut.list(b).size(), expected[b].size());
    for (std::uint32_t r = 0; r < cut.size(b); ++r) {
      const RouterId id{expected[b][r]};
      EXPECT_EQ(cut.router(b, LocalRouter{r}), id);
      EXPECT_EQ(cut.list(b)[r], id);
      EXPECT_EQ(cut.place(id).block, b);
      EXPECT_EQ(cut.place(id).router, LocalRouter{r});
    }
  }
}

TEST(Cut, OfRangesHasNoLists) {
  const Cut cut(make_torus({.radices = {4, 4}}), 2);
  EXPECT_TRUE(cut.has_ranges());
  EXPECT_TRUE(cut.list(1).empty());
}

// A torus of 8 x 8 in two halves: 8 rings are cut at two places each, in both directions.
TEST(Cut, CountsChannelsFromBlockToBlock) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_EQ(crossing_channels(torus, Cut(torus, 1)), 0u);
  EXPECT_EQ(crossing_channels(torus, Cut(torus, 2)), 32u);
}

TEST(Cut, OfGridsIsRanges) {
  const Topology torus = make_torus({.radices = {8, 8}});
  for (const std::size_t blocks : {1, 2, 3, 8, 64})
    EXPECT_TRUE(cut_for_few_crossings(torus, blocks).has_ranges()) << blocks;
}

// A ladder: two paths, joined at each step; `number(i)` is that of step i / 2, side i % 2.
template <class Number>
Topology ladder(std::uint32_t steps, const Number& number) {
  Graph graph;
  graph.routers.resize(2 * std::size_t{steps});
  for (std::uint32_t i = 0; i + 2 < 2 * steps; ++i)
    graph.links.push_back({.a = number(i), .b = number(i + 2)});
  for (std::uint32_t i = 0; i < 2 * steps; i += 2)
    graph.links.push_back({.a = number(i), .b = number(i + 1)});
  return make_graph("graph", graph, {});
}

// Half of the steps on each side: two links are cut. Numbered across the ladder ranges cut all
// steps; numbered along it they are as good as can be, and kept.
TEST(Cut, OfGraphsDoesNotDependOnTheirNumbers) {
  const Topology along = ladder(50, [](std::uint32_t i) { return i; });
  const Topology across = ladder(50, [](std::uint32_t i) { return i % 2 * 50 + i / 2; });
  EXPECT_TRUE(cut_for_few_crossings(along, 2).has_ranges());
  EXPECT_EQ(crossing_channels(along, Cut(along, 2)), 4u);
  EXPECT_EQ(crossing_channels(across, Cut(across, 2)), 100u);
  const Cut found = cut_for_few_crossings(across, 2);
  EXPECT_FALSE(found.has_ranges());
  EXPECT_EQ(crossing_channels(across, found), 4u);
  EXPECT_EQ(found.size(0), 50u);
}

TEST(Cut, OfGraphsIsNeverWorseThanRanges) {
  for (const std::uint32_t routers : {2u, 5u, 12u, 40u}) {
    const Topology graph = make_graph("irregular",
                                      random_graph({.routers = routers,
                                                    .degree = 2.0 * (routers - 1) / routers,
                                                    .generator = GraphGenerator::kTree}),
                                      {});
    for (std::size_t blocks = 1; blocks <= routers; ++blocks) {
      const Cut cut = cut_for_few_crossings(graph, blocks);
      ASSERT_EQ(cut.blocks(), blocks);
      EXPECT_LE(crossing_channels(graph, cut), crossing_channels(graph, Cut(graph, blocks)));
      for (std::size_t b = 0; b < blocks; ++b) EXPECT_GT(cut.size(b), 0u);
    }
  }
}

// Blocks of a thread or a rank each wait for the slowest.
TEST(Cut, OfGraphsIsBalanced) {
  const Topology graph = make_graph("irregular", random_graph({.routers = 1000, .degree = 6}), {});
  for (const std::size_t blocks : {2, 4, 8}) {
    const Cut cut = cut_for_few_crossings(graph, blocks);
    EXPECT_FALSE(cut.has_ranges());
    for (std::size_t b = 0; b < blocks; ++b) {
      std::size_t ports = 0;
      for (const RouterId r : cut.list(b)) ports += graph.port_count(r);
      EXPECT_LE(static_cast<double>(ports), 1.02 * 7000 / static_cast<double>(blocks));
    }
  }
}

}  // namespace
}  // namespace orthant
