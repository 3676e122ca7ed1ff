// Latencies of single messages in an empty network. Two things limit a message: its node sends its
// flits one after the other, and its first and its last packet take the latency of a shortest path.
// Packets in between may take other paths.
//
// Tested by: tests/sim/workload_test.cpp
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/node/network.hpp"
#include "sim/prediction/zero_load.hpp"

namespace orthant {

class EmptyNetwork {
 public:
  explicit EmptyNetwork(const NetworkParts& parts);

  // True if latencies follow from distances; all other functions require it.
  bool applies() const { return zero_load_.has_value(); }

  // Cycles from the start of a message to its arrival.
  Cycle message(const WorkloadPlan& plan, std::uint32_t rank, const Operation& send);
  // Cycles from the generation of a packet to its arrival.
  Cycle packet(NodeId source, NodeId destination, std::uint64_t flits);
  // Cycles from the start of a message until the cycle after its last flit has left its node.
  Cycle sending(std::uint64_t flits) const { return node_cycles(flits - 1) + 1; }
  // Cycles from a flit to the flit that is `flits` behind it, in the channel of a node.
  Cycle node_cycles(std::uint64_t flits) const { return zero_load_->node_cycles(flits); }

 private:
  const NetworkParts& parts_;
  std::vector<ChannelKind> kinds_;
  std::optional<InputQueuedZeroLoad> zero_load_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Cycle> latencies_;  // [hops, flits]
};

}  // namespace orthant
