// Optional inputs of make_setup() beside a point: changes, and parts that are built already.
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
#include "topology/network_changes.hpp"

namespace orthant {

// Settings with which a routing takes one path for every pair.
struct OnePath {
  std::optional<Ties> ties = {};                     // instead of routing.ties = split
  std::optional<ParallelLinks> parallel_links = {};  // instead of routing.parallel_links = spread
  // Key of the algorithm that becomes lowest_id instead of spread, as up_down.tie.
  std::optional<std::string> tie_key = {};
  bool operator==(const OnePath&) const = default;
};

// Values that replace those of a point in its setup.
struct SetupChanges {
  OnePath one_path = {};
  std::optional<std::uint32_t> root = {};        // routing.up_down.root; not with BuiltNetworks
  std::optional<double> load = {};               // traffic.load
  std::optional<LoadUnit> load_unit = {};        // traffic.load_unit
  std::optional<std::string_view> pattern = {};  // traffic.pattern
  bool program_capacity = true;                  // false: as analysis.capacity = no
  std::size_t threads = 1;                       // for building; does not change the result
  bool allows_unserved = false;  // no error of a draw of faults, but Setup::unserved
};

// Costly parts that points share if they differ only in VCs, buffers, program, traffic, run and
// output.
struct BuiltNetwork {
  std::size_t routers() const { return topology ? topology->router_count() : 0; }

  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Topology> without_faults;   // if there are faults
  std::optional<std::vector<LinkEnds>> links_down;  // by faults, if there are any
  std::optional<Unserved> unserved;                 // if they leave no path (Setup::unserved)
  std::shared_ptr<PathTables> path_tables;          // if the algorithm may need one
  std::shared_ptr<const Routing> routing;
  std::vector<ClassNetwork> class_networks;  // per message class, as far as points needed them
  std::optional<double> capacity_flits;      // in closed form
  // Without a closed form, once needed: what was found in so many seconds.
  struct FoundCapacity {
    double seconds;
    std::optional<CapacityRange> range;
  };
  std::optional<FoundCapacity> found_capacity;
  std::vector<NodeId> worst_permutation;        // once traffic.pattern = worst_case needs it
  std::shared_ptr<const SymmetricLoads> loads;  // once analyze needs them; of `routing`
  std::shared_ptr<const WorstCase> worst;       // once analyze needs it; of `routing`
};

// Costly parts that points share if they also have the same program of [schedule] or [workload].
struct BuiltProgram {
  std::shared_ptr<const Replay> replay;  // once traffic.injection = schedule needs it
  // Program for traffic.injection = workload, kept as long as a setup uses it: it may take
  // gigabytes, and less time to make than to run.
  std::weak_ptr<const WorkloadPlan> workload;
};

}  // namespace orthant
