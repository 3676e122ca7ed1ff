// Worst case of an oblivious routing: the permutation of nodes that loads some channel most.
//
// The load of a channel is linear in the traffic matrix, and doubly stochastic matrices are
// mixtures of permutations (Birkhoff); so the worst admissible traffic is a permutation, and for
// one channel it is a maximum-weight assignment of sources to destinations with the pair loads as
// weights.
//
// Source: Towles & Dally 2002.
#pragma once

#include <vector>

#include "analysis/loads/symmetry.hpp"

namespace orthant {

struct WorstCase {
  // Largest ratio of load to bandwidth if every node injects one flit per cycle; 0 without
  // channels.
  double channel_max_relative = 0;
  // The channel with this load: among the channels tried, the lowest id within rounding of it.
  ChannelId channel = {};
  // Per node: its destination in the worst permutation. Nodes whose traffic the channel does not
  // need send to other nodes if possible.
  std::vector<NodeId> permutation;
  std::size_t channels_tried = 0;

  // Throughput in flits per node and cycle that every permutation allows; infinite without a limit.
  double throughput_flits() const;
};

// Tries one channel of every orbit. The result does not depend on `threads`. O(n^3) per channel,
// with n the number of routers, or of nodes if routers have different numbers of nodes.
WorstCase worst_case(const SymmetricLoads& found, std::size_t threads = 1);

}  // namespace orthant
