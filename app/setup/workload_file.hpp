// The program of a workload's file, whatever its format, and what it shares with one that is made.
// `values`: of a point, or of a job.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/workload_keys.hpp"
#include "app/setup/setup.hpp"
#include "topology/topology.hpp"
#include "traffic/programs/programs.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// The routers of a grid where each has a node, else a line of all nodes.
std::vector<std::uint32_t> shape_of(const Topology& topology);

// As `key` says, or the first one.
const ProgramAlgorithm& algorithm_of(const NamedValues& values, const ProgramDescription& kind,
                                     const std::string& key = kWorkloadAlgorithm);

// What ranks compute between their messages lasts workload.time_scale times as long.
Workload scaled(Workload workload, const NamedValues& values, const WorkloadKeys& keys);

// Whether program_of_file() reads a key for some formats alone.
bool is_for_some_formats(std::string_view key);

// `keys`: with the file, and those that all formats have. What readers remark is added to the
// notes. Throws KeyError.
Workload program_of_file(const NamedValues& values, WorkloadKeys keys, const Topology& topology,
                         ProgramNotes& notes);

}  // namespace orthant
