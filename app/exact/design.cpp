// The verb design: the best oblivious routing for an objective, one row for every combination of
// the axes; for a single one also the routing as a table, and the program itself.
//
// Tested by: tests/app/design_test.py
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "app/exact/design_run.hpp"
#include "app/exact/verbs.hpp"
#include "app/jobs/campaign.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/timing.hpp"
#include "app/output/output.hpp"
#include "app/setup/key_columns.hpp"

namespace orthant {
namespace {

// Keys that the columns of a design show.
constexpr std::string_view kOwnKeys[] = {"topology.kind", "topology.dimensions", "design.objective",
                                         "design.paths", "design.locality"};

std::vector<Column> all_columns(std::span<const std::string> swept) {
  std::vector<Column> columns = DesignRun::columns();
  for (const std::string& key : swept) columns.push_back({key});
  return columns;
}

Row whole_row(const Point& point, const DesignRun& run, std::span<const std::string> swept) {
  Row row = run.fields();
  for (const std::string& key : swept) row.push_back(point.text(key));
  return row;
}

std::vector<KnownField> known_fields(const Point& point, std::span<const std::string> swept) {
  std::vector<KnownField> fields;
  for (const char* key : {"design.objective", "design.paths", "design.locality"}) {
    const std::string column = std::string(key).substr(std::string_view("design.").size());
    fields.push_back({column, point.has_value(key) ? point.text(key) : ""});
  }
  for (const std::string& key : swept) fields.push_back({key, point.text(key)});
  return fields;
}

int design_one(const CommandLine& command, const Config& config) {
  const Point point = config.only_point("design --routing or --write-mps");
  const ResultFiles files(command, point, config_text(point));
  files.check_rows(all_columns({}), 1);
  catch_interrupts();
  Timing timing(command, files.ini("--timing"));
  const auto start = std::chrono::steady_clock::now();
  std::optional<PendingFile> program;  // the solver opens it by its name
  if (command.mps_file) program.emplace(*command.mps_file);
  const DesignRun run(point, threads_of(command).workers, program ? program->temporary() : "");
  end_if_interrupted();
  ItemResult item;
  item.seconds = seconds_since(start);
  timing.add(0, item);
  const LpStatus status = run.design().status();
  spdlog::log(status == LpStatus::kOptimal ? spdlog::level::info : spdlog::level::warn, "{}",
              run.summary());
  files.write({all_columns({}), {whole_row(point, run, {})}});
  if (status == LpStatus::kOptimal && command.routing_file)
    files.write_beside("--routing", run.table_text());
  if (program) {
    program->close();
    files.write_beside("--write-mps", *program);
  }
  return status == LpStatus::kOptimal ? kExitDone : kExitUnfinished;
}

int design_many(const CommandLine& command, const Config& config) {
  const std::vector<std::string> swept = axes_but(config.axes(), kOwnKeys);
  Campaign campaign;
  campaign.what = "designs";
  campaign.columns = all_columns(swept);
  campaign.rows = config.point_count();
  campaign.compute = [&](std::size_t index, const RunProgress&) {
    const auto start = std::chrono::steady_clock::now();
    const Point point = config.point(index);
    const DesignRun run(point, 1);
    ItemResult item;
    item.complete = !interrupted();
    item.row = whole_row(point, run, swept);
    item.seconds = seconds_since(start);
    if (run.design().status() != LpStatus::kOptimal) item.message = run.summary();
    return item;
  };
  campaign.expected = [&](std::size_t index) { return known_fields(config.point(index), swept); };
  const auto status = std::ranges::find(campaign.columns, "status", &Column::name);
  const auto status_at = static_cast<std::size_t>(status - campaign.columns.begin());
  campaign.verdict = [status_at](const Row& row) {
    return std::string(row[status_at] == lp_status_name(LpStatus::kOptimal)
                           ? ""
                           : verdict_name(Verdict::kUnfinished));
  };
  campaign.unfinished_is_failure = true;
  catch_interrupts();
  return run_campaign(campaign, command, config, threads_of(command));
}

}  // namespace

int design_verb(const CommandLine& command) {
  const Config config =
      without_run_axes(Config::read(command.config_file, command.overrides), "design");
  const bool side_files = command.routing_file || command.mps_file;
  return config.point_count() == 1 || side_files ? design_one(command, config)
                                                 : design_many(command, config);
}

}  // namespace orthant
