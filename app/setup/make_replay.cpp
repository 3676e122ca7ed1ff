// Tested by: tests/app/replay_test.py
#include "app/setup/make_replay.hpp"

#include "app/setup/schedule_problem.hpp"
#include "base/error.hpp"
#include "schedule/files/frames_file.hpp"
#include "schedule/judge.hpp"

namespace orthant {
namespace {

constexpr const char* kFramesFile = "schedule.frames_file";

}  // namespace

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
  Replay replay{.nodes = built.topology->node_count(),
                .pairs = problem.pairs(),
                .order = keys.order,
                .frames = {},
                .barrier = keys.barrier};
  if (replay.order != SendOrder::kLiquid && keys.frames_file)
    point.fail(kFramesFile, "needs schedule.order = liquid");
  if (replay.order == SendOrder::kRoundRobin) replay.frames = problem.set().rounds;
  if (replay.order == SendOrder::kLiquid) replay.frames = liquid_frames(point, problem);
  return replay;
}

}  // namespace orthant
