// Routers that differ, simulated: latencies by hand and by the formula, equal results where they do
// not differ after all, and networks that stay live and conserve flits and credits.
#include "sim/node/unequal_routers.hpp"

#include <fmt/format.h>

#include "base/random.hpp"
#include "sim/prediction/prediction.hpp"
#include "sim/prediction/zero_load.hpp"
#include "tests/sim/router_file_fixture.hpp"

namespace orthant {
namespace {

using test::lone_packets;
using test::Scenario;

// Router 0 takes P = 1 cycle, router 1 takes 1 + 1 + 1 + 2 = 5, router 2 takes 2 + 1 = 3.
constexpr const char* kLineOfThree =
    "routers,routing_delay_cycles,vc_allocation_delay_cycles,switch_allocation_delay_cycles,"
    "traversal_delay_cycles,credit_delay_cycles\n"
    "1,1,1,1,2,4\n"
    "2,0,0,2,1,2\n";
constexpr std::uint32_t kPipelines[] = {1, 5, 3};

Scenario line_of_three(std::uint32_t latency) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {3};
  s.latency_cycles = {latency};
  s.node_channels = {1, 3, Rational{1}};
  s.router.buffer_flits = 32;
  return s;
}

double simulated(const Scenario& s) { return test::simulate(s).latency_mean.value(); }
double predicted(const Scenario& s) {
  return predict_zero_load(test::build(s).parts(s)).value().mean;
}

// Li + the pipelines on the way + d L + Lo + S - 1, where Li = 1 and Lo = 3; store and forward adds
// S - 1 in every router.
TEST(UnequalRouters, EachTakesItsOwnTimeWithoutLoad) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kVirtualCutThrough, Switching::kStoreAndForward}) {
    for (const std::uint32_t flits : {1u, 6u}) {
      for (std::uint32_t from = 0; from < 3; ++from) {
        for (std::uint32_t to = 0; to < 3; ++to) {
          Scenario s = line_of_three(2);
          s.router.switching = switching;
          s = test::with_routers(s, kLineOfThree);
          s = lone_packets(s, NodeId{from}, NodeId{to}, static_cast<std::uint16_t>(flits));
          std::uint32_t expected = 1 + 3 + flits - 1;
          for (std::uint32_t r = std::min(from, to); r <= std::max(from, to); ++r) {
            expected += kPipelines[r];
            if (switching == Switching::kStoreAndForward) expected += flits - 1;
          }
          expected += 2 * (std::max(from, to) - std::min(from, to));
          EXPECT_EQ(simulated(s), expected) << from << " to " << to << ", " << flits << " flits";
          EXPECT_EQ(predicted(s), expected);
        }
      }
    }
  }
}

// 0 to 2: 1 + (1 + 2 + 5 + 2 + 3) + 3 = 17 cycles, and 4 flits more; speculation saves router 1 a
// cycle, which alone has both stages.
TEST(UnequalRouters, SpeculateWhereBothStagesTakeTime) {
  Scenario s = line_of_three(2);
  s.router.speculative = true;
  s = lone_packets(test::with_routers(s, kLineOfThree), NodeId{0u}, NodeId{2u}, 5);
  EXPECT_EQ(simulated(s), 20);
  EXPECT_EQ(predicted(s), 20);
}

// The slot of a body flit between routers 0 and 1: traversal 1, both ways 2 x 5, credit 4: 15;
// between 1 and 2: [sd >= 1] 1 + traversal 2 + 2 x 5 + (2 - 1) + credit 2: 16; 2 to 1: 1 + 1 + 10 +
// 0 + 4: 16; 1 to 0: 1 + 2 + 10 + 0 + 1: 14. From node 2: 2 x 1 + (2 - 1) + 2: 5. Heads are held up
// for 2 cycles more in router 1.
TEST(UnequalRouters, HaveCreditLoopsOfTheirOwn) {
  const Scenario s = test::with_routers(line_of_three(5), kLineOfThree);
  const test::Built built = test::build(s);
  const InputQueuedZeroLoad zero_load(*built.topology, s.router, s.node_channels);
  const auto pipeline = [&](std::uint32_t r) { return pipeline_of(s.router, RouterId{r}); };
  const auto loop = [&](std::uint32_t from, std::uint32_t to, bool of_heads = false) {
    return zero_load.credit_loop_cycles({5, 1}, of_heads, pipeline(from), pipeline(to));
  };
  EXPECT_EQ(loop(0, 1), 15u);
  EXPECT_EQ(loop(1, 2), 16u);
  EXPECT_EQ(loop(2, 1), 16u);
  EXPECT_EQ(loop(1, 0), 14u);
  EXPECT_EQ(loop(0, 1, true), 17u);
  EXPECT_EQ(loop(1, 2, true), 16u);
  EXPECT_EQ(zero_load.node_credit_loop_cycles(false, pipeline(2)), 5u);
  EXPECT_EQ(credit_loop(built.parts(s)).stream.flits, 16u);
}

