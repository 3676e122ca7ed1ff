// Heads that ask for a VC and for the switch at once: router.speculative.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

constexpr std::array kEachAllocator = {Allocator::kIslip, Allocator::kSeparable,
                                       Allocator::kWavefront, Allocator::kMaximum};

// A stream of single flits from a node to its neighbour in a row, through one VC: cycles per
// packet.
double turnaround(std::uint32_t routing, std::uint32_t vc, std::uint32_t switching,
                  bool speculative) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.router.vcs = 1;
  s.router.buffer_flits = 32;
  s.router.routing_delay = routing;
  s.router.vc_allocation_delay = vc;
  s.router.switch_allocation_delay = switching;
  s.router.speculative = speculative;
  const auto last = [&](std::uint64_t packets) {
    return *test::simulate(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 1, packets, 1))
                .latency_max;
  };
  return 1 + (last(200) - last(100)) / 100.0;  // all are generated one cycle apart
}

// A head is looked at in the cycle after the one in which the tail before it won the switch. It
// wins rd + vd + sd cycles later, or rd + max(vd, sd) where it may ask for both at once.
TEST(Speculation, ShortensTheTurnaroundOfAVc) {
  EXPECT_EQ(turnaround(1, 1, 1, false), 3);
  EXPECT_EQ(turnaround(1, 1, 1, true), 2);
  EXPECT_EQ(turnaround(0, 1, 1, true), 1);
  EXPECT_EQ(turnaround(0, 3, 2, true), 3);
  EXPECT_EQ(turnaround(0, 2, 3, true), 3);
  EXPECT_EQ(turnaround(1, 1, 0, true), turnaround(1, 1, 0, false));  // nothing to overlap
}

Scenario loaded(double load) {
  Scenario s;
  s.kind = "mesh";
  s.flits_per_cycle = load;
  s.router.vcs = 4;
  s.router.routing_delay = s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
  s.run.warmup = 3'000;
  s.run.measure = 10'000;
  return s;
}

// A cycle less in each of 6.25 routers, and queues that move on faster.
TEST(Speculation, SavesACycleInEveryRouter) {
  for (const Allocator allocator : kEachAllocator) {
    Scenario s = loaded(0.05);
    s.router.allocator = allocator;
    const double plain = *test::simulate(s).latency_mean;
    s.router.speculative = true;
    EXPECT_NEAR(plain - *test::simulate(s).latency_mean, 6.25, 0.2);
  }
}

TEST(Speculation, CarriesNoLess) {
  for (const Allocator allocator : kEachAllocator) {
    Scenario s = loaded(0.9);
    s.router.allocator = allocator;
    const double plain = test::simulate(s).accepted_flits;
    s.router.speculative = true;
    EXPECT_GT(test::simulate(s).accepted_flits, plain * 0.99);
  }
}

TEST(Speculation, EverythingArrives) {
  for (const Allocator allocator : kEachAllocator) {
    for (const Arbitration arbitration :
         {Arbitration::kRoundRobin, Arbitration::kAge, Arbitration::kFcfs, Arbitration::kRandom,
          Arbitration::kFixed}) {
      const bool by_pairs = allocator == Allocator::kIslip || allocator == Allocator::kSeparable;
      if (arbitration != Arbitration::kRoundRobin && !by_pairs) continue;
      for (const Ejection ejection : {Ejection::kShared, Ejection::kImmediate}) {
        for (const Rational& speedup : {Rational(1), Rational(3, 2)}) {
          Scenario s;
          s.radices = {4, 4};
          s.routing = "minimal_adaptive";
          s.router.vcs = 4;
          s.router.vc_allocation_delay = 1;
          s.router.switch_allocation_delay = 2;
          s.router.speculative = true;
          s.router.allocator = allocator;
          s.router.arbitration = arbitration;
          s.router.input_speedup = speedup;
          s.node_channels.ejection = ejection;
          s.lengths = {{1, 0.5}, {6, 0.5}};
          s.flits_per_cycle = 1;
          s.run.until_drained = true;
          s.messages_per_node = 100;
          const SimulationResult result = test::simulate(s);
          EXPECT_EQ(result.verdict, Verdict::kDrained);
          EXPECT_EQ(result.packets, 1600u);
        }
      }
    }
  }
}

// A ring of 3 ports: with as many rounds in a cycle the first diagonal has to move from cycle to
// cycle all the same.
TEST(Allocators, WavefrontIsFairWithAsManyRoundsAsPorts) {
  Scenario s;
  s.radices = {4};
  s.router.allocator = Allocator::kWavefront;
  s.router.vcs = 4;
  s.run.warmup = 2'000;
  s.run.measure = 10'000;
  s.flits_per_cycle = 1;
  for (const std::int64_t speedup : {2, 3, 4}) {
    s.router.input_speedup = speedup;
    EXPECT_GT(*test::simulate(s).jain_accepted, 0.99) << speedup;
  }
}

TEST(Allocators, RefuseArbitrationThatTheyDoNotAskFor) {
  Scenario s = loaded(0.1);
  s.router.allocator = Allocator::kWavefront;
  s.router.arbitration = Arbitration::kAge;
  EXPECT_THROW(test::simulate(s), KeyError);
}

}  // namespace
}  // namespace orthant
