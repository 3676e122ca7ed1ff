// Files that the verb schedule writes beside its row or in its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/output/table.hpp"
#include "app/setup/schedule_problem.hpp"
#include "schedule/judge.hpp"

namespace orthant {

// Columns of the frames as CSV.
std::vector<Column> frame_columns();

// A JSON object with the problem, the figures of the row ("result"), the channels that transfers
// use ("channels") and for each frame its transfers with their channels ("frames").
std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result);

std::vector<Column> judgement_columns();
Row judgement_fields(const Judgement& judgement);

// Table of the work to enumerate all full teams of a scheduling problem under every combination of
// reductions. Throws ConfigError for more transfers than can be enumerated.
void check_team_table(const TransferSet& set);
// Has a row for every combination and two for all full simultaneities; the limits hold for each
// row.
std::vector<Column> team_columns();
Table team_table(const TransferSet& set, const SearchLimits& limits);

// A program in GOAL: every node sends its transfers as messages of `bytes`, one after the other in
// the order of the frames, without waiting for other nodes.
std::string schedule_goal(const ScheduleProblem& problem, const Frames& frames,
                          std::uint64_t bytes);

// Runs the verb schedule for traffic.injection = workload: one row, and the program in GOAL if
// --goal is given.
std::vector<Column> program_columns();
// Throws ConfigError for an option that has no effect here: --frames, --msccl, --teams, --timing,
// --verify, and --goal unless `used` names it. `why`: the reason, and what is allowed.
void refuse_unused_options(const CommandLine& command, std::string_view used, std::string_view why);

int program_verb(const CommandLine& command, const Point& point);

}  // namespace orthant
