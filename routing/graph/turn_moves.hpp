// Adaptive routing on a grid with missing channels that a set of permitted turns keeps free of
// deadlock: packets may take every hop of every shortest path without other turns.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

// True if a packet that came to a router through `before` may go on through `after`, ports of the
// directions in which it moves. A packet never turns back.
using PermitsTurn = std::function<bool(RouterId at, PortId before, PortId after)>;

// `traits` are those of the turn model. Throws UnroutableError if the turns leave two routers with
// nodes without a path, and KeyError("routing.algorithm") if the tables would be too large.
std::unique_ptr<Routing> make_turn_moves(const Topology& topology, RoutingTraits traits,
                                         const PermitsTurn& permits, std::string_view algorithm,
                                         std::size_t threads);

}  // namespace orthant
