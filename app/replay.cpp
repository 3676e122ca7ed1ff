// Tested by: tests/app/replay_test.py, tests/sim/replay_test.cpp
#include "app/replay.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "schedule/judge.hpp"
#include "traffic/registry.hpp"

namespace orthant {
namespace {

constexpr const char* kFramesFile = "schedule.frames_file";

Frames frames_of_file(const Point& point, const std::string& file, const ScheduleProblem& problem) {
  try {
    Frames frames = problem.read_frames(kFramesFile, file);
    const Judgement judgement = judge(problem.set(), frames);
    if (!judgement.valid())
      key_error(kFramesFile,
                "{}: {}; allowed: a schedule of these transfers, as orthant schedule "
                "--frames writes it",
                file, judgement.problem);
    return frames;
  } catch (const KeyError& error) {
    point.fail(error.key(), error.what());
  }
}

Frames solved_frames(const ScheduleProblem& problem) {
  ScheduleResult result = problem.solve();
  const std::uint32_t duration = liquid_bound(problem.set()).duration;
  spdlog::debug("replay: {} frames for a duration of {}", result.frames.size(), duration);
  if (result.frames.size() > duration)
    spdlog::warn("the schedule is not liquid: {} frames for a duration of {}", result.frames.size(),
                 duration);
  return std::move(result.frames);
}

// Every node's transfers in an order of their own.
Frames shuffled(const std::vector<NodePair>& pairs, std::size_t nodes, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> own(nodes);
  for (std::uint32_t t = 0; t < pairs.size(); ++t) own[pairs[t].source.index()].push_back(t);
  Frames frames;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    RandomStream random(seed, node, RandomPurpose::kOrder);
    std::vector<std::uint32_t>& turns = own[node];
    if (turns.size() > frames.size()) frames.resize(turns.size());
    for (std::uint32_t i = 0; i < turns.size(); ++i) {
      const auto left = static_cast<std::uint32_t>(turns.size() - i);
      std::swap(turns[i], turns[i + random.below(left)]);
      frames[i].push_back(turns[i]);
    }
  }
  return frames;
}

}  // namespace

bool replays(const Point& point) { return point.text("traffic.injection") == "schedule"; }

void Replay::send(std::uint64_t seed, Traffic& traffic) const {
  const Frames drawn = order == SendOrder::kRandom ? shuffled(pairs, nodes, seed) : Frames();
  const Frames& sent = order == SendOrder::kRandom ? drawn : frames;
  std::vector<SendPlan::Message> messages;
  for (std::uint32_t f = 0; f < sent.size(); ++f) {
    for (const std::uint32_t t : sent[f])
      messages.push_back({pairs[t].source, pairs[t].destination, barrier ? f : 0});
  }
  const auto plan = std::make_shared<const SendPlan>(nodes, std::move(messages));
  traffic.pattern = planned_pattern(plan);
  traffic.injection = find_injection("schedule")->make({.plan = plan});
}

Replay make_replay(const Point& point, const Setup& built) {
  const ScheduleProblem problem(point, built);
  const ScheduleKeys& keys = problem.keys();
  Replay replay{.nodes = built.topology->node_count(),
                .pairs = problem.pairs(),
                .order = keys.order,
                .frames = {},
                .barrier = keys.barrier};
  if (replay.order != SendOrder::kLiquid && keys.frames_file)
    point.fail(kFramesFile, "needs schedule.order = liquid");
  if (replay.order == SendOrder::kRoundRobin) replay.frames = problem.set().rounds;
  if (replay.order == SendOrder::kLiquid)
    replay.frames = keys.frames_file ? frames_of_file(point, *keys.frames_file, problem)
                                     : solved_frames(problem);
  return replay;
}

}  // namespace orthant
