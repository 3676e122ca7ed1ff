// Routers that take several ticks in one visit (sim/kernel/kernel.hpp) against the same network
// tick by tick: nothing that a run reports may differ.
#include <gtest/gtest.h>

#include "sim/input_queued/sizes.hpp"
#include "tests/sim/kinds_of_networks.hpp"

namespace orthant {
namespace {

using test::all_reported_of;
using test::Change;
using test::Scenario;

std::uint32_t ticks_of_a_visit(const Scenario& s) {
  const test::Built built = test::build(s);
  const NetworkParts parts = built.parts(s);
  const InputQueuedTiming timing(parts.topology, parts.router, parts.node_channels);
  return InputQueuedSizes(parts, timing).lookahead;
}

Scenario in_visits(const Change& change, std::uint32_t ticks, double load) {
  Scenario s = test::small_network(change, load);
  s.stepping.visit_ticks = ticks;
  return s;
}

// Loads at which nothing is in the way, near the knee, and far beyond.
void expect_no_difference(const std::string& what, const Change& change, std::uint32_t longest) {
  ASSERT_EQ(ticks_of_a_visit(in_visits(change, 1, 0.1)), 1u) << what;
  ASSERT_EQ(ticks_of_a_visit(in_visits(change, 100, 0.1)), longest) << what;
  for (const double load : {0.05, 0.4, 0.9}) {
    const std::string tick_by_tick = all_reported_of(in_visits(change, 1, load));
    EXPECT_GT(tick_by_tick.size(), 1000u) << what;
    for (std::uint32_t ticks = 2; ticks <= longest; ++ticks)
      EXPECT_TRUE(all_reported_of(in_visits(change, ticks, load)) == tick_by_tick)
          << what << ", visits of " << ticks << ", load " << load;
  }
}

TEST(Visits, ChangeNothingThatARunReports) {
  for (const auto& [what, of] : test::kinds_of_networks())
    expect_no_difference(what, of.change, of.longest);
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
