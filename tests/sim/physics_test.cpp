// Loaded networks against what theory says of them.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/loads/channel_load.hpp"
#include "tests/sim/network_fixture.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

Scenario torus8x8(std::uint16_t flits, double load) {
  Scenario s;
  s.lengths = {{flits, 1.0}};
  s.flits_per_cycle = load;
  s.run.warmup = 3'000;
  return s;
}

// One node that sends to itself: a discrete-time queue with Bernoulli arrivals (p per cycle) and a
// fixed service of S cycles, Geo/D/1, whose mean wait is p S (S-1) / (2 (1 - p S)).
TEST(SourceQueue, WaitsAsLongAsTheoryOfTheGeoD1QueueSays) {
  for (const auto& [flits, load] : {std::pair<std::uint16_t, double>{8, 0.5}, {8, 0.8}, {3, 0.7}}) {
    Scenario s = torus8x8(flits, load);
    s.radices = {1};
    s.router.buffer_flits = 16;
    s.run.measure = 4'000'000;
    const double p = load / flits;
    const double wait = p * flits * (flits - 1) / (2 * (1 - load));
    const SimulationResult result = test::simulate(s);
    const double measured = *result.latency_mean - *result.network_latency_mean;
    ASSERT_TRUE(result.latency_ci95);
    EXPECT_NEAR(measured, wait, 2.5 * *result.latency_ci95);  // five standard errors
    EXPECT_LT(*result.latency_ci95, 0.03 * wait);
  }
}

// The four neighbours of node 4, the middle of a mesh of 3 x 3, send to it.
class ToTheMiddle final : public Pattern {
 public:
  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return source.value % 2 == 1 ? std::optional(NodeId{4}) : std::nullopt;
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (source.value % 2 == 1) visit(NodeId{4}, 1.0);
  }
};

// Where nothing waits for a node, each of four flows to it is alone: Geo/D/1 at its source and no
// wait after it. A shared channel carries a quarter of each.
TEST(Ejection, KeepsFlowsApartWhereItIsImmediate) {
  constexpr std::uint16_t kFlits = 8;
  Scenario s = torus8x8(kFlits, 0.6);
  s.kind = "mesh";
  s.radices = {3, 3};
  s.own_pattern = std::make_shared<ToTheMiddle>();
  s.run.measure = 800'000;
  s.node_channels.ejection = Ejection::kImmediate;
  const double p = s.flits_per_cycle / kFlits;
  const double wait = p * kFlits * (kFlits - 1) / (2 * (1 - s.flits_per_cycle));
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kStable);
  ASSERT_TRUE(result.latency_ci95);
  EXPECT_EQ(*result.network_latency_mean, 1 + 2 + 1 + 1 + (kFlits - 1));
  EXPECT_NEAR(*result.latency_mean - *result.network_latency_mean, wait,
              2.5 * *result.latency_ci95);  // five standard errors
  EXPECT_LT(*result.latency_ci95, 0.03 * wait);

  s.node_channels.ejection = Ejection::kShared;
  const SimulationResult shared = test::simulate(s);
  EXPECT_EQ(shared.verdict, Verdict::kSaturated);
  EXPECT_NEAR(shared.accepted_flits, 0.25, 0.01);
}

