// The transfers of a collective communication on a network, along the routes of a routing.
#pragma once

#include <string>
#include <vector>

#include "routing/routing.hpp"
#include "schedule/transfers.hpp"
#include "topology/topology.hpp"

namespace orthant {

enum class Collective {
  kAllToAll,    // every node to every other one
  kHalfToHalf,  // nodes on routers with an even sum of coordinates to those with an odd one
  kGather,      // all others to node 0
  kScatter,     // node 0 to all others
  kFile         // what a file lists
};

struct NodePair {
  NodeId source, destination;
  bool operator==(const NodePair&) const = default;
};

// By ascending source, then destination; of a file as it lists them. Throws KeyError for a network
// without coordinates (kHalfToHalf), or without a pair. `file` is for kFile.
std::vector<NodePair> collective_pairs(Collective collective, const Topology& topology,
                                       const std::string& file);

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

}  // namespace orthant
