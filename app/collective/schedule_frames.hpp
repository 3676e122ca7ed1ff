// The frames of a schedule as JSON, and what the judge says of given ones.
#pragma once

#include <string>
#include <vector>

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

}  // namespace orthant