// Without a drain an overloaded network ends with its window; a stable one ends as it does with
// one.
TEST(Drain, IsLeftOutWhereTheWindowDecides) {
  for (const double load : {0.3, 0.9}) {
    Scenario s = torus8x8(4, load);
    const SimulationResult drained = test::simulate(s);
    s.run.drain_saturated = false;
    const SimulationResult decided = test::simulate(s);
    EXPECT_EQ(decided.verdict, load < 0.5 ? Verdict::kStable : Verdict::kSaturated);
    EXPECT_EQ(decided.verdict, drained.verdict);
    EXPECT_EQ(decided.accepted_flits, drained.accepted_flits);
    EXPECT_EQ(decided.source_accepted_min, drained.source_accepted_min);
    EXPECT_EQ(decided.growing_sources.size(), drained.growing_sources.size());
    if (decided.verdict == Verdict::kStable) {
      EXPECT_EQ(decided.latency_mean, drained.latency_mean);
    } else {
      EXPECT_EQ(decided.cycles, 3'000 + s.run.measure);
      EXPECT_GT(drained.cycles, decided.cycles);
    }
  }
}

// Two nodes of a router send over one channel; the packet of the second is generated three cycles
// after that of the first, which has eight flits. At their destination heads want no channel.
TEST(WantedChannels, AreTakenWhileAPacketCrosses) {
  class Staggered final : public Injection {
   public:
    Cycle next(NodeId node, InjectionState& state, RandomStream&) const override {
      return 100 * state.count++ + 3 * node.value;
    }
  };
  class ToTheOtherRouter final : public Pattern {
   public:
    std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
      return source.value < 2 ? std::optional(NodeId{2u + source.value}) : std::nullopt;
    }
    void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
      if (source.value < 2) visit(NodeId{2u + source.value}, 1.0);
    }
  };
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  s.router.vcs = 1;
  s.lengths = {{8, 1.0}};
  s.own_pattern = std::make_shared<ToTheOtherRouter>();
  s.own_injection = std::make_shared<Staggered>();
  s.messages_per_node =
      17 * 20;  // in 17 periods each of the four heads of a period is sampled once
  s.run.until_drained = true;
  EXPECT_EQ(test::simulate(s).wanted_free_fraction, 0.5);
  s.router.vcs = 2;
  EXPECT_EQ(test::simulate(s).wanted_free_fraction, 1);
  // One VC is an escape, which no head wants: the second head takes it, but wanted the other.
  s.routing = "minimal_adaptive";
  EXPECT_EQ(test::simulate(s).wanted_free_fraction, 0.5);
}

// An escape is no channel that a packet wants: with one adaptive VC per channel a lone wormhole
// finds all that it wants free.
TEST(WantedChannels, AreFreeInAnEmptyNetwork) {
  for (const char* routing : {"dor", "minimal_adaptive", "mp", "z2", "abr", "goal"}) {
    Scenario s;
    s.routing = routing;
    s.router.vcs = 3;
    s = test::lone_packets(s, NodeId{0u}, NodeId{27u}, 5, 50);
    EXPECT_EQ(test::simulate(s).wanted_free_fraction, 1) << routing;
  }
  const Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{27u}, 5, 50);
  EXPECT_FALSE(test::simulate(test::output_queued(s)).wanted_free_fraction);
}

// In a nearly empty network the mean latency is the mean of the zero-load formula over the traffic
// matrix: on the 8x8 torus the mean distance, own node included, is 2 + 2.
TEST(LowLoad, LatencyIsTheMeanOfTheZeroLoadFormula) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    Scenario s = torus8x8(5, 0.002);
    s.router.switching = switching;
    s.run.measure = 1'000'000;
    const SimulationResult result = test::simulate(s);
    const double per_router = switching == Switching::kStoreAndForward ? 1 + 4 : 1;
    const double theory = 1 + 5 * per_router + 4 + 1 + 4;
    ASSERT_TRUE(result.latency_ci95);
    EXPECT_NEAR(*result.latency_mean, theory, 0.01 * theory + 2.5 * *result.latency_ci95);
    EXPECT_NEAR(*result.hops_mean, 4, 0.05);
  }
}

// Zero load: store and forward pays the packet at every router, the other two once. Under load and
// with the same buffers wormhole moves whenever cut-through does and also into buffers with less
// than a packet's space. Its weakness is small buffers: a blocked worm then holds several channels,
// and the network saturates first.
TEST(Switching, IsOrderedAsTheorySays) {
  const auto simulate = [](Switching switching, std::uint32_t buffer, double load) {
    Scenario s = torus8x8(8, load);
    s.router.switching = switching;
    s.router.buffer_flits = buffer;
    return test::simulate(s);
  };
  const auto wormhole = Switching::kWormhole;
  const auto cut_through = Switching::kVirtualCutThrough;
  const auto store_forward = Switching::kStoreAndForward;
  for (const double load : {0.02, 0.15, 0.25}) {
    const double worm = *simulate(wormhole, 16, load).latency_mean;
    const double cut = *simulate(cut_through, 16, load).latency_mean;
    const double store = *simulate(store_forward, 16, load).latency_mean;
    EXPECT_LT(worm, cut + 0.3) << load;
    EXPECT_GT(store, cut + 3 * 7) << load;  // four routers, seven flits each
  }
  const double small_worm = simulate(wormhole, 3, 1).accepted_flits;
  EXPECT_LT(1.1 * small_worm, simulate(cut_through, 16, 1).accepted_flits);
  EXPECT_LT(1.1 * small_worm, simulate(store_forward, 16, 1).accepted_flits);
}

