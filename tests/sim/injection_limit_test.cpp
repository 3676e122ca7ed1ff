// Packets from nodes that wait until those in transit have space, and how many compete with them:
// router.injection_limit, router.injection_vcs.
#include <gtest/gtest.h>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

constexpr std::array kLimits = {InjectionLimit::kInTransit, InjectionLimit::kAlo};

// A row of routers of which node 0 sends packets of 4 flits to its neighbour, one after the other;
// the destination's router takes each flit a cycle after it came.
Scenario row(InjectionLimit limit, std::uint32_t slots, std::uint32_t vcs) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {4};
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.vcs = vcs;
  s.router.buffer_flits = 8;
  s.router.injection_limit = limit;
  s.router.injection_limit_slots = slots;
  return s;
}

// The latency of the last of `packets` beyond that of the first.
double last_waits(const Scenario& s, std::uint64_t packets) {
  const auto sum_of = [&](std::uint64_t first) {
    const Scenario lone = test::lone_packets(s, NodeId{0u}, NodeId{1u}, 4, first, 1);
    return static_cast<double>(first) * test::simulate(lone).latency_mean.value();
  };
  return sum_of(packets) - sum_of(packets - 1) - sum_of(1);
}

double second_waits(InjectionLimit limit, std::uint32_t slots, std::uint32_t vcs) {
  return last_waits(row(limit, slots, vcs), 2);
}

// Packets leave the node back to back. The head of the second may ask for the output when the tail
// of the first is sent; then all 4 flits of the first hold credits, 4 of 8 are free, and they come
// back at one a cycle.
TEST(InjectionLimit, InTransitWaitsForSoManyCreditsMore) {
  const double unlimited = second_waits(InjectionLimit::kNone, 0, 1);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 0, 1), unlimited);
  const double two = second_waits(InjectionLimit::kInTransit, 2, 1);
  EXPECT_GT(two, unlimited);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 3, 1), two + 1);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 4, 1), two + 2);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 5, 1), two + 2) << "an empty buffer is enough";
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 32'000, 1), two + 2);
}

// The second packet takes the other VC, whose buffer of 8 is enough for it and 4 slots. For what it
// is too small the first VC has to make up, 4 of whose flits are under way when the second packet
// asks, in cycle 5, but for one that came back: 13 flits are free, and one more in every cycle up
// to 16, which are always enough.
TEST(InjectionLimit, InTransitCountsOtherVcsWhereABufferIsTooSmall) {
  const double unlimited = second_waits(InjectionLimit::kNone, 0, 2);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 4, 2), unlimited);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 9, 2), unlimited);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 10, 2), unlimited + 1);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 12, 2), unlimited + 3);
  EXPECT_EQ(second_waits(InjectionLimit::kInTransit, 13, 2), unlimited + 3);
}

// A slot is free again 1 + 2 * 5 + 1 = 12 cycles after the flit for it was sent. The third packet
// asks in cycle 9, when those of the first two have taken 4 of 8 slots in both VCs; slots of the
// first come back from cycle 13 on. It is enough for none that both together have more.
TEST(InjectionLimit, InTransitAsksForTheSpaceInOneVc) {
  const auto third_waits = [](std::uint32_t slots) {
    Scenario s = row(InjectionLimit::kInTransit, slots, 2);
    s.latency_cycles = {5};
    return last_waits(s, 3);
  };
  const double at_once = third_waits(0);
  EXPECT_EQ(third_waits(1), at_once + 4);
  EXPECT_EQ(third_waits(2), at_once + 5);
  EXPECT_EQ(third_waits(4), at_once + 7);
}

// A buffer is 5 slots of a packet, of which the first packet has one until its tail has left it, in
// cycle 6, and the credit is back, in cycle 8. The second packet asks in cycle 5.
TEST(InjectionLimit, InTransitCountsPacketsWithBubbles) {
  const auto second = [](std::uint32_t slots) {
    Scenario s = row(InjectionLimit::kInTransit, slots, 1);
    s.router.flow_control = FlowControl::kBubble;
    s.router.buffer_flits = 20;
    return last_waits(s, 2);
  };
  const double at_once = second(0);
  EXPECT_EQ(second(12), at_once);
  EXPECT_EQ(second(13), at_once + 3) << "4 packets beside its own";
  EXPECT_EQ(second(17), at_once + 3) << "an empty buffer is enough";
}

// One useful channel: one free VC of it is enough, and free is what is empty.
TEST(InjectionLimit, AloAsksForAFreeVc) {
  EXPECT_EQ(second_waits(InjectionLimit::kAlo, 0, 2), second_waits(InjectionLimit::kNone, 0, 2));
  EXPECT_EQ(second_waits(InjectionLimit::kAlo, 0, 1),
            second_waits(InjectionLimit::kInTransit, 4, 1));
}

// The second packet may enter the adaptive VC behind the first, since the escape VC is free.
TEST(InjectionLimit, AloTakesAnEscapeForAUsefulVc) {
  const auto second = [](InjectionLimit limit) {
    Scenario s = row(limit, 0, 2);
    s.routing = "minimal_adaptive";
    return last_waits(s, 2);
  };
  EXPECT_EQ(second(InjectionLimit::kAlo), second(InjectionLimit::kNone));
}

