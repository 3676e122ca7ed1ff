// Reads the program of a workload from a file of any format, and shares helpers with generated
// programs. `values`: those of a point, or of a job.
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

// The router radices of a grid that has a node at each router, else one line of all nodes.
std::vector<std::uint32_t> shape_of(const Topology& topology);

// The algorithm that `key` names, or the first one.
const ProgramAlgorithm& algorithm_of(const NamedValues& values, const ProgramDescription& kind,
                                     const std::string& key = kWorkloadAlgorithm);

// Multiplies the computation times between messages by workload.time_scale.
Workload scaled(Workload workload, const NamedValues& values, const WorkloadKeys& keys);

// True if program_of_file() reads the key for some formats only.
bool is_for_some_formats(std::string_view key);

// `keys`: with the file, and the keys of all formats. Remarks of readers are added to the notes.
// Throws KeyError.
Workload program_of_file(const NamedValues& values, WorkloadKeys keys, const Topology& topology,
                         ProgramNotes& notes);

}  // namespace orthant
