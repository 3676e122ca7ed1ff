#include "sim/measure/flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

struct OnePairFlow {
  std::uint32_t source, destination;
  Flow flow;
};

std::vector<OnePairFlow> pairs_of(const FlowCounts& flows) {
  std::vector<OnePairFlow> pairs;
  flows.for_each([&](NodeId source, NodeId destination, const Flow& flow) {
    pairs.push_back({source.value, destination.value, flow});
  });
  return pairs;
}

// Latencies of 1, 2, ..., n ticks, the largest first: the share q lies below q n.
Flow steps(Cycle n) {
  Flow flow;
  for (Cycle latency = n; latency > 0; --latency) flow.deliver(latency);
  return flow;
}

TEST(Flow, PercentilesNeedAPacketBeyondThem) {
  const Flow flow = steps(100);
  EXPECT_EQ(flow.packets(), 100u);
  EXPECT_EQ(flow.latency_sum(), 5'050u);
  EXPECT_EQ(flow.latency_max(), 100u);
  EXPECT_EQ(flow.percentile(0.5), 50);
  EXPECT_EQ(flow.percentile(0.95), 95);
  EXPECT_EQ(flow.percentile(0.99), 99);
  EXPECT_EQ(steps(99).percentile(0.99), std::nullopt);
  EXPECT_EQ(steps(20).percentile(0.95), 19);
  EXPECT_EQ(steps(19).percentile(0.95), std::nullopt);
  EXPECT_EQ(steps(2).percentile(0.5), 1);
  EXPECT_EQ(steps(1).percentile(0.5), std::nullopt);
}

// The bins of 1,000 and of 100,001 begin at 1,000 and 99,840 and hold 4 and 512 values: their
// middles are 1,001.5, beyond all that there is, and 100,095.5.
TEST(Flow, PercentilesAreTheMiddlesOfBinsAndNeverBeyondTheLargest) {
  Flow flow;
  for (int i = 0; i < 10; ++i) flow.deliver(1'000);
  EXPECT_EQ(flow.percentile(0.5), 1'000);
  for (int i = 0; i < 20; ++i) flow.deliver(100'001);
  flow.deliver(1'000'000);
  EXPECT_EQ(flow.percentile(0.5), 100'095.5);
}

PacketRecord between(std::uint32_t source, std::uint32_t destination, Cycle generated_at,
                     std::uint16_t flits) {
  return PacketRecord{.generated_at = generated_at,
                      .injected = generated_at,
                      .source = NodeId{source},
                      .destination = NodeId{destination},
                      .length = flits};
}

// Window 100 .. 199. Generated before it and gone in it: accepted alone. Generated in it, gone
// after it: measured alone. Neither: not there.
TEST(FlowCounts, HoldPacketsByGenerationAndFlitsByTheTimeTheyLeaveTheLastRouter) {
  FlowCounts flows(3);
  Recorder recorder(3);
  recorder.open_window(100, 200, 1);
  recorder.delivered(between(0, 0, 100, 9), 150, 160);  // no observer yet
  recorder.observe(nullptr, &flows, 4);
  recorder.delivered(between(2, 1, 90, 3), 100, 105);
  recorder.delivered(between(2, 0, 110, 5), 120, 130);
  recorder.delivered(between(2, 0, 199, 5), 210, 229);
  recorder.delivered(between(0, 1, 90, 3), 99, 105);
  recorder.delivered(between(1, 2, 200, 3), 210, 215);
  recorder.report_in_order();
  EXPECT_EQ(flows.ticks_per_cycle(), 4u);
  const std::vector<OnePairFlow> pairs = pairs_of(flows);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].source, 2u);
  EXPECT_EQ(pairs[0].destination, 0u);
  EXPECT_EQ(pairs[0].flow.packets(), 2u);
  EXPECT_EQ(pairs[0].flow.accepted_flits(), 5u);
  EXPECT_EQ(pairs[0].flow.latency_sum(), 50u);
  EXPECT_EQ(pairs[0].flow.latency_max(), 30u);
  EXPECT_EQ(pairs[1].destination, 1u);
  EXPECT_EQ(pairs[1].flow.packets(), 0u);
  EXPECT_EQ(pairs[1].flow.accepted_flits(), 3u);
}

struct FlowRun {
  FlowCounts flows;
  SimulationResult result;
};

FlowRun simulate_flows(const Scenario& s) {
  const test::Built built = test::build(s);
  FlowCounts flows(built.topology->node_count());
  SimulationResult result = simulate(built.parts(s), s.run, {.flows = &flows});
  return {std::move(flows), std::move(result)};
}

// 3 hops, 5 flits: 1 + 4 x 1 + 3 x 1 + 1 + (5 - 1) = 13 cycles.
TEST(FlowCounts, OfLonePacketsAreThoseOfTheFormula) {
  const auto [flows, result] =
      simulate_flows(test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5, 2, 777));
  const std::vector<OnePairFlow> pairs = pairs_of(flows);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].destination, 3u);
  EXPECT_EQ(pairs[0].flow.packets(), 2u);
  EXPECT_EQ(pairs[0].flow.accepted_flits(), 10u);
  EXPECT_EQ(pairs[0].flow.latency_sum(), 26u);
  EXPECT_EQ(pairs[0].flow.latency_max(), 13u);
  EXPECT_EQ(pairs[0].flow.percentile(0.5), 13);
}

// All packets are in some pair, and the bins of a pair are those of the whole. Packets of a flit,
// so that none is half in the window.
TEST(FlowCounts, AddUpToTheWholeRunInBothModels) {
  for (const bool output_queued : {false, true}) {
    Scenario s;
    s.radices = {4, 4};
    s.flits_per_cycle = 0.5;
    s.run.measure = 4'000;
    if (output_queued) s = test::output_queued(s);
    const auto [flows, result] = simulate_flows(s);
    ASSERT_EQ(result.verdict, Verdict::kStable);
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
    std::uint64_t latency = 0;
    Cycle most = 0;
    const std::vector<OnePairFlow> pairs = pairs_of(flows);
    EXPECT_EQ(pairs.size(), 256u);
    for (const OnePairFlow& pair : pairs) {
      packets += pair.flow.packets();
      flits += pair.flow.accepted_flits();
      latency += pair.flow.latency_sum();
      most = std::max(most, pair.flow.latency_max());
    }
    const double scale = flows.ticks_per_cycle();
    EXPECT_EQ(packets, result.packets);
    EXPECT_DOUBLE_EQ(static_cast<double>(flits) / (16 * 4'000), result.accepted_flits);
    EXPECT_DOUBLE_EQ(static_cast<double>(latency) / static_cast<double>(packets) / scale,
                     *result.latency_mean);
    EXPECT_DOUBLE_EQ(static_cast<double>(most) / scale, *result.latency_max);
  }
}

// 2,048 nodes that all send to all, themselves included, are 2^22 pairs.
TEST(FlowCounts, AreRefusedWhereTooManyPairsHaveTraffic) {
  const auto too_many = [](const char* pattern, std::vector<std::uint32_t> radices) {
    Scenario s;
    s.pattern = pattern;
    s.radices = std::move(radices);
    const test::Built built = test::build(s);
    try {
      refuse_too_many_flows(built.traffic, built.topology->node_count());
    } catch (const KeyError& error) {
      return error.key() == "output.flows";
    }
    return false;
  };
  EXPECT_FALSE(too_many("uniform", {64, 32}));
  EXPECT_TRUE(too_many("uniform", {64, 33}));
  EXPECT_FALSE(too_many("transpose", {64, 64}));
}

}  // namespace
}  // namespace orthant
