// The network of the node model that the parts name, and its properties before it is built.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/node/network.hpp"

namespace orthant {

std::unique_ptr<Network> make_network(const NetworkParts& parts);

// Estimates without allocating anything.
MemoryEstimate estimate_memory(const NetworkParts& parts);

// Returns the number of threads (Stepping) up to which a run of the network gets faster.
std::size_t useful_threads(const NetworkParts& parts);

// True if this many ranks can simulate the network together; otherwise one simulates it alone.
bool can_be_shared(const NetworkParts& parts, std::size_t ranks);

// Called on ranks other than 0 (Stepping::ranks): takes part in rank 0's simulation, with the same
// arguments, until the point is over.
void follow(const NetworkParts& parts);

// The VCs of each VC class, [message class][VC class]. Output-queued, a class has one queue, and
// VC 0 the highest priority (split_vcs_by_priority).
std::vector<VcRange> vcs_of_classes(const NetworkParts& parts);
// Returns the VCs of the classes of one routing.
std::vector<VcRange> vcs_of_classes(std::span<const VcClass> classes, const RouterOptions& router);
// Returns the VCs of each message class: an even split, the first classes take the remainder.
std::vector<VcRange> vcs_of_message_classes(const RouterOptions& router);

// Returns the routing of each source of a node, by its message class; nullptr if it is adaptive.
std::vector<const ObliviousRouting*> oblivious_of_sources(const NetworkParts& parts);
// Returns the most legs of a path; 0 where the routings are adaptive.
std::size_t max_legs(const NetworkParts& parts);

}  // namespace orthant
