// Proves, by walking a network, that a routing algorithm is deadlock-free on it, or finds a cycle
// of dependencies.
//
// Only pairs of routers with nodes are walked, including all routers that their packets pass, since
// other paths carry no packets and close no cycle.
//
// What the walk must show depends on how packets hold buffers:
// - oblivious, credits: the channel dependency graph over (channel, VC class) has no cycle (Dally &
//   Seitz 1987).
// - adaptive without escapes: the channel dependency graph over all candidates of all states has no
//   cycle. A state is a router, a destination and a header.
// - adaptive, wormhole, credits: every state offers an escape, and the extended dependency graph of
//   the escape (direct, indirect and cross dependencies) has no cycle (Duato 1993, 1995). With
//   VcReuse::kAny a worm may be granted a full VC and then waits for that VC only, so escapes do
//   not help and the routing counts as one without.
// - adaptive, cut-through or store and forward, credits: every state offers an escape, and the
//   direct dependencies between consecutive escape channels have no cycle; packets may enter the
//   escape anywhere.
// - bubble: the same as with credits, but without indirect dependencies, and with each ring of a
//   class contracted to one vertex, since a bubble keeps the ring moving (Puente et al. 2001). If
//   only some dimensions have bubbles, only their rings are contracted.
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

// Walks the whole network. Throws KeyError("router.flow_control") for bubble with wormhole
// switching.
DeadlockReport check_deadlock(const Topology& topology, const Routing& routing,
                              const DeadlockOptions& options);

// Does the same for several oblivious routings that share the network and its VC classes: walks the
// union of their path sets.
DeadlockReport check_deadlock(const Topology& topology,
                              std::span<const ObliviousRouting* const> routings,
                              const DeadlockOptions& options);

// Returns the options of the check for a routing that is built with the options `routing`.
DeadlockOptions deadlock_options(const RoutingOptions& routing, std::optional<std::uint32_t> vcs);

// Walks the whole network if that is fast, else a smaller one of the same kind
// (smaller_equivalent()) with the routing built for it. A routing that exists for one network only
// (RoutingTraits::this_network_only) is always walked on that whole network. DeadlockReport::walked
// names the walked network. Switching, flow control and VC reuse are those of `routing`. A proof is
// rejected if it uses another theorem than the routing claims, unless it shows acyclic dependencies
// where an escape is claimed, or if the smaller network has another number of VC classes than
// `topology`. `built` is the routing of these options, if it has been built.
DeadlockReport prove_deadlock_freedom(const Topology& topology,
                                      const RoutingDescription& description,
                                      const RoutingOptions& routing,
                                      std::optional<std::uint32_t> vcs = std::nullopt,
                                      const Routing* built = nullptr);

// Mean number of paths or states per pair of routers that the walk follows.
using PathsPerPair = FunctionRef<double(const Topology&)>;

// Returns a network of the same kind, number of dimensions and parity of radices that is small
// enough for a fast walk but keeps what may cause cycles. Dimensions shrink to one router only if
// the smallest such network is still too large. Of each radix at least one dimension remains; if
// only some of its dimensions have bubbles, one with and one without. Returns nullopt if `topology`
// itself is to be walked, because it is small or has no coordinates.
std::optional<Topology> smaller_equivalent(const Topology& topology, PathsPerPair paths_per_pair,
                                           DimensionMask bubbles = kAllDimensions);

// Returns "free of deadlock by ...", or the reason and the cycle, one channel per line.
std::string report_text(const DeadlockReport& report);
std::string_view theorem_name(DeadlockTheorem theorem);

}  // namespace orthant
