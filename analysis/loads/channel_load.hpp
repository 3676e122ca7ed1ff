// Exact expected load of every channel under an oblivious routing and a traffic matrix, and the
// resulting throughput.
//
// Loads are in flits per cycle. A row of the traffic matrix that sums to 1 stands for one flit per
// cycle from its node; if the pattern has rates of its own, they are scaled by mean_rate(), so that
// the sending nodes generate one flit per cycle on average. If the pattern changes over time, every
// load is its largest over time. Throughputs are in flits per node and cycle.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

class ObliviousRouting;

// Returns the load of every channel, equal to PairLoads::channel_loads() up to rounding. Paths are
// walked once, for one row of the matrix at a time, so that only the sums are stored and no
// symmetry is needed.
std::vector<double> expected_channel_loads(const Topology& topology,
                                           const ObliviousRouting& routing, const Traffic& traffic);
// Returns the same for each VC class of a channel: class v of channel c at c * classes + v.
std::vector<double> expected_class_loads(const Topology& topology, const ObliviousRouting& routing,
                                         const Traffic& traffic);

// Returns the channels that no path between routers with nodes uses, under any of the routings, by
// ascending id. The walk ends once all channels are used. Returns nullopt if the walk is undecided
// after `most_hops` hops.
std::optional<std::vector<ChannelId>> unused_channels(
    const Topology& topology, std::span<const ObliviousRouting* const> routings,
    std::uint64_t most_hops = std::numeric_limits<std::uint64_t>::max());

// Returns the largest ratio of load to bandwidth; 0 without channels.
double channel_max_relative(const Topology& topology, std::span<const double> channel_loads);
// The largest rates at which any node sends and receives.
struct PeakNodeRates {
  double sent = 0, received = 0;
};
PeakNodeRates peak_node_rates(const Topology& topology, const Traffic& traffic);
// Replaces each element of `largest` by the maximum of itself (0 if missing) and of `values`.
void raise_to_maximum(std::span<const double> values, std::vector<double>& largest);

// Throughput allowed by the channels between routers; infinite if no packet crosses one.
double throughput_of(double channel_max_relative);
double throughput_of(const Topology& topology, std::span<const double> channel_loads);
// Returns the throughput that channels, injection and ejection allow for this traffic, whose
// channel loads are given.
struct NodeRates {  // flits per cycle
  double injection = 1, ejection = 1;
};
double pattern_throughput(const Topology& topology, const Traffic& traffic,
                          std::span<const double> channel_loads, const NodeRates& rates);

}  // namespace orthant
