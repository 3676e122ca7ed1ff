// What a simulation that ended in a deadlock says of it.
#pragma once

#include <string>

#include "app/config/config.hpp"
#include "app/setup/setup.hpp"
#include "sim/options.hpp"
#include "sim/result.hpp"
#include "topology/topology.hpp"

namespace orthant {

// The knots of a deadlock for stderr: a headline, then the places of the smallest knot, at most 20,
// one a line; `all`: of all knots. A word on a standstill without any.
std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all);

// The same of a point's network, and of a workload the operations that wait, by the names that they
// have in its file.
std::string deadlock_text(const Point& point, const Setup& setup, const SimulationResult& result,
                          bool all);

}  // namespace orthant
