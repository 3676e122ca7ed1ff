// Resolves router.vcs = auto to one number for all points of a config.
#pragma once

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// Returns the config to simulate: router.vcs = auto becomes the largest number that any routing or
// network of its axes needs, so that a comparison gives all of them the same VCs; a message reports
// it if they need different numbers. A file that the command adds rows to keeps its number.
// Output-queued routers have one queue for each VC class, so auto stays if they are among the
// points; it also stays if a point cannot be built. Takes networks from `built`, or puts them
// there.
Config with_chosen_vcs(const Config& config, const CommandLine& command, BuiltNetworks& built);

}  // namespace orthant
