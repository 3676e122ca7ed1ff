// What makes a run stable, saturated or unfinished, at the edge of each rule. The networks are
// empty but for single flits from node 0 to node 2 of a ring: 7 cycles from generation to arrival,
// and out of the last router after 5.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "sim/measure/limit.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

Scenario single_flits() {
  Scenario s;
  s.radices = {8};
  s.lengths = {{1, 1.0}};
  s.own_pattern = std::make_shared<test::OnePair>(NodeId{0u}, NodeId{2u});
  s.run.warmup = 0;
  return s;
}

// The flit of cycle 998 leaves its last router in cycle 1003: the fourth after the window.
TEST(Verdict, IsOpenWhereAPacketOfTheWindowIsNotDeliveredInAShorterWait) {
  Scenario s = single_flits();
  s.own_injection = std::make_shared<test::EveryPeriod>(998);
  s.run.measure = 1'000;
  s.run.drain = 4;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kStable);
  s.run.drain = 3;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kUnfinished);
  EXPECT_TRUE(result.growing_sources.empty());
}

// A channel of 2,000 cycles: the packets of the window need longer than it lasts.
TEST(Verdict, IsSaturatedWhereAPacketWaitsLongerThanTheWindow) {
  Scenario s = single_flits();
  s.own_injection = std::make_shared<test::EveryPeriod>(998);
  s.node_channels.injection_latency = 2'000;
  s.run.measure = 1'000;
  s.run.drain = 1'000;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kSaturated);
  EXPECT_TRUE(result.growing_sources.empty());
}

class AllToNode2 final : public Pattern {
 public:
  std::optional<NodeId> destination(NodeId, std::uint64_t, RandomStream&) const override {
    return NodeId{2u};
  }
  void row(NodeId, FunctionRef<void(NodeId, double)> visit) const override {
    visit(NodeId{2u}, 1.0);
  }
};

// Eight nodes of a ring send 300 flits each to node 2, which takes one per cycle: 800 of the 2400
// have come when the window ends, and the others go on to come at that rate.
TEST(Verdict, IsReachedWhenTheProgressOfTheDrainSaid) {
  Scenario s = single_flits();
  s.own_pattern = std::make_shared<AllToNode2>();
  s.own_injection = std::make_shared<test::EveryPeriod>(1);
  s.messages_per_node = 300;
  s.run.measure = 800;
  s.run.drain = 1'000'000;
  std::vector<std::pair<Cycle, Cycle>> reported;
  const test::Built built = test::build(s);
  const SimulationResult result =
      simulate(built.parts(s), s.run, {.progress = [&](Cycle done, Cycle expected) {
                 reported.emplace_back(done, expected);
                 return true;
               }});
  EXPECT_EQ(result.packets, 2'400u);
  std::size_t seen = 0;
  for (const auto& [done, expected] : reported) {
    if (done <= 900) continue;  // the first hundred cycles say nothing yet
    ++seen;
    EXPECT_NEAR(static_cast<double>(expected), 2'450, 100) << done;
  }
  EXPECT_GT(seen, 10u);
}

TEST(Verdict, IsUnfinishedWhereTheWindowIsShorterThanALatency) {
  Scenario s = single_flits();
  s.own_injection = std::make_shared<test::EveryPeriod>(3);
  s.run.measure = 7;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kStable);
  s.run.measure = 6;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kUnfinished);
}

// It is unknown how far the latency of a single packet is from the mean.
TEST(Verdict, IsUnfinishedWithASinglePacket) {
  Scenario s = single_flits();
  s.own_injection = std::make_shared<test::EveryPeriod>(900);
  s.run.measure = 900;
  const SimulationResult one = test::simulate(s);
  EXPECT_EQ(one.packets, 1u);
  EXPECT_EQ(one.verdict, Verdict::kUnfinished);
  EXPECT_FALSE(one.latency_ci95);
  s.run.measure = 901;
  const SimulationResult two = test::simulate(s);
  EXPECT_EQ(two.packets, 2u);
  EXPECT_EQ(two.verdict, Verdict::kStable);
  EXPECT_EQ(two.latency_ci95, 0.0);
}

// A flit every 10 cycles from `first` on, every 2 cycles from `faster` on.
class TwoRates final : public Injection {
 public:
  TwoRates(Cycle first, Cycle faster) : first_(first), faster_(faster) {}
  Cycle next(NodeId, InjectionState& state, RandomStream&) const override {
    const Cycle slow = (faster_ - first_) / 10;
    const Cycle i = state.count++;
    return i < slow ? first_ + 10 * i : faster_ + 2 * (i - slow);
  }

 private:
  Cycle first_, faster_;
};

