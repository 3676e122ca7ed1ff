// The checks that run, sweep and saturate make on all points of a config before simulating the
// first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// Throws ConfigError if no node sends anything.
void require_a_sender(const Point& point, const Setup& setup);
// ", the mean of all, of which the busiest ..." if the load is the mean of unequal sources; else
// empty.
std::string busiest_source_text(const Setup& setup);

// Checks every point without simulating it: builds it, compares its parts, refuses combinations
// that this version does not support, and looks for deadlock. Throws ConfigError. The code is
// kExitDeadlock, with the cycle on stderr, if a point may deadlock, else kExitDone. Points whose
// load the nodes cannot make are named on stderr, or are a ConfigError if there is no other point.
// Keys that no point reads are named, too, if they are not set to their default. `built` keeps
// everything that was built.
struct Checked {
  int code = kExitDone;
  std::size_t useful_threads = 1;          // of any simulation
  std::vector<double> expected_work = {};  // of each point
};
Checked check_points(const Config& config, BuiltNetworks& built, const CommandLine& command,
                     SetupChanges changes = {});

}  // namespace orthant
