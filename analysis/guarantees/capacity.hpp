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

// What is certain about a capacity: some routing reaches at_least, and none exceeds at_most.
struct CapacityRange {
  double at_least = 0, at_most = 0;

  // Both are the capacity, within 1e-9.
  bool is_exact() const { return at_least == at_most; }
};

// Routers with nodes times channels, both up to symmetry, for which a linear program takes some
// seconds.
inline constexpr std::size_t kMaxProgramFlows = 50'000;

struct CapacityOptions {
  std::size_t most_flows = kMaxProgramFlows;  // of a linear program
  double program_seconds = 0;                 // or about the time that it takes
  // For larger networks: ends when at_most is at most (1 + gap) at_least, or at the time limit.
  double gap = 0.005;
  double time_limit_seconds = 0;  // 0: larger networks are left out
  std::size_t threads = 1;        // changes the result at the time limit alone
};
// The capacity of any network; nullopt if no channel limits the load, and for networks left out.
std::optional<CapacityRange> capacity_range(const Topology& topology,
                                            const CapacityOptions& options);
// The same for networks that a linear program serves in some seconds.
std::optional<double> capacity_by_program(const Topology& topology);

// Flits per node and cycle as a share of such a capacity, rounded to its reliable digits.
double share_of_program_capacity(double flits, double capacity);

}  // namespace orthant
