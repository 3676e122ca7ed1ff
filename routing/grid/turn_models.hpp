// What the turn models share that split the directions of a mesh into two phases.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

// True for a direction that a packet must have finished with before it takes one of the others.
// `dimensions`: of the network.
using FirstPhase = bool (*)(std::size_t d, bool plus, std::size_t dimensions);

// All shortest hops of the first phase, then all others. On rings, by the shorter way (a tie:
// plus), it claims no theorem: rings close cycles without a turn. Throws
// KeyError("routing.algorithm") where the topology has no coordinates.
std::unique_ptr<Routing> make_turn_model(const Topology& topology, const RoutingOptions& options,
                                         std::string_view algorithm, FirstPhase first_phase);

// The traits of a turn model: one VC class for all hops.
RoutingTraits turn_model_traits(const Topology& topology);

// The description of such an algorithm.
RoutingDescription describe_turn_model(std::string_view name, std::string_view summary,
                                       std::string_view source,
                                       decltype(RoutingDescription::make) make);

}  // namespace orthant
