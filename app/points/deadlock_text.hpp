// Text about the deadlock in which a simulation ended.
#pragma once

#include <string>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "sim/options.hpp"
#include "sim/result.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Describes the knots of a deadlock for stderr: a headline, then the places of the smallest knot,
// at most 20, one a line; with `all`, of all knots. A deadlock without a knot gets a short text.
std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all);

// Does the same for a point's network; for a workload adds the waiting operations, by their names
// in its file.
std::string deadlock_text(const Point& point, const Setup& setup, const SimulationResult& result,
                          bool all);

}  // namespace orthant
