// What make_setup() may be given beside a point: changes, and what is built already.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/guarantees/worst_case.hpp"
#include "app/setup/path_tables.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// What makes a routing take one path for every pair.
struct OnePath {
  std::optional<Ties> ties = {};                     // instead of routing.ties = split
  std::optional<ParallelLinks> parallel_links = {};  // instead of routing.parallel_links = spread
  // A key of the algorithm that is lowest_id instead of spread, as up_down.tie.
  std::optional<std::string> tie_key = {};
  bool operator==(const OnePath&) const = default;
};

// What a setup has instead of what its point says.
struct SetupChanges {
  OnePath one_path = {};
  std::optional<std::uint32_t> root = {};        // routing.up_down.root; not with BuiltNetworks
  std::optional<double> load = {};               // traffic.load
  std::optional<LoadUnit> load_unit = {};        // traffic.load_unit
  std::optional<std::string_view> pattern = {};  // traffic.pattern
  bool program_capacity = true;                  // false: as analysis.capacity = no
  std::size_t threads = 1;                       // to build with; does not change what is built
};

// What is costly to build and the same for points that differ in VCs, buffers, program, traffic,
// run and output only.
struct BuiltNetwork {
  std::size_t routers() const { return topology ? topology->router_count() : 0; }

  std::shared_ptr<const Topology> topology;
  std::shared_ptr<PathTables> path_tables;  // where the algorithm may ask for one
  std::shared_ptr<const Routing> routing;
  std::vector<ClassNetwork> class_networks;  // per message class, as far as points have asked
  std::optional<double> capacity_flits;      // in closed form
  std::optional<double> program_flits;    // the capacity by a linear program, where one was solved
  std::vector<NodeId> worst_permutation;  // where traffic.pattern = worst_case asked for it
  std::shared_ptr<const SymmetricLoads> loads;  // where analyze asked for them; of `routing`
  std::shared_ptr<const WorstCase> worst;       // the same
};

// The same of points that have the program of [schedule] or [workload] in common, too.
struct BuiltProgram {
  std::shared_ptr<const Replay> replay;  // where traffic.injection = schedule asked for it
  // Where traffic.injection = workload asked for it, as long as a setup needs it: it may take
  // gigabytes, and less time to make than to run.
  std::weak_ptr<const WorkloadPlan> workload;
};

}  // namespace orthant
