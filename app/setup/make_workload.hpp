// Builds the workload of a point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

bool runs_workload(const Point& point);
// True for a replay or a workload, which has no load, no pattern and no window.
bool has_no_load(const Point& point);

// True if messages go in the order of a schedule, which needs one route for every pair.
bool sends_liquid(const Point& point);

// Kind or file of the point's workload.
std::string name_of_workload(const Point& point);

// The file with the program of each job, as it was found; empty: the job has a kind.
std::vector<std::string> workload_files(const Point& point);

// Flits that a workload of this kind has to send at least, if known.
std::optional<Setup::LeastFlits> least_flits_of(const Point& point, const Topology& topology);

// Makes the workload on the network of `built`. Remarks of the readers of its files are added to
// the notes, for the first reader of the program. Throws ConfigError.
std::shared_ptr<const WorkloadPlan> make_workload(const Point& point, const Setup& built,
                                                  ProgramNotes& notes);

// Prints the notes on standard error.
void say(const ProgramNotes& notes);

}  // namespace orthant
