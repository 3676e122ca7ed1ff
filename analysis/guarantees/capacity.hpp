// Capacity: the saturation load of the best possible routing under uniform traffic.
#pragma once

#include <optional>

#include "base/rational.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Flits per node and cycle: 1 / (smallest possible maximum of channel load over bandwidth per unit
// of injection, under uniform traffic with the node itself included). Exact. For torus (twisted or
// not), mesh and hypercube; nullopt for other graphs and if no channel limits the load.
std::optional<Rational> exact_capacity_flits(const Topology& topology);
std::optional<double> capacity_flits(const Topology& topology);
// The same for a twisted torus, by the prices of hops in each dimension.
std::optional<Rational> twisted_capacity_flits(const Topology& topology);

// The same for any network, by a linear program, within 1e-10; nullopt if the network has no
// channel or is too large: more than kMaxProgramFlows routers with nodes times channels.
inline constexpr std::size_t kMaxProgramFlows = 50'000;  // takes some seconds
std::optional<double> capacity_by_program(const Topology& topology);

// Flits per node and cycle as a share of such a capacity, rounded to its reliable digits.
double share_of_program_capacity(double flits, double capacity);

}  // namespace orthant
