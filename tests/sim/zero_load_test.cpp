// The latency of a lone packet against theory, exactly: the closed form where buffers hold the
// credit loop, the credit-limited form where they do not.
#include "sim/prediction/zero_load.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::lone_packets;
using test::Scenario;

struct Delays {
  std::uint32_t routing, vc, switching, traversal;
  bool speculative = false;
};
// Cycles from a head's arrival at the front to its turn in the switch.
Cycle head_stages(const RouterOptions& router) {
  const Cycle vc = router.vc_allocation_delay;
  const Cycle switching = router.switch_allocation_delay;
  const bool at_once = router.speculative && vc > 0 && switching > 0;
  return router.routing_delay + (at_once ? std::max(vc, switching) : vc + switching);
}
// The closed form for bandwidth 1: d hops over channels whose latencies sum to `latency_sum`.
Cycle zero_load_latency(const RouterOptions& router, const NodeChannelOptions& nodes,
                        std::uint32_t hops, Cycle latency_sum, std::uint32_t flits) {
  const Cycle pipeline = head_stages(router) + router.traversal_delay;
  const Cycle per_router =
      router.switching == Switching::kStoreAndForward ? pipeline + flits - 1 : pipeline;
  return nodes.injection_latency + (hops + 1) * per_router + latency_sum + nodes.ejection_latency +
         (flits - 1);
}

constexpr Delays kDelays[] = {{0, 0, 0, 1},       {1, 1, 1, 1},       {0, 1, 1, 1},
                              {1, 0, 0, 2},       {2, 3, 2, 3},       {0, 0, 3, 1},
                              {0, 2, 0, 1},       {5, 0, 1, 4},       {1, 1, 1, 1, true},
                              {0, 3, 2, 1, true}, {1, 1, 4, 2, true}, {2, 0, 1, 1, true}};

Scenario with_delays(Scenario s, const Delays& d) {
  s.router.routing_delay = d.routing;
  s.router.vc_allocation_delay = d.vc;
  s.router.switch_allocation_delay = d.switching;
  s.router.traversal_delay = d.traversal;
  s.router.speculative = d.speculative;
  return s;
}

// Sum of channel latencies on the way, dimension by dimension.
Cycle channel_latency_sum(const Scenario& s, const Grid& grid, RouterId from, RouterId to) {
  Cycle sum = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const auto latency = s.latency_cycles[s.latency_cycles.size() == 1 ? 0 : d];
    sum += static_cast<Cycle>(std::abs(grid.offset(from, to, d))) * latency;
  }
  return sum;
}

// The channels from one router to another, dimension by dimension.
std::vector<ChannelRun> runs_between(const Scenario& s, const Grid& grid, RouterId from,
                                     RouterId to) {
  std::vector<ChannelRun> runs;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const auto entry = [d](const auto& list) { return list[list.size() == 1 ? 0 : d]; };
    runs.push_back({static_cast<std::uint32_t>(std::abs(grid.offset(from, to, d))),
                    {entry(s.latency_cycles), entry(s.bandwidth)}});
  }
  return runs;
}

void expect_formula(const Scenario& base, std::uint16_t flits) {
  const auto topology = test::build(base).topology;
  const auto nodes = static_cast<std::uint32_t>(topology->node_count());
  for (std::uint32_t target = 0; target < nodes; target += 1 + nodes / 7) {
    const Scenario s = lone_packets(base, NodeId{1u}, NodeId{target}, flits);
    const auto result = test::simulate(s);
    const RouterId from = topology->router_of(NodeId{1u});
    const RouterId to = topology->router_of(NodeId{target});
    const std::uint32_t hops = topology->grid()->distance(from, to);
    const Cycle sum = channel_latency_sum(s, *topology->grid(), from, to);
    ASSERT_EQ(result.verdict, Verdict::kDrained);
    ASSERT_EQ(result.packets, 1u);
    EXPECT_EQ(result.hops_mean, hops);
    EXPECT_EQ(result.latency_mean, zero_load_latency(s.router, s.node_channels, hops, sum, flits))
        << s.kind << " target " << target << " flits " << flits;
    EXPECT_EQ(result.latency_mean,
              InputQueuedZeroLoad(*topology, s.router, s.node_channels)
                  .latency(runs_between(s, *topology->grid(), from, to), flits));
    EXPECT_EQ(result.network_latency_mean, result.latency_mean);  // an empty source queue
  }
}

const std::vector<std::vector<std::uint32_t>> kNetworks = {{8}, {5, 6}, {4, 3, 5}};

