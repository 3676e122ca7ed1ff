// The transfers of a collective communication on a network, along the routes of a routing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/rational.hpp"
#include "routing/routing.hpp"
#include "schedule/construction/routes.hpp"
#include "schedule/transfers.hpp"
#include "topology/topology.hpp"

namespace orthant {

enum class Collective {
  kAllToAll,    // every node to every other one
  kHalfToHalf,  // nodes on routers with an even sum of coordinates to those with an odd one; of a
                // network without coordinates, where a node stands for two processors, the sending
                // ones of all nodes to the receiving ones of all
  kGather,      // all others to the first node
  kScatter,     // the first node to all others
  kFile         // what a file lists
};

struct NodePair {
  NodeId source, destination;
  bool operator==(const NodePair&) const = default;
};

// By ascending source, then destination; of a file as it lists them. `allocation`: per router, how
// many of its nodes, the first ones, take part; empty: all. `file` is for kFile, whose nodes must
// take part. Throws KeyError for an allocation that does not fit, and where there is no pair.
std::vector<NodePair> collective_pairs(Collective collective, const Topology& topology,
                                       const std::string& file,
                                       std::span<const std::uint32_t> allocation = {});

struct CollectiveTransfers {
  std::vector<NodePair> pairs;  // of every transfer
  TransferSet set;
};

// The channels of a transfer are those between routers, numbered as in the topology, and with
// `ports` those of its nodes, injection before ejection: channels + n, channels + nodes + n. Rounds
// are those of round robin: in round i the j-th source sends to the (i + j)-th destination, as far
// as there is such a transfer. Throws KeyError("routing.algorithm") where a pair has several paths.
CollectiveTransfers collective_transfers(const Topology& topology, const ObliviousRouting& routing,
                                         std::vector<NodePair> pairs, bool ports);

// The same with the routes given, the channels of each transfer.
CollectiveTransfers collective_transfers(const Topology& topology, std::vector<NodePair> pairs,
                                         std::vector<std::vector<std::uint32_t>> routes,
                                         bool ports);

// All routes that the routing has between the nodes of every pair. Throws
// KeyError("schedule.routes") where a pair has more than 100.
RouteLists route_lists(const Topology& topology, const ObliviousRouting& routing,
                       const std::vector<NodePair>& pairs, bool ports);

// So many copies of all transfers, one after the other.
CollectiveTransfers repeated(const CollectiveTransfers& once, std::size_t times);
// Frames behind others, of transfers that are numbered from `first` on.
void append(Frames& all, const Frames& more, std::size_t first);
// The frames of a schedule, which has `transfers` of them, for all copies.
Frames repeated(const Frames& once, std::size_t transfers, std::size_t times);

// The bandwidths of the channels of collective_transfers() in their greatest common unit. Throws
// KeyError("schedule.bandwidths") where some channel would have more than 10,000 of them.
std::vector<std::uint32_t> capacities_of(const Topology& topology, const Rational& node_bandwidth,
                                         bool ports);

}  // namespace orthant