TEST(VirtualChannels, FourCarryMoreThanTwo) {
  Scenario s = torus8x8(8, 1);
  s.run.measure = 10'000;
  s.router.vcs = 2;
  const double two = test::simulate(s).accepted_flits;
  s.router.vcs = 4;
  EXPECT_GT(test::simulate(s).accepted_flits, 1.1 * two);
}

// No network accepts more than its exact throughput: 1 / largest expected channel load.
TEST(Throughput, StaysBelowTheExactBoundOfEveryPattern) {
  for (const char* pattern : {"uniform", "tornado", "transpose", "bit_complement", "neighbor"}) {
    Scenario s = torus8x8(4, 1);
    s.pattern = pattern;
    s.router.vcs = 8;
    s.run.measure = 10'000;
    const Built built = test::build(s);
    const auto loads =
        expected_channel_loads(*built.topology, *built.routing->oblivious(), built.traffic);
    const SimulationResult result = test::simulate(s);
    EXPECT_LE(*result.channel_load_max, 1.0 + 1e-12) << pattern;
    EXPECT_GT(*result.channel_load_max, 0.65) << pattern;
    // Where all sources are alike, the mean accepted load is bound by the busiest channel too.
    if (std::string(pattern) != "transpose") {
      EXPECT_LE(result.accepted_flits, 1.01 * std::min(1.0, throughput_of(*built.topology, loads)))
          << pattern;
    }
  }
}

TEST(Verdict, IsStableBelowSaturationAndSaturatedAbove) {
  Scenario s = torus8x8(8, 0.2);
  s.run.warmup = std::nullopt;
  const SimulationResult stable = test::simulate(s);
  EXPECT_EQ(stable.verdict, Verdict::kStable);
  EXPECT_NEAR(stable.accepted_flits, stable.offered_flits, 0.01);
  EXPECT_TRUE(stable.latency_ci95);
  s.flits_per_cycle = 0.6;
  const SimulationResult saturated = test::simulate(s);
  EXPECT_EQ(saturated.verdict, Verdict::kSaturated);
  EXPECT_LT(saturated.accepted_flits, saturated.offered_flits);
  EXPECT_FALSE(saturated.latency_p99);
}

// A permutation starves the few sources upstream of its busiest channel while the mean looks well:
// the verdict sees it.
TEST(Verdict, NamesTheSourcesThatStarve) {
  Scenario s = torus8x8(4, 0.34);  // transpose: the busiest channel carries 3.5 nodes
  s.pattern = "transpose";
  s.router.vcs = 4;
  s.run.measure = 30'000;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kSaturated);
  EXPECT_FALSE(result.growing_sources.empty());
  EXPECT_LT(result.growing_sources.size(), 40u);
  EXPECT_LT(*result.source_accepted_min, 0.9);
  EXPECT_LT(*result.jain_accepted, 1.0);
}

TEST(Drained, CountsEveryPacketOfEveryMessage) {
  Scenario s = torus8x8(3, 0.3);
  s.radices = {4, 3};
  s.messages_per_node = 50;
  s.run.until_drained = true;
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.packets, 12u * 50u);
}

// A limit above the mean changes nothing; one below ends the run, long before its end if far below.
TEST(Drained, EndsWhenTheMeanLatencyIsCertainToExceedTheLimit) {
  for (const bool output_queued : {false, true}) {
    SCOPED_TRACE(output_queued ? "output-queued" : "input-queued");
    Scenario s = torus8x8(3, 0.9);
    s.messages_per_node = 1'000;
    s.run.until_drained = true;
    if (output_queued) s = test::output_queued(s);
    const SimulationResult whole = test::simulate(s);
    EXPECT_EQ(whole.verdict, Verdict::kDrained);
    const double mean = *whole.latency_mean;
    s.run.latency_limit = static_cast<Cycle>(mean) + 1;
    const SimulationResult within = test::simulate(s);
    EXPECT_EQ(within.verdict, Verdict::kDrained);
    EXPECT_EQ(within.cycles, whole.cycles);
    EXPECT_EQ(within.latency_mean, whole.latency_mean);
    s.run.latency_limit = static_cast<Cycle>(0.97 * mean);
    const SimulationResult slightly = test::simulate(s);
    EXPECT_EQ(slightly.verdict, Verdict::kSaturated);
    EXPECT_FALSE(slightly.latency_mean);
    s.run.latency_limit = static_cast<Cycle>(0.1 * mean);
    const SimulationResult far = test::simulate(s);
    EXPECT_EQ(far.verdict, Verdict::kSaturated);
    EXPECT_LT(2 * far.cycles, slightly.cycles);
  }
}

