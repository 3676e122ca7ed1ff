// Schedules and named workloads as programs, in the language GOAL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/setup/schedule_problem.hpp"

namespace orthant {

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
