// What the verb schedule writes beside its row, or instead of it.
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

// Of the frames as CSV.
std::vector<Column> frame_columns();

// An object with what was scheduled, the figures of the row ("result"), the channels that transfers
// use ("channels") and per frame its transfers with the channels of each ("frames").
std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result);

std::vector<Column> judgement_columns();
Row judgement_fields(const Judgement& judgement);

// How much work the enumeration of all full teams of a scheduling problem is, with every
// combination of its reductions. Throws ConfigError for more transfers than can be enumerated.
void check_team_table(const TransferSet& set);
// A row for every combination, and two of all full simultaneities; each has the limits for itself.
std::vector<Column> team_columns();
Table team_table(const TransferSet& set, const SearchLimits& limits);

// Every node sends its transfers in the order of the frames, one after the other, as messages of
// `bytes`. No node waits for others.
std::string schedule_goal(const ScheduleProblem& problem, const Frames& frames,
                          std::uint64_t bytes);

// The verb schedule of a config with traffic.injection = workload: a row, and the program where
// --goal asks for it.
std::vector<Column> program_columns();
// Throws ConfigError where an option is given of which nothing comes: --frames, --msccl, --teams,
// --timing, --verify, and --goal unless `used` names it. `why`: the reason, and what is allowed.
void refuse_unused_options(const CommandLine& command, std::string_view used, std::string_view why);

int program_verb(const CommandLine& command, const Point& point);

}  // namespace orthant
