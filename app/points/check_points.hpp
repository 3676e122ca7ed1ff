// What run, sweep and saturate find out about all points of a config before the first is simulated.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// Throws ConfigError where no node sends anything.
void require_a_sender(const Point& point, const Setup& setup);
// ", the mean of all, of which the busiest ..." of a load that is the mean of unequal sources; else
// empty.
std::string busiest_source_text(const Setup& setup);

// Checks every point without simulating it: builds it, compares its parts, refuses what is not
// there in this version, and looks for deadlock. Throws ConfigError; the code is kExitDeadlock,
// with the cycle on stderr, where a point may deadlock, else kExitDone. Points whose load the nodes
// cannot make are named on stderr, where there is no other point, they are a ConfigError; keys that
// no point reads are named too, where they are set to something else than their default.
// What it builds is in `built` afterwards.
struct Checked {
  int code = kExitDone;
  std::size_t useful_threads = 1;          // of any run
  std::vector<double> expected_work = {};  // of each point
};
Checked check_points(const Config& config, BuiltNetworks& built, const CommandLine& command,
                     SetupChanges changes = {});

}  // namespace orthant
