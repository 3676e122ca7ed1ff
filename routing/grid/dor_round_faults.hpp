// Dimension-order routing on a grid with missing channels: packets whose path meets one stop on the
// way.
#pragma once

#include <memory>
#include <string_view>

#include "routing/grid/grid_paths.hpp"
#include "routing/grid/stops.hpp"
#include "routing/routing.hpp"

namespace orthant {

// Throws UnroutableError if a pair of routers with nodes has no path in kMaxVcClasses VC classes,
// and KeyErrors for options other than routing.order = fixed, routing.ties = split or plus, and
// credits.
std::unique_ptr<Routing> make_dor_round_faults(const Topology& topology,
                                               const RoutingOptions& options, StopRule rule,
                                               Dateline dateline, std::string_view algorithm);

}  // namespace orthant
