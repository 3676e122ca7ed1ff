// Predictions against sums made by hand.
#include "sim/prediction/prediction.hpp"

#include <gtest/gtest.h>

#include "sim/measure/limit.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

struct Parts {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  Traffic traffic;
  RouterOptions router;
  NodeChannelOptions node_channels;

  NetworkParts all() const { return {*topology, *routing, traffic, router, node_channels}; }
};

void build(Parts& parts, const GridOptions& grid, const char* routing, const char* pattern) {
  parts.topology = std::make_unique<Topology>(make_torus(grid));
  parts.routing = find_routing(routing)->make(*parts.topology, {});
  parts.traffic.pattern = find_pattern(pattern)->make(*parts.topology, {});
  parts.traffic.lengths = PacketLengths::fixed(8);
}

// 4x4 torus, uniform with the node itself: offsets 0, 1, 2, 1 in each dimension, two hops in the
// mean, none to four. One-cycle routers and channels, 8 flits: T = 1 + (d+1) + d + 1 + 7 = 10 + 2d.
TEST(Prediction, SumsZeroLoadLatencyOverUniformTraffic) {
  for (const char* routing : {"dor", "minimal_adaptive", "abr", "por", "ofr"}) {
    Parts parts;
    build(parts, {.radices = {4, 4}}, routing, "uniform");
    const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
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
  Parts parts;
  build(parts, {.radices = {8, 3}, .latency_cycles = {5, 2}}, "dor", "neighbor");
  parts.traffic.lengths = PacketLengths({{1, 0.75}, {5, 0.25}});
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  EXPECT_DOUBLE_EQ(zero->mean, 13);
  EXPECT_EQ(zero->least, 12u);
  EXPECT_EQ(zero->most, 16u);
}

// Output-queued: 8 flits over channels of bandwidth 1 and latency 1, T = wait + 9 (d + 2), 0 to 4
// hops and 2 in the mean. The clock of a node ticks every 8 cycles: a packet waits for 1 to 8, 4.5
// in the mean.
TEST(Prediction, AddsTheWaitForTheClockOfTheNodeInFrontOfOutputQueues) {
  Parts parts;
  build(parts, {.radices = {4, 4}}, "abr", "uniform");
  parts.router.model = RouterModel::kOutputQueued;
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  ASSERT_TRUE(zero->wait);
  EXPECT_EQ(zero->wait->mean, 4.5);
  EXPECT_DOUBLE_EQ(zero->mean, 4.5 + 36);
  EXPECT_EQ(zero->least, 1 + 18);
  EXPECT_EQ(zero->most, 8 + 54);
}

// k/4 hops in the mean in each dimension of an even torus: 10 + 10, T = 10 + 2d; to within the
// rounding of millions of additions.
TEST(Prediction, LooksAtAllPairsOfAMiddlingNetwork) {
  Parts parts;
  build(parts, {.radices = {40, 40}}, "dor", "uniform");
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  EXPECT_FALSE(zero->sampled);
  EXPECT_EQ(zero->sources, 1600u);
  EXPECT_EQ(zero->pairs, 1600u * 1600u);
  EXPECT_NEAR(zero->hops_mean, 20, 1e-7);
  EXPECT_NEAR(zero->mean, 50, 1e-7);
}

// 100 + 64 hops in the mean, of many pairs drawn in proportion to the traffic.
TEST(Prediction, DrawsPairsOfALargeNetwork) {
  for (const char* routing : {"dor", "minimal_adaptive"}) {
    Parts parts;
    build(parts, {.radices = {400, 256}}, routing, "uniform");
    const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
    ASSERT_TRUE(zero);
    EXPECT_TRUE(zero->sampled);
    EXPECT_NEAR(zero->hops_mean, 164, 2);
    EXPECT_NEAR(zero->mean, 10 + 2 * 164, 4);
    EXPECT_GE(zero->least, 10);
    EXPECT_LE(zero->most, 10 + 2 * (200 + 128));
  }
}

// In the mean over all sources of a 300x300 mesh two coordinates are (k^2-1)/(3k) = 100 apart. Few
// sources must do, though those at the edge are far from all.
TEST(Prediction, SpreadsTheSourcesOverALargeMesh) {
  Parts parts;
  build(parts, {.radices = {4}}, "dor", "uniform");
  parts.topology = std::make_unique<Topology>(make_mesh({.radices = {300, 300}}));
  parts.routing = find_routing("dor")->make(*parts.topology, {});
  parts.traffic.pattern = find_pattern("uniform")->make(*parts.topology, {});
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  EXPECT_TRUE(zero->sampled);
  EXPECT_NEAR(zero->hops_mean, 200, 4);
}

// A permutation of many nodes: one pair per source, so that all of them are looked at.
TEST(Prediction, LooksAtEverySourceOfAPermutation) {
  Parts parts;
  build(parts, {.radices = {256, 256}}, "dor", "transpose");
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  EXPECT_FALSE(zero->sampled);
  EXPECT_EQ(zero->sources, 65536u);
  // |x-y| on a ring of 256 is 64 in the mean, in both dimensions.
  EXPECT_NEAR(zero->hops_mean, 128, 1e-9);
}

// 4x4 torus, one channel in x at 1/2 and one in y at 3/2; two ticks a cycle. Flits follow each
// other every two cycles: the tail of a packet of 5 is 8 cycles late. The head takes
// 1 + 3 + 2 + 1 cycles, one more on the slow channel.
TEST(Prediction, KnowsBandwidths) {
  Parts parts;
  build(parts, {.radices = {4, 4}, .bandwidth = {Rational(1, 2), Rational(3, 2)}}, "dor",
        "neighbor");
  parts.traffic.lengths = PacketLengths::fixed(5);
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(parts.all());
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->mean, 16);
}

