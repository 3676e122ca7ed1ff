// Builds the replay of a point.
#pragma once

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "schedule/replay.hpp"

namespace orthant {

class ScheduleProblem;

bool replays(const Point& point);

// Frames of schedule.frames_file, else of a search. Throws ConfigError.
Frames liquid_frames(const Point& point, const ScheduleProblem& problem);

// Throws ConfigError if transfers may take one of several routes.
void refuse_several_routes(const Point& point, const ScheduleProblem& problem);

// Makes the replay on the network and routing of `built`; solves the schedule if the point needs
// it. Throws ConfigError.
Replay make_replay(const Point& point, const Setup& built);

}  // namespace orthant
