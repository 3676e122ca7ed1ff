// The network of the node model that the parts name, and what is known of it before it is built.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/node/network.hpp"

namespace orthant {

std::unique_ptr<Network> make_network(const NetworkParts& parts);

// Computed, not tried: nothing is allocated.
MemoryEstimate estimate_memory(const NetworkParts& parts);

// How many threads (Stepping) make a run of the network faster; one more would not.
std::size_t useful_threads(const NetworkParts& parts);

// Whether so many ranks can simulate the network together; else one does alone.
bool can_be_shared(const NetworkParts& parts, std::size_t ranks);

// Ranks other than 0 (Stepping::ranks): take part in what rank 0 simulates with the same arguments
// until the point is over.
void follow(const NetworkParts& parts);

// The VCs of each VC class, [message class][VC class]. Output-queued, a class has one queue, and
// VC 0 the highest priority (split_vcs_by_priority).
std::vector<VcRange> vcs_of_classes(const NetworkParts& parts);
// The same for a routing with these classes.
std::vector<VcRange> vcs_of_classes(std::span<const VcClass> classes, const RouterOptions& router);
// The VCs of each message class: evenly, the first ones one more where it does not divide.
std::vector<VcRange> vcs_of_message_classes(const RouterOptions& router);

// The routing of each source of a node, by its message class; nullptr where it is adaptive.
std::vector<const ObliviousRouting*> oblivious_of_sources(const NetworkParts& parts);
// Of these routings: no path has more legs; 0 where they are adaptive.
std::size_t max_legs(const NetworkParts& parts);

}  // namespace orthant
