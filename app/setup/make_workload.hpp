// The workload that a config asks for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

bool runs_workload(const Point& point);
// A replay or a workload: there is no load, no pattern and no window.
bool has_no_load(const Point& point);

// Its messages go in the order of a schedule, which needs one route for every pair.
bool sends_liquid(const Point& point);

// Of one that runs a workload: its kind or its file.
std::string name_of_workload(const Point& point);

// Of each of its jobs: the file with its program, as it was found; empty: it has a kind.
std::vector<std::string> workload_files(const Point& point);

// What its kind has to send at least, where that is known.
std::optional<Setup::LeastFlits> least_flits_of(const Point& point, const Topology& topology);

// On the network of `built`. What readers of its files remark is added to the notes, which are for
// whoever reads the program first. Throws ConfigError.
std::shared_ptr<const WorkloadPlan> make_workload(const Point& point, const Setup& built,
                                                  ProgramNotes& notes);

// Prints the notes on standard error.
void say(const ProgramNotes& notes);

}  // namespace orthant
