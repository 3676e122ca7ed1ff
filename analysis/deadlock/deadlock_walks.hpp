// The walks behind check_deadlock: every path of an oblivious routing, every state of an adaptive
// one.
#pragma once

#include <string>
#include <vector>

#include "analysis/deadlock/channel_dependencies.hpp"
#include "analysis/deadlock/deadlock_report.hpp"

namespace orthant {

// Adds the dependencies of all paths between all pairs of routers with nodes. Returns what is wrong
// with a path, of the first pair with such a path, else an empty text. `threads` does not change
// either.
std::string walk_paths(const Topology& topology, const ObliviousRouting& routing,
                       ChannelDependencies& dependencies, std::size_t threads);

// How many states of packets to one target there are at a router, on the average;
// where they are very many, how many were counted.
double states_per_pair(const Topology& topology, const AdaptiveRouting& routing);

// Whether a packet can always turn to an escape, whatever it has been granted before.
bool can_escape(const AdaptiveRouting& routing, const DeadlockOptions& options);

struct AdaptiveFindings {
  std::string problem;
  std::vector<DependencyStep> cycle;
  std::size_t dependencies = 0;
};

// `dependencies` must be empty; it is used for the graph.
AdaptiveFindings walk_adaptive(const Topology& topology, const AdaptiveRouting& routing,
                               const DeadlockOptions& options, ChannelDependencies& dependencies);

}  // namespace orthant
