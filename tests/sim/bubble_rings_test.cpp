// Rings whose single VCs are kept moving by a marked slot or by a free flit, in overload and empty.
#include <gtest/gtest.h>

#include "tests/sim/expect_live.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::expect_live;
using test::kProgressCycles;
using test::Scenario;

// Rings as full as they can be, all packets going nearly half way round; long delays, so that marks
// and slots are under way most of the time.
TEST(CriticalBubble, RingsStayLive) {
  for (const std::uint32_t radix : {3u, 4u, 5u, 8u, 16u}) {
    for (const std::uint32_t vcs : {1u, 2u, 3u}) {
      for (const std::uint32_t slots : {1u, 2u, 3u}) {
        Scenario s;
        s.radices = {radix};
        s.latency_cycles = {slots == 2 ? 1u : 9u};
        s.pattern = vcs == 2 ? "uniform" : "tornado";
        s.router = {.switching = Switching::kVirtualCutThrough,
                    .flow_control = FlowControl::kCriticalBubble,
                    .vcs = vcs,
                    .buffer_flits = 3 * slots};
        if (vcs == 3) s.node_channels.ejection = Ejection::kImmediate;
        if (slots == 3) s.router.input_speedup = 2;
        s.lengths = {{1, 0.5}, {3, 0.5}};
        expect_live(s, 2 * kProgressCycles);
      }
    }
  }
}

// In an empty ring of single slots the mark lies before some node, which gets in all the same: it
// waits until its request and the lent slot have crossed the channel, and no longer.
TEST(CriticalBubble, LetsEveryNodeIntoAnEmptyRing) {
  for (const std::uint32_t latency : {1u, 5u}) {
    Scenario s;
    s.radices = {5};
    s.latency_cycles = {latency};
    s.flits_per_cycle = 0.002;
    s.router = {.switching = Switching::kVirtualCutThrough,
                .flow_control = FlowControl::kCriticalBubble,
                .vcs = 1,
                .buffer_flits = 4};
    s.lengths = {{4, 1.0}};
    s.run.warmup = 0;
    s.run.measure = 100'000;
    const SimulationResult two_slots = [&] {
      Scenario larger = s;
      larger.router.buffer_flits = 8;
      return test::simulate(larger);
    }();
    const SimulationResult one_slot = test::simulate(s);
    ASSERT_EQ(one_slot.verdict, Verdict::kStable);
    EXPECT_GT(*one_slot.latency_mean, *two_slots.latency_mean);
    EXPECT_LT(*one_slot.latency_mean, *two_slots.latency_mean + 2.0 * latency + 6);
  }
}

// Heads at router r are sampled in cycles c where 17 divides c + r. The mark of a ring begins
// before its first router, and of a single slot there it leaves none to a head from that node.
TEST(CriticalBubble, AChannelThatTheMarkKeepsIsNotFree) {
  const auto free_fraction = [](std::uint32_t node) {
    Scenario s;
    s.radices = {5};
    s.router = {.switching = Switching::kVirtualCutThrough,
                .flow_control = FlowControl::kCriticalBubble,
                .vcs = 1,
                .buffer_flits = 4};
    s.lengths = {{4, 1.0}};
    const Cycle generated_at = 17 - node - 1;
    return test::simulate(test::scripted(s, {{node, {{generated_at, node + 1}}}}))
        .wanted_free_fraction;
  };
  EXPECT_EQ(free_fraction(0), 0.0);
  EXPECT_EQ(free_fraction(1), 1.0);
}

// The mark is what keeps a ring live: without it the same network locks.
TEST(Deadlock, PacketsInOneClassLockARingWithoutAMark) {
  Scenario s;
  s.radices = {4, 4};
  s.router = {.switching = Switching::kVirtualCutThrough,
              .flow_control = FlowControl::kCriticalBubble,
              .vcs = 1,
              .buffer_flits = 8};
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 1;
  const Built built = test::build(s);
  s.router.flow_control = FlowControl::kCredit;  // the routing goes on with one class
  const auto network = test::make_network(s, built);
  network->advance(20'000);
  EXPECT_FALSE(network->wait_graph().stuck().empty());
}

// Rings as full as they can be: single flits, two to a buffer, all nearly half way round.
TEST(FlitBubble, RingsOfSeveralVcsStayLive) {
  for (const std::uint32_t radix : {5u, 8u, 16u}) {
    for (const std::uint32_t vcs : {1u, 2u, 3u}) {
      Scenario s;
      s.radices = {radix};
      s.pattern = "tornado";
      s.router.vcs = vcs;
      s.router.flow_control = FlowControl::kFlitBubble;
      s.router.buffer_flits = 2;
      s.lengths = {{1, 1.0}};
      expect_live(s, 2 * kProgressCycles);
    }
  }
}

}  // namespace
}  // namespace orthant
