// The replay that a config asks for.
#pragma once

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "schedule/replay.hpp"

namespace orthant {

bool replays(const Point& point);

// On the network and with the routing of `built`; solves where the point asks for it. Throws
// ConfigError.
Replay make_replay(const Point& point, const Setup& built);

}  // namespace orthant
