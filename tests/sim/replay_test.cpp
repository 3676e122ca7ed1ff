// Schedules in the simulator against theory: with a barrier a frame without congestion takes
// exactly as long as its longest transfer would in an empty network.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "sim/prediction/zero_load.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using Message = SendPlan::Message;
using test::Scenario;

// The channels of a message, those of its nodes included.
std::vector<std::size_t> channels_of(const test::Built& built, NodeId s, NodeId t) {
  const std::size_t channels = built.topology->channel_count();
  std::vector<std::size_t> used = {channels + s.index(),
                                   channels + built.topology->node_count() + t.index()};
  const RouterId from = built.topology->router_of(s), to = built.topology->router_of(t);
  Path only;
  built.routing->oblivious()->enumerate(from, to, [&](const Path& path, double) { only = path; });
  for_each_hop(*built.topology, from, only,
               [&](ChannelId c, std::uint8_t) { used.push_back(c.index()); });
  return used;
}

// Drawn messages, also to the node itself, each in the first frame where it shares no channel.
std::vector<Message> uncongested_frames(const test::Built& built, std::size_t count) {
  RandomStream random(3, 0, RandomPurpose::kTest);
  const auto nodes = static_cast<std::uint32_t>(built.topology->node_count());
  std::vector<Message> messages;
  std::vector<std::set<std::size_t>> used;
  while (messages.size() < count) {
    const NodeId s{random.below(nodes)}, t{random.below(nodes)};
    const std::vector<std::size_t> channels = channels_of(built, s, t);
    std::size_t frame = 0;
    const auto taken = [&](std::size_t c) { return used[frame].contains(c); };
    while (frame < used.size() && std::ranges::any_of(channels, taken)) ++frame;
    if (frame == used.size()) used.emplace_back();
    used[frame].insert(channels.begin(), channels.end());
    messages.push_back({s, t, static_cast<std::uint32_t>(frame)});
  }
  return messages;
}

std::size_t hops(const test::Built& built, const Message& m) {
  return channels_of(built, m.source, m.destination).size() - 2;
}

SimulationResult replay(const Scenario& s, std::vector<Message> messages, std::uint32_t packets) {
  Scenario planned = s;
  planned.run.until_drained = true;
  test::Built built = test::build(s);
  const auto plan =
      std::make_shared<const SendPlan>(built.topology->node_count(), std::move(messages));
  built.traffic.pattern = planned_pattern(plan);
  built.traffic.injection = find_injection("schedule")->make({.plan = plan});
  built.traffic.packets_per_message = packets;
  return simulate(built.parts(planned), planned.run);
}

// Sum over the frames of the largest latency(hops).
template <class Latency>
Cycle sum_of_frames(const test::Built& built, const std::vector<Message>& messages,
                    Latency latency) {
  std::vector<Cycle> frames;
  for (const Message& m : messages) {
    if (m.frame >= frames.size()) frames.resize(m.frame + 1);
    frames[m.frame] = std::max(frames[m.frame], Cycle{latency(hops(built, m))});
  }
  Cycle sum = 0;
  for (const Cycle frame : frames) sum += frame;
  return sum;
}

// Packets of a message follow each other without a gap (no routing or VC delay), so that a message
// of M flits takes as long as one packet of M flits: Li + (d + 1) P + d L + Lo + M - 1 = 2 d + 2 +
// M with all delays 1. Cut-through: where a buffer holds a packet and the credit loop of 4 flits.
void expect_exact_frames(Scenario s, std::uint16_t flits, std::uint32_t packets) {
  s.lengths = {{flits, 1.0}};
  const test::Built built = test::build(s);
  const std::vector<Message> messages = uncongested_frames(built, 60);
  const auto result = replay(s, messages, packets);
  ASSERT_EQ(result.verdict, Verdict::kDrained);
  EXPECT_EQ(result.packets, 60u * packets);
  const auto latency = [&](std::size_t d) { return 2 * d + 2 + Cycle{packets} * flits; };
  EXPECT_EQ(result.cycles, sum_of_frames(built, messages, latency))
      << s.kind << " of packets of " << flits << " flits, " << packets << " each";
  // A latency counts from the release of its frame.
  std::size_t farthest = 0;
  for (const Message& m : messages) farthest = std::max(farthest, hops(built, m));
  EXPECT_EQ(result.latency_max, static_cast<double>(latency(farthest)));
}

