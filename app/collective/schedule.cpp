// The verb schedule: finds the least time of a collective communication and a schedule that reaches
// it. It writes one row for every combination of the axes; a single row can have its frames beside
// it. With --verify it judges given frames instead.
//
// Tested by: tests/app/schedule_test.py
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>
#include <utility>

#include "app/collective/schedule_files.hpp"
#include "app/config/verbs.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/study.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "app/setup/schedule_problem.hpp"
#include "base/error.hpp"
#include "base/progress_timer.hpp"
#include "schedule/files/frames_file.hpp"
#include "schedule/files/msccl_file.hpp"

namespace orthant {
namespace {

// True if files are wanted beside the row of a single problem.
bool makes_files(const CommandLine& command) {
  return command.frames_file || command.goal_file || command.msccl_file || command.teams_file;
}

int write_judgement(const CommandLine& command, const Point& point, ConfigText config,
                    const Judgement& judgement) {
  const ResultFiles files(command, point, std::move(config));
  files.write({judgement_columns(), {judgement_fields(judgement)}});
  return judgement.valid() ? kExitDone : kExitConfig;
}

// Calls read() and turns its KeyError into an error about an option.
template <class Read>
auto read_of_option(const Read& read) {
  try {
    return read();
  } catch (const KeyError& error) {
    config_error("{}: {}", error.key(), error.what());
  }
}

void say(const ScheduleProblem& problem, const ScheduleResult& result, double seconds) {
  const LiquidBound bound = liquid_bound(problem.set());
  spdlog::info("{} frames for a duration of {} ({}), {:.3g} s", result.frames.size(),
               bound.duration,
               result.verdict == LiquidVerdict::kLiquid ? "liquid"
               : result.shortest                        ? "no schedule is shorter"
               : result.verdict == LiquidVerdict::kNotLiquid
                   ? "there is no liquid one; whether there is a shorter one is not known"
                   : "whether there is a shorter one is not known",
               seconds);
  if (const std::size_t each = problem.wavelengths(); each > 1)
    spdlog::info("on {} wavelengths a link: {} time slots, at least {}", each,
                 (result.frames.size() + each - 1) / each, (bound.duration + each - 1) / each);
}

void write_side_files(const CommandLine& command, const ScheduleProblem& problem,
                      const ScheduleResult& result, std::uint64_t message_bytes,
                      const ResultFiles& files) {
  if (const auto& frames_file = command.frames_file)
    files.write_beside("--frames", is_json_file(*frames_file)
                                       ? frames_json(problem, result)
                                       : frames_text(problem.transfers(), result.frames));
  if (command.goal_file)
    files.write_beside("--goal", schedule_goal(problem, result.frames, message_bytes));
  if (command.msccl_file)
    files.write_beside("--msccl", msccl_text(problem.name() + " all to all", problem.pairs(),
                                             result.frames, problem.nodes()));
  if (command.teams_file)
    files.write_beside("--teams", to_csv(team_table(problem.set(), problem.limits())));
}

using Problem = std::shared_ptr<const ScheduleProblem>;

Problem problem_of(const Point& point) {
  const OnePath one_path = one_path_of_schedule(point, [&] { return make_topology(point); });
  const std::unique_ptr<Setup> setup = make_setup(
      point, SetupNeeds::kRouting, nullptr, {.one_path = one_path, .program_capacity = false});
  Problem problem = std::make_shared<const ScheduleProblem>(point, *setup);
  if (const std::string text = ties_text(one_path); !text.empty()) spdlog::info("{}", text);
  return problem;
}

// Solves a given problem, or the problems of the config's points.
Study study_of(const CommandLine& command, const Config& config, const Problem& given = nullptr) {
  // Marks workload.bytes as read before a warning lists unread keys.
  const std::uint64_t message_bytes = command.goal_file && given ? given->message_bytes() : 0;
  const auto answer_of = [=, &command](const Task& task) {
    const Problem problem = given ? given : problem_of(task.point);
    const auto start = std::chrono::steady_clock::now();
    const ScheduleResult result = problem->solve();
    const double seconds = seconds_since(start);
    RowResult answer;
    answer.row = problem->fields(result);
    answer.complete = !interrupted();
    answer.write = [=, &command](const ResultFiles& files, const Table& table) {
      say(*problem, result, seconds);
      files.write(table);
      write_side_files(command, *problem, result, message_bytes, files);
      if (interrupted())
        spdlog::warn("interrupted: the row is that of the shortest schedule found by then");
    };
    return answer;
  };
  return {.config = config,
          .what = "schedules",
          .columns = ScheduleProblem::columns(),
          .shown = {"topology.kind", "routing.algorithm", "schedule.collective"},
          .given = network_change_keys(config),
          .compute = answer_of,
          .verdict_column = "verdict",
          .verdict =
              [](const std::string& verdict) {
                return verdict == liquid_verdict_name(LiquidVerdict::kUnknown)
                           ? verdict_name(Verdict::kUnfinished)
                           : std::string_view();
              },
          .unfinished_is_failure = true,
          .check =
              [=, &command] {
                if (command.teams_file) check_team_table(given->set());
                if (command.goal_file && given->nodes() == 0)
                  config_error("--goal: a case has no nodes; allowed: with a config");
                if ((command.goal_file || command.msccl_file) && given->keys().several_routes)
                  config_error("{}: a program has no routes; allowed: with schedule.routes = one",
                               command.goal_file ? "--goal" : "--msccl");
                if (command.msccl_file) check_msccl(given->pairs(), given->nodes());
              }};
}

// Solves a single problem and writes its frames, or judges given frames.
int schedule_one(const CommandLine& command, const Problem& problem, const Config& config,
                 ConfigText text) {
  if (const auto& file = command.verify_file) {
    const Judgement judgement =
        read_of_option([&] { return problem->judge_file("--verify", *file); });
    text.origin += input_line("--verify", *file);
    return write_judgement(command, config.point(0), std::move(text), judgement);
  }
  return compute_row(study_of(command, config, problem), command, std::move(text));
}

int schedule_case(const CommandLine& command) {
  const Config config = Config::parse("", "no config", command.overrides);
  const Point point = config.only_point("schedule --case");
  ScheduleCase given =
      read_of_option([&] { return read_schedule_case("--case", *command.case_file); });
  const Frames frames = given.frames;
  const bool judged = given.expected.contains("check") && !command.verify_file;
  if (!judged && liquid_bound(given.set).duration == 0)
    config_error("--case: {}: no transfer uses a link; allowed: some", *command.case_file);
  const Problem problem = std::make_shared<const ScheduleProblem>(point, std::move(given));
  if (judged)
    refuse_unused_options(
        command, {},
        fmt::format("{} is a schedule to be judged, and nothing is searched; allowed: another case",
                    *command.case_file));
  ConfigText text = {origin(point) + input_line("--case", *command.case_file),
                     point.written_ini(command.verb)};
  if (judged)
    return write_judgement(command, point, std::move(text), judge(problem->set(), frames));
  return schedule_one(command, problem, config, std::move(text));
}

}  // namespace

int schedule_verb(const CommandLine& command) {
  if (command.case_file) return schedule_case(command);
  const Config config = config_without_runs(command);
  if (config.point_count() > 1 && !makes_files(command) && !command.verify_file)
    return compute_study(study_of(command, config), command, "");
  const Point point = config.only_point("schedule --frames, --goal, --msccl, --teams or --verify");
  if (runs_workload(point)) return program_verb(command, point);
  return schedule_one(command, problem_of(point), config, config_text(point, command));
}

}  // namespace orthant
