// Shared code of the turn models that split the directions of a mesh into two phases.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

// True for a direction of the first phase; a packet finishes these before it takes any other.
// `dimensions` is the network's.
using FirstPhase = bool (*)(std::size_t d, bool plus, std::size_t dimensions);

// Builds a turn model that offers all shortest hops of the first phase, then all others. On rings
// the turn model takes the shorter direction (plus at ties) and claims no theorem, since rings
// close cycles without a turn. On a mesh with missing channels the turn model offers all hops of
// the shortest paths that its turns allow. Throws KeyError("routing.algorithm") if the topology has
// no coordinates, or if there is no such path.
std::unique_ptr<Routing> make_turn_model(const Topology& topology, const RoutingOptions& options,
                                         std::string_view algorithm, FirstPhase first_phase);

// True for a mesh or hypercube with missing channels.
bool is_broken_mesh(const Topology& topology);

// The traits of a turn model: one VC class for all hops.
RoutingTraits turn_model_traits(const Topology& topology);

// The description of a turn model.
RoutingDescription describe_turn_model(std::string_view name, std::string_view summary,
                                       std::string_view source,
                                       decltype(RoutingDescription::make) make);

}  // namespace orthant
