// Overload: networks with a deadlock theorem stay live, those without one lock and are caught.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "sim/input_queued/shapes.hpp"
#include "sim/validate.hpp"
#include "tests/sim/expect_live.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::expect_live;
using test::kOverloadCycles;
using test::kProgressCycles;
using test::Scenario;

struct Torus {
  std::vector<std::uint32_t> radices;
  bool mixed;
};

void PrintTo(const Torus& torus, std::ostream* out) {
  *out << testing::PrintToString(torus.radices) << (torus.mixed ? " mixed lengths" : "");
}

class BubbleTorus : public testing::TestWithParam<Torus> {};

TEST_P(BubbleTorus, OneVcStaysLiveInOverload) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    Scenario s;
    s.radices = GetParam().radices;
    s.router.vcs = 1;
    s.router.switching = switching;
    s.router.flow_control = FlowControl::kBubble;
    s.router.buffer_flits = 16;
    s.lengths = GetParam().mixed ? std::vector<PacketLengths::Part>{{1, 0.5}, {3, 0.2}, {8, 0.3}}
                                 : std::vector<PacketLengths::Part>{{8, 1.0}};
    expect_live(
        s, switching == Switching::kVirtualCutThrough ? kOverloadCycles : kOverloadCycles / 10);
  }
}

TEST_P(BubbleTorus, OneVcStaysLiveWithWormsThatLeaveAFlitFree) {
  for (const std::uint32_t vcs : {1u, 3u}) {
    Scenario s;
    s.radices = GetParam().radices;
    s.router.vcs = vcs;
    s.router.flow_control = FlowControl::kFlitBubble;
    s.router.buffer_flits = 9;
    s.lengths = GetParam().mixed ? std::vector<PacketLengths::Part>{{1, 0.5}, {3, 0.2}, {8, 0.3}}
                                 : std::vector<PacketLengths::Part>{{8, 1.0}};
    expect_live(s, vcs == 1 ? kOverloadCycles / 5 : kProgressCycles);
  }
}

TEST_P(BubbleTorus, StaysLiveInOverloadWithAMarkedSlot) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    for (const std::uint32_t slots : {1u, 2u}) {
      Scenario s;
      s.radices = GetParam().radices;
      s.latency_cycles = {1 + 2 * slots};
      s.router.vcs = slots;
      s.router.switching = switching;
      s.router.flow_control = FlowControl::kCriticalBubble;
      s.router.buffer_flits = 8 * slots;
      s.lengths = GetParam().mixed ? std::vector<PacketLengths::Part>{{1, 0.5}, {3, 0.2}, {8, 0.3}}
                                   : std::vector<PacketLengths::Part>{{8, 1.0}};
      expect_live(s, kOverloadCycles / (switching == Switching::kVirtualCutThrough ? 10 : 20));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tori, BubbleTorus,
                         testing::Values(Torus{{4, 4}, false}, Torus{{4, 4}, true},
                                         Torus{{6, 5}, false}, Torus{{6, 5}, true},
                                         Torus{{8, 8}, false}, Torus{{8, 8}, true},
                                         Torus{{4, 4, 4}, false}, Torus{{4, 4, 4}, true},
                                         Torus{{5, 7}, false}, Torus{{5, 7}, true}),
                         [](const auto& torus) {
                           std::string name;
                           for (const auto k : torus.param.radices) {
                             name += (name.empty() ? "" : "x") + std::to_string(k);
                           }
                           return name + (torus.param.mixed ? "_mixed_lengths" : "_fixed_length");
                         });

class WormholeTorus : public testing::TestWithParam<std::vector<std::uint32_t>> {};

TEST_P(WormholeTorus, DatelineClassesStayLiveInOverload) {
  Scenario s;
  s.radices = GetParam();
  s.lengths = {{8, 1.0}};
  expect_live(s);
}

TEST_P(WormholeTorus, MinimalAdaptiveStaysLiveInOverload) {
  Scenario s;
  s.radices = GetParam();
  s.routing = "minimal_adaptive";
  s.router.vcs = 3;
  s.lengths = {{1, 0.3}, {5, 0.4}, {20, 0.3}};  // also packets longer than a buffer
  expect_live(s, kOverloadCycles / 5);
}

