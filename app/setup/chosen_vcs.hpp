// router.vcs = auto as one number for all points of a config.
#pragma once

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// The config that is simulated: where router.vcs is auto, its number instead, the largest that any
// routing or network of its axes needs, so that a comparison gives all of them the same VCs; said
// once where they need different ones. A file that the command adds rows to keeps the number that
// it was made with. Output-queued routers have one queue for each VC class, so where they are
// among the points auto stays as it is; so it does where a point cannot be built. Takes networks
// from `built`, or puts them there.
Config with_chosen_vcs(const Config& config, const CommandLine& command, BuiltNetworks& built);

}  // namespace orthant
