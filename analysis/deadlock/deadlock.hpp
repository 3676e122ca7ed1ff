// Proves, by walking a network, that a routing algorithm cannot deadlock on it, or shows a cycle of
// dependencies.
//
// Packets go from nodes to nodes: only pairs of routers that both have nodes are walked, with all
// routers that their packets pass. Paths that no packet takes close no cycle.
//
// What is walked depends on how packets hold buffers:
// - oblivious, credits: the channel dependency graph over (channel, VC class) has no cycle (Dally &
//   Seitz 1987).
// - adaptive without escapes: the same, over all candidates of all states. A state is a router, a
//   target and a header.
// - adaptive, wormhole, credits: every state offers an escape, and the extended dependency graph of
//   the escape (direct, indirect and cross dependencies) has no cycle (Duato 1993, 1995). With
//   VcReuse::kAny a worm may be granted a full VC and then waits for that one alone: no escape
//   helps, and it counts as without.
// - adaptive, cut-through or store and forward, credits: every state offers an escape, and the
//   dependencies among escape channels that follow each other directly have no cycle; packets may
//   enter the escape anywhere.
// - bubble: as above without the indirect dependencies, with each ring of a class contracted to one
//   vertex, since a ring keeps itself moving (Puente et al. 2001). Where only the rings along some
//   dimensions have bubbles, only these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/deadlock/deadlock_report.hpp"
#include "base/function_ref.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Walks the whole network. Throws KeyError("router.flow_control") for bubble with wormhole.
DeadlockReport check_deadlock(const Topology& topology, const Routing& routing,
                              const DeadlockOptions& options);

// The same for packets of several oblivious routings that share the network and its VC classes:
// the union of their path sets.
DeadlockReport check_deadlock(const Topology& topology,
                              std::span<const ObliviousRouting* const> routings,
                              const DeadlockOptions& options);

// What the check is asked of a routing with these options.
DeadlockOptions deadlock_options(const RoutingOptions& routing, std::optional<std::uint32_t> vcs);

// Walks the whole network where that is quick; else a smaller one of the same kind
// (smaller_equivalent), with the routing built for it; always the whole network for a routing that
// exists for it alone (RoutingTraits::this_network_only). `walked` says which. Switching, flow
// control and reuse of VCs are those of `routing`. A proof by another theorem than the one that the
// routing claims is none, but that of acyclic dependencies, nor one for another number of VC
// classes than it has on `topology`. `built`: the routing of these options, where it is there
// already.
DeadlockReport prove_deadlock_freedom(const Topology& topology,
                                      const RoutingDescription& description,
                                      const RoutingOptions& routing,
                                      std::optional<std::uint32_t> vcs = std::nullopt,
                                      const Routing* built = nullptr);

// How many paths or states the walk follows between two routers of a network, on the average.
using PathsPerPair = FunctionRef<double(const Topology&)>;

// A network of the same kind, number of dimensions and parity of radices, as small as its walk must
// be to be quick, that still has what makes the large one hard. Dimensions shrink to one router
// only where the smallest such network is too large; one of each radix with and without bubbles
// stays. nullopt where `topology` itself is walked: its walk is quick, or it has no coordinates.
std::optional<Topology> smaller_equivalent(const Topology& topology, PathsPerPair paths_per_pair,
                                           DimensionMask bubbles = kAllDimensions);

// "free of deadlock (...)" or the reason and the cycle, one channel a line.
std::string written(const DeadlockReport& report);
std::string_view theorem_name(DeadlockTheorem theorem);

}  // namespace orthant