INSTANTIATE_TEST_SUITE_P(Tori, WormholeTorus,
                         testing::Values(std::vector<std::uint32_t>{8, 8},
                                         std::vector<std::uint32_t>{4, 4, 4}),
                         [](const auto& radices) {
                           return std::to_string(radices.param.size()) + "d";
                         });

TEST(MinimalAdaptive, StaysLiveInOverloadWithABubbleEscape) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    for (const auto& [flow_control, buffer_flits] :
         {std::pair(FlowControl::kBubble, 10u), std::pair(FlowControl::kCriticalBubble, 5u)}) {
      Scenario s;
      s.radices = {5, 4};
      s.routing = "minimal_adaptive";
      s.router = {.switching = switching,
                  .flow_control = flow_control,
                  .vcs = 2,
                  .buffer_flits = buffer_flits};
      s.lengths = {{1, 0.5}, {5, 0.5}};
      expect_live(s, kOverloadCycles / 5);
    }
  }
}

class OrthantRouting : public testing::TestWithParam<const char*> {};

TEST_P(OrthantRouting, StaysLiveInOverloadWithABubbleEscape) {
  const auto expect_live_on = [](const std::vector<std::uint32_t>& radices, Switching switching) {
    Scenario s;
    s.radices = radices;
    s.routing = GetParam();
    s.router = {
        .switching = switching, .flow_control = FlowControl::kBubble, .vcs = 3, .buffer_flits = 10};
    s.lengths = {{1, 0.5}, {5, 0.5}};
    expect_live(s, kProgressCycles);
    s.router.flow_control = FlowControl::kCriticalBubble;
    s.router.buffer_flits = 5;
    expect_live(s, kProgressCycles);
  };
  expect_live_on({8, 8}, Switching::kVirtualCutThrough);
  expect_live_on({4, 4, 4}, Switching::kVirtualCutThrough);
  expect_live_on({5, 4}, Switching::kStoreAndForward);
}

TEST_P(OrthantRouting, StaysLiveInOverloadAsWormsWithABubbleEscape) {
  Scenario s;
  s.radices = {8, 8};
  s.routing = GetParam();
  s.router = {.flow_control = FlowControl::kFlitBubble, .vcs = 3, .buffer_flits = 6};
  s.lengths = {{1, 0.5}, {5, 0.5}};
  expect_live(s, 2 * kProgressCycles);
}

TEST(MinimalAdaptive, StaysLiveInOverloadAsWormsWithABubbleEscape) {
  Scenario s;
  s.radices = {5, 4};
  s.routing = "minimal_adaptive";
  s.router = {.flow_control = FlowControl::kFlitBubble, .vcs = 2, .buffer_flits = 6};
  s.lengths = {{1, 0.5}, {5, 0.5}};
  expect_live(s, kOverloadCycles / 5);
}

