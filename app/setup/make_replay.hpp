// The replay that a config asks for.
#pragma once

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "schedule/replay.hpp"

namespace orthant {

class ScheduleProblem;

bool replays(const Point& point);

// Those of schedule.frames_file, else what a search finds. Throws ConfigError.
Frames liquid_frames(const Point& point, const ScheduleProblem& problem);

// Throws ConfigError where transfers may take one of several routes.
void refuse_several_routes(const Point& point, const ScheduleProblem& problem);

// On the network and with the routing of `built`; solves where the point asks for it. Throws
// ConfigError.
Replay make_replay(const Point& point, const Setup& built);

}  // namespace orthant
