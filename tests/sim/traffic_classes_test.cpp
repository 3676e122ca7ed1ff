// Classes of traffic in one network: who goes first, whose VCs, and what is reported of each.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

struct ClassOptions {
  double flits_per_cycle = 0.1;
  std::vector<PacketLengths::Part> lengths = {{1, 1.0}};
  unsigned priority = 0, message_class = 0;
  std::string pattern = "uniform";
  bool self = true;
};

TrafficClass make_class(const test::Scenario& s, const ClassOptions& options) {
  test::Scenario alone = s;
  alone.flits_per_cycle = options.flits_per_cycle;
  alone.lengths = options.lengths;
  alone.pattern = options.pattern;
  test::Built built = test::build(alone);
  built.traffic.self = options.self;
  return {.name = "some",
          .traffic = built.traffic,
          .load_share = options.flits_per_cycle,
          .priority = static_cast<std::uint8_t>(options.priority),
          .message_class = static_cast<std::uint8_t>(options.message_class)};
}

test::Built build_classes(const test::Scenario& s, const std::vector<ClassOptions>& options) {
  test::Built built = test::build(s);
  std::vector<TrafficClass> classes;
  for (const ClassOptions& each : options) classes.push_back(make_class(s, each));
  built.traffic = mixed_traffic(std::move(classes));
  built.traffic.set_seed(s.run.seed);
  return built;
}

SimulationResult simulate_classes(const test::Scenario& s,
                                  const std::vector<ClassOptions>& options) {
  const test::Built built = build_classes(s, options);
  return orthant::simulate(built.parts(s), s.run);
}

// Two nodes that send single flits to each other: all waiting is for the channel from the node,
// which takes one flit a cycle.
test::Scenario two_nodes() {
  test::Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.router.vcs = 4;
  s.run.warmup = 1'000;
  s.run.measure = 400'000;
  return s;
}

constexpr double kZeroLoad = 5;  // two node channels, two routers and a channel

void expect_wait(const TrafficResult& result, double cycles) {
  ASSERT_TRUE(result.latency_ci95);
  EXPECT_NEAR(*result.latency_mean, kZeroLoad + cycles, 1.5 * *result.latency_ci95);
}

// Packets of the two classes are generated in one cycle are 0.3 * 0.5 on the mean, so that the work
// that waits is the same whoever goes first: 0.3 W1 + 0.5 W2 = 0.3 * 0.5 / (1 - 0.8) (conservation
// law, Kleinrock 1976). The first class never waits when it goes first.
TEST(TrafficClasses, WaitAsTheConservationLawSays) {
  const double work = 0.3 * 0.5 / (1 - 0.8);
  const ClassOptions few = {.flits_per_cycle = 0.3, .priority = 1, .self = false};
  const ClassOptions many = {.flits_per_cycle = 0.5, .self = false};
  const SimulationResult first = simulate_classes(two_nodes(), {few, many});
  expect_wait(first.classes[0], 0);
  EXPECT_EQ(first.classes[0].latency_max, kZeroLoad);
  expect_wait(first.classes[1], work / 0.5);
  ClassOptions last = few;
  last.priority = 0;
  ClassOptions before = many;
  before.priority = 3;
  const SimulationResult second = simulate_classes(two_nodes(), {last, before});
  expect_wait(second.classes[0], work / 0.3);
  expect_wait(second.classes[1], 0);
  const SimulationResult in_turn = simulate_classes(two_nodes(), {last, many});
  const double waited = 0.3 * (*in_turn.classes[0].latency_mean - kZeroLoad) +
                        0.5 * (*in_turn.classes[1].latency_mean - kZeroLoad);
  EXPECT_NEAR(waited, work, 0.03);
  EXPECT_LT(*in_turn.classes[0].latency_mean, *in_turn.classes[1].latency_mean);
}

TEST(TrafficClasses, AddUpToTheWhole) {
  test::Scenario s;
  s.router.vcs = 4;
  s.run.warmup = 2'000;
  s.run.measure = 10'000;
  const SimulationResult all = simulate_classes(
      s, {{.flits_per_cycle = 0.1, .lengths = {{4, 1.0}}}, {.flits_per_cycle = 0.2}});
  ASSERT_EQ(all.classes.size(), 2u);
  std::uint64_t packets = 0;
  double offered = 0, accepted = 0, latencies = 0;
  for (const ClassResult& part : all.classes) {
    EXPECT_EQ(part.verdict, Verdict::kStable);
    packets += part.packets;
    offered += part.offered_flits;
    accepted += part.accepted_flits;
    latencies += *part.latency_mean * static_cast<double>(part.packets);
  }
  EXPECT_EQ(packets, all.packets);
  EXPECT_NEAR(offered, all.offered_flits, 1e-12);
  EXPECT_NEAR(accepted, all.accepted_flits, 1e-3);  // packets whole at the borders of the window
  EXPECT_NEAR(latencies / static_cast<double>(packets), *all.latency_mean, 1e-9);
  EXPECT_NEAR(all.classes[0].offered_flits, 0.1, 0.003);
  EXPECT_NEAR(all.classes[1].offered_flits, 0.2, 0.003);
}

