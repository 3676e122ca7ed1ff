// The transfers of a collective communication on a network, along the routes of a routing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/rational.hpp"
#include "schedule/construction/routes.hpp"
#include "schedule/transfers.hpp"
#include "topology/topology.hpp"

namespace orthant {

class ObliviousRouting;

enum class Collective {
  kAllToAll,    // every node to every other one
  kHalfToHalf,  // from nodes on routers with an even sum of coordinates to those with an odd sum;
                // without coordinates a node represents two processors, and the sending ones of all
                // nodes send to all receiving ones
  kGather,      // all others to the first node
  kScatter,     // the first node to all others
  kFile         // the pairs of a file
};

struct NodePair {
  NodeId source, destination;
  bool operator==(const NodePair&) const = default;
};

// By ascending source, then destination; for a file in its order. `allocation`: per router, the
// number of its nodes, starting with the first, that take part; empty: all. `file` is for kFile;
// its nodes must take part. Throws KeyError for an allocation that does not fit, and if there is no
// pair.
std::vector<NodePair> collective_pairs(Collective collective, const Topology& topology,
                                       const std::string& file,
                                       std::span<const std::uint32_t> allocation = {});

struct CollectiveTransfers {
  std::vector<NodePair> pairs;  // of every transfer
  TransferSet set;
};

// The channels of a transfer are those between routers, numbered as in the topology, and with
// `ports` those of its nodes, injection before ejection: channels + n, channels + nodes + n. Round
// robin: in step i the j-th source sends to the (i + j)-th destination, if there is such a
// transfer. Throws KeyError("routing.algorithm") if a pair has several paths.
CollectiveTransfers collective_transfers(const Topology& topology, const ObliviousRouting& routing,
                                         std::vector<NodePair> pairs, bool ports);

// Builds the transfers with given routes, the channels of each transfer.
CollectiveTransfers collective_transfers(const Topology& topology, std::vector<NodePair> pairs,
                                         std::vector<std::vector<std::uint32_t>> routes,
                                         bool ports);

// All routes of the routing between the nodes of every pair. Throws KeyError("schedule.routes") if
// a pair has more than 100.
RouteLists route_lists(const Topology& topology, const ObliviousRouting& routing,
                       const std::vector<NodePair>& pairs, bool ports);

// Concatenates `times` copies of all transfers.
CollectiveTransfers repeated(const CollectiveTransfers& once, std::size_t times);
// Appends frames whose transfers are numbered from `first` on.
void append(Frames& all, const Frames& more, std::size_t first);
// The frames of a schedule with `transfers` transfers, for all copies.
Frames repeated(const Frames& once, std::size_t transfers, std::size_t times);

// The bandwidths of the channels of collective_transfers() in units of their greatest common
// divisor. Throws KeyError("schedule.bandwidths") if some channel exceeds 10,000 units.
std::vector<std::uint32_t> capacities_of(const Topology& topology, const Rational& node_bandwidth,
                                         bool ports);

}  // namespace orthant
