// The verb design: the best oblivious routing for an objective, one row for every combination of
// the axes; for a single one also the routing as a table, and the program itself.
//
// Tested by: tests/app/design_test.py
#include <spdlog/spdlog.h>

#include <memory>

#include "app/exact/design_run.hpp"
#include "app/exact/verbs.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/study.hpp"
#include "app/output/output.hpp"

namespace orthant {
namespace {

std::vector<KnownField> known_fields(const Point& point, std::uint32_t) {
  std::vector<KnownField> fields;
  for (const std::string_view key : {"design.objective", "design.paths", "design.locality"}) {
    const std::string_view column = key.substr(std::string_view("design.").size());
    fields.push_back({std::string(column), point.has_value(key) ? point.text(key) : ""});
  }
  return fields;
}

// The program that --write-mps asks for, under the name by which the solver opens it.
std::shared_ptr<PendingFile> program_file(const CommandLine& command, const Task& task) {
  return task.alone && command.mps_file ? std::make_shared<PendingFile>(*command.mps_file)
                                        : nullptr;
}

RowResult answer_of(const CommandLine& command, const Task& task) {
  const std::shared_ptr<PendingFile> program = program_file(command, task);
  const auto run = std::make_shared<const DesignRun>(task.point, task.share.threads,
                                                     program ? program->temporary() : "");
  if (task.alone) end_if_interrupted();
  RowResult answer;
  answer.complete = !interrupted();
  answer.row = run->fields();
  const bool optimal = run->design().status() == LpStatus::kOptimal;
  if (!optimal) answer.message = run->summary();
  answer.write = [=, &command](const ResultFiles& files, const Table& table) {
    spdlog::log(optimal ? spdlog::level::info : spdlog::level::warn, "{}", run->summary());
    files.write(table);
    if (optimal && command.routing_file) files.write_beside("--routing", run->table_text());
    if (!program) return;
    program->close();
    files.write_beside("--write-mps", *program);
  };
  return answer;
}

}  // namespace

int design_verb(const CommandLine& command) {
  const Config config = config_without_runs(command, {"routing.", "router."});
  const Study study = {.config = config,
                       .what = "designs",
                       .columns = DesignRun::columns(),
                       .shown = {"topology.kind", "topology.dimensions", "design.objective",
                                 "design.paths", "design.locality"},
                       .compute = [&](const Task& task) { return answer_of(command, task); },
                       .known = known_fields,
                       .verdict_column = "status",
                       .verdict =
                           [](const std::string& status) {
                             return status == lp_status_name(LpStatus::kOptimal)
                                        ? std::string_view()
                                        : verdict_name(Verdict::kUnfinished);
                           },
                       .unfinished_is_failure = true};
  return compute_study(
      study, command,
      command.routing_file || command.mps_file ? "design --routing or --write-mps" : "");
}

}  // namespace orthant
