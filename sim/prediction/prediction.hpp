// What can be said of a network and its traffic without simulating it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/options.hpp"

namespace orthant {

// Latency of packets in an empty network, over the traffic matrix and the packet lengths, in
// cycles.
struct ZeroLoadFigures {
  double mean = 0;
  double least = 0;
  double most = 0;
  double hops_mean = 0;
  std::size_t sources = 0;  // with traffic, that were looked at
  std::size_t pairs = 0;    // of source and destination that were looked at
  bool sampled = false;     // there are more: they were drawn at random, the same in each run
  // Output-queued: the wait for the clock of the node, which the latencies contain.
  struct Wait {
    double least = 0, mean = 0, most = 0;
  };
  std::optional<Wait> wait;
};
// nullopt where no node sends. An adaptive routing is followed along its first candidates, which is
// the way of a packet that meets no other. Takes a second or two, however large the network is.
std::optional<ZeroLoadFigures> predict_zero_load(const NetworkParts& parts);

// The load at which the channels of the busiest node are full, in flits/node/cycle: those from
// nodes and, unless the traffic matrix is too large to be walked, those to them.
struct NodeLimit {
  double flits = 0;
  bool sending_alone = false;  // the matrix is too large
};
NodeLimit node_limit(const NetworkParts& parts);

// The credit loops of all channels and of the channels from nodes, in flits.
struct CreditLoop {
  // The buffers behind a port, beside the loop of the channel that fills them.
  struct Buffers {
    RouterId router;
    PortId port;
    std::uint32_t flits = 0;
    std::uint64_t loop = 1;

    double share() const { return static_cast<double>(flits) / static_cast<double>(loop); }
  };
  // For a stream at the full rate; also while routers hold up its head.
  struct Loop {
    std::uint64_t flits = 0;   // the largest
    Buffers least = {};        // with the least share of their loop
    std::size_t short_of = 0;  // ports with buffers below it
  };
  Loop stream, heads;
  bool uneven = false;  // channels and node channels differ in bandwidth
};
CreditLoop credit_loop(const NetworkParts& parts);

}  // namespace orthant
