#include "sim/measure/activity.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

RouterActivity sum_of(const std::vector<RouterActivity>& routers) {
  RouterActivity sum;
  for (const RouterActivity& counts : routers) sum += counts;
  return sum;
}

SimulationResult simulate_activity(const Scenario& s) {
  const test::Built built = test::build(s);
  return simulate(built.parts(s), s.run, {.activity = true});
}

Scenario loaded(const char* routing) {
  Scenario s;
  s.radices = {4, 4};
  s.routing = routing;
  s.flits_per_cycle = 0.6;
  s.lengths = {{1, 0.5}, {5, 0.5}};
  return s;
}

// Every packet is granted a VC at each of its routers, hops + 1, the last one to its node; every
// flit that crosses a channel or reaches a node was written and read once before.
TEST(Activity, OfADrainedRunFollowsFromHopsAndFlits) {
  for (const char* routing : {"dor", "minimal_adaptive"}) {
    for (const Ejection ejection : {Ejection::kShared, Ejection::kImmediate}) {
      Scenario s = loaded(routing);
      s.router.vcs = 4;
      s.router.arbitration = Arbitration::kAge;
      s.node_channels.ejection = ejection;
      s.messages_per_node = 100;
      s.run.until_drained = true;
      const SimulationResult result = simulate_activity(s);
      ASSERT_EQ(result.verdict, Verdict::kDrained);
      const RouterActivity sum = sum_of(result.activity);
      const bool shared = ejection == Ejection::kShared;
      const auto packets = static_cast<double>(result.packets);
      const double ejected = result.accepted_flits * 16 * static_cast<double>(result.window_cycles);
      const std::uint64_t flits = result.flit_hops + static_cast<std::uint64_t>(ejected + 0.5);
      EXPECT_EQ(sum.buffer_writes, flits);
      EXPECT_EQ(sum.buffer_reads, flits);
      EXPECT_EQ(sum.link_flits, result.flit_hops);
      EXPECT_EQ(sum.crossbar_flits, shared ? flits : result.flit_hops);
      EXPECT_EQ(sum.switch_allocations, sum.crossbar_flits);
      EXPECT_NEAR(static_cast<double>(sum.vc_allocations), (*result.hops_mean + shared) * packets,
                  1e-3);
    }
  }
}

// Of a window, the flits of a router's channels are those that its neighbours were sent.
// A switch that is held decides once for a packet, at every router that it gives a VC at.
TEST(Activity, OfAHeldSwitchCountsPackets) {
  Scenario s = loaded("dor");
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.switch_hold = SwitchHold::kPacket;
  s.messages_per_node = 100;
  s.run.until_drained = true;
  const RouterActivity drained = sum_of(simulate_activity(s).activity);
  EXPECT_EQ(drained.switch_allocations, drained.vc_allocations);
  EXPECT_LT(drained.switch_allocations, drained.crossbar_flits);
  s.messages_per_node = {};
  s.run.until_drained = false;
  s.run.warmup = 500;
  s.run.measure = 999;  // ends amid packets
  const RouterActivity window = sum_of(simulate_activity(s).activity);
  EXPECT_NEAR(static_cast<double>(window.switch_allocations),
              static_cast<double>(window.crossbar_flits) / 3, 0.1 * window.crossbar_flits / 3.0);
}

TEST(Activity, OfAWindowHasTheFlitsOfItsChannels) {
  Scenario s = loaded("dor");
  s.run.warmup = 500;
  s.run.measure = 2'000;
  const SimulationResult result = simulate_activity(s);
  const SimulationResult alone = test::simulate(s);
  EXPECT_EQ(result.latency_mean, alone.latency_mean);
  EXPECT_EQ(result.channel_flits, alone.channel_flits);
  EXPECT_TRUE(alone.activity.empty());
  const test::Built built = test::build(s);
  std::vector<std::uint64_t> sent(16);
  for (std::size_t c = 0; c < result.channel_flits.size(); ++c)
    sent[built.topology->channel(ChannelId{c}).from.index()] += result.channel_flits[c];
  ASSERT_EQ(result.activity.size(), 16u);
  for (std::size_t r = 0; r < 16; ++r) EXPECT_EQ(result.activity[r].link_flits, sent[r]);
  const RouterActivity sum = sum_of(result.activity);
  EXPECT_EQ(static_cast<double>(sum.buffer_reads - sum.link_flits),
            result.accepted_flits * 16 * 2'000);
}

// No count ever falls; in a cycle a router with P ports reads at most P flits through its switch,
// and what was written and not read is in its buffers: at most 2 VCs of 8 flits a port. In every
// mode that moves flits in another way.
TEST(Activity, GrowsCycleByCycle) {
  std::vector<Scenario> scenarios(6, loaded("dor"));
  scenarios[1].router.routing_delay = scenarios[1].router.vc_allocation_delay = 1;
  scenarios[1].router.switch_allocation_delay = 2;
  scenarios[1].latency_cycles = {70};
  scenarios[2].router.switching = Switching::kStoreAndForward;
  scenarios[3].router.switching = Switching::kVirtualCutThrough;
  scenarios[3].router.flow_control = FlowControl::kBubble;
  scenarios[3].router.buffer_flits = 10;
  scenarios[4].bandwidth = {Rational(1, 2)};
  scenarios[4].node_channels.ejection = Ejection::kImmediate;
  scenarios[5].router.arbitration = Arbitration::kRandom;
  for (const Scenario& s : scenarios) {
    const test::Built built = test::build(s);
    const auto network = test::make_network(s, built);
    network->count_activity();
    std::vector<RouterActivity> before(16);
    for (Cycle cycle = 1; cycle <= 1'000; ++cycle) {
      network->advance(cycle * network->ticks_per_cycle());
      const std::vector<RouterActivity> now = network->activity();
      for (std::size_t r = 0; r < 16; ++r) {
        RouterActivity grown = now[r];
        grown -= before[r];
        ASSERT_LE(grown.buffer_writes, 5u);
        ASSERT_LE(grown.buffer_reads, s.node_channels.ejection == Ejection::kShared ? 5u : 10u);
        ASSERT_LE(grown.crossbar_flits, 5u);
        ASSERT_LE(grown.link_flits, 4u);
        ASSERT_LE(grown.vc_allocations, 10u);
        ASSERT_LE(now[r].buffer_reads, now[r].buffer_writes);
        ASSERT_LE(now[r].buffer_writes - now[r].buffer_reads, 2 * 5 * s.router.buffer_flits);
        ASSERT_LE(now[r].vc_allocations, now[r].buffer_writes);
      }
      before = now;
    }
    EXPECT_GT(sum_of(before).vc_allocations, 1'000u);
  }
}

}  // namespace
}  // namespace orthant
