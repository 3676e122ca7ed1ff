#include "sim/prediction/empty_network.hpp"

#include <algorithm>
#include <span>

#include "sim/node/channel_kinds.hpp"

namespace orthant {

EmptyNetwork::EmptyNetwork(const NetworkParts& parts)
    : parts_(parts), kinds_(channel_kinds(parts.topology)) {
  const bool rates = kinds_.empty() || (kinds_.size() == 1 && kinds_[0].bandwidth <= 1);
  const bool places = parts.topology.structure() != nullptr || parts.topology.router_count() == 1;
  if (rates && places && parts.router.model == RouterModel::kInputQueued && !parts.router.unequal &&
      parts.node_channels.bandwidth <= 1 && parts.router.input_speedup <= 1 &&
      parts.router.switching != Switching::kStoreAndForward)
    zero_load_.emplace(parts.topology, parts.router, parts.node_channels);
}

Cycle EmptyNetwork::message(const WorkloadPlan& plan, std::uint32_t rank, const Operation& send) {
  const std::uint64_t flits = plan.flits(send.amount), last = plan.last_packet_of(flits);
  const auto first = std::min<std::uint64_t>(flits, plan.options().packet_flits);
  const NodeId from = plan.node_of(rank), to = plan.node_of(send.peer);
  return std::max(packet(from, to, first), node_cycles(flits - last) + packet(from, to, last));
}

Cycle EmptyNetwork::packet(NodeId source, NodeId destination, std::uint64_t flits) {
  const RouterId from = parts_.topology.router_of(source);
  const RouterId to = parts_.topology.router_of(destination);
  const std::uint32_t hops = from == to ? 0 : parts_.topology.structure()->distance(from, to);
  const auto [known, is_new] = latencies_.try_emplace({hops, flits}, 0);
  if (is_new) {
    const ChannelRun run{hops, kinds_.empty() ? ChannelKind() : kinds_[0]};
    known->second = static_cast<Cycle>(
        zero_load_->latency(std::span(&run, hops > 0 ? 1 : 0), static_cast<std::uint32_t>(flits)));
  }
  return known->second;
}

}  // namespace orthant