TEST(Determinism, TwoNetworksInOneProcessGiveTheSameNumbers) {
  Scenario s = torus8x8(4, 0.3);
  s.routing = "minimal_adaptive";
  s.router.vcs = 4;
  const SimulationResult a = test::simulate(s);
  const SimulationResult b = test::simulate(s);
  EXPECT_EQ(a.latency_mean, b.latency_mean);
  EXPECT_EQ(a.channel_flits, b.channel_flits);
  s.run.seed = 2;
  EXPECT_NE(test::simulate(s).latency_mean, a.latency_mean);
}

// Channels and nodes of half the bandwidth carry half of the load.
TEST(Bandwidth, HalvingAllChannelsHalvesTheThroughput) {
  Scenario s = torus8x8(4, 0.9);
  s.router.vcs = 4;
  s.run.measure = 10'000;
  const double full = test::simulate(s).accepted_flits;
  s.bandwidth = {Rational(1, 2)};
  s.node_channels.bandwidth = Rational(1, 2);
  const SimulationResult half = test::simulate(s);
  EXPECT_LE(*half.channel_load_max, 0.5 + 1e-3);
  EXPECT_NEAR(half.accepted_flits, full / 2, 0.15 * full / 2);
}

// A speedup of 1.000001 takes two ticks per cycle, and in all but every millionth cycle every port
// acts in the first of them alone: nothing may differ.
TEST(Speedup, ATickFinerThanACycleChangesNothing) {
  for (const std::string routing : {"dor", "minimal_adaptive"}) {
    for (const Ejection ejection : {Ejection::kShared, Ejection::kImmediate}) {
      Scenario s = torus8x8(4, 0.4);
      s.routing = routing;
      s.router.vcs = 4;
      s.router.routing_delay = s.router.switch_allocation_delay = 1;
      s.node_channels.ejection = ejection;
      s.bandwidth = {Rational(1), Rational(2, 3)};
      const SimulationResult coarse = test::simulate(s);
      s.router.input_speedup = Rational(1'000'001, 1'000'000);
      const SimulationResult fine = test::simulate(s);
      EXPECT_EQ(coarse.latency_mean, fine.latency_mean) << routing;
      EXPECT_EQ(coarse.latency_max, fine.latency_max) << routing;
      EXPECT_EQ(coarse.channel_flits, fine.channel_flits) << routing;
    }
  }
}

// One dimension a thousandth faster. A second try of every lost contest alone would add 6 % to the
// load accepted beyond saturation, a flit per tick 16 %. There the mean of six seeds scatters by
// 0.7 %.
TEST(Speedup, AChannelThatIsHardlyFasterGivesTheSwitchNoSpeedup) {
  const auto accepted = [](const Rational& bandwidth) {
    double sum = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
      Scenario s = torus8x8(8, 0.9);
      s.router.vcs = 4;
      s.bandwidth = {Rational(1), bandwidth};
      s.run.measure = 10'000;
      s.run.drain = 1;
      s.run.seed = seed;
      sum += test::simulate(s).accepted_flits;
    }
    return sum / 6;
  };
  const double even = accepted(1);
  EXPECT_NEAR(accepted(Rational(1001, 1000)), even, 0.025 * even);
}

// An input port that feeds several outputs in a cycle matches more of them.
TEST(Speedup, CarriesMoreBeyondSaturation) {
  Scenario s = torus8x8(8, 0.9);
  s.router.vcs = 4;
  s.run.measure = 5'000;
  const double once = test::simulate(s).accepted_flits;
  s.router.input_speedup = 2;
  EXPECT_GT(test::simulate(s).accepted_flits, 1.1 * once);
}

