// The frames of a schedule as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/setup/schedule_problem.hpp"

namespace orthant {

// Of the frames as CSV.
std::vector<Column> frame_columns();

// An object with what was scheduled, the figures of the row ("result"), the channels that transfers
// use ("channels") and per frame its transfers with the channels of each ("frames").
std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result);

}  // namespace orthant
