// Minimal adaptive routing on any connected network, with up/down routing as its escape.
#pragma once

#include <memory>

#include "routing/routing.hpp"

namespace orthant {

// Throws KeyErrors for networks that are too large for its tables, and KeyError(
// "router.flow_control") for bubble with wormhole switching.
std::unique_ptr<Routing> make_minimal_anywhere(const Topology& topology,
                                               const RoutingOptions& options);

}  // namespace orthant