class ZeroLoadFormula : public testing::TestWithParam<Switching> {};

TEST_P(ZeroLoadFormula, EqualsTheFormulaForAllDelaysLatenciesAndLengths) {
  for (const auto& radices : kNetworks) {
    for (const Delays& delays : kDelays) {
      for (const std::uint32_t latency : {1u, 2u, 5u}) {
        for (const std::uint16_t flits : {1, 2, 5, 16}) {
          Scenario s = with_delays({}, delays);
          s.radices = radices;
          s.latency_cycles = {latency};
          s.node_channels.injection_latency = latency;
          s.router.switching = GetParam();
          s.router.buffer_flits = 40;  // above every credit loop here
          expect_formula(s, flits);
        }
      }
    }
  }
}

TEST_P(ZeroLoadFormula, EqualsTheFormulaWithAnotherLatencyPerDimension) {
  Scenario s;
  s.radices = {4, 5, 3};
  s.latency_cycles = {1, 4, 2};
  s.node_channels = {3, 2, Rational{1}};
  s.router.switching = GetParam();
  s.router.buffer_flits = 32;
  for (const std::uint16_t flits : {1, 7}) expect_formula(s, flits);
}

TEST_P(ZeroLoadFormula, EqualsTheFormulaOnMeshHypercubeAndBubbleTorus) {
  Scenario s;
  s.router.switching = GetParam();
  s.router.buffer_flits = 16;
  s.kind = "mesh";
  s.radices = {5, 4};
  expect_formula(s, 6);
  s.kind = "hypercube";
  s.radices = {2, 2, 2, 2};
  expect_formula(s, 6);
  if (GetParam() == Switching::kWormhole) return;
  s.kind = "torus";
  s.radices = {6, 5};
  s.router.flow_control = FlowControl::kBubble;
  s.router.vcs = 1;
  expect_formula(s, 8);
  s.router.vcs = 2;
  for (const DimensionMask bubbles : {0u, 1u, 2u}) {
    s.router.bubble_dimensions = bubbles;
    expect_formula(s, 8);
  }
}

// Latencies beyond the time wheel travel in delay lines.
TEST_P(ZeroLoadFormula, EqualsTheFormulaForVeryLongChannels) {
  Scenario s;
  s.radices = {6};
  s.latency_cycles = {1'000'000};
  s.node_channels = {300, 64, Rational{1}};
  s.router.switching = GetParam();
  s.router.buffer_flits = 700;
  s.run.deadlock_cycles = 10'000'000;
  expect_formula(s, 9);
}

INSTANTIATE_TEST_SUITE_P(Switchings, ZeroLoadFormula,
                         testing::Values(Switching::kWormhole, Switching::kVirtualCutThrough,
                                         Switching::kStoreAndForward));

// Sixteen VCs and many ports take wider masks; the timing is the same.
TEST(ZeroLoadShapes, EqualsTheFormulaForEveryWidthOfMasks) {
  for (const std::uint32_t vcs : {2u, 9u, 16u}) {
    for (const std::vector<std::uint32_t>& radices :
         {std::vector<std::uint32_t>{4, 4}, {3, 3, 3, 3, 3}, {3, 2, 3, 2, 3, 2, 3, 2}}) {
      Scenario s;
      s.radices = radices;
      s.router.vcs = vcs;
      expect_formula(s, 4);
    }
  }
  // Many ports.
  for (const auto& [nodes, vcs] : {std::pair{25u, 2u}, {40u, 1u}, {40u, 4u}, {40u, 5u}}) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {3, 3};
    s.nodes_per_router = nodes;
    s.router.vcs = vcs;
    expect_formula(s, 4);
  }
}