// A stream is never held up by a buffer of the loop, and by one that is a flit shorter it is.
TEST(UnequalRouters, StreamThroughBuffersOfTheirOwnLoops) {
  const auto latency = [](std::uint32_t behind_1, std::uint32_t behind_2) {
    Scenario s = test::with_routers(line_of_three(5), kLineOfThree);
    UnequalRouters routers = *s.router.unequal;
    routers.buffers[routers.first_port[1] + 1].flits = behind_1;
    routers.buffers[routers.first_port[2] + 1].flits = behind_2;
    s.router.unequal = std::make_shared<const UnequalRouters>(routers);
    return simulated(lone_packets(s, NodeId{0u}, NodeId{2u}, 40));
  };
  const double formula = 1 + (1 + 5 + 5 + 5 + 3) + 3 + 39;
  EXPECT_EQ(latency(15, 16), formula);
  EXPECT_GT(latency(14, 16), formula);
  EXPECT_GT(latency(15, 15), formula);
}

std::string random_delays(std::uint32_t routers, RandomStream& random) {
  std::string text =
      "routers,routing_delay_cycles,vc_allocation_delay_cycles,switch_allocation_delay_cycles,"
      "traversal_delay_cycles,credit_delay_cycles\n";
  for (std::uint32_t r = 0; r < routers; ++r)
    text += fmt::format("{},{},{},{},{},{}\n", r, random.below(3), random.below(3), random.below(4),
                        1 + random.below(3), 1 + random.below(3));
  return text;
}

TEST(UnequalRouters, HaveTheLatencyThatIsPredictedOfThem) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  for (int trial = 0; trial < 60; ++trial) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {4, 3};
    s.latency_cycles = {1, 4};
    s.bandwidth = {Rational(1), Rational(1, 1 + random.below(3))};
    s.node_channels.bandwidth = Rational(1, 1 + random.below(2));
    if (trial % 5 == 0) s.node_channels.ejection = Ejection::kImmediate;
    if (trial % 3 == 0) s.router.input_speedup = Rational(3, 2);
    s.router.speculative = trial % 2 == 0;
    s.router.switching = static_cast<Switching>(trial % 3);
    s.router.buffer_flits = 64;
    s = test::with_routers(s, random_delays(12, random));
    for (int pair = 0; pair < 4; ++pair) {
      const Scenario lone = lone_packets(s, NodeId{random.below(12)}, NodeId{random.below(12)},
                                         static_cast<std::uint16_t>(1 + random.below(9)));
      EXPECT_EQ(simulated(lone), predicted(lone)) << "trial " << trial;
    }
  }
}

void expect_equal_runs(const Scenario& a, const Scenario& b) {
  const SimulationResult one = test::simulate(a), other = test::simulate(b);
  EXPECT_EQ(one.latency_mean, other.latency_mean);
  EXPECT_EQ(one.accepted_flits, other.accepted_flits);
  EXPECT_EQ(one.channel_flits, other.channel_flits);
  EXPECT_EQ(one.flit_hops, other.flit_hops);
  EXPECT_EQ(one.cycles, other.cycles);
  EXPECT_EQ(one.wanted_free_fraction, other.wanted_free_fraction);
}

struct Kind {
  const char* routing;
  Switching switching;
  FlowControl flow_control;
  std::uint32_t vcs;
};
constexpr Kind kKinds[] = {
    {"dor", Switching::kWormhole, FlowControl::kCredit, 2},
    {"dor", Switching::kWormhole, FlowControl::kFlitBubble, 2},
    {"dor", Switching::kVirtualCutThrough, FlowControl::kBubble, 2},
    {"minimal_adaptive", Switching::kWormhole, FlowControl::kCredit, 4},
    {"minimal_adaptive", Switching::kVirtualCutThrough, FlowControl::kBubble, 3},
    {"goal", Switching::kStoreAndForward, FlowControl::kCredit, 4},
};

Scenario loaded(const Kind& kind) {
  Scenario s;
  s.radices = {5, 4};
  s.routing = kind.routing;
  s.router.switching = kind.switching;
  s.router.flow_control = kind.flow_control;
  s.router.vcs = kind.vcs;
  s.router.buffer_flits = 10;
  s.lengths = {{1, 0.5}, {4, 0.5}};
  s.flits_per_cycle = 0.6;
  s.run.warmup = 500;
  s.run.measure = 2'000;
  s.run.drain = 2'000;
  return s;
}