TEST(Prediction, SaysWhereNothingIsSent) {
  Parts parts;
  build(parts, {.radices = {4, 4}}, "dor", "transpose");
  EXPECT_TRUE(predict_zero_load(parts.all()));
  parts.topology = std::make_unique<Topology>(make_torus({.radices = {1}}));
  parts.routing = find_routing("dor")->make(*parts.topology, {});
  parts.traffic.pattern = find_pattern("uniform")->make(*parts.topology, {});
  parts.traffic.self = false;
  EXPECT_FALSE(predict_zero_load(parts.all()));
}

// 2 x 5 cycles of wire, traversal 3, switch allocation 2, credit 4: 19 cycles at 3/2 flits a cycle
// are 28.5 flits. The other dimension has 2 x 1 + 9 = 11 cycles at 1. Heads take 2 cycles more:
// 31.5 flits.
TEST(Prediction, FindsTheLargestCreditLoop) {
  Parts parts;
  build(parts,
        {.radices = {4, 4}, .latency_cycles = {5, 1}, .bandwidth = {Rational(3, 2), Rational(1)}},
        "dor", "uniform");
  parts.router.routing_delay = 2;
  parts.router.traversal_delay = 3;
  parts.router.switch_allocation_delay = 2;
  parts.router.credit_delay = 4;
  EXPECT_EQ(credit_loop(parts.all()).stream.flits, 29u);
  EXPECT_EQ(credit_loop(parts.all()).heads.flits, 32u);
  EXPECT_TRUE(credit_loop(parts.all()).uneven);
  parts.topology = std::make_unique<Topology>(make_torus({.radices = {4}}));
  parts.router = {};
  EXPECT_EQ(credit_loop(parts.all()).stream.flits, 4u);
  EXPECT_FALSE(credit_loop(parts.all()).uneven);
  parts.node_channels.injection_latency = 3;  // 2 x 3 + credit 1
  EXPECT_EQ(credit_loop(parts.all()).stream.flits, 7u);
}

// A flit takes two cycles on a channel of bandwidth 1/2: the loop of 4 cycles has one more, and is
// 2.5 flits long.
TEST(Prediction, CountsSerialisationInTheCreditLoop) {
  Parts parts;
  build(parts, {.radices = {4}, .bandwidth = {Rational(1, 2)}}, "dor", "uniform");
  parts.node_channels.bandwidth = Rational(1, 2);
  EXPECT_EQ(credit_loop(parts.all()).stream.flits, 3u);
}

TEST(Prediction, LimitsWhatANodeReceivesUnlessEjectionIsImmediate) {
  EXPECT_EQ(ejection_rate({.bandwidth = Rational(1, 2)}), 0.5);
  EXPECT_EQ(ejection_rate({.bandwidth = Rational(1, 2), .ejection = Ejection::kImmediate}),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace orthant