// Theory of the credit-limited stream, stated as a recurrence over flits k and stages h (0 the
// source, 1 .. d+1 the routers): a flit leaves stage h one cycle after the flit before it, not
// before it has arrived and passed the stage, and not before the credit of flit k-B has come back
// from stage h+1.
Cycle credit_limited_latency(const Scenario& s, std::uint32_t hops, std::uint16_t flits) {
  const RouterOptions& r = s.router;
  const std::uint32_t latency = s.latency_cycles[0];
  const std::size_t stages = hops + 2;
  std::vector<std::vector<Cycle>> left(stages, std::vector<Cycle>(flits));
  const Cycle head_delay = head_stages(r);
  for (std::size_t k = 0; k < flits; ++k) {
    for (std::size_t h = 0; h < stages; ++h) {
      Cycle time = k > 0 ? left[h][k - 1] + 1 : 0;
      if (h > 0) {
        const Cycle wire = h == 1 ? s.node_channels.injection_latency : r.traversal_delay + latency;
        const Cycle stage = k == 0 ? head_delay : Cycle{r.switch_allocation_delay};
        time = std::max(time, left[h - 1][k] + wire + stage);
      }
      if (h + 1 < stages && k >= r.buffer_flits) {
        const Cycle back = (h == 0 ? s.node_channels.injection_latency : latency) + r.credit_delay;
        // The switch decides in the last cycle of its stage, at whose end the flit counts as gone;
        // the next flit asks from then on, so one cycle of a stage of one or more cycles is not
        // waited for.
        const Cycle early = r.switch_allocation_delay > 0 ? 1 : 0;
        const Cycle own = h > 0 ? early : 0;
        time = std::max(time, left[h + 1][k - r.buffer_flits] - early + back + own);
      }
      left[h][k] = time;
    }
  }
  return left[stages - 1][flits - 1] + r.traversal_delay + s.node_channels.ejection_latency;
}

TEST(CreditLimited, EqualsTheRecurrenceForBuffersBelowTheCreditLoop) {
  for (const Delays& delays : kDelays) {
    for (const std::uint32_t latency : {1u, 3u}) {
      for (const std::uint32_t buffer : {1u, 2u, 3u, 5u, 8u}) {
        for (const std::uint32_t hops : {0u, 1u, 3u}) {
          for (const std::uint16_t flits : {1, 9, 32}) {
            Scenario s = with_delays({}, delays);
            s.radices = {8};
            s.latency_cycles = {latency};
            s.router.buffer_flits = buffer;
            s.router.credit_delay = 1 + latency / 2;
            s = lone_packets(s, NodeId{0u}, NodeId{hops}, flits);
            EXPECT_EQ(test::simulate(s).latency_mean, credit_limited_latency(s, hops, flits))
                << "delays " << delays.routing << delays.vc << delays.switching << delays.traversal
                << " latency " << latency << " buffer " << buffer << " hops " << hops << " flits "
                << flits;
          }
        }
      }
    }
  }
}

// The closed form of docs/timing_model.md: with one-cycle routers every B flits wait for the rest
// of the loop, 2L + traversal + credit delay cycles.
TEST(CreditLimited, EqualsTheClosedFormWithoutPipelineDelays) {
  for (const std::uint32_t latency : {1u, 2u, 4u}) {
    for (const std::uint32_t buffer : {1u, 2u, 3u, 4u, 6u, 16u}) {
      for (const std::uint16_t flits : {1, 4, 16, 33}) {
        Scenario s;
        s.radices = {8};
        s.latency_cycles = {latency};
        s.router.buffer_flits = buffer;
        s = lone_packets(s, NodeId{0u}, NodeId{3u}, flits);
        const Cycle loop = 2 * latency + s.router.traversal_delay + s.router.credit_delay;
        const Cycle wait = loop > buffer ? loop - buffer : 0;
        EXPECT_EQ(test::simulate(s).latency_mean,
                  zero_load_latency(s.router, s.node_channels, 3, 3 * latency, flits) +
                      (flits - 1) / buffer * wait);
      }
    }
  }
}

// A channel of bandwidth b takes 1/b cycles a flit: a packet of S flits over slow channels takes
// (S-1)/b + 1/b - 1 cycles beyond its first flit on each first slow channel, none of it twice.
TEST(Bandwidth, ALonePacketIsSerialisedOnce) {
  for (const std::int64_t slow : {1, 2, 5}) {
    Scenario s;
    s.radices = {8};
    s.bandwidth = {Rational(1, slow)};
    s.router.buffer_flits = 64;
    s = lone_packets(s, NodeId{0u}, NodeId{3u}, 6);
    const Cycle first = zero_load_latency(s.router, s.node_channels, 3, 3, 1) + 3 * (slow - 1);
    EXPECT_EQ(test::simulate(s).latency_mean, first + 5 * slow);
  }
}

// Faster channels than nodes: the node channel sets the pace, latencies are those of bandwidth 1.
TEST(Bandwidth, FastChannelsKeepTheTimingOfALonePacket) {
  for (const std::int64_t fast : {2, 3}) {
    Scenario s;
    s.radices = {4, 4};
    s.bandwidth = {Rational(fast)};
    s = lone_packets(s, NodeId{0u}, NodeId{5u}, 8);
    EXPECT_EQ(test::simulate(s).latency_mean,
              zero_load_latency(s.router, s.node_channels, 2, 2, 8));
  }
}

