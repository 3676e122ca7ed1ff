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

// Throws ConfigError if team_table() cannot be made: there are too many transfers, or channels
// differ in bandwidth.
void check_team_table(const TransferSet& set);
// The table of the work to enumerate all full teams of a scheduling problem. It has a row for every
// combination of reductions and two rows for all full simultaneities; the limits hold for each row.
std::vector<Column> team_columns();
Table team_table(const TransferSet& set, const SearchLimits& limits);

// A program in GOAL: every node sends its transfers as messages of `bytes`, one after the other in
// the order of the frames, without waiting for other nodes.
std::string schedule_goal(const ScheduleProblem& problem, const Frames& frames,
                          std::uint64_t bytes);

// Columns of the row that program_verb() writes.
std::vector<Column> program_columns();
// Throws ConfigError for an option that has no effect here: --frames, --msccl, --teams, --timing,
// --verify, and --goal unless `used` names it. `why`: the reason, and what is allowed.
void refuse_unused_options(const CommandLine& command, std::string_view used, std::string_view why);

// Runs the verb schedule for traffic.injection = workload: writes one row, and the program in GOAL
// if --goal is given.
int program_verb(const CommandLine& command, const Point& point);

}  // namespace orthant
