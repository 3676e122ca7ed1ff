// The replay that a config asks for.
#pragma once

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "schedule/replay.hpp"

namespace orthant {

class ScheduleProblem;

bool replays(const Point& point);

// schedule.frames_file, or what is solved; warns where it is not liquid.
Frames frames_of_schedule(const Point& point, const ScheduleProblem& problem);

// On the network and with the routing of `built`; solves where the point asks for it. Throws
// ConfigError.
Replay make_replay(const Point& point, const Setup& built);

}  // namespace orthant
