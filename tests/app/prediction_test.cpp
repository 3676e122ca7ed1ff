// Predictions against sums made by hand.
#include "app/prediction.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

void build(Setup& setup, const GridOptions& grid, const char* routing, const char* pattern) {
  setup.topology = std::make_unique<Topology>(make_torus(grid));
  setup.routing = find_routing(routing)->make(*setup.topology, {});
  setup.traffic.pattern = find_pattern(pattern)->make(*setup.topology, {});
  setup.traffic.lengths = PacketLengths::fixed(8);
}

// 4x4 torus, uniform with the own node: offsets 0, 1, 2, 1 in each dimension, two hops in the mean,
// none to four. One-cycle routers and channels, 8 flits: T = 1 + (d+1) + d + 1 + 7 = 10 + 2d.
TEST(Prediction, SumsZeroLoadLatencyOverUniformTraffic) {
  for (const char* routing : {"dor", "minimal_adaptive"}) {
    orthant::Setup setup;
    build(setup, {.radices = {4, 4}}, routing, "uniform");
    const std::optional<ZeroLoad> zero = predict_zero_load(setup);
    ASSERT_TRUE(zero);
    EXPECT_DOUBLE_EQ(zero->mean, 14);
    EXPECT_EQ(zero->least, 10u);
    EXPECT_EQ(zero->most, 18u);
    EXPECT_DOUBLE_EQ(zero->hops_mean, 2);
    EXPECT_EQ(zero->sources, 16u);
  }
}

// 8x3 torus, x to the next node, y to the next node: one channel of 5 cycles and one of 2. Packets
// of 1 flit (three in four) and of 5: T = 1 + 3 + 7 + 1 + (S-1) = 12 + (S-1).
TEST(Prediction, WeighsPacketLengthsAndChannelLatencies) {
  orthant::Setup setup;
  build(setup, {.radices = {8, 3}, .latency_cycles = {5, 2}}, "dor", "neighbor");
  setup.traffic.lengths = PacketLengths({{1, 0.75}, {5, 0.25}});
  const std::optional<ZeroLoad> zero = predict_zero_load(setup);
  ASSERT_TRUE(zero);
  EXPECT_DOUBLE_EQ(zero->mean, 13);
  EXPECT_EQ(zero->least, 12u);
  EXPECT_EQ(zero->most, 16u);
}

// 40x40: sources are sampled, and all of them are equal, so that the mean is exact: 10 + 10 hops.
TEST(Prediction, LooksAtSomeSourcesOfALargeNetwork) {
  orthant::Setup setup;
  build(setup, {.radices = {40, 40}}, "dor", "uniform");
  const std::optional<ZeroLoad> zero = predict_zero_load(setup);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->sources, 800u);
  EXPECT_NEAR(zero->hops_mean, 20, 1e-9);
  EXPECT_NEAR(zero->mean, 50, 1e-9);
}

TEST(Prediction, SaysWhereNothingIsSent) {
  orthant::Setup setup;
  build(setup, {.radices = {4, 4}}, "dor", "transpose");
  EXPECT_TRUE(predict_zero_load(setup));
  setup.topology = std::make_unique<Topology>(make_torus({.radices = {1}}));
  setup.routing = find_routing("dor")->make(*setup.topology, {});
  setup.traffic.pattern = find_pattern("uniform")->make(*setup.topology, {});
  setup.traffic.self = false;
  EXPECT_FALSE(predict_zero_load(setup));
}

// 2 x 5 cycles of wire, traversal 3, switch allocation 2, credit 4: 19 cycles at 3/2 flits a cycle
// are 28.5 flits. The other dimension has 2 x 1 + 9 = 11 cycles at 1.
TEST(Prediction, FindsTheLargestCreditLoop) {
  orthant::Setup setup;
  build(setup,
        {.radices = {4, 4}, .latency_cycles = {5, 1}, .bandwidth = {Rational(3, 2), Rational(1)}},
        "dor", "uniform");
  setup.router.traversal_delay = 3;
  setup.router.switch_allocation_delay = 2;
  setup.router.credit_delay = 4;
  EXPECT_EQ(credit_loop_flits(setup), 29u);
  setup.topology = std::make_unique<Topology>(make_torus({.radices = {4}}));
  setup.router = {};
  EXPECT_EQ(credit_loop_flits(setup), 4u);
}

}  // namespace
}  // namespace orthant
