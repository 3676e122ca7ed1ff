#include "topology/neighbors.hpp"

#include <algorithm>

namespace orthant {

std::vector<ChannelId> channels_by_neighbor(const Topology& topology, RouterId r) {
  std::vector<ChannelId> channels;
  for (std::size_t p = 0; p < topology.channel_port_count(r); ++p) {
    if (const auto channel = topology.channel_from(r, PortId{p})) channels.push_back(*channel);
  }
  std::ranges::stable_sort(channels, {}, [&](ChannelId c) { return topology.channel(c).to; });
  return channels;
}

std::optional<ChannelId> channel_between(const Topology& topology, RouterId a, RouterId b) {
  for (std::size_t p = 0; p < topology.channel_port_count(a); ++p) {
    const auto channel = topology.channel_from(a, PortId{p});
    if (channel && topology.channel(*channel).to == b) return channel;
  }
  return std::nullopt;
}

}  // namespace orthant
