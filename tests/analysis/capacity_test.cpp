// Capacity in closed form, compared with hand-computed values and exact channel loads.
#include "analysis/guarantees/capacity.hpp"

#include <gtest/gtest.h>

#include "analysis/loads/channel_load.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/traffic_of.hpp"
#include "topology/graph.hpp"

namespace orthant {
namespace {

Rational torus(std::vector<std::uint32_t> radices) {
  return exact_capacity_flits(make_torus({.radices = std::move(radices)})).value();
}

Rational mesh(std::vector<std::uint32_t> radices) {
  return exact_capacity_flits(make_mesh({.radices = std::move(radices)})).value();
}

TEST(Capacity, OfATorusIsEightOverItsLargestEvenRadix) {
  EXPECT_EQ(torus({8, 8}), Rational(1));
  EXPECT_EQ(torus({4, 4}), Rational(2));
  EXPECT_EQ(torus({16, 16, 16}), Rational(1, 2));
  EXPECT_EQ(torus({4, 16, 8}), Rational(1, 2));
}

TEST(Capacity, OfAnOddRingIsSlightlyAbove) {
  EXPECT_EQ(torus({3}), Rational(3));        // 8*3 / (9-1)
  EXPECT_EQ(torus({5, 5}), Rational(5, 3));  // 40/24
  EXPECT_EQ(torus({7}), Rational(7, 6));     // 56/48
  EXPECT_EQ(torus({5, 4}), Rational(5, 3));  // below the 2 of y
}

TEST(Capacity, OfPairsIsTwo) {
  EXPECT_EQ(torus({2, 2}), Rational(2));
  EXPECT_EQ(mesh({2, 2}), Rational(2));
  EXPECT_EQ(exact_capacity_flits(make_hypercube({.radices = {2, 2, 2, 2}})), Rational(2));
}

TEST(Capacity, OfAMeshIsHalfThatOfTheTorus) {
  EXPECT_EQ(mesh({8, 8}), Rational(1, 2));
  EXPECT_EQ(mesh({3}), Rational(3, 2));
  EXPECT_EQ(mesh({4, 5}), Rational(5, 6));
}

TEST(Capacity, FollowsBandwidthAndNodesPerRouter) {
  const Topology t = make_torus({.radices = {8, 4},
                                 .nodes_per_router = 2,
                                 .latency_cycles = {1},
                                 .bandwidth = {Rational(3), Rational(1, 2)}});
  // x: 3 / (2 * 1), y: (1/2) / (2 * 1/2)
  EXPECT_EQ(exact_capacity_flits(t), Rational(1, 2));
  EXPECT_EQ(capacity_flits(t), 0.5);
}

TEST(Capacity, IgnoresDimensionsOfOneRouter) {
  EXPECT_EQ(torus({1, 8}), Rational(1));
  EXPECT_FALSE(exact_capacity_flits(make_torus({.radices = {1, 1}})));
}

TEST(Capacity, IsWhatBalancedDimensionOrderReachesUnderUniformTraffic) {
  const std::vector<Topology> networks = {
      make_torus({.radices = {8, 8}}),
      make_torus({.radices = {5, 4, 3}}),
      make_torus({.radices = {2, 7}}),
      make_torus({.radices = {6, 1, 2}}),
      make_mesh({.radices = {5, 4}}),
      make_mesh({.radices = {3, 3, 3}}),
      make_hypercube({.radices = {2, 2, 2, 2, 2}}),
      make_torus({.radices = {4, 6},
                  .nodes_per_router = 3,
                  .latency_cycles = {1},
                  .bandwidth = {Rational(1, 3), Rational(2)}}),
  };
  for (const Topology& network : networks) {
    const auto dor = find_routing("dor")->make(network, {});
    const auto loads =
        expected_channel_loads(network, *dor->oblivious(), traffic_of(network, "uniform"));
    const double capacity = capacity_flits(network).value();
    EXPECT_NEAR(throughput_of(network, loads), capacity, 1e-12 * capacity)
        << network.kind() << ' ' << network.dimensions();
  }
}

// The program's value equals the closed form.
void expect_by_program(const Topology& topology) {
  EXPECT_NEAR(capacity_by_program(topology).value() / capacity_flits(topology).value(), 1, 1e-10);
}

TEST(CapacityByProgram, EqualsTheClosedForms) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4}, {2, 3}, {5, 4}, {3, 3, 3}, {6, 6}}) {
    expect_by_program(make_torus({.radices = radices}));
    expect_by_program(make_mesh({.radices = radices}));
  }
  expect_by_program(make_hypercube({.radices = {2, 2, 2, 2}}));
  expect_by_program(make_torus({.radices = {8, 4},
                                .nodes_per_router = 2,
                                .latency_cycles = {1},
                                .bandwidth = {Rational(3), Rational(1, 2)}}));
}

Graph graph_of(const std::vector<std::uint32_t>& nodes,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links) {
  Graph graph;
  for (const std::uint32_t of_router : nodes) graph.routers.push_back({.nodes = of_router});
  for (const auto& [a, b] : links) graph.links.push_back({.a = a, .b = b});
  return graph;
}

// The bandwidth of a cut divided by its traffic under uniform traffic.
TEST(CapacityByProgram, IsThatOfTheTightestCut) {
  const auto capacity = [](const Graph& graph) {
    return capacity_by_program(make_graph("graph", graph, {})).value();
  };
  // A leaf sends 5/6 of its flits through its only channel.
  EXPECT_NEAR(capacity(graph_of({1, 1, 1, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}})), 1.2,
              1e-10);
  // Two triangles joined by two parallel links: 3 * 3 / 6 cross.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> triangles = {
      {0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}, {2, 3}};
  EXPECT_NEAR(capacity(graph_of({1, 1, 1, 1, 1, 1}, triangles)), 2 / 1.5, 1e-10);
  // Two and three nodes on the leaves of a star with an empty centre: 2 * 3 / 5 cross.
  EXPECT_NEAR(capacity(graph_of({0, 2, 3}, {{0, 1}, {0, 2}})), 1 / 1.2, 1e-10);
}

// 8/11 of 4/3 is 6/11; 4/3 has eleven digits, and the quotient is exact to its ten.
TEST(CapacityByProgram, LeavesSharesTheDigitsThatAreSure) {
  EXPECT_EQ(share_of_program_capacity(8.0 / 11, 1.3333333333), 0.5454545455);
  EXPECT_EQ(share_of_program_capacity(1.3333333333, 1.3333333333), 1);
  EXPECT_EQ(share_of_program_capacity(0.04, 1.5483870968), 0.02583333333);
}

TEST(CapacityByProgram, IsLeftOutForLargeNetworksAndWhereNothingCrossesAChannel) {
  EXPECT_FALSE(capacity_by_program(make_graph("graph", graph_of({3, 0}, {{0, 1}}), {})));
  EXPECT_FALSE(capacity_by_program(make_torus({.radices = {12, 12}})));  // 144 * 576
  EXPECT_FALSE(capacity_by_program(make_torus({.radices = {1}})));
}

}  // namespace
}  // namespace orthant
