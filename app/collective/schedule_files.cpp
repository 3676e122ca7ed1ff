// Tested by: tests/app/schedule_files_test.py, tests/app/workload_test.py
#include "app/collective/schedule_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "app/output/columns.hpp"
#include "app/output/json.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "base/error.hpp"
#include "base/key_values.hpp"
#include "schedule/teams/team_counts.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

std::string name_or_null(const std::string& name) {
  return name.empty() ? "null" : json_string(name);
}

template <class Number>
std::string number_member(std::string_view name, Number number) {
  return json_member(name, fmt::format("{}", number));
}

// Returns the JSON members of the problem, then the member "result" with the columns from the
// number of transfers on.
std::vector<std::string> heading(const ScheduleProblem& problem, const ScheduleResult& result) {
  const std::vector<Column> columns = ScheduleProblem::columns();
  const Row row = problem.fields(result);
  const std::size_t figures = column_of(columns, "transfers");
  std::vector<std::string> members, results;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    (c < figures ? members : results)
        .push_back(json_member(columns[c].name, json_value(columns[c], row[c])));
    if (c == 0) members.push_back(json_member("dimensions", name_or_null(problem.dimensions())));
  }
  members.push_back(json_member("result", json_object(results)));
  return members;
}

std::string channels_json(const TransferSet& set) {
  const LiquidBound bound = liquid_bound(set);
  std::vector<std::string> channels;
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    if (bound.loads[c] == 0) continue;
    const bool is_bottleneck = std::ranges::binary_search(bound.bottlenecks, c);
    const std::string name = set.channel_names.empty() ? std::string() : set.channel_names[c];
    channels.push_back(json_object(std::array{
        number_member("channel", c), json_member("name", name_or_null(name)),
        number_member("load", bound.loads[c]), number_member("capacity", set.capacity(c)),
        number_member("bottleneck", is_bottleneck)}));
  }
  return json_list(channels, 4);
}

std::string transfer_json(const ScheduleProblem& problem, std::uint32_t t) {
  const Transfer& transfer = problem.set().transfers[t];
  std::string source = "null", destination = "null";
  if (const auto& pairs = problem.pairs(); !pairs.empty()) {
    source = fmt::format("{}", pairs[t].source.value);
    destination = fmt::format("{}", pairs[t].destination.value);
  }
  std::vector<std::string> channels;
  for (const std::uint32_t channel : transfer.channels)
    channels.push_back(fmt::format("{}", channel));
  return json_object(
      std::array{number_member("transfer", t), json_member("name", name_or_null(transfer.name)),
                 json_member("source", source), json_member("destination", destination),
                 json_member("channels", json_list(channels))});
}

std::string frame_json(const ScheduleProblem& problem, std::size_t number,
                       const std::vector<std::uint32_t>& frame) {
  std::vector<std::string> members{number_member("frame", number)};
  if (const std::size_t wavelengths = problem.wavelengths(); wavelengths > 1) {
    members.push_back(number_member("slot", number / wavelengths));
    members.push_back(number_member("wavelength", number % wavelengths));
  }
  std::vector<std::string> transfers;
  for (const std::uint32_t t : frame) transfers.push_back(transfer_json(problem, t));
  members.push_back(json_member("transfers", json_list(transfers, 6)));
  return json_object(members);
}

}  // namespace

std::vector<Column> frame_columns() {
  return {{"frame", false, {}, "Number of the frame, from 0."},
          {"source", false, {}, "Node that sends; of a case the column transfer instead."},
          {"destination", false, {}, "Node that receives."}};
}

namespace {

const ColumnRows<Judgement>& judgement_rows() {
  static const ColumnRows<Judgement> rows = {
      {"frames", "", "Length of the schedule.", &Judgement::frames},
      {"duration", "frames", "Most transfers over one channel: no schedule has fewer.",
       &Judgement::duration},
      {"valid",
       "Whether every transfer goes once, and no two of a frame share a "
       "channel.",
       [](const Judgement& of) { return yes_no(of.valid()); }},
      {"liquid", "Whether it is valid, with as many frames as the duration.",
       [](const Judgement& of) { return yes_no(of.liquid()); }},
      {"problem", "What is not valid; else empty.", &Judgement::problem},
  };
  return rows;
}

}  // namespace

std::vector<Column> judgement_columns() { return judgement_rows().columns(); }

Row judgement_fields(const Judgement& judgement) { return judgement_rows().fields(judgement); }

std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  std::vector<std::string> members = heading(problem, result);
  members.push_back(json_member("channels", channels_json(problem.set())));
  std::vector<std::string> frames;
  for (std::size_t f = 0; f < result.frames.size(); ++f)
    frames.push_back(frame_json(problem, f, result.frames[f]));
  members.push_back(json_member("frames", json_list(frames, 4)));
  return json_object(members, 2) + '\n';
}

namespace {

constexpr std::size_t kMostTransfers = 20'000;  // each pair of them has a bit

Row row_of(std::string_view what, const TeamReductions& reductions, const TeamCount& count) {
  const bool teams = what == "full_team";
  return {std::string(what),
          yes_no(reductions.blank),
          teams ? yes_no(reductions.idle) : "",
          teams ? yes_no(reductions.skeleton) : "",
          fmt::format("{}", count.categories),
          fmt::format("{}", count.teams),
          yes_no(count.complete)};
}

}  // namespace

void check_team_table(const TransferSet& set) {
  if (set.transfers.size() > kMostTransfers)
    config_error("--teams: {} transfers; allowed: at most {}", set.transfers.size(),
                 kMostTransfers);
  if (set.has_capacities())
    config_error("--teams: channels differ in bandwidth; allowed: schedule.bandwidths = ignored");
}

std::vector<Column> team_columns() {
  return {{"what", true, {}, "full_team or full_simultaneity."},
          {"blank", true, {}, "Whether the reduction by blank transfers was on."},
          {"idle", true, {}, "Whether the reduction by idle bottlenecks was on."},
          {"skeleton", true, {}, "Whether the reduction to the skeleton was on."},
          {"categories", false, {}, "Categories visited."},
          {"found", false, {}, "Teams or simultaneities found."},
          {"complete", true, {}, "Whether the enumeration came to its end."}};
}

Table team_table(const TransferSet& set, const SearchLimits& limits) {
  Table table{team_columns(), {}};
  const Congestion congestion(set);
  const std::vector<std::uint32_t> bottlenecks = liquid_bound(set).bottlenecks;
  for (int bits = 0; bits < 8; ++bits) {
    const TeamReductions reductions = {
        .blank = (bits & 1) != 0, .idle = (bits & 2) != 0, .skeleton = (bits & 4) != 0};
    table.rows.push_back(row_of("full_team", reductions,
                                count_full_teams(congestion, bottlenecks, reductions, limits)));
  }
  for (const bool blank : {false, true}) {
    const TeamReductions reductions = {.blank = blank, .idle = false, .skeleton = false};
    table.rows.push_back(row_of("full_simultaneity", reductions,
                                count_full_teams(congestion, {}, reductions, limits)));
  }
  return table;
}

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
