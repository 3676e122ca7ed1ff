#include "sim/measure/recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

PacketRecord packet(Cycle generated_at, std::uint16_t flits = 1) {
  return PacketRecord{.generated_at = generated_at,
                      .injected = generated_at,
                      .source = NodeId{0u},
                      .destination = NodeId{0u},
                      .length = flits,
                      .hops = 2};
}

TEST(Recorder, CountsPacketsByGenerationAndFlitsByTheTimeTheyLeaveTheLastRouter) {
  Recorder recorder(1);
  recorder.open_window(100, 200, 10);
  for (const Cycle generated_at : {99, 100, 199, 200})
    recorder.generated(NodeId{0u}, generated_at, 3, 0);
  recorder.delivered(packet(99, 3), 150, 5'000);
  recorder.delivered(packet(100, 3), 199, 5'100);
  recorder.delivered(packet(199, 3), 200, 5'200);
  EXPECT_EQ(recorder.window().offered_flits, 6u);
  EXPECT_EQ(recorder.window().delivered_packets, 2u);
  EXPECT_EQ(recorder.window().outstanding_packets(), 0u);
  EXPECT_EQ(recorder.window().accepted_by_source[0], 6u);
  EXPECT_EQ(recorder.window().latency_max, 5'001u);
  EXPECT_EQ(recorder.last_arrival(), 5'200u);
}

// 1,000 ticks in 480 batches: each holds what 2 or 3 ticks generate.
TEST(Recorder, BatchesAreEqualToWithinATick) {
  Recorder recorder(1);
  recorder.open_window(7, 1'007, 480);
  for (Cycle generated_at = 7; generated_at < 1'007; ++generated_at)
    recorder.delivered(packet(generated_at), generated_at, generated_at + 1);
  for (const LatencySum& batch : recorder.window().batches) {
    EXPECT_GE(batch.packets, 2u);
    EXPECT_LE(batch.packets, 3u);
  }
}

// A long way to the node delays a flit; it does not take it away.
TEST(Accepted, EqualsOfferedHoweverLongTheEjectionChannelIs) {
  for (const std::uint32_t latency : {1u, 5'000u}) {
    test::Scenario s;
    s.flits_per_cycle = 0.3;
    s.node_channels.ejection_latency = latency;
    s.run.warmup = 2'000;
    const SimulationResult result = test::simulate(s);
    EXPECT_NEAR(result.accepted_flits, result.offered_flits, 0.005 * result.offered_flits);
    EXPECT_GT(*result.source_accepted_min, 0.98);
    EXPECT_TRUE(result.latency_ci95);
  }
}

TEST(Accepted, ShortWindowsHaveAnIntervalToo) {
  for (const Cycle window : {1'000, 5'000}) {
    test::Scenario s;
    s.flits_per_cycle = 0.3;
    s.run.warmup = 1'000;
    s.run.measure = window;
    EXPECT_TRUE(test::simulate(s).latency_ci95) << window;
  }
}

TEST(Drained, EndsWhenTheLastPacketArrives) {
  const test::Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5, 2, 777);
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.cycles, 777 + *result.latency_mean);
  EXPECT_EQ(result.window_cycles, result.cycles);
}

class Kept final : public PacketLog {
 public:
  void add(const DeliveredPacket& packet) override { packets.push_back(packet); }
  std::vector<DeliveredPacket> packets;
};

// 3 hops, 5 flits: 1 + 4 x 1 + 3 x 1 + 1 + (5 - 1) = 13 cycles.
TEST(PacketLog, RecordsTheSourceTheGenerationAndTheArrivalOfAPacket) {
  const test::Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5, 2, 777);
  Kept log;
  const test::Built built = test::build(s);
  simulate(built.parts(s), s.run, {.packets = &log});
  ASSERT_EQ(log.packets.size(), 2u);
  for (const Cycle generated_at : {0, 777}) {
    const DeliveredPacket& packet = log.packets[generated_at != 0];
    EXPECT_EQ(packet.source, NodeId{0u});
    EXPECT_EQ(packet.destination, NodeId{3u});
    EXPECT_EQ(packet.generated_at, generated_at * packet.ticks_per_cycle);
    EXPECT_EQ(packet.arrival, (generated_at + 13) * packet.ticks_per_cycle);
    EXPECT_EQ(packet.flits, 5);
    EXPECT_EQ(packet.hops, 3);
    EXPECT_EQ(packet.detour, "");
  }
}

// A pilot finds the warm-up; neither its packets nor those of the drain are measured.
TEST(PacketLog, HearsOfMeasuredPacketsOnlyInTheOrderOfTheirDeliveries) {
  test::Scenario s;
  s.flits_per_cycle = 0.3;
  s.run.measure = 4'000;
  Kept log;
  const test::Built built = test::build(s);
  const SimulationResult result = simulate(built.parts(s), s.run, {.packets = &log});
  ASSERT_GT(result.packets, 1'000u);
  EXPECT_EQ(log.packets.size(), result.packets);
  double latency = 0;
  for (const DeliveredPacket& packet : log.packets) {
    const Cycle generated_at = packet.generated_at / packet.ticks_per_cycle;
    EXPECT_GE(generated_at, result.warmup_cycles);
    EXPECT_LT(generated_at, result.warmup_cycles + result.window_cycles);
    latency += static_cast<double>(packet.arrival - packet.generated_at) / packet.ticks_per_cycle;
  }
  EXPECT_NEAR(latency / static_cast<double>(result.packets), *result.latency_mean, 1e-9);
  EXPECT_TRUE(std::ranges::is_sorted(log.packets, {}, &DeliveredPacket::arrival));
}

// From node 0 to node 9 of the 8x8 torus: 2 hops at least.
PacketRecord led_off(std::uint16_t hops, Detour detour) {
  return PacketRecord{
      .source = NodeId{0u}, .destination = NodeId{9u}, .length = 1, .hops = hops, .detour = detour};
}

// What a recorder on the 8x8 torus counts of two kinds of detours: of the first one, 4 hops more
// at most, promised or only meant.
class Detours : public testing::Test {
 protected:
  static constexpr Detour kBounded{1}, kFree{2};

  Recorder watching(bool promised) {
    kinds_ = {{.name = "bounded", .max_extra_hops = 4, .guaranteed = promised}, {.name = "free"}};
    Recorder recorder(64);
    recorder.count_detours(*built_.topology, kinds_);
    return recorder;
  }

 private:
  static test::Built torus() {
    test::Scenario s;
    s.radices = {8, 8};
    return test::build(s);
  }
  test::Built built_ = torus();
  std::vector<DetourKind> kinds_;
};

TEST_F(Detours, AreCountedByKindWithTheirHopsBeyondTheShortestPath) {
  Recorder recorder = watching(false);
  recorder.open_window(0, kNever, 1);
  recorder.delivered(led_off(2, Detour::kNone), 1, 2);
  for (const std::uint16_t hops : {4, 6, 7, 10, 7})
    recorder.delivered(led_off(hops, kBounded), 1, 2);
  recorder.delivered(led_off(15, kFree), 1, 2);
  EXPECT_EQ(recorder.window().delivered_packets, 7u);
  const std::vector<DetourCount> counts = recorder.window().detours;
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].packets, 5u);
  EXPECT_EQ(counts[0].max_extra_hops, 8u);
  EXPECT_EQ(counts[0].beyond, 3u);
  EXPECT_EQ(counts[1].packets, 1u);
  EXPECT_EQ(counts[1].beyond, 0u);
  recorder.open_window(0, kNever, 1);
  EXPECT_EQ(recorder.window().detours[0].packets, 0u);
  EXPECT_EQ(recorder.window().detours[0].max_extra_hops, 0u);
}

TEST_F(Detours, StopTheRunWhereAPacketBreaksThePromise) {
  Recorder recorder = watching(true);
  recorder.delivered(led_off(6, kBounded), 1, 2);
  EXPECT_DEATH(recorder.delivered(led_off(7, kBounded), 1, 2),
               "from node 0 to node 9 took 5 hops more than its shortest path");
}

// The published midpoint keeps the promise in every packet of both node models, or the run stops.
// That of the author's simulator leads further astray.
TEST(OutflankDetours, AreBoundedWithThePublishedMidpoint) {
  for (const bool output_queued : {false, true}) {
    const auto simulated = [&](const char* midpoint) {
      test::Scenario s;
      s.radices = {8, 8, 8};
      s.routing = "ofr";
      s.routing_keys.set("ofr.midpoint", midpoint);
      s.routing_keys.set("ofr.eta", "0");  // nothing but what is free counts, no length
      s.router.switching = Switching::kVirtualCutThrough;
      s.router.flow_control = FlowControl::kBubble;
      s.router.vcs = 3;
      s.router.buffer_flits = 4;
      s.flits_per_cycle = 0.8;
      s.messages_per_node = 60;
      s.run.until_drained = true;
      const SimulationResult result = test::simulate(output_queued ? test::output_queued(s) : s);
      EXPECT_EQ(result.verdict, Verdict::kDrained);
      const DetourResult& outflank = result.detours.at(0);
      EXPECT_EQ(outflank.kind, "outflank");
      EXPECT_GT(outflank.fraction, 0.01);
      return outflank;
    };
    const DetourResult published = simulated("short_way");
    EXPECT_LE(*published.max_extra_hops, 12);
    EXPECT_EQ(*published.beyond_fraction, 0);
    const DetourResult author = simulated("wrap_sum");
    EXPECT_GT(*author.max_extra_hops, 12);
    EXPECT_GT(*author.beyond_fraction, 0);
  }
}

}  // namespace
}  // namespace orthant
