// From a config to the objects that are simulated.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/keys/keys.hpp"
#include "app/setup/build.hpp"
#include "app/setup/deadlock_gate.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 8x4\n[routing]\nalgorithm = dor\n"
    "[traffic]\npattern = uniform\nload = 0.5\nload_unit = capacity\n";

Point point(std::vector<std::string> overrides = {}) {
  return Config::parse(kText, "test.ini", overrides).point(0);
}
std::unique_ptr<Setup> setup(std::vector<std::string> overrides = {}) {
  return make_setup(point(std::move(overrides)));
}
std::string message(std::vector<std::string> overrides) {
  try {
    setup(std::move(overrides));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Setup, ConvertsLoadsWithTheCapacity) {
  // Torus 8x4: min over dimensions of 1 / (k/8) = min(1, 2) = 1.
  EXPECT_EQ(setup()->capacity_flits, 1.0);
  EXPECT_EQ(setup()->load_flits, 0.5);
  // Four nodes per router share it.
  const auto shared = setup({"topology.nodes_per_router=4"});
  EXPECT_EQ(shared->capacity_flits, 0.25);
  EXPECT_EQ(shared->load_flits, 0.125);
  const auto flits = setup({"topology.nodes_per_router=4", "traffic.load_unit=flits"});
  EXPECT_EQ(flits->load_flits, 0.5);
  EXPECT_EQ(flits->load, 0.5);
}

TEST(Setup, FillsTheDefaultsOfTheContract) {
  const auto made = setup();
  EXPECT_EQ(made->router.switching, Switching::kWormhole);
  EXPECT_EQ(made->router.flow_control, FlowControl::kCredit);
  EXPECT_EQ(made->router.traversal_delay, 1u);
  EXPECT_EQ(made->router.routing_delay, 0u);
  EXPECT_EQ(made->node_channels.injection_latency, 1u);
  EXPECT_EQ(made->node_channels.ejection_latency, 1u);
  EXPECT_EQ(made->node_channels.bandwidth, Rational(1));
  EXPECT_FALSE(made->run.warmup);
  EXPECT_EQ(made->run.deadlock_cycles, 10000u);
  EXPECT_EQ(made->repetitions, 1u);
  EXPECT_TRUE(made->traffic.self);
  EXPECT_FALSE(made->allow_deadlock);
}

// A knot may come about after the window: then the run must go on to see it.
TEST(Setup, DrainsSaturatedRunsOnRequestAndWhereADeadlockIsPossible) {
  EXPECT_FALSE(setup()->run.drain_saturated);
  EXPECT_TRUE(setup({"run.drain_saturated=yes"})->run.drain_saturated);
  EXPECT_TRUE(setup({"routing.allow_deadlock=yes"})->run.drain_saturated);
}

TEST(Setup, TakesTheVcsThatTheRoutingNeedsAndAtLeastTwo) {
  EXPECT_EQ(setup()->router.vcs, 2u);
  EXPECT_EQ(setup({"topology.kind=mesh"})->router.vcs, 2u);        // needs 1
  EXPECT_EQ(setup({"routing.algorithm=o1turn"})->router.vcs, 4u);  // needs 4
  EXPECT_EQ(setup({"router.vcs=1", "routing.allow_deadlock=yes"})->router.vcs, 1u);
}

TEST(Setup, SharesTheNetworkOfPointsThatDifferInVcsBuffersTrafficAndRunOnly) {
  BuiltNetworks built;
  const auto make = [&](std::vector<std::string> overrides) {
    return make_setup(point(std::move(overrides)), SetupNeeds::kAll, &built);
  };
  const auto first = make({});
  const auto other_load =
      make({"traffic.load=0.25", "run.seed=9", "traffic.pattern=bit_complement"});
  EXPECT_EQ(other_load->topology, first->topology);
  EXPECT_EQ(other_load->routing, first->routing);
  EXPECT_EQ(other_load->load_flits, 0.25);  // capacity 1
  for (const char* router : {"router.vcs=5", "router.buffer_flits=3", "router.allocator=separable"})
    EXPECT_EQ(make({router})->routing, first->routing) << router;
  const std::vector<std::string> others = {"topology.dimensions=4x8", "routing.ties=plus",
                                           "channel.latency_cycles=2", "router.vc_reuse=atomic",
                                           "router.switching=virtual_cut_through"};
  for (const std::string& other : others) {
    EXPECT_NE(make({other})->topology, first->topology) << other;
    EXPECT_NE(make({other})->routing, first->routing) << other;
  }
}

TEST(Setup, SharesTheNetworkOfPointsThatDifferInTheirProgramOnly) {
  BuiltNetworks built;
  const auto make = [&](std::vector<std::string> overrides) {
    overrides.insert(overrides.end(), {"traffic.injection=workload", "workload.kind=allreduce"});
    return make_setup(point(std::move(overrides)), SetupNeeds::kAll, &built);
  };
  const auto first = make({"workload.bytes=64"});
  const auto longer = make({"workload.bytes=128"});
  EXPECT_EQ(longer->routing, first->routing);
  EXPECT_NE(longer->traffic.workload, first->traffic.workload);
  EXPECT_EQ(make({"workload.bytes=64", "router.vcs=5"})->traffic.workload, first->traffic.workload);
  // A sweep whose innermost axis is the routing comes back to each of them.
  const auto dimensions = [](int i) { return fmt::format("topology.dimensions=4x{}", i + 3); };
  std::vector<decltype(make({}))> setups;
  for (int i = 0; i < 20; ++i) setups.push_back(make({"workload.bytes=64", dimensions(i)}));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(make({"workload.bytes=64", dimensions(i)})->routing, setups[i]->routing) << i;
}

// A known answer is the same text at the same place.
TEST(DeadlockGate, ProvesOnceForPointsOfTheSameRouting) {
  DeadlockGate gate;
  const auto answer = [&](std::vector<std::string> overrides) {
    const Point own = point(overrides);
    return &gate.refusal(own, *setup(overrides));
  };
  const std::string* const first = answer({});
  EXPECT_EQ(*first, "");
  for (const char* router : {"router.vcs=6", "router.buffer_flits=3", "traffic.load=0.1"})
    EXPECT_EQ(answer({router}), first) << router;
  EXPECT_EQ(answer({"router.vcs=4", "router.message_classes=2"}), first);
  for (const char* routing : {"routing.ties=plus", "topology.dimensions=4x8",
                              "routing.algorithm=o1turn", "router.vc_reuse=any"})
    EXPECT_NE(answer({routing}), first) << routing;
}

// Whether a VC more makes a difference is not known of adaptive routings.
TEST(DeadlockGate, ProvesForEveryNumberOfVcsOfAnAdaptiveRouting) {
  DeadlockGate gate;
  const auto answer = [&](const char* vcs) {
    const std::vector<std::string> overrides = {"routing.algorithm=minimal_adaptive", vcs};
    return &gate.refusal(point(overrides), *setup(overrides));
  };
  EXPECT_NE(answer("router.vcs=3"), answer("router.vcs=4"));
}

TEST(Setup, ReadsEveryRouterKey) {
  const auto made = setup(
      {"router.switching=store_and_forward", "router.flow_control=bubble", "router.vcs=3",
       "router.buffer_flits=12", "router.routing_delay_cycles=1",
       "router.vc_allocation_delay_cycles=2", "router.switch_allocation_delay_cycles=3",
       "router.traversal_delay_cycles=4", "router.credit_delay_cycles=5",
       "router.allocator=separable", "router.arbitration=age", "router.allocator_iterations=3",
       "router.speculative=yes", "router.switch_hold=packet", "router.injection_limit=in_transit",
       "router.injection_limit_slots=6", "router.injection_vc=most_free", "router.injection_vcs=2",
       "router.selection=most_free", "routing.algorithm=minimal_adaptive"});
  const RouterOptions& router = made->router;
  EXPECT_EQ(router.switching, Switching::kStoreAndForward);
  EXPECT_EQ(router.flow_control, FlowControl::kBubble);
  EXPECT_EQ(router.vcs, 3u);
  EXPECT_EQ(router.buffer_flits, 12u);
  EXPECT_EQ(router.routing_delay, 1u);
  EXPECT_EQ(router.vc_allocation_delay, 2u);
  EXPECT_EQ(router.switch_allocation_delay, 3u);
  EXPECT_EQ(router.traversal_delay, 4u);
  EXPECT_EQ(router.credit_delay, 5u);
  EXPECT_EQ(router.allocator, Allocator::kSeparable);
  EXPECT_EQ(router.arbitration, Arbitration::kAge);
  EXPECT_EQ(router.allocator_iterations, 3u);
  EXPECT_TRUE(router.speculative);
  EXPECT_EQ(router.switch_hold, SwitchHold::kPacket);
  EXPECT_EQ(router.injection_limit, InjectionLimit::kInTransit);
  EXPECT_EQ(router.injection_limit_slots, 6u);
  EXPECT_EQ(router.vc_reuse, VcReuse::kSafe);
  EXPECT_EQ(router.injection_vc, InjectionVc::kMostFree);
  EXPECT_EQ(router.injection_vcs, 2u);
  EXPECT_EQ(router.selection, &kMostFreeSpace);
}

TEST(Setup, TellsTheRoutingHowVcsAreReused) {
  for (const auto& [word, reuse] :
       {std::pair("atomic", VcReuse::kAtomic), std::pair("any", VcReuse::kAny)}) {
    const auto made = setup({std::string("router.vc_reuse=") + word});
    EXPECT_EQ(made->router.vc_reuse, reuse);
    EXPECT_EQ(made->routing_options.vc_reuse, reuse);
  }
}

TEST(Setup, LeavesWhatItDoesNotUseUnread) {
  const Point fast = point({"router.speedup=2", "router.input_speedup=3"});
  EXPECT_EQ(make_setup(fast)->router.input_speedup, Rational(3));
  EXPECT_THAT(fast.unread_keys(), ElementsAre("router.speedup"));
  const Point replay =
      point({"traffic.injection=schedule", "schedule.order=round_robin", "schedule.method=exact",
             "schedule.wavelengths=2", "schedule.ports=yes", "routing.ties=plus"});
  make_setup(replay);
  EXPECT_THAT(replay.unread_keys(),
              testing::IsSupersetOf({"schedule.method", "schedule.wavelengths"}));
  EXPECT_THAT(replay.unread_keys(), testing::Not(testing::Contains("schedule.ports")));
}

TEST(Setup, ReadsEjectionForInputQueuesOnly) {
  const auto immediate = setup({"channel.ejection=immediate"});
  EXPECT_EQ(immediate->node_channels.ejection, Ejection::kImmediate);
  // The output-queued model does not read the key.
  const auto queues = setup({"channel.ejection=immediate", "router.model=output_queued",
                             "routing.algorithm=abr", "router.vcs=2"});
  EXPECT_EQ(queues->node_channels.ejection, Ejection::kShared);
}

TEST(Setup, ReadsChannelsPerDimension) {
  const auto made =
      setup({"channel.latency_cycles.by_dimension=1 4", "channel.bandwidth.by_dimension=1 1/3"});
  const Topology& topology = *made->topology;
  const ChannelId x = *topology.channel_from(RouterId{0u}, Grid::plus_port(0));
  const ChannelId y = *topology.channel_from(RouterId{0u}, Grid::plus_port(1));
  EXPECT_EQ(topology.channel(x).latency_cycles, 1u);
  EXPECT_EQ(topology.channel(y).latency_cycles, 4u);
  EXPECT_EQ(topology.channel(x).bandwidth, Rational(1));
  EXPECT_EQ(topology.channel(y).bandwidth, Rational(1, 3));
}

TEST(Setup, ReadsFlowControlPerDimension) {
  const auto with = [](const std::string& words) {
    return setup(
        {"router.switching=virtual_cut_through", "router.flow_control.by_dimension=" + words});
  };
  const auto mixed = with("credit bubble");
  EXPECT_EQ(mixed->router.flow_control, FlowControl::kBubble);
  EXPECT_EQ(mixed->router.bubble_dimensions, kAllDimensions - 1);
  EXPECT_EQ(mixed->routing_options.bubble_dimensions, kAllDimensions - 1);
  EXPECT_EQ(mixed->routing->traits().vc_classes.size(), 2u);
  // The word for all dimensions.
  const auto bubbles = with("bubble bubble");
  EXPECT_EQ(bubbles->router.bubble_dimensions, kAllDimensions);
  EXPECT_EQ(bubbles->routing->traits().vc_classes.size(), 1u);
}

TEST(Setup, ConvertsPhysicalUnits) {
  // A flit of 16 bytes is 128 bits; 100 Gbit/s in cycles of 0.64 ns are 64 bits: half a flit.
  const auto made = setup({"time.cycle_ns=0.64", "channel.latency_ns=3.2", "channel.flit_bytes=16",
                           "channel.bandwidth_gbps=100", "channel.node_latency_ns=1.28",
                           "channel.node_bandwidth_gbps=200"});
  const Channel& channel = made->topology->channel(ChannelId{0u});
  EXPECT_EQ(channel.latency_cycles, 5u);
  EXPECT_EQ(channel.bandwidth, Rational(1, 2));
  EXPECT_EQ(made->node_channels.injection_latency, 2u);
  EXPECT_EQ(made->node_channels.ejection_latency, 2u);
  EXPECT_EQ(made->node_channels.bandwidth, Rational(1));
  EXPECT_EQ(made->cycle_ns, Rational(16, 25));
  EXPECT_EQ(make_setup(Config::parse(
                           point({"time.cycle_ns=0.64", "channel.latency_ns=3.2"}).effective_ini(),
                           "again.ini", {})
                           .point(0))
                ->topology->channel(ChannelId{0u})
                .latency_cycles,
            5u);
}

TEST(Setup, RefusesUnitsThatDoNotConvert) {
  EXPECT_THAT(message({"time.cycle_ns=2", "channel.latency_ns=3"}), HasSubstr("1.5 cycles"));
  EXPECT_THAT(message({"time.cycle_ns=2", "channel.latency_ns=1e-12"}), HasSubstr("a multiple"));
  EXPECT_THAT(message({"time.cycle_ns=1", "channel.latency_ns=1e7"}), HasSubstr("at most 1000000"));
  EXPECT_THAT(message({"time.cycle_ns=0.123456789", "channel.flit_bytes=999999",
                       "channel.bandwidth_gbps=123.456789"}),
              HasSubstr("no simple fraction"));
}

TEST(Setup, ReadsMixesAndMessages) {
  const auto made = setup({"traffic.packet_flits=1:0.5 5:0.5", "traffic.injection=messages",
                           "traffic.message_packets=3", "traffic.self=no"});
  ASSERT_EQ(made->traffic.lengths.parts().size(), 2u);
  EXPECT_EQ(made->traffic.lengths.longest(), 5u);
  EXPECT_EQ(made->traffic.lengths.mean(), 3.0);
  EXPECT_EQ(made->traffic.packets_per_message, 3u);
  EXPECT_FALSE(made->traffic.self);
}

TEST(Setup, ReadsTheRun) {
  const auto made =
      setup({"run.warmup_cycles=5", "run.measure_cycles=6", "run.drain_cycles=7", "run.seed=8",
             "run.repetitions=9", "run.deadlock_cycles=10", "run.messages_per_node=11"});
  EXPECT_EQ(made->run.warmup, 5u);
  EXPECT_EQ(made->run.measure, 6u);
  EXPECT_EQ(made->run.drain, 7u);
  EXPECT_EQ(made->run.seed, 8u);
  EXPECT_EQ(made->traffic.seed, 8u);
  EXPECT_EQ(made->repetitions, 9u);
  EXPECT_EQ(made->run.deadlock_cycles, 10u);
  EXPECT_EQ(made->traffic.messages_per_node, 11u);
  made->set_seed(12);
  EXPECT_EQ(made->run.seed, 12u);
  EXPECT_EQ(made->traffic.seed, 12u);
}

TEST(Setup, ReadsTheLatencyLimitOfARunUntilDrained) {
  const auto made =
      setup({"run.until=drained", "run.messages_per_node=11", "run.latency_limit_cycles=12"});
  EXPECT_TRUE(made->run.until_drained);
  EXPECT_EQ(made->run.latency_limit, 12u);
  EXPECT_FALSE(setup({"run.until=drained", "run.messages_per_node=11"})->run.latency_limit);
}

// Bernoulli makes a message per cycle, so nodes can send up to the mean length of a packet.
TEST(Setup, KnowsLoadsThatNoNodeCanSend) {
  const auto at = [](const std::string& load) {
    return point(
        {"traffic.load_unit=flits", "traffic.packet_flits=1:0.5 5:0.5", "traffic.load=" + load});
  };
  const auto possible = make_setup(at("3"), SetupNeeds::kAnyLoad);
  EXPECT_EQ(possible->most_sent_flits, 3);
  EXPECT_TRUE(possible->load_is_possible());
  EXPECT_NE(possible->traffic.injection, nullptr);
  const auto impossible = make_setup(at("3.01"), SetupNeeds::kAnyLoad);
  EXPECT_FALSE(impossible->load_is_possible());
  EXPECT_EQ(impossible->traffic.injection, nullptr);
  EXPECT_THROW(make_setup(at("3.01")), ConfigError);
  EXPECT_EQ(setup({"traffic.injection=poisson"})->most_sent_flits, std::nullopt);
  EXPECT_EQ(setup({"traffic.injection=on_off", "traffic.burst_flits=50", "traffic.duty=0.9"})
                ->most_sent_flits,
            0.9);
}

TEST(Setup, LeavesUnreadWhatItDoesNotUse) {
  const Point made =
      point({"routing.algorithm=minimal_adaptive", "routing.ties=plus", "traffic.hotspot_share=0.5",
             "router.selection=most_free", "run.measure_cycles=5"});
  make_setup(made);
  EXPECT_THAT(made.unread_keys(), ElementsAre("routing.ties", "traffic.hotspot_share"));
}

TEST(Setup, PutsFileAndLineBeforeTheWordsOfLowerLayers) {
  EXPECT_EQ(message({"traffic.pattern=bit_complement"}), "no error");
  const std::string text = kText + "dimensions = 5\n";
  try {
    Config::parse(text, "test.ini", std::vector<std::string>{"traffic.pattern=tornado"}).point(0);
    make_setup(Config::parse(text, "test.ini", std::vector<std::string>{"traffic.pattern=tornado"})
                   .point(0));
    FAIL() << "dimension 5 of an 8x4 torus was taken";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()).find("test.ini:10: traffic.dimensions: "), 0u)
        << error.what();
  }
}

}  // namespace
}  // namespace orthant
