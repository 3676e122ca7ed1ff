// Exact expected load of every channel under an oblivious routing and a traffic matrix, and the
// throughput that loads allow.
//
// Loads are flits per cycle when every node with traffic creates one flit per cycle, in the mean
// where the pattern has rates of its own, and at the time at which they are largest where it
// changes; throughputs are flits per node and cycle.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "routing/routing.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// Per channel. The same as PairLoads::channel_loads() but for rounding; paths are walked once, for
// one row of the matrix at a time, so that nothing is stored but the sums and nothing need be known
// of symmetries.
std::vector<double> expected_channel_loads(const Topology& topology,
                                           const ObliviousRouting& routing, const Traffic& traffic);
// The same for each VC class of a channel: class v of channel c at c * classes + v.
std::vector<double> expected_class_loads(const Topology& topology, const ObliviousRouting& routing,
                                         const Traffic& traffic);

// The channels on no path, by any of the routings, between routers that have nodes; by ascending
// id. The walk ends as soon as all are used. nullopt where it has taken `most_hops` hops before it
// knew.
std::optional<std::vector<ChannelId>> unused_channels(
    const Topology& topology, std::span<const ObliviousRouting* const> routings,
    std::uint64_t most_hops = std::numeric_limits<std::uint64_t>::max());

// The largest load over bandwidth; 0 without channels.
double channel_max_relative(const Topology& topology, std::span<const double> channel_loads);
// The most that a node sends and receives.
struct NodeMost {
  double sent = 0, received = 0;
};
NodeMost node_most(const Topology& topology, const Traffic& traffic);
// Raises each of `largest`, from 0 on where there is none yet, to the value at its place.
void raise_to(std::span<const double> values, std::vector<double>& largest);

// What the channels between routers carry; infinite where no packet crosses one.
double throughput_of(double channel_max_relative);
double throughput_of(const Topology& topology, std::span<const double> channel_loads);
// The same for the loads of this traffic, where the channel to a node that more than one flit per
// cycle and sending node is sent to counts, too, and that from a node that sends more than that.
struct NodeRates {  // flits per cycle
  double injection = 1, ejection = 1;
};
double pattern_throughput(const Topology& topology, const Traffic& traffic,
                          std::span<const double> channel_loads, const NodeRates& rates);

}  // namespace orthant
