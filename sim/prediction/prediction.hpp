// Predictions about a network and its traffic without simulation.
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
  std::size_t sources = 0;  // sources examined that have traffic
  std::size_t pairs = 0;    // pairs of source and destination examined
  bool sampled = false;     // there are more: a sample was drawn at random, the same in each run
  // Output-queued: the wait for the clock of the node, which the latencies contain.
  struct Wait {
    double least = 0, mean = 0, most = 0;
  };
  std::optional<Wait> wait;
};
// Returns nullopt if no node sends. With an adaptive routing it follows the first candidates: the
// path of a packet that meets no other. Takes a second or two, however large the network is.
std::optional<ZeroLoadFigures> predict_zero_load(const NetworkParts& parts);

// The load at which the channels of the busiest node are full, in flits/node/cycle: the channels
// from nodes and, unless the traffic matrix is too large to be walked, the channels to nodes.
struct NodeLimit {
  double flits = 0;
  bool sending_alone = false;  // only channels from nodes: the matrix is too large
};
NodeLimit node_limit(const NetworkParts& parts);

// The credit loops of all channels and of the channels from nodes, in flits.
struct CreditLoop {
  // The buffers at an input port, and the loop of the channel that fills them.
  struct Buffers {
    RouterId router;
    PortId port;
    std::uint32_t flits = 0;
    std::uint64_t loop = 1;

    double share() const { return static_cast<double>(flits) / static_cast<double>(loop); }
  };
  // The loop of a stream at the full rate. `heads`: of flits that routers hold up as they do a
  // head.
  struct Loop {
    std::uint64_t flits = 0;   // the largest
    Buffers least = {};        // buffers with the least share of their loop
    std::size_t short_of = 0;  // ports with buffers below it
  };
  Loop stream, heads;
  bool uneven = false;  // channels and node channels differ in bandwidth
};
CreditLoop credit_loop(const NetworkParts& parts);

}  // namespace orthant
