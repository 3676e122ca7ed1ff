// The verb schedule: how fast a collective communication can go, and a schedule that goes so fast;
// one row for every combination of the axes, for a single one also its frames. Or the judgement of
// given frames.
//
// Tested by: tests/app/schedule_test.py
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "app/collective/schedule_frames.hpp"
#include "app/collective/schedule_teams.hpp"
#include "app/collective/verbs.hpp"
#include "app/jobs/campaign.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/timing.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "app/setup/build.hpp"
#include "app/setup/frame_entries.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/schedule_problem.hpp"
#include "base/error.hpp"
#include "schedule/msccl_file.hpp"

namespace orthant {
namespace {

std::unique_ptr<Setup> network_of(const Point& point) {
  const auto ties = ties_of_schedule(point, [&] { return make_topology(point); });
  if (ties) spdlog::info("{}", ties_text(*ties));
  const Point one_route = ties ? point.with("routing.ties", *ties) : point;
  return make_setup(one_route.with("analysis.capacity", "no"), SetupNeeds::kRouting);
}

// Keys that the columns of a schedule show.
constexpr std::string_view kOwnKeys[] = {"topology.kind", "routing.algorithm",
                                         "schedule.collective"};

std::vector<Column> all_columns(std::span<const std::string> swept) {
  std::vector<Column> columns = ScheduleProblem::columns();
  for (const std::string& key : swept) columns.push_back({key});
  return columns;
}

// Beside the row, of a single problem.
bool makes_files(const CommandLine& command) {
  return command.frames_file || command.msccl_file || command.teams_file;
}

int judge_frames(const ScheduleProblem& problem, const Frames& frames) {
  const std::string text = problem.judgement_text(frames);
  write_text(text + "\n", std::nullopt);
  return judge(problem.set(), frames).valid() ? kExitDone : kExitConfig;
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
                      const ScheduleResult& result, const ResultFiles& files) {
  if (const auto& frames_file = command.frames_file)
    files.write_beside("--frames", is_json_file(*frames_file) ? frames_json(problem, result)
                                                              : problem.frames_text(result.frames));
  if (command.msccl_file)
    files.write_beside("--msccl", msccl_text(problem.name() + " all to all", problem.pairs(),
                                             result.frames, problem.nodes()));
  if (command.teams_file)
    files.write_beside("--teams", to_csv(team_table(problem.set(), problem.limits())));
}

// A single problem: solved, with its frames, or judged.
int schedule_one(const CommandLine& command, const ScheduleProblem& problem, const Point& point,
                 ConfigText config) {
  if (command.verify_file)
    return judge_frames(problem, problem.read_frames("--verify", *command.verify_file));
  const ResultFiles files(command, point, std::move(config));
  files.check_rows(all_columns({}), 1);
  if (command.teams_file) check_team_table(problem.set());
  if (command.msccl_file) check_msccl(problem.pairs(), problem.nodes());
  catch_interrupts();
  Timing timing(command, files.ini("--timing"));
  const auto start = std::chrono::steady_clock::now();
  const ScheduleResult result = problem.solve();
  ItemResult item;
  item.seconds = seconds_since(start);
  timing.add(0, item);
  say(problem, result, item.seconds);
  files.write({all_columns({}), {problem.fields(result)}});
  write_side_files(command, problem, result, files);
  if (interrupted()) {
    spdlog::warn("interrupted: the row is that of the shortest schedule found by then");
    return kExitInterrupted;
  }
  return result.verdict == LiquidVerdict::kUnknown ? kExitUnfinished : kExitDone;
}

int schedule_case(const CommandLine& command) {
  const Config config = Config::parse("", "no config", command.overrides);
  const Point point = config.only_point("schedule --case");
  ScheduleCase given = read_schedule_case("--case", *command.case_file);
  const Frames frames = given.frames;
  const bool judged = given.expected.contains("check") && !command.verify_file;
  if (!judged && liquid_bound(given.set).duration == 0)
    config_error("--case: {}: no transfer uses a link; allowed: some", *command.case_file);
  const ScheduleProblem problem(point, std::move(given));
  if (judged && makes_files(command))
    config_error(
        "--case: {}: is a schedule to be judged; allowed: without --frames, --msccl, --teams",
        *command.case_file);
  if (judged) return judge_frames(problem, frames);
  return schedule_one(
      command, problem, point,
      {origin(point) + input_line("--case", *command.case_file), point.effective_ini()});
}

int schedule_many(const CommandLine& command, const Config& config) {
  const std::vector<std::string> swept = axes_but(config.axes(), kOwnKeys);
  Campaign campaign;
  campaign.what = "schedules";
  campaign.columns = all_columns(swept);
  campaign.rows = config.point_count();
  campaign.compute = [&](std::size_t index, const RunProgress&) {
    const auto start = std::chrono::steady_clock::now();
    const Point point = config.point(index);
    const ScheduleProblem problem(point, *network_of(point));
    ItemResult item;
    item.row = problem.fields(problem.solve());
    for (const std::string& key : swept) item.row.push_back(point.text(key));
    item.complete = !interrupted();
    item.seconds = seconds_since(start);
    return item;
  };
  campaign.expected = [&](std::size_t index) {
    std::vector<KnownField> fields;
    for (const std::string& key : swept) fields.push_back({key, config.point(index).text(key)});
    return fields;
  };
  const auto verdict_at = ScheduleProblem::columns().size() - 1;
  campaign.verdict = [verdict_at](const Row& row) {
    const bool unknown = row[verdict_at] == liquid_verdict_name(LiquidVerdict::kUnknown);
    return std::string(unknown ? verdict_name(Verdict::kUnfinished) : "");
  };
  campaign.unfinished_is_failure = true;
  catch_interrupts();
  return run_campaign(campaign, command, config, threads_of(command));
}

}  // namespace

int schedule_verb(const CommandLine& command) {
  if (command.case_file) return schedule_case(command);
  const Config config =
      without_run_axes(Config::read(command.config_file, command.overrides), "schedule");
  if (config.point_count() > 1 && !makes_files(command) && !command.verify_file)
    return schedule_many(command, config);
  const Point point = config.only_point("schedule --frames, --msccl, --teams or --verify");
  return schedule_one(command, ScheduleProblem(point, *network_of(point)), point,
                      config_text(point));
}

}  // namespace orthant
