// The walks of check_deadlock: all paths of an oblivious routing, all states of an adaptive one.
#pragma once

#include <string>
#include <vector>

#include "analysis/deadlock/channel_dependencies.hpp"
#include "analysis/deadlock/deadlock_report.hpp"

namespace orthant {

// Adds the dependencies of all paths between all pairs of routers with nodes. Returns a description
// of the first invalid path, or an empty text. Dependencies and text do not depend on `threads`.
std::string walk_paths(const Topology& topology, const ObliviousRouting& routing,
                       ChannelDependencies& dependencies, std::size_t threads);

// Returns the number of states of packets to one destination, divided by the number of routers; a
// lower bound if there are very many states.
double states_per_pair(const Topology& topology, const AdaptiveRouting& routing);

// True if a packet can always turn to an escape, whatever it has been granted before.
bool can_escape(const AdaptiveRouting& routing, const DeadlockOptions& options);

struct AdaptiveFindings {
  std::string problem;
  std::vector<DependencyStep> cycle;
  std::size_t dependencies = 0;
};

// `dependencies` must be empty; it serves as the graph.
AdaptiveFindings walk_adaptive(const Topology& topology, const AdaptiveRouting& routing,
                               const DeadlockOptions& options, ChannelDependencies& dependencies);

}  // namespace orthant
