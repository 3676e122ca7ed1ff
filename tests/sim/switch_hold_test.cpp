// A switch that keeps an input and an output together for a whole packet: router.switch_hold.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

Scenario held(Switching switching = Switching::kVirtualCutThrough) {
  Scenario s;
  s.router.switching = switching;
  s.router.buffer_flits = 16;
  s.router.switch_hold = SwitchHold::kPacket;
  return s;
}

// Nodes 0 and 1 of a router each send a packet to a node of the next router, generated together,
// over one channel and through one VC each. Returns the latencies of both.
std::pair<double, double> two_at_once(SwitchHold hold, std::uint16_t flits) {
  Scenario s = held();
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  s.router.switch_hold = hold;
  struct Across final : Pattern {
    std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
      return source.value < 2 ? std::optional(NodeId{source.value + 2}) : std::nullopt;
    }
    void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
      if (source.value < 2) visit(NodeId{source.value + 2}, 1);
    }
  };
  s.own_pattern = std::make_shared<Across>();
  s.own_injection = std::make_shared<test::EveryPeriod>(1000);
  s.lengths = {{flits, 1.0}};
  s.messages_per_node = 1;
  s.run.until_drained = true;
  const SimulationResult result = test::simulate(s);
  return {2 * *result.latency_mean - *result.latency_max, *result.latency_max};
}

// Flit by flit both share the channel and end together, a cycle apart; held, the first goes as if
// it were alone and the second waits for as many cycles as the first has flits.
TEST(SwitchHold, OnePacketGoesBehindTheOther) {
  for (const std::uint16_t flits : {1, 2, 8}) {
    const auto [first, second] = two_at_once(SwitchHold::kFlit, flits);
    EXPECT_EQ(second - first, 1) << flits;
    const auto [held_first, held_second] = two_at_once(SwitchHold::kPacket, flits);
    EXPECT_EQ(held_second - held_first, flits);
    EXPECT_EQ(held_second, second) << "the channel is as busy as before";
  }
}

// A lone packet meets no other.
TEST(SwitchHold, ChangesNothingInAnEmptyNetwork) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    for (const Rational& bandwidth : {Rational(1), Rational(1, 2), Rational(2)}) {
      Scenario s = held(switching);
      s.bandwidth = {bandwidth};
      s.router.routing_delay = s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
      s = test::lone_packets(s, NodeId{0u}, NodeId{27u}, 8);
      const auto latency = test::simulate(s).latency_mean;
      s.router.switch_hold = SwitchHold::kFlit;
      EXPECT_EQ(latency, test::simulate(s).latency_mean);
    }
  }
}

// Of packets that take turns flit by flit all are late; of packets behind each other the last one
// is.
TEST(SwitchHold, LowersTheMeanLatencyUnderLoad) {
  Scenario s = held();
  s.kind = "mesh";
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 0.25;
  s.router.vcs = 4;
  s.run.warmup = 3'000;
  s.run.measure = 20'000;
  const double packet = *test::simulate(s).latency_mean;
  s.router.switch_hold = SwitchHold::kFlit;
  EXPECT_LT(packet, *test::simulate(s).latency_mean * 0.95);
}

TEST(SwitchHold, EverythingArrives) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    for (const FlowControl flow : {FlowControl::kCredit, FlowControl::kBubble}) {
      for (const Allocator allocator :
           {Allocator::kIslip, Allocator::kSeparable, Allocator::kWavefront, Allocator::kMaximum}) {
        for (const bool at_once : {false, true}) {
          for (const Rational& width : {Rational(1), Rational(2, 3), Rational(2)}) {
            Scenario s = held(switching);
            s.radices = {4, 4};
            s.nodes_per_router = 2;
            s.routing = "minimal_adaptive";
            s.router.flow_control = flow;
            s.router.vcs = 4;
            s.router.allocator = allocator;
            s.router.speculative = at_once;
            s.router.vc_allocation_delay = s.router.switch_allocation_delay = at_once;
            s.router.input_speedup = at_once ? Rational(2) : Rational(1);
            s.bandwidth = {width, 1};
            s.lengths = {{1, 0.5}, {8, 0.5}};
            s.flits_per_cycle = 1;
            s.run.until_drained = true;
            s.messages_per_node = 50;
            const SimulationResult result = test::simulate(s);
            EXPECT_EQ(result.verdict, Verdict::kDrained);
            EXPECT_EQ(result.packets, 1600u);
          }
        }
      }
    }
  }
}

TEST(SwitchHold, IsNotForWormhole) {
  EXPECT_THROW(test::simulate(held(Switching::kWormhole)), KeyError);
}

}  // namespace
}  // namespace orthant
