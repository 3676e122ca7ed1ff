// The verb sweep: writes a row for each repetition of each point.
//
// Tested by: tests/app/sweep_test.py, tests/app/resume_test.cpp
#include <fmt/format.h>

#include <algorithm>

#include "app/config/verbs.hpp"
#include "app/jobs/mpi_sweep.hpp"
#include "app/jobs/study.hpp"
#include "app/output/csv.hpp"
#include "app/points/results.hpp"
#include "app/setup/build.hpp"
#include "app/setup/chosen_vcs.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "app/simulate/simulated_points.hpp"

namespace orthant {
namespace {

// Refuses seeds that two points of one network would share.
void refuse_seeds_twice(const Config& config) {
  const auto axis = std::ranges::find(config.axes(), "run.seed", &Axis::key);
  if (axis == config.axes().end()) return;
  const std::int64_t repetitions = config.point(0).integer("run.repetitions");
  std::vector<std::int64_t> seeds;
  for (const std::string& seed : axis->values) seeds.push_back(std::stoll(seed));
  std::ranges::sort(seeds);
  for (std::size_t i = 1; i < seeds.size(); ++i)
    if (seeds[i] - seeds[i - 1] < repetitions)
      config.point(0).fail("run.seed",
                           "{} runs from seed {} on reach seed {}, which has its own; "
                           "allowed: one value, or values run.repetitions apart",
                           repetitions, seeds[i - 1], seeds[i]);
}

// Keeps one load for a workload, which reads none: more would only repeat rows.
Config without_unread_loads(const Config& given, std::string_view verb) {
  const bool has_load = !runs_workload(given.point(0));
  return with_first_values(given, fmt::format("{} of a workload", verb),
                           [=](std::string_view key) { return has_load || key != "traffic.load"; });
}

int sweep_points(const CommandLine& command, MpiRanks& ranks) {
  BuiltNetworks built;
  const Config given =
      with_chosen_vcs(Config::read(command.config_file, command.overrides), command, built);
  const Point any = given.point(0);  // keys that add columns are no axes
  for (std::size_t p = 1; p < given.point_count(); ++p)
    if (runs_workload(given.point(p)) != runs_workload(any))
      given.point(p).fail("traffic.injection",
                          "workload has columns of its own; allowed: not beside others");
  refuse_seeds_twice(given);
  const Config config = without_unread_loads(given, command.verb);
  Study study = study_of_keys(config, "points", simulation_columns(measured_of(any)),
                              {"traffic.load", "run.seed"});
  study.repetitions = static_cast<std::uint32_t>(config.point(0).integer("run.repetitions"));
  study.compute = [&](const Task& task) {
    const auto& [point, repetition, share, alone, progress] = task;
    return RowResult{
        item_of(point, simulate_point(point, repetition, built, share, {.progress = progress}))};
  };
  study.known = [keys = study.known](const Point& point, std::uint32_t repetition) {
    std::vector<KnownField> fields = keys(point, repetition);
    // Leaves out loads that are not known yet: classes may have loads of their own, relative to the
    // capacity of a network that is not built, and flows the rates of their file.
    const bool by_file = !has_no_load(point) && !point.has_value("traffic.load");
    if (point.traffic_classes().empty() && !by_file)
      fields.push_back({"load", has_no_load(point) ? "" : real_text(point.real("traffic.load"))});
    fields.push_back({"seed", fmt::format("{}", point.integer("run.seed") + repetition)});
    return fields;
  };
  study.verdict_column = "verdict";
  study.verdict = [](const std::string& verdict) -> std::string_view { return verdict; };
  return simulate_rows(study, command, config, built, ranks);
}

}  // namespace

int sweep_verb(const CommandLine& command) {
  return on_ranks([&](MpiRanks& ranks) { return sweep_points(command, ranks); });
}

}  // namespace orthant
