// Tested by: tests/app/replay_test.py
#include "app/setup/make_replay.hpp"

#include <spdlog/spdlog.h>

#include "app/setup/schedule_problem.hpp"
#include "base/error.hpp"
#include "schedule/files/frames_file.hpp"
#include "schedule/judge.hpp"

namespace orthant {
namespace {

constexpr const char* kFramesFile = "schedule.frames_file";

Frames solved_frames(const ScheduleProblem& problem) {
  ScheduleResult result = problem.solve();
  const std::uint32_t duration = liquid_bound(problem.set()).duration;
  spdlog::debug("replay: {} frames for a duration of {}", result.frames.size(), duration);
  if (result.frames.size() > duration)
    spdlog::warn("the schedule is not liquid: {} frames for a duration of {}", result.frames.size(),
                 duration);
  return std::move(result.frames);
}

}  // namespace

Frames frames_of_file(const Point& point, const std::string& file, const ScheduleProblem& problem) {
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
