// Tested by: tests/app/workload_test.py
#include "app/collective/program_file.hpp"

#include <utility>

#include "app/output/columns.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "base/error.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

struct Program {
  std::string name;
  const Workload& workload;
};

std::uint64_t bytes_of(const Workload& workload) {
  std::uint64_t bytes = 0;
  workload.for_each_send(
      [&](std::uint32_t, std::uint32_t, const Operation& send) { bytes += send.amount; });
  return bytes;
}

const ColumnRows<Program>& rows() {
  static const ColumnRows<Program> rows = {
      {"workload", "Kind or file of the workload.", [](const Program& of) { return of.name; }},
      {"ranks", "", "Ranks of the workload.",
       [](const Program& of) { return of.workload.ranks(); }},
      {"operations", "", "Sends, receives and computations of all ranks.",
       [](const Program& of) { return of.workload.size(); }},
      {"messages", "", "Messages that it sends.",
       [](const Program& of) { return of.workload.messages(); }},
      {"bytes", "", "Of all of its messages.",
       [](const Program& of) { return bytes_of(of.workload); }},
  };
  return rows;
}

}  // namespace

std::string schedule_goal(const ScheduleProblem& problem, const Frames& frames,
                          std::uint64_t bytes) {
  const NodeOrders orders = problem.orders(frames);
  WorkloadBuilder builder(static_cast<std::uint32_t>(problem.nodes()));
  for (std::uint32_t rank = 0; rank < problem.nodes(); ++rank) {
    builder.begin_rank(rank);
    for (const std::uint32_t other : orders.to[rank]) builder.send(bytes, other, 0);
    for (const std::uint32_t other : orders.from[rank]) builder.receive(bytes, other, 0);
    builder.end_rank();
  }
  return goal_text(builder.finish());
}

std::vector<Column> program_columns() { return rows().columns(); }

void refuse_unused_options(const CommandLine& command, std::string_view used,
                           std::string_view why) {
  using File = std::optional<std::string> CommandLine::*;
  constexpr std::pair<std::string_view, File> kOptions[] = {
      {"--frames", &CommandLine::frames_file}, {"--goal", &CommandLine::goal_file},
      {"--msccl", &CommandLine::msccl_file},   {"--teams", &CommandLine::teams_file},
      {"--timing", &CommandLine::timing_file}, {"--verify", &CommandLine::verify_file}};
  for (const auto& [name, file] : kOptions)
    if (name != used && command.*file) config_error("{}: {}", name, why);
}

int program_verb(const CommandLine& command, const Point& point) {
  refuse_unused_options(command, "--goal",
                        "traffic.injection = workload is a program, for which no frames are "
                        "searched; allowed: --goal, or a config without a workload");
  const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kNetwork);
  const auto plan = make_workload(point, *setup, setup->program_notes);
  say(setup->program_notes);
  const ResultFiles files(command, point, config_text(point, command));
  const Program program{name_of_workload(point), plan->workload()};
  files.write({program_columns(), {rows().fields(program)}});
  if (command.goal_file) files.write_beside("--goal", goal_text(plan->workload()));
  return kExitDone;
}

}  // namespace orthant
