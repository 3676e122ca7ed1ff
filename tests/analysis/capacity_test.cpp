// Capacity in closed form, compared with hand-computed values and exact channel loads.
#include "analysis/guarantees/capacity.hpp"

#include <gtest/gtest.h>

#include "analysis/loads/channel_load.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/traffic_of.hpp"

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

}  // namespace
}  // namespace orthant
