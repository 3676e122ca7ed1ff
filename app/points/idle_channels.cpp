// Tested by: tests/app/irregular_test.py
#include "app/points/idle_channels.hpp"

#include <fmt/format.h>

#include "topology/names.hpp"

namespace orthant {

std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle) {
  if (idle.empty()) return std::nullopt;
  const Channel& first = topology.channel(idle.front());
  return fmt::format(
      "{} of {} channels are on no path of any pair of nodes, such as {} port {} to {}",
      idle.size(), topology.channel_count(), router_text(topology, first.from),
      first.from_port.value, router_text(topology, first.to));
}

}  // namespace orthant