TEST(Replay, OfUncongestedFramesTakesTheSumOfTheirLongestTransfers) {
  for (const char* kind : {"torus", "mesh"}) {
    for (const Switching switching : {Switching::kWormhole, Switching::kVirtualCutThrough}) {
      for (const std::uint32_t vcs : {2u, 4u}) {
        for (const std::uint16_t flits : {1, 5, 12}) {
          Scenario s;
          s.kind = kind;
          s.radices = {5, 3};
          s.router.switching = switching;
          s.router.vcs = vcs;
          s.router.buffer_flits = switching == Switching::kWormhole ? 4 : flits + 4u;
          expect_exact_frames(s, flits, 1);
          expect_exact_frames(s, flits, 7);
        }
      }
    }
  }
}

// In cycles of several ticks, with slow and fast nodes, where a frame ends long after the least
// time that its flits take, or soon after it.
TEST(Replay, OfSinglePacketsIsExactWithAnyDelaysAndBandwidths) {
  for (const Rational node : {Rational{1}, Rational{1, 3}, Rational{2}}) {
    for (const Rational channel : {Rational{1}, Rational{1, 2}, Rational{2}}) {
      Scenario s;
      s.radices = {5, 3};
      s.bandwidth = {channel};
      s.node_channels.bandwidth = node;
      s.node_channels.ejection_latency = 2;
      s.router.buffer_flits = 64;
      s.router.switch_allocation_delay = 1;
      s.router.traversal_delay = 2;
      s.lengths = {{9, 1.0}};
      const test::Built built = test::build(s);
      const std::vector<Message> messages = uncongested_frames(built, 40);
      const auto result = replay(s, messages, 1);
      ASSERT_EQ(result.verdict, Verdict::kDrained);
      const InputQueuedZeroLoad zero_load(*built.topology, s.router, s.node_channels);
      const auto latency = [&](std::size_t d) {
        const ChannelRun run = {static_cast<std::uint32_t>(d), {1, channel}};
        return static_cast<Cycle>(std::ceil(zero_load.latency({&run, d == 0 ? 0u : 1u}, 9)));
      };
      EXPECT_EQ(result.cycles, sum_of_frames(built, messages, latency))
          << to_double(node) << " " << to_double(channel);
    }
  }
}

TEST(Replay, WithoutABarrierDeliversEverythingAndCountsFromTheStart) {
  Scenario s;
  s.radices = {4, 4};
  s.lengths = {{3, 0.5}, {10, 0.5}};
  for (const Switching switching : {Switching::kWormhole, Switching::kVirtualCutThrough}) {
    s.router.switching = switching;
    s.router.buffer_flits = 16;
    std::vector<Message> messages;
    for (std::uint32_t from = 0; from < 16; ++from) {
      for (std::uint32_t to = 0; to < 16; ++to) messages.push_back({NodeId{from}, NodeId{to}, 0});
    }
    const auto result = replay(s, messages, 4);
    ASSERT_EQ(result.verdict, Verdict::kDrained);
    EXPECT_EQ(result.packets, 16u * 16u * 4u);
    EXPECT_EQ(result.latency_max, static_cast<double>(result.cycles));
    EXPECT_EQ(result.source_accepted_min, 1.0);
  }
}

std::string refusal(const Scenario& s) {
  try {
    replay(s, {{NodeId{0u}, NodeId{1u}, 0}}, 1);
  } catch (const KeyError& error) {
    return error.key();
  }
  return "";
}

TEST(Replay, IsRefusedWhereItHasNoMeaning) {
  Scenario s;
  EXPECT_EQ(refusal(s), "");
  s.run.latency_limit = 100;
  EXPECT_EQ(refusal(s), "run.latency_limit_cycles");
  s.run.latency_limit.reset();
  s.router.model = RouterModel::kOutputQueued;
  s.router.switching = Switching::kStoreAndForward;
  s.router.flow_control = FlowControl::kBubble;
  EXPECT_EQ(refusal(s), "router.model");
}

}  // namespace
}  // namespace orthant
