// Tested by: tests/app/replay_test.py
#include "app/setup/make_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/setup/schedule_problem.hpp"
#include "base/error.hpp"
#include "schedule/files/frames_file.hpp"
#include "schedule/judge.hpp"
#include "sim/node/unequal_routers.hpp"
#include "sim/prediction/prediction.hpp"

namespace orthant {
namespace {

constexpr const char* kFramesFile = "schedule.frames_file";

// Checks the assumptions of a timetable beyond the channels of transfers.
void check_timetable(const Point& point, const Setup& built, const ScheduleProblem& problem) {
  const auto fail = [&](std::string_view key, std::string_view allowed) {
    point.fail("schedule.barrier", "rolling needs {} = {}", key, allowed);
  };
  if (!problem.keys().ports) fail("schedule.ports", "yes");
  if (built.router.switching == Switching::kStoreAndForward)
    fail("router.switching", "wormhole or virtual_cut_through");
  const bool equal = built.node_channels.bandwidth == Rational(1) &&
                     std::ranges::all_of(built.topology->channels(), [](const Channel& channel) {
                       return channel.bandwidth == Rational(1);
                     });
  if (!equal) fail("channel.bandwidth and channel.node_bandwidth", "1");
  // Requires buffers that never make a message wait for credits.
  const CreditLoop::Buffers buffers = credit_loop(built.parts()).stream.least;
  const std::uint64_t least = built.router.switching == Switching::kWormhole
                                  ? buffers.loop
                                  : built.traffic.lengths.longest() + buffers.loop - 1;
  if (buffers.flits < least)
    fail("router.buffer_flits", fmt::format("{} or more, or a shorter credit loop", least));
}

// Cycles from the arrival of a head to its first cycle on the next channel.
std::uint64_t cycles_in_router(const RouterOptions& router, RouterId r) {
  const RouterDelays delays = pipelines_of(router)[pipeline_of(router, r)];
  const std::uint32_t allocations = router.speculative
                                        ? std::max(delays.vc_allocation, delays.switch_allocation)
                                        : delays.vc_allocation + delays.switch_allocation;
  return std::uint64_t{delays.routing} + allocations + delays.traversal;
}

// Extra cycles of a head behind a tail in the same VC: its own stages begin when the tail has left.
std::uint64_t cycles_between_messages(const RouterOptions& router) {
  std::uint64_t longest = 0;
  for (const RouterDelays& delays : pipelines_of(router)) {
    const std::uint32_t hidden = router.speculative ? delays.switch_allocation : 0;
    const std::uint32_t allocation = delays.vc_allocation - std::min(delays.vc_allocation, hidden);
    longest = std::max(longest, std::uint64_t{delays.routing} + allocation);
  }
  return longest;
}

// Times of a message in an empty network; see the formula of the zero-load latency.
MessageTimes message_times(const Point& point, const Setup& built, const ScheduleProblem& problem) {
  check_timetable(point, built, problem);
  const Topology& topology = *built.topology;
  const Traffic& traffic = built.traffic;
  MessageTimes times{
      .cycles = std::uint64_t{traffic.packets_per_message} * traffic.lengths.longest() +
                cycles_between_messages(built.router),
      .offsets = {}};
  for (std::size_t t = 0; t < problem.pairs().size(); ++t) {
    RouterId here = topology.router_of(problem.pairs()[t].source);
    std::uint64_t at = built.node_channels.injection_latency + cycles_in_router(built.router, here);
    std::vector<std::uint64_t>& offsets = times.offsets.emplace_back(1);
    for (const std::uint32_t c : std::span(problem.set().transfers[t].channels).subspan(1)) {
      offsets.push_back(at);
      if (c >= topology.channel_count()) break;  // a node's channel
      const Channel& channel = topology.channel(ChannelId{c});
      at += channel.latency_cycles + cycles_in_router(built.router, channel.to);
    }
  }
  return times;
}

}  // namespace

void refuse_several_routes(const Point& point, const ScheduleProblem& problem) {
  if (problem.keys().several_routes)
    point.fail("schedule.routes",
               "several is for the verb schedule, packets of a simulation draw their path; "
               "allowed: one");
}

Frames liquid_frames(const Point& point, const ScheduleProblem& problem) {
  if (!problem.keys().frames_file) return problem.repeatable_frames(point);
  const std::string& file = *problem.keys().frames_file;
  return point.place_errors([&] {
    Frames frames = read_frames(kFramesFile, file, problem.transfers());
    const Judgement judgement = judge(problem.set(), frames);
    if (!judgement.valid())
      key_error(kFramesFile,
                "{}: {}; allowed: a schedule of these transfers, as orthant schedule "
                "--frames writes it",
                file, judgement.problem);
    return frames;
  });
}

bool replays(const Point& point) { return point.text("traffic.injection") == "schedule"; }

Replay make_replay(const Point& point, const Setup& built) {
  const ScheduleProblem problem(point, built);
  const ScheduleKeys& keys = problem.keys();
  refuse_several_routes(point, problem);
  Replay replay{.nodes = built.topology->node_count(),
                .transfers = {.pairs = problem.pairs(), .set = {}},
                .order = keys.order,
                .frames = {},
                .release = keys.release};
  if (replay.release == Release::kRolling) {
    replay.transfers.set = problem.set();
    replay.times = message_times(point, built, problem);
  }
  if (replay.order != SendOrder::kLiquid && keys.frames_file)
    point.fail(kFramesFile, "needs schedule.order = liquid");
  if (replay.order == SendOrder::kRoundRobin) replay.frames = problem.set().steps;
  if (replay.order == SendOrder::kLiquid) replay.frames = liquid_frames(point, problem);
  return replay;
}

}  // namespace orthant