// The pilots look 100 times, from 0 on every 20 cycles and, if the first was not stationary, from
// 2500 on every 80. The first sees no flit up to cycle 1300 and one thereafter: 65 looks of 100 are
// another state, so it is not stationary. The second sees one flit up to 7700; where the rate
// changes then, there are three thereafter, and it is not stationary either. The window begins at
// 12500 and is as steady as can be.
TEST(Verdict, IsUnfinishedWhereNoPilotWasStationary) {
  Scenario s = single_flits();
  s.run.warmup = std::nullopt;
  s.run.measure = 2'000;
  s.own_injection = std::make_shared<TwoRates>(1'305, 1'000'005);
  const SimulationResult steady = test::simulate(s);
  EXPECT_EQ(steady.warmup_cycles, 12'500u);
  EXPECT_EQ(steady.verdict, Verdict::kStable);
  s.own_injection = std::make_shared<TwoRates>(1'305, 7'705);
  const SimulationResult changed = test::simulate(s);
  EXPECT_EQ(changed.warmup_cycles, 12'500u);
  EXPECT_EQ(changed.verdict, Verdict::kUnfinished);
}

// A ring on which every node sends packets of 4 flits to the next one: nothing meets.
Scenario to_neighbors(double load) {
  Scenario s;
  s.radices = {8};
  s.pattern = "neighbor";
  s.lengths = {{4, 1.0}};
  s.flits_per_cycle = load;
  s.run.warmup = 1'000;
  s.run.measure = 2'000;
  return s;
}

// Packets generated at random fill a queue at the channel's full rate for ever, if too slowly to be
// seen in a window; at regular times they do not.
TEST(Verdict, IsNotStableWhereRandomPacketsTakeAllOfANodesChannel) {
  Scenario s = to_neighbors(1);
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kSaturated);
  EXPECT_EQ(source_memory(test::build(s).parts(s)).longest,
            std::numeric_limits<double>::infinity());
  s.own_injection = std::make_shared<test::EveryPeriod>(4);
  EXPECT_EQ(source_memory(test::build(s).parts(s)).longest, 0);
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kStable);
  // A channel that is twice as fast has time for all of them.
  s = to_neighbors(1);
  s.node_channels.bandwidth = 2;
  EXPECT_LT(source_memory(test::build(s).parts(s)).longest, 100);
}

// Generation with the probability 0.9 / 4: a packet of 4 flits adds 16 (1 - 0.225) 0.225 to the
// variance, so that the queue remembers 2 times that over 0.1^2, 558 cycles. A window of 25 times
// that, 13,950 cycles, holds more than 100 memories of the 8 nodes together.
TEST(Verdict, IsUnfinishedWhereAQueueRemembersLongerThanTheWindow) {
  Scenario s = to_neighbors(0.9);
  EXPECT_NEAR(source_memory(test::build(s).parts(s)).longest, 558, 1e-6);
  EXPECT_NEAR(shortest_window(source_memory(test::build(s).parts(s))), 13'950, 1e-6);
  s.run.measure = 5'580;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kUnfinished);
  s.run.measure = 139'500;
  EXPECT_EQ(test::simulate(s).verdict, Verdict::kStable);
}

TEST(ShortestWindow, HoldsTwentyFiveMemoriesOfEachSourceAndAHundredOfAll) {
  EXPECT_EQ(shortest_window({}), 0);
  EXPECT_EQ(shortest_window({.longest = 30, .sources = 1}), 3'000);
  EXPECT_EQ(shortest_window({.longest = 30, .sources = 2}), 1'500);
  EXPECT_EQ(shortest_window({.longest = 30, .sources = 4}), 750);
  EXPECT_EQ(shortest_window({.longest = 30, .sources = 64}), 750);
  const Scenario s = to_neighbors(0.5);
  EXPECT_EQ(source_memory(test::build(s).parts(s)).sources, 8);
}

TEST(SourceMemory, CountsLengthsClassesAndWhatIsSent) {
  Scenario s = to_neighbors(0.5);
  s.lengths = {{2, 0.5}, {6, 0.5}};  // of mean 4 and variance 4
  EXPECT_NEAR(source_memory(test::build(s).parts(s)).longest, 2 * 0.125 * (4 + 0.875 * 16) / 0.25,
              1e-9);
  // Two classes with random generation of their own, 0.25 flits each.
  test::Built built = test::build(to_neighbors(0.25));
  TrafficClass part{.name = "one", .traffic = built.traffic, .load_share = 1};
  TrafficClass other = part;
  other.name = "two";
  const Traffic whole = mixed_traffic({part, other});
  built.traffic = whole;
  const double p = 0.25 / 4;
  EXPECT_NEAR(source_memory(built.parts(s)).longest, 2 * 2 * p * (1 - p) * 16 / 0.25, 1e-9);
}

}  // namespace
}  // namespace orthant