void expect_prediction(Scenario s, NodeId target, std::uint16_t flits) {
  s = lone_packets(s, NodeId{0u}, target, flits);
  const test::Built built = test::build(s);
  const InputQueuedZeroLoad zero(*built.topology, s.router, s.node_channels);
  const auto runs = runs_between(s, *built.topology->grid(), RouterId{0u}, RouterId{target.value});
  bool mixed = false;
  for (const ChannelRun& run : runs)
    mixed = mixed || run.channel.bandwidth != s.node_channels.bandwidth;
  std::uint64_t loop = zero.node_credit_loop_flits(mixed);
  for (const ChannelRun& run : runs)
    loop = std::max(loop, zero.credit_loop_flits(run.channel, mixed));
  // The least buffer for which the prediction is promised: otherwise it holds the whole packet.
  const bool wormhole = s.router.switching == Switching::kWormhole;
  s.router.buffer_flits = wormhole ? static_cast<std::uint32_t>(loop) : flits;
  EXPECT_EQ(test::simulate(s).latency_mean, zero.latency(runs, flits))
      << "target " << target.value << " flits " << flits << " bandwidths " << s.bandwidth[0] << " "
      << s.bandwidth[1] << " node " << s.node_channels.bandwidth << " delays "
      << s.router.routing_delay << s.router.vc_allocation_delay << s.router.switch_allocation_delay
      << s.router.traversal_delay << " latency " << s.latency_cycles[0]
      << (s.node_channels.ejection == Ejection::kImmediate ? " immediate ejection" : "");
}

class PredictedLatency : public testing::TestWithParam<Switching> {};

// Slow, fast and uneven channels in one path, before and after slow node channels.
TEST_P(PredictedLatency, EqualsTheSimulatedOneForAllBandwidths) {
  const Rational bandwidths[] = {Rational(1), Rational(1, 3), Rational(2, 3), Rational(3, 2),
                                 Rational(5)};
  for (const Rational& x : bandwidths) {
    for (const Rational& y : bandwidths) {
      for (const Rational& node : {Rational(1), Rational(2, 5), Rational(4, 3), Rational(2)}) {
        for (const Delays& delays : kDelays) {
          for (const std::uint16_t flits : {1, 2, 7, 20}) {
            for (const Ejection ejection : {Ejection::kShared, Ejection::kImmediate}) {
              Scenario s = with_delays({}, delays);
              s.router.switching = GetParam();
              s.radices = {5, 5};
              s.latency_cycles = {1u + delays.switching, 3};
              s.bandwidth = {x, y};
              s.node_channels = {2, 1, node, ejection};
              expect_prediction(s, NodeId{11u}, flits);  // one hop in x, two in y
            }
          }
        }
      }
    }
  }
}

TEST_P(PredictedLatency, EqualsTheSimulatedOneWithinARouterAndWithOneDimensionOnly) {
  for (const Rational& bandwidth : {Rational(1, 4), Rational(7, 3)}) {
    for (const std::uint32_t target : {0u, 2u, 10u}) {
      Scenario s;
      s.router.switching = GetParam();
      s.router.credit_delay = 4;
      s.radices = {5, 5};
      s.bandwidth = {bandwidth, Rational(1)};
      s.node_channels = {6, 2, Rational(3, 4)};
      expect_prediction(s, NodeId{target}, 9);
    }
  }
}

TEST_P(PredictedLatency, EqualsTheSimulatedOneForAllSpeedupsOfTheSwitch) {
  for (const Rational& speedup : {Rational(4, 3), Rational(5, 2), Rational(3)}) {
    for (const Rational& x : {Rational(1), Rational(2, 3), Rational(3, 2)}) {
      for (const Rational& node : {Rational(1), Rational(4, 3)}) {
        for (const Delays& delays : {kDelays[0], kDelays[4]}) {
          for (const Ejection ejection : {Ejection::kShared, Ejection::kImmediate}) {
            Scenario s = with_delays({}, delays);
            s.router.switching = GetParam();
            s.router.input_speedup = speedup;
            s.radices = {5, 5};
            s.bandwidth = {x, Rational(1)};
            s.node_channels = {1, 1, node, ejection};
            for (const std::uint16_t flits : {1, 9}) expect_prediction(s, NodeId{11u}, flits);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Switchings, PredictedLatency,
                         testing::Values(Switching::kWormhole, Switching::kVirtualCutThrough,
                                         Switching::kStoreAndForward));

}  // namespace
}  // namespace orthant