// With VCs of its own, and first at every output, a class does not notice the others: it fares to
// the last digit as in a network with its VCs alone, whatever the load of the others.
class Isolation : public testing::TestWithParam<std::tuple<const char*, Allocator>> {};

TEST_P(Isolation, OfTheFirstClassIsExact) {
  const auto& [routing, allocator] = GetParam();
  test::Scenario s;
  s.routing = routing;
  s.flits_per_cycle = 0.2;
  s.lengths = {{1, 0.5}, {5, 0.5}};
  s.router.vcs = 3;
  s.router.allocator = allocator;
  s.router.arbitration = Arbitration::kAge;
  s.run.warmup = 2'000;
  s.run.measure = 5'000;
  s.run.drain_saturated = false;
  const SimulationResult alone = test::simulate(s);
  test::Scenario both = s;
  both.router.vcs = 6;
  both.router.message_classes = 2;
  const ClassOptions urgent = {.flits_per_cycle = 0.2, .lengths = s.lengths, .priority = 7};
  const ClassOptions bulk = {.flits_per_cycle = 0.9, .lengths = {{4, 1.0}}, .message_class = 1};
  const SimulationResult result = simulate_classes(both, {urgent, bulk});
  EXPECT_EQ(result.verdict, Verdict::kSaturated);
  EXPECT_EQ(result.classes[1].verdict, Verdict::kSaturated);
  ASSERT_EQ(result.classes[0].verdict, Verdict::kStable);
  EXPECT_EQ(result.classes[0].packets, alone.packets);
  EXPECT_EQ(result.classes[0].latency_mean, alone.latency_mean);
  EXPECT_EQ(result.classes[0].latency_max, alone.latency_max);
  EXPECT_EQ(result.classes[0].network_latency_mean, alone.network_latency_mean);
}

INSTANTIATE_TEST_SUITE_P(All, Isolation,
                         testing::Combine(testing::Values("dor", "minimal_adaptive"),
                                          testing::Values(Allocator::kIslip,
                                                          Allocator::kSeparable)));

// Two routers with two nodes each, of which those of router 0 send packets to those of router 1: a
// script for each class, by rising priority. Returns when the packets arrive, as a list by class.
std::vector<Cycle> arrivals_by_class(test::Scenario s, const std::vector<test::Script>& scripts) {
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  test::Built built = test::build(s);
  std::vector<TrafficClass> classes;
  for (const test::Script& script : scripts)
    classes.push_back(
        make_class(test::scripted(s, script),
                   {.lengths = s.lengths, .priority = static_cast<unsigned>(classes.size())}));
  built.traffic = mixed_traffic(std::move(classes));
  built.traffic.set_seed(s.run.seed);
  s.run.until_drained = true;
  test::PacketList list;
  orthant::simulate(built.parts(s), s.run, {.packets = &list});
  std::vector<Cycle> arrivals(scripts.size());
  for (const DeliveredPacket& packet : list.packets)
    arrivals[packet.traffic_class] = packet.arrival;
  return arrivals;
}

// Two heads ask for the only VC of the channel in cycle 1. The first packet has it for its 4 flits;
// the last one arrives 4 cycles after it was sent. Round robin, node 0 would go first.
TEST(TrafficClasses, TheHighestPriorityTakesAVcFirst) {
  test::Scenario s;
  s.router.vcs = 1;
  s.lengths = {{4, 1.0}};
  for (const std::uint32_t urgent : {0u, 1u})
    EXPECT_EQ(arrivals_by_class(s, {{{1 - urgent, {{0, 2}}}}, {{urgent, {{0, 3}}}}}),
              (std::vector<Cycle>{12, 8}));
}

// The first class has sent 2 of 8 flits into VC 0 of its node's port, the second, at the other
// node, has kept them there, when a packet of the third comes behind them in VC 1, in cycle 3. It
// goes before the second, whatever waits in the VC beside it: in cycles 3 to 10; the second in 1,
// 2 and 11 to 16; the first thereafter.
TEST(TrafficClasses, ThePriorityOfAnInputIsThatOfItsFirstVc) {
  test::Scenario s;
  s.router.vcs = 3;
  s.lengths = {{8, 1.0}};
  for (const Arbitration arbitration : {Arbitration::kRoundRobin, Arbitration::kAge}) {
    s.router.arbitration = arbitration;
    EXPECT_EQ(arrivals_by_class(s, {{{0, {{0, 2}}}}, {{1, {{0, 3}}}}, {{0, {{2, 2}}}}}),
              (std::vector<Cycle>{28, 20, 14}));
  }
}

