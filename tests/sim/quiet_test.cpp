// Time in which nothing happens is skipped, and nothing else is changed by that.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

// Far apart, packets do not meet: each has the latency of an empty network.
test::Scenario rare_packets() {
  test::Scenario s;
  s.radices = {4, 4};
  s.flits_per_cycle = 1e-9;
  s.messages_per_node = 10;
  s.run.until_drained = true;
  return s;
}

// 10 messages at 1e-9 per cycle take 1e10 cycles in the mean: hours, cycle by cycle.
TEST(Quiet, TimeIsSkippedUntilDrained) {
  const auto start = std::chrono::steady_clock::now();
  const SimulationResult result = test::simulate(rare_packets());
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.packets, 160u);
  EXPECT_GT(result.cycles, 5'000'000'000u);
  EXPECT_DOUBLE_EQ(*result.latency_mean, 3 + 2 * *result.hops_mean);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(1));
}

TEST(Quiet, TimeIsSkippedInAWindow) {
  test::Scenario s = rare_packets();
  s.messages_per_node.reset();
  s.run.until_drained = false;
  s.run.warmup = 1'000;
  s.run.measure = 20'000'000'000;
  const SimulationResult result = test::simulate(s);
  EXPECT_GT(result.packets, 200u);  // 320 in the mean
  EXPECT_DOUBLE_EQ(*result.latency_mean, 3 + 2 * *result.hops_mean);
}

TEST(Quiet, TimeIsSkippedByOutputQueuesToo) {
  test::Scenario s = rare_packets();
  s.flits_per_cycle = 1e-8;
  s.router.model = RouterModel::kOutputQueued;
  s.router.switching = Switching::kStoreAndForward;
  s.router.flow_control = FlowControl::kBubble;
  s.routing = "abr";
  s.router.vcs = 2;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.packets, 160u);
  EXPECT_GT(result.cycles, 500'000'000u);
}

// A slow channel far away: flits and credits are under way for longer than the wheel is.
TEST(Quiet, TimeDoesNotBeginBeforeTheLastArrival) {
  test::Scenario s;
  s.radices = {4};
  s.latency_cycles = {5'000};
  s = test::lone_packets(s, NodeId{0}, NodeId{2}, 3, 4, 100'000'000);
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.packets, 4u);
  EXPECT_EQ(*result.latency_mean, *result.latency_max);
  EXPECT_EQ(result.cycles, 300'000'000 + static_cast<Cycle>(*result.latency_max));
}

}  // namespace
}  // namespace orthant