// Message i of node 0 goes to the i-th of these nodes; the others send nothing.
class RoundRobinPattern final : public Pattern {
 public:
  explicit RoundRobinPattern(std::vector<NodeId> destinations)
      : destinations_(std::move(destinations)) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream&) const override {
    if (source != NodeId{0u}) return std::nullopt;
    return destinations_[message % destinations_.size()];
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (source != NodeId{0u}) return;
    for (const NodeId d : destinations_) visit(d, 1.0 / static_cast<double>(destinations_.size()));
  }

 private:
  std::vector<NodeId> destinations_;
};

// Of two routers with `nodes` nodes each, every node sends to its counterpart on the other router.
class ToOther final : public Pattern {
 public:
  explicit ToOther(std::size_t nodes) : nodes_(nodes) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return NodeId{(source.index() + nodes_) % (2 * nodes_)};
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    visit(NodeId{(source.index() + nodes_) % (2 * nodes_)}, 1.0);
  }

 private:
  std::size_t nodes_;
};

// Three packets of 12 flits to three neighbours. A node's channel of bandwidth 1 takes 36 cycles
// for them. One of bandwidth 3 takes 12, and its port feeds the three outputs in rounds of the same
// cycle: the last packet enters in cycles 8 to 11 and leaves in 12 cycles from 8 on, 16 cycles
// sooner.
TEST(Speedup, AFastInputFeedsSeveralOutputsInACycle) {
  const auto cycles = [](const Rational& node_bandwidth) {
    Scenario s;
    s.radices = {4, 4};
    s.router.vcs = 4;
    s.router.injection_vcs = 3;  // one for each packet
    s.router.buffer_flits = 16;
    s.lengths = {{12, 1.0}};
    s.node_channels.bandwidth = node_bandwidth;
    s.own_pattern =
        std::make_shared<RoundRobinPattern>(std::vector{NodeId{1u}, NodeId{3u}, NodeId{4u}});
    s.own_injection = std::make_shared<test::EveryPeriod>(1);
    s.messages_per_node = 3;
    s.run.until_drained = true;
    return test::simulate(s).cycles;
  };
  EXPECT_NEAR(static_cast<double>(cycles(1) - cycles(3)), 16, 2);
}

// Two routers with two nodes each that send to those of the other router.
Scenario across(double flits_per_cycle) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  s.router.vcs = 4;
  s.own_pattern = std::make_shared<ToOther>(2);
  s.flits_per_cycle = flits_per_cycle;
  return s;
}

// Inputs of one flit per cycle act in round 0 alone, and there the output takes one of each.
TEST(Speedup, AFastOutputTakesFromSeveralInputsInACycle) {
  for (const Allocator allocator : {Allocator::kIslip, Allocator::kSeparable}) {
    Scenario s = across(0.95);
    s.router.allocator = allocator;
    s.bandwidth = {2};
    EXPECT_NEAR(test::simulate(s).accepted_flits, 0.95, 0.02);
    s.bandwidth = {Rational(3, 2)};
    EXPECT_NEAR(test::simulate(s).accepted_flits, 0.75, 0.01);
    s.bandwidth = {1};
    EXPECT_NEAR(test::simulate(s).accepted_flits, 0.5, 0.01);
  }
}

// Of three inputs that ask always each gets a third of two flits per cycle.
TEST(Speedup, AFastOutputServesItsInputsRoundRobin) {
  Scenario s = across(0.95);
  s.nodes_per_router = 3;
  s.own_pattern = std::make_shared<ToOther>(3);
  s.bandwidth = {2};
  const SimulationResult result = test::simulate(s);
  EXPECT_NEAR(result.accepted_flits, 2.0 / 3, 0.01);
  EXPECT_GT(result.jain_accepted.value(), 0.9999);
}

// A VC takes its next packet three cycles after the last one, with delays of one cycle each; a
// switch that is faster has no faster allocation of VCs.
TEST(Speedup, LeavesTheTurnaroundOfAVcAsItIs) {
  for (const Rational& speedup : {Rational(1), Rational(3, 2), Rational(3)}) {
    Scenario s = across(0.9);
    s.nodes_per_router = 1;
    s.own_pattern = std::make_shared<ToOther>(1);
    s.router.vcs = 1;
    s.router.routing_delay = s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
    s.router.input_speedup = speedup;
    EXPECT_NEAR(test::simulate(s).accepted_flits, 1.0 / 3, 0.002) << speedup;
  }
}

}  // namespace
}  // namespace orthant
