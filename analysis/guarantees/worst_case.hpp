// Worst case of an oblivious routing: the permutation of nodes that loads some channel most.
//
// The load of a channel is linear in the traffic matrix, and doubly stochastic matrices are
// mixtures of permutations (Birkhoff); so the worst traffic that no node port limits is a
// permutation, and for one channel it is a maximum-weight assignment of sources to destinations
// with the pair loads as weights.
//
// Source: Towles & Dally 2002.
#pragma once

#include <vector>

#include "analysis/loads/symmetry.hpp"

namespace orthant {

struct WorstCase {
  // Largest load over bandwidth when every node injects one flit per cycle; 0 without channels.
  double channel_max_relative = 0;
  // Where it occurs: of the channels tried, the lowest one within rounding of the largest.
  ChannelId channel = {};
  // Per node: the destination that makes it so. Nodes that the channel does not need send to others
  // where that is possible.
  std::vector<NodeId> permutation;
  std::size_t channels_tried = 0;

  // Flits per node and cycle that every permutation can have; infinite where nothing limits it.
  double throughput_flits() const;
};

// Tries one channel of every orbit. The result does not depend on `threads`. O(n^3) for each
// channel, n the number of routers, or of nodes where routers have different numbers of them.
WorstCase worst_case(const SymmetricLoads& found, std::size_t threads = 1);

}  // namespace orthant