// Where VCs are shared, packets wait behind those of other classes: priority alone is no isolation.
TEST(TrafficClasses, WaitBehindOthersInTheSameBuffers) {
  test::Scenario s;
  s.router.vcs = 4;
  s.run.warmup = 2'000;
  s.run.measure = 5'000;
  s.run.drain_saturated = false;
  const ClassOptions urgent = {.flits_per_cycle = 0.05, .priority = 1};
  const ClassOptions bulk = {.flits_per_cycle = 0.9, .lengths = {{4, 1.0}}};
  const SimulationResult shared = simulate_classes(s, {urgent, bulk});
  s.router.message_classes = 2;
  ClassOptions apart = bulk;
  apart.message_class = 1;
  const SimulationResult own = simulate_classes(s, {urgent, apart});
  ASSERT_TRUE(shared.classes[0].latency_mean && own.classes[0].latency_mean);
  EXPECT_LT(*own.classes[0].latency_mean, 12);  // 11 without load
  EXPECT_GT(*shared.classes[0].latency_mean, 4 * *own.classes[0].latency_mean);
}

// Everything that is sent arrives, with whatever router.
TEST(TrafficClasses, ArriveWithEveryRouter) {
  const auto arrive = [](const test::Scenario& s) {
    const SimulationResult result = simulate_classes(
        s, {{.flits_per_cycle = 0.3, .lengths = {{3, 1.0}}, .priority = 2, .message_class = 1},
            {.flits_per_cycle = 0.3, .priority = 5},
            {.flits_per_cycle = 0.3, .lengths = {{1, 0.5}, {4, 0.5}}, .message_class = 1}});
    EXPECT_EQ(result.verdict, Verdict::kDrained);
    EXPECT_EQ(result.packets, 3u * 16 * 200);
    for (const ClassResult& part : result.classes) EXPECT_EQ(part.packets, 16u * 200);
  };
  test::Scenario s;
  s.radices = {4, 4};
  s.messages_per_node = 200;
  s.run.until_drained = true;
  s.router.vcs = 6;
  s.router.message_classes = 2;
  arrive(s);
  s.routing = "minimal_adaptive";
  for (const Arbitration arbitration :
       {Arbitration::kRoundRobin, Arbitration::kFcfs, Arbitration::kRandom, Arbitration::kFixed}) {
    s.router.arbitration = arbitration;
    arrive(s);
  }
  s.router.switching = Switching::kVirtualCutThrough;
  s.router.switch_hold = SwitchHold::kPacket;
  arrive(s);
  s.router.flow_control = FlowControl::kBubble;
  arrive(s);
  s.node_channels.ejection = Ejection::kImmediate;
  arrive(s);
  s.node_channels.bandwidth = Rational{1, 3};
  s.router.speculative = true;
  s.router.vc_allocation_delay = s.router.switch_allocation_delay = 2;
  arrive(s);
}

// In a grid of 2 x 2 tornado leads back to where it starts.
TEST(TrafficClasses, AreStableWhereNoNodeSends) {
  test::Scenario s;
  s.radices = {2, 2};
  s.run.warmup = 100;
  s.run.measure = 10'000;
  const SimulationResult result =
      simulate_classes(s, {{.pattern = "uniform"}, {.pattern = "tornado", .self = false}});
  EXPECT_EQ(result.verdict, Verdict::kStable);
  EXPECT_EQ(result.classes[1].packets, 0u);
  EXPECT_EQ(result.classes[1].verdict, Verdict::kStable);
}

std::string problem(
    const std::function<void(test::Scenario&, std::vector<ClassOptions>&)>& change) {
  test::Scenario s;
  std::vector<ClassOptions> classes(2);
  change(s, classes);
  try {
    simulate_classes(s, classes);
  } catch (const KeyError& error) {
    return error.key();
  }
  return "none";
}

TEST(TrafficClasses, AreRefusedWhereTheRouterCannot) {
  EXPECT_EQ(problem([](auto&, auto& classes) { classes[1].message_class = 1; }),
            "traffic.some.message_class");
  EXPECT_EQ(problem([](auto&, auto& classes) { classes[1].priority = 8; }), "traffic.priority");
  EXPECT_EQ(problem([](auto& s, auto& classes) {
              s.router.allocator = Allocator::kMaximum;
              classes[1].priority = 1;
            }),
            "router.allocator");
  EXPECT_EQ(problem([](auto& s, auto&) {
              s.router.model = RouterModel::kOutputQueued;
              s.router.vcs = 1;
            }),
            "router.model");
  EXPECT_EQ(problem([](auto&, auto& classes) { classes.resize(kMaxTrafficClasses + 1); }),
            "traffic.share");
}

}  // namespace
}  // namespace orthant
