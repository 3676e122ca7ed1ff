// Routers that take several ticks in one visit (sim/kernel.hpp) against the same network tick by
// tick: nothing that is told of a run may differ.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "sim/input_queued_sizes.hpp"
#include "tests/sim/all_that_is_told.hpp"

namespace orthant {
namespace {

using test::all_told_of;
using test::Scenario;
using Change = std::function<void(Scenario&)>;

std::uint32_t ticks_of_a_visit(const Scenario& s) {
  const test::Built built = test::build(s);
  const NetworkParts parts = built.parts(s);
  const InputQueuedTiming timing(parts.topology, parts.router, parts.node_channels);
  return InputQueuedSizes(parts, timing).lookahead;
}

Scenario in_visits(const Change& change, std::uint32_t ticks, double load) {
  Scenario s;
  s.radices = {4, 4};
  s.lengths = {{1, 0.5}, {5, 0.5}};
  s.run.warmup = 501;
  s.run.measure = 1'003;
  s.run.drain = 500;
  s.run.deadlock_cycles = 23;
  s.flits_per_cycle = load;
  change(s);
  s.router.visit_ticks = ticks;
  return s;
}

// Loads at which nothing is in the way, near the knee, and far beyond.
void expect_no_difference(const std::string& what, const Change& change, std::uint32_t longest) {
  ASSERT_EQ(ticks_of_a_visit(in_visits(change, 1, 0.1)), 1u) << what;
  ASSERT_EQ(ticks_of_a_visit(in_visits(change, 100, 0.1)), longest) << what;
  for (const double load : {0.05, 0.4, 0.9}) {
    const std::string tick_by_tick = all_told_of(in_visits(change, 1, load));
    EXPECT_GT(tick_by_tick.size(), 1000u) << what;
    for (std::uint32_t ticks = 2; ticks <= longest; ++ticks)
      EXPECT_TRUE(all_told_of(in_visits(change, ticks, load)) == tick_by_tick)
          << what << ", visits of " << ticks << ", load " << load;
  }
}

struct Case {
  Change change;
  std::uint32_t longest = 2;  // visit, ticks
};

TEST(Visits, ChangeNothingThatIsToldOfARun) {
  const auto latency = [](std::vector<std::uint32_t> cycles) {
    return [=](Scenario& s) { s.latency_cycles = cycles; };
  };
  const std::map<std::string, Case> cases = {
      {"torus", {[](Scenario&) {}}},
      {"channels of 3 cycles", {latency({3}), 4}},
      {"channels of 3 and 9 cycles", {latency({3, 9}), 4}},
      {"channels of 8 cycles", {latency({8}), 8}},
      {"beyond the wheel", {latency({70}), 8}},
      {"some beyond the wheel", {latency({2, 90}), 3}},
      {"on the edge of the wheel", {latency({3, 61}), 4}},
      {"pipeline",
       {[](Scenario& s) {
         s.router.routing_delay = 2;
         s.router.vc_allocation_delay = 1;
         s.router.switch_allocation_delay = 3;
       }}},
      {"slow channels", {[](Scenario& s) { s.node_channels.bandwidth = Rational(1, 2); }}},
      {"minimal adaptive",
       {[](Scenario& s) {
         s.routing = "minimal_adaptive";
         s.router.vcs = 4;
       }}},
      {"val, immediate ejection, two nodes a router",
       {[](Scenario& s) {
         s.routing = "val";
         s.router.vcs = 4;
         s.nodes_per_router = 2;
         s.node_channels.ejection = Ejection::kImmediate;
       }}},
      {"random arbitration, several iterations",
       {[](Scenario& s) {
         s.router.arbitration = Arbitration::kRandom;
         s.router.allocator_iterations = 2;
       }}},
      {"separable, most free VC",
       {[](Scenario& s) {
         s.router.allocator = Allocator::kSeparable;
         s.router.injection_vc = InjectionVc::kMostFree;
       }}},
      {"wavefront", {[](Scenario& s) { s.router.allocator = Allocator::kWavefront; }}},
      {"bubble, store and forward",
       {[](Scenario& s) {
         s.router.vcs = 1;
         s.router.buffer_flits = 16;
         s.router.switching = Switching::kStoreAndForward;
         s.router.flow_control = FlowControl::kBubble;
       }}},
      {"switch held, flits of several lengths",
       {[](Scenario& s) {
         s.router.buffer_flits = 16;
         s.router.switching = Switching::kVirtualCutThrough;
         s.router.switch_hold = SwitchHold::kPacket;
       }}},
      {"single flits", {[](Scenario& s) { s.lengths = {{1, 1.0}}; }}},
      {"deadlock",
       {[](Scenario& s) {
         s.routing = "minimal_adaptive";
         s.router.vcs = 3;
         s.router.vc_reuse = VcReuse::kAny;
       }}},
  };
  for (const auto& [what, of] : cases) expect_no_difference(what, of.change, of.longest);
}

TEST(Visits, AreOfOneTickWhereTicksAreLookedAtOneByOne) {
  const auto ticks = [](const Change& change) {
    return ticks_of_a_visit(in_visits(change, 8, 0.1));
  };
  EXPECT_EQ(ticks([](Scenario& s) { s.router.input_speedup = Rational(2); }), 1u);
  EXPECT_EQ(ticks([](Scenario& s) {
              s.router.buffer_flits = 16;
              s.router.switching = Switching::kVirtualCutThrough;
              s.router.flow_control = FlowControl::kCriticalBubble;
            }),
            1u);
}

TEST(Visits, AreLongerInLargeNetworksAlone) {
  const auto of_size = [](std::uint32_t radix) {
    return ticks_of_a_visit(in_visits([&](Scenario& s) { s.radices = {radix, radix}; }, 0, 0.1));
  };
  EXPECT_EQ(of_size(8), 1u);
  EXPECT_EQ(of_size(32), 2u);
}

}  // namespace
}  // namespace orthant