TEST(UnequalRouters, ThatAreAllAsTheSectionSaysChangeNothing) {
  for (const Kind& kind : kKinds) {
    for (const bool slow : {false, true}) {
      Scenario s = loaded(kind);
      std::string values = "0,0,0,1,1";
      if (slow) {
        s.router.routing_delay = 1;
        s.router.vc_allocation_delay = 2;
        s.router.switch_allocation_delay = 3;
        s.router.credit_delay = 2;
        values = "1,2,3,1,2";
      }
      const Scenario file = test::with_routers(
          s, fmt::format("vcs,buffer_flits,routing_delay_cycles,vc_allocation_delay_cycles,"
                         "switch_allocation_delay_cycles,traversal_delay_cycles,"
                         "credit_delay_cycles\n{},10,{}\n",
                         kind.vcs, values));
      expect_equal_runs(s, file);
      const test::Built built = test::build(s), same = test::build(file);
      EXPECT_EQ(estimate_memory(built.parts(s)).router_state_bytes,
                estimate_memory(same.parts(file)).router_state_bytes);
    }
  }
}

// Where every port has v VCs, their numbers have gaps, and whatever goes round them passes
// these: the results are those of router.vcs = v.
TEST(UnequalRouters, WithFewerVcsEverywhereAreRoutersOfSoManyVcs) {
  for (const Kind& kind : kKinds) {
    if (kind.flow_control == FlowControl::kFlitBubble) continue;  // needs all of them on a ring
    for (const Allocator allocator : {Allocator::kIslip, Allocator::kSeparable}) {
      for (const InjectionLimit limit : {InjectionLimit::kNone, InjectionLimit::kAlo}) {
        Scenario few = loaded(kind);
        few.router.allocator = allocator;
        few.router.injection_limit = limit;
        Scenario many = few;
        many.router.vcs = 7;
        expect_equal_runs(few, test::with_routers(many, fmt::format("vcs\n{}\n", kind.vcs)));
      }
    }
  }
}

TEST(UnequalRouters, HaveOfEachClassWhatFewerVcsWouldGiveIt) {
  const std::vector<VcClass> two = {{"first", false}, {"second", false}};
  EXPECT_EQ(vcs_of_port(two, {.vcs = 4}, 4), 0b1111);
  EXPECT_EQ(vcs_of_port(two, {.vcs = 4}, 3), 0b0111);
  EXPECT_EQ(vcs_of_port(two, {.vcs = 4}, 2), 0b0101);
  const std::vector<VcClass> escape = {{"adaptive", true}, {"escape", false}};
  EXPECT_EQ(vcs_of_port(escape, {.vcs = 5}, 4), 0b10111);
  EXPECT_EQ(vcs_of_port(escape, {.vcs = 5}, 2), 0b10001);
  EXPECT_EQ(vcs_of_port({}, {.vcs = 4}, 2), 0b0011);
  const RouterOptions two_sets = {.message_classes = 2, .vcs = 8};
  EXPECT_EQ(vcs_of_port(two, two_sets, 4), 0b0101'0101);
  EXPECT_EQ(vcs_of_port(two, two_sets, 5), 0b0101'0111);
}

// Every node sends 40 messages at three times what the network carries, through routers of which no
// two ports are alike: all arrive, and the checks of conservation, which run with it, hold.
TEST(UnequalRouters, DeliverEverythingInOverload) {
  RandomStream random(2, 0, RandomPurpose::kTest);
  for (const Kind& kind : kKinds) {
    for (const VcReuse reuse : {VcReuse::kSafe, VcReuse::kAtomic}) {
      if (has_bubble(kind.flow_control) && reuse == VcReuse::kAtomic) continue;
      for (const InjectionLimit limit :
           {InjectionLimit::kNone, InjectionLimit::kInTransit, InjectionLimit::kAlo}) {
        Scenario s = loaded(kind);
        s.router.vc_reuse = reuse;
        s.router.injection_limit = limit;
        s.router.vcs = kind.vcs + 2;
        s.router.speculative = true;
        s.flits_per_cycle = 2.0;
        s.messages_per_node = 40;
        s.run.until_drained = true;
        s = test::with_routers(s, random_delays(20, random));
        UnequalRouters routers = *s.router.unequal;
        for (InputBuffers& buffers : routers.buffers) {
          if (kind.flow_control != FlowControl::kFlitBubble)
            buffers.vcs = kind.vcs + random.below(3);
          buffers.flits = 8 + random.below(20);
        }
        s.router.unequal = std::make_shared<const UnequalRouters>(routers);
        const SimulationResult result = test::simulate(s);
        EXPECT_EQ(result.verdict, Verdict::kDrained) << kind.routing;
        EXPECT_EQ(result.packets, 20u * 40u);
        const test::Built built = test::build(s);
        const MemoryEstimate real = test::make_network(s, built)->memory();
        EXPECT_EQ(estimate_memory(built.parts(s)).router_state_bytes, real.router_state_bytes);
        EXPECT_EQ(estimate_memory(built.parts(s)).flit_buffer_bytes, real.flit_buffer_bytes);
      }
    }
  }
}

}  // namespace
}  // namespace orthant