// A flit is back as a credit 1 + 2 * 50 + 1 = 102 cycles after it was sent. Three packets of 8 fill
// all VCs in x in cycles 1 to 24, a fourth one of the two useful ones in y. The fifth wants x or y
// in cycle 33 and waits until the first VC in x is empty, whose last flit was sent in cycle 8.
TEST(InjectionLimit, AloAsksForAFreeVcOfEveryUsefulChannel) {
  const auto fifth = [](InjectionLimit limit) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {2, 2};
    s.latency_cycles = {50};
    s.routing = "minimal_adaptive";
    s.router.vcs = 3;
    s.router.injection_limit = limit;
    s.lengths = {{8, 1.0}};
    return test::arrivals(test::scripted(s, {{0, {{0, 1}, {0, 1}, {0, 1}, {0, 2}, {0, 3}}}}), 0)
        .back();
  };
  EXPECT_EQ(fifth(InjectionLimit::kAlo), fifth(InjectionLimit::kNone) + (8 + 102 - 33));
}

Scenario demo() {
  Scenario s;
  s.routing = "minimal_adaptive";
  s.router.vcs = 4;
  s.router.injection_vcs = std::nullopt;
  s.router.buffer_flits = 8;
  s.lengths = {{8, 1.0}};
  s.run.warmup = 5'000;
  s.run.measure = 20'000;
  s.run.drain = 10'000;
  s.run.drain_saturated = false;
  return s;
}

// Without a limit the network of configs/demo.ini collapses where its nodes use all injection VCs:
// far beyond saturation it carries less than two thirds of what it carried just before.
TEST(InjectionLimit, KeepsAnAdaptiveNetworkFromCollapsing) {
  Scenario s = demo();
  s.flits_per_cycle = 0.9;
  const SimulationResult collapsed = test::simulate(s);
  EXPECT_LT(collapsed.accepted_flits, 0.42);
  for (const InjectionLimit limit : kLimits) {
    s.router.injection_limit = limit;
    const SimulationResult limited = test::simulate(s);
    EXPECT_GT(limited.accepted_flits, 0.6);
    EXPECT_GT(*limited.jain_accepted, 0.99);
    EXPECT_GT(*limited.source_accepted_min, 0.45);
  }
}

TEST(InjectionLimit, CostsLittleBelowSaturation) {
  Scenario s = demo();
  for (const double load : {0.2, 0.4}) {
    s.flits_per_cycle = load;
    s.router.injection_limit = InjectionLimit::kNone;
    const double unlimited = *test::simulate(s).latency_mean;
    s.router.injection_limit = InjectionLimit::kInTransit;
    EXPECT_LT(*test::simulate(s).latency_mean, unlimited * 1.02);
    s.router.injection_limit = InjectionLimit::kAlo;
    EXPECT_LT(*test::simulate(s).latency_mean, unlimited * 1.03);
  }
}

// Nothing is locked out for good: with any switching, flow control and length everything arrives.
TEST(InjectionLimit, EverythingArrives) {
  for (const InjectionLimit limit : kLimits) {
    for (const Switching switching :
         {Switching::kWormhole, Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
      for (const FlowControl flow : {FlowControl::kCredit, FlowControl::kBubble}) {
        if (flow == FlowControl::kBubble && switching == Switching::kWormhole) continue;
        for (const char* routing : {"dor", "minimal_adaptive"}) {
          Scenario s;
          s.routing = routing;
          s.radices = {4, 4};
          s.nodes_per_router = 2;  // a packet to the neighbour on its router needs no channel
          s.router.switching = switching;
          s.router.flow_control = flow;
          s.router.vcs = 3;
          s.router.buffer_flits = 20;
          s.router.injection_limit = limit;
          s.router.injection_limit_slots = 7;
          s.lengths = {{1, 0.5}, {10, 0.5}};
          s.flits_per_cycle = 1;
          s.run.until_drained = true;
          s.messages_per_node = 100;
          const SimulationResult result = test::simulate(s);
          EXPECT_EQ(result.verdict, Verdict::kDrained);
          EXPECT_EQ(result.packets, 3200u);
        }
      }
    }
  }
}

Scenario valiant(double load) {
  Scenario s;
  s.routing = "val";
  s.router.vcs = 8;
  s.router.injection_vcs = std::nullopt;
  s.router.buffer_flits = 32;
  s.flits_per_cycle = load;
  s.run.warmup = 4'000;
  s.run.measure = 4'000;
  s.run.drain = 1;
  return s;
}

TEST(InjectionVcs, OneIsWhatPacketsOfANicHave) {
  Scenario s = valiant(0.3);
  s.run.drain = 10'000;
  const SimulationResult all = test::simulate(s);
  s.router.injection_vcs = 8;
  EXPECT_EQ(test::simulate(s).latency_mean, all.latency_mean);
  s.router.injection_vcs = 1;
  const SimulationResult one = test::simulate(s);
  EXPECT_NE(one.latency_mean, all.latency_mean);
  s.router.injection_vcs = std::nullopt;
  s.router.injection_vc = InjectionVc::kNic;
  EXPECT_EQ(test::simulate(s).latency_mean, one.latency_mean);
}

// Each VC of a node's channel may hold a head that asks for an output. With 8 of them against 2 VCs
// of what is under way nodes downstream starve; with one, all fare alike.
TEST(InjectionVcs, FewLetAllNodesFareAlikeInOverload) {
  Scenario s = valiant(0.99);
  const SimulationResult all = test::simulate(s);
  EXPECT_LT(*all.jain_accepted, 0.5);
  s.router.injection_vcs = 1;
  const SimulationResult one = test::simulate(s);
  EXPECT_GT(*one.jain_accepted, 0.95);
  EXPECT_GT(one.accepted_flits, 1.4 * all.accepted_flits);
}

}  // namespace
}  // namespace orthant
