#include "sim/recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

PacketRecord packet(Cycle birth, std::uint16_t flits = 1) {
  return {.birth = birth,
          .injected = birth,
          .source = NodeId{0u},
          .destination = NodeId{0u},
          .length = flits,
          .hops = 2};
}

TEST(Recorder, CountsPacketsByBirthAndFlitsByTheTimeTheyLeaveTheLastRouter) {
  Recorder recorder(1);
  recorder.open_window(100, 200, 10);
  for (const Cycle birth : {99, 100, 199, 200}) recorder.generated(NodeId{0u}, birth, 3);
  recorder.delivered(packet(99, 3), 150, 5'000);
  recorder.delivered(packet(100, 3), 199, 5'100);
  recorder.delivered(packet(199, 3), 200, 5'200);
  EXPECT_EQ(recorder.offered_flits(), 6u);
  EXPECT_EQ(recorder.measured_packets(), 2u);
  EXPECT_EQ(recorder.outstanding_packets(), 0u);
  EXPECT_EQ(recorder.accepted_by_source()[0], 6u);
  EXPECT_EQ(recorder.latency_max(), 5'001u);
  EXPECT_EQ(recorder.last_arrival(), 5'200u);
}

// 1,000 ticks in 480 batches: each holds the births of 2 or 3 ticks.
TEST(Recorder, BatchesAreEqualToWithinATick) {
  Recorder recorder(1);
  recorder.open_window(7, 1'007, 480);
  for (Cycle birth = 7; birth < 1'007; ++birth) recorder.delivered(packet(birth), birth, birth + 1);
  for (const LatencySum& batch : recorder.batches()) {
    EXPECT_GE(batch.packets, 2u);
    EXPECT_LE(batch.packets, 3u);
  }
}

// A long way to the node delays a flit; it does not take it away.
TEST(Accepted, EqualsOfferedHoweverLongTheEjectionChannelIs) {
  for (const std::uint32_t latency : {1u, 5'000u}) {
    test::Scenario s;
    s.flits_per_cycle = 0.3;
    s.nodes.ejection_latency = latency;
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
TEST(PacketLog, HearsWhoSentAPacketWhenItWasBornAndWhenItArrived) {
  const test::Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5, 2, 777);
  Kept log;
  const test::Built built = test::build(s);
  simulate(built.parts(s), s.run, {.packets = &log});
  ASSERT_EQ(log.packets.size(), 2u);
  for (const Cycle birth : {0, 777}) {
    const DeliveredPacket& packet = log.packets[birth != 0];
    EXPECT_EQ(packet.source, NodeId{0u});
    EXPECT_EQ(packet.destination, NodeId{3u});
    EXPECT_EQ(packet.birth, birth * packet.ticks_per_cycle);
    EXPECT_EQ(packet.arrival, (birth + 13) * packet.ticks_per_cycle);
    EXPECT_EQ(packet.flits, 5);
    EXPECT_EQ(packet.hops, 3);
    EXPECT_EQ(packet.detour, Detour::kNone);
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
    const Cycle birth = packet.birth / packet.ticks_per_cycle;
    EXPECT_GE(birth, result.warmup_cycles);
    EXPECT_LT(birth, result.warmup_cycles + result.window_cycles);
    latency += static_cast<double>(packet.arrival - packet.birth) / packet.ticks_per_cycle;
  }
  EXPECT_NEAR(latency / static_cast<double>(result.packets), *result.latency_mean, 1e-9);
  EXPECT_TRUE(std::ranges::is_sorted(log.packets, {}, &DeliveredPacket::arrival));
}

}  // namespace
}  // namespace orthant