// A bubble is what keeps a ring live: without it the same network locks.
TEST(Deadlock, WormsInOneClassLockARingWithoutABubble) {
  Scenario s;
  s.radices = {4, 4};
  s.router.vcs = 1;
  s.router.flow_control = FlowControl::kFlitBubble;
  s.router.buffer_flits = 9;
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 1;
  Built built = test::build(s);
  s.router.flow_control = FlowControl::kCredit;  // the routing goes on with one class
  const auto network = test::make_network(s, built);
  network->advance(20'000);
  EXPECT_FALSE(network->wait_graph().stuck().empty());
}

TEST_P(OrthantRouting, StaysLiveInOverloadAsWorms) {
  for (const auto& radices : {std::vector<std::uint32_t>{8, 8}, {4, 4, 4}}) {
    Scenario s;
    s.radices = radices;
    s.routing = GetParam();
    s.router.vcs = std::string_view(GetParam()) == "ofr" ? 5 : 3;
    s.lengths = {{1, 0.3}, {5, 0.4}, {20, 0.3}};  // also packets longer than a buffer
    expect_live(s, 2 * kProgressCycles);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, OrthantRouting, testing::Values("abr", "por", "ofr", "goal"),
                         [](const auto& algorithm) { return std::string(algorithm.param); });

TEST(EveryRouterOption, StaysLiveAndConservesFlitsAndCredits) {
  for (const std::uint32_t vcs : {2u, 5u, 12u}) {
    for (const Allocator allocator :
         {Allocator::kIslip, Allocator::kSeparable, Allocator::kWavefront, Allocator::kMaximum}) {
      for (const InjectionVc injection : {InjectionVc::kRoundRobin, InjectionVc::kLowest,
                                          InjectionVc::kMostFree, InjectionVc::kNic}) {
        for (const std::uint32_t delay : {0u, 1u, 3u}) {
          // Every other one: of each two options, all values meet.
          if ((vcs + static_cast<unsigned>(allocator) + static_cast<unsigned>(injection) + delay) %
              2)
            continue;
          Scenario s;
          s.radices = {4, 3};
          s.latency_cycles = {1 + delay};
          s.nodes_per_router = 1 + delay % 2;
          s.node_channels.ejection =
              (vcs + delay) % 2 == 0 ? Ejection::kShared : Ejection::kImmediate;
          s.router.vcs = vcs;
          s.router.buffer_flits = 3;
          s.router.allocator = allocator;
          s.router.allocator_iterations = 1 + delay;
          s.router.speculative = delay > 0;
          s.router.injection_vc = injection;
          if (delay == 1) s.router.injection_vcs = vcs / 2;
          s.router.routing_delay = delay;
          s.router.switch_allocation_delay = delay;
          s.router.vc_allocation_delay = delay / 2;
          s.lengths = {{1, 0.5}, {7, 0.5}};
          expect_live(s, kProgressCycles);
        }
      }
    }
  }
}

// The network of MinimalAdaptiveStaysLiveInOverload but for the rule.
TEST(Deadlock, MinimalAdaptiveLocksWhereWormsWaitBehindEachOther) {
  Scenario s;
  s.radices = {8, 8};
  s.routing = "minimal_adaptive";
  s.router.vcs = 3;
  s.lengths = {{1, 0.3}, {5, 0.4}, {20, 0.3}};
  s.flits_per_cycle = 1;
  s.run.warmup = 1'000;
  s.run.deadlock_cycles = 1'000;
  for (const VcReuse reuse : {VcReuse::kSafe, VcReuse::kAtomic, VcReuse::kAny}) {
    s.router.vc_reuse = reuse;
    s.run.measure = reuse == VcReuse::kAny ? 100'000 : 5'000;
    const SimulationResult result = test::simulate(s);
    EXPECT_EQ(result.verdict == Verdict::kDeadlocked, reuse == VcReuse::kAny);
    EXPECT_EQ(result.knots.empty(), reuse != VcReuse::kAny);
  }
}

TEST(VcReuse, IsARuleAboutCredits) {
  Scenario s;
  s.router = {.switching = Switching::kVirtualCutThrough, .flow_control = FlowControl::kBubble};
  const auto refused = [&] {
    const Built built = test::build(s);
    try {
      validate(built.parts(s), s.run);
    } catch (const KeyError& error) {
      return std::string(error.key()) + ": " + error.what();
    }
    return std::string();
  };
  EXPECT_EQ(refused(), "");
  s.router.vc_reuse = VcReuse::kAtomic;
  EXPECT_EQ(refused(),
            "router.vc_reuse: atomic is for credits, and router.flow_control is bubble; allowed: "
            "safe");
}

// One VC cannot form the two dateline classes. The knot must be true: its members never move again,
// although other rings still do at the time when it is found.
TEST(Deadlock, OneCreditVcOnATorusLocksAndTheKnotIsTrue) {
  Scenario s;
  s.radices = {16, 16};
  s.router.vcs = 1;
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 0.3;
  s.run.warmup = 100;
  s.run.deadlock_cycles = 100;
  const SimulationResult result = test::simulate(s);
  ASSERT_EQ(result.verdict, Verdict::kDeadlocked);
  ASSERT_FALSE(result.knots.empty());
  ASSERT_GE(result.knots[0].size(), 8u);  // most of a ring at least

  const Built built = test::build(s);
  const auto network = test::make_network(s, built);
  network->advance(result.deadlock_cycle);
  const auto seen = network->wait_graph().stuck();
  const std::uint64_t hops = network->flit_hops();
  network->advance(result.deadlock_cycle + 20'000);
  EXPECT_GT(network->flit_hops(), hops);  // other packets moved on
  const auto later = network->wait_graph().stuck();
  const auto same = [](const BlockedVc& a, const BlockedVc& b) {
    return a.router == b.router && a.port == b.port && a.vc == b.vc;
  };
  for (const BlockedVc& member : seen) {
    EXPECT_TRUE(std::any_of(later.begin(), later.end(),
                            [&](const BlockedVc& other) { return same(member, other); }));
  }
  network->check_conservation();
}

// Rings lock one by one; every knot is a piece of its own.
TEST(Deadlock, KnotsAreSeparateAndSorted) {
  Scenario s;
  s.radices = {16, 16};
  s.router.vcs = 1;
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 0.3;
  s.run.warmup = 5'000;
  s.run.deadlock_cycles = 5'000;
  const SimulationResult result = test::simulate(s);
  ASSERT_EQ(result.verdict, Verdict::kDeadlocked);
  ASSERT_GT(result.knots.size(), 1u);
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places;
  std::size_t before = 0, sum = 0;
  for (const auto& knot : result.knots) {
    EXPECT_GE(knot.size(), before);
    before = knot.size();
    sum += knot.size();
    for (const BlockedVc& place : knot) {
      places.emplace(place.router.value, place.port.value, place.vc.value);
    }
  }
  EXPECT_EQ(places.size(), sum);  // no place is in two
  EXPECT_GT(result.stuck_behind, 0u);
}

// Adaptive packets wait in circles, but each has an escape.
TEST(Deadlock, ACircleOfWaitsThatIsNoKnotIsNoted) {
  Scenario s;
  s.radices = {8, 8};
  s.routing = "minimal_adaptive";
  s.router.vcs = 3;
  s.router.buffer_flits = 2;
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 0.9;
  s.run.deadlock_cycles = 20;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kSaturated);
  EXPECT_TRUE(result.knots.empty());
  EXPECT_TRUE(result.wait_cycle_seen);
  s.flits_per_cycle = 0.01;
  EXPECT_FALSE(test::simulate(s).wait_cycle_seen);
}

TEST(Deadlock, IsNotReportedForACongestedButLiveNetwork) {
  Scenario s;
  s.radices = {8, 8};
  s.lengths = {{8, 1.0}};
  s.flits_per_cycle = 0.9;
  s.run.deadlock_cycles = 50;  // an analysis at every turn
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kSaturated);
}

template <MaskShape kShape>
void add_if_flit_by_flit(const NetworkParts& parts,
                         std::vector<std::unique_ptr<Network>>& networks) {
  if constexpr (!kShape.whole_packets) {
    if (!kShape.holds(parts.topology.max_port_count(), parts.router.vcs)) return;
    const InputQueuedTiming timing(parts.topology, parts.router, parts.node_channels);
    networks.push_back(std::make_unique<InputQueued<kShape>>(
        parts, timing, InputQueuedSizes(parts, timing), Cut(parts.topology, 1), 0));
  }
}

template <std::size_t... kIndices>
std::vector<std::unique_ptr<Network>> in_every_width(const NetworkParts& parts,
                                                     std::index_sequence<kIndices...>) {
  std::vector<std::unique_ptr<Network>> networks;
  (add_if_flit_by_flit<kShapes[kIndices]>(parts, networks), ...);
  return networks;
}

// The same network with masks of one word and of more gives the same numbers.
TEST(MaskWidth, DoesNotChangeAResult) {
  Scenario s;
  s.radices = {5, 4};
  s.routing = "minimal_adaptive";
  s.router.vcs = 4;
  s.flits_per_cycle = 0.4;
  s.lengths = {{1, 0.5}, {6, 0.5}};
  const Built built = test::build(s);
  const NetworkParts parts = built.parts(s);
  const auto networks = in_every_width(parts, std::make_index_sequence<kShapes.size()>{});
  ASSERT_GE(networks.size(), 2u);
  for (const auto& network : networks) {
    network->open_window(500, 5'000, 10);
    network->advance(10'000);
    EXPECT_GT(network->recorder().window().delivered_packets, 1'000u);
    EXPECT_EQ(network->recorder().window().latency_sum,
              networks[0]->recorder().window().latency_sum);
    EXPECT_EQ(network->channel_flits(), networks[0]->channel_flits());
  }
}

}  // namespace
}  // namespace orthant
