// What a simulation that ended in a deadlock says of it.
#pragma once

#include <string>

#include "sim/options.hpp"
#include "sim/result.hpp"
#include "topology/topology.hpp"

namespace orthant {

// The knots of a deadlock for stderr: a headline, then the places of the smallest knot, at most 20,
// one a line; `all`: of all knots. A word on a standstill without any.
std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all);

}  // namespace orthant
