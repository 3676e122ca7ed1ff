// The program of a workload's file, whatever its format, and what it shares with one that is made.
// `Values`: a Point, or the NamedValues of a job.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/spelling.hpp"
#include "app/keys/workload_keys.hpp"
#include "app/setup/setup.hpp"
#include "topology/topology.hpp"
#include "traffic/programs/programs.hpp"
#include "traffic/traces/netrace.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// The routers of a grid where each has a node, else a line of all nodes.
std::vector<std::uint32_t> shape_of(const Topology& topology);

// As `key` says, or the first one.
template <class Values>
const ProgramAlgorithm& algorithm_of(const Values& values, const ProgramDescription& kind,
                                     const std::string& key = kWorkloadAlgorithm) {
  if (!values.has_value(key)) return kind.algorithms.front();
  const std::string name = values.text(key);
  const auto found = std::ranges::find(kind.algorithms, name, &ProgramAlgorithm::name);
  if (found == kind.algorithms.end())
    key_error(key, "{} is none of {}; allowed: {}", name, kind.kind,
              joined(kind.algorithm_names()));
  return *found;
}

// What ranks compute between their messages lasts workload.time_scale times as long.
template <class Values>
Workload scaled(Workload workload, const Values& values, const WorkloadKeys& keys) {
  if (!workload.scale_times(keys.time_scale))
    key_error(NetraceOptions::kTimeScale,
              "{} makes a computation longer than {}; allowed: less, or shorter computations",
              values.text(NetraceOptions::kTimeScale), Workload::kMaxAmount);
  return workload;
}

// Whether program_of_file() reads a key for some formats alone.
bool is_for_some_formats(std::string_view key);

// `keys`: with the file, and those that all formats have. What readers remark is added to the
// notes. Throws KeyError.
template <class Values>
Workload program_of_file(const Values& values, WorkloadKeys keys, const Topology& topology,
                         ProgramNotes& notes);
extern template Workload program_of_file(const Point&, WorkloadKeys, const Topology&,
                                         ProgramNotes&);
extern template Workload program_of_file(const NamedValues&, WorkloadKeys, const Topology&,
                                         ProgramNotes&);

}  // namespace orthant
