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
  kHalfToHalf,  // every node on a router with an even sum of coordinates to every node on a router
                // with an odd sum; without coordinates every node to every node and to itself, as a
                // node then represents a sending and a receiving processor
  kGather,      // every other node to the first one
  kScatter,     // the first node to every other one
  kFile         // the pairs that a file lists
};

struct NodePair {
  NodeId source, destination;
  bool operator==(const NodePair&) const = default;
};

// Returns the pairs by ascending source, then destination; those of a file in its order.
// `allocation` gives for every router how many of its nodes take part, counted from its first one;
// if empty, all nodes take part. `file` is read for kFile only, and all its nodes must take part.
// Throws KeyError if the allocation does not fit the network, and if there is no pair.
std::vector<NodePair> collective_pairs(Collective collective, const Topology& topology,
                                       const std::string& file,
                                       std::span<const std::uint32_t> allocation = {});

struct CollectiveTransfers {
  std::vector<NodePair> pairs;  // per transfer: its source and destination
  TransferSet set;
};

// Channels between routers are numbered as in the topology. With `ports` a transfer also uses the
// injection channel of its source s, numbered channels + s, and the ejection channel of its
// destination t, numbered channels + nodes + t. The steps of the set are round robin: in step i the
// j-th source sends to the (i + j)-th destination, if there is such a transfer. Throws
// KeyError("routing.algorithm") if a pair has several paths.
CollectiveTransfers collective_transfers(const Topology& topology, const ObliviousRouting& routing,
                                         std::vector<NodePair> pairs, bool ports);

// Builds the transfers from given routes, which list the channels of each transfer.
CollectiveTransfers collective_transfers(const Topology& topology, std::vector<NodePair> pairs,
                                         std::vector<std::vector<std::uint32_t>> routes,
                                         bool ports);

// Lists for every pair all routes that the routing may choose. Throws KeyError("schedule.routes")
// if a pair has more than 100.
RouteLists route_lists(const Topology& topology, const ObliviousRouting& routing,
                       const std::vector<NodePair>& pairs, bool ports);

// Concatenates `times` copies of all transfers.
CollectiveTransfers repeated(const CollectiveTransfers& once, std::size_t times);
// Appends the frames of `more`, with `first` added to the number of every transfer.
void append(Frames& all, const Frames& more, std::size_t first);
// Concatenates `times` copies of a schedule that has `transfers` transfers, which gives a schedule
// for as many copies of the transfers.
Frames repeated(const Frames& once, std::size_t transfers, std::size_t times);

// Returns the bandwidths of the channels of collective_transfers() in units of their greatest
// common divisor. Throws KeyError("schedule.bandwidths") if some channel exceeds 10,000 units.
std::vector<std::uint32_t> capacities_of(const Topology& topology, const Rational& node_bandwidth,
                                         bool ports);

}  // namespace orthant
