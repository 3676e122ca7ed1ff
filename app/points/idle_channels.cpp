// Tested by: tests/app/irregular_test.py
#include "app/points/idle_channels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loads/channel_load.hpp"
#include "topology/names.hpp"

namespace orthant {

std::vector<const ObliviousRouting*> routings_used(const Setup& setup) {
  if (setup.class_networks.empty()) return {setup.routing->oblivious()};
  std::vector<const ObliviousRouting*> routings;
  for (std::size_t m = 0; m < setup.class_networks.size(); ++m)
    if (setup.uses_message_class(m))
      routings.push_back(setup.class_networks[m].routing->oblivious());
  return routings;
}

std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle) {
  if (idle.empty()) return std::nullopt;
  const Channel& first = topology.channel(idle.front());
  return fmt::format(
      "{} of {} channels are on no path of any pair of nodes, such as {} port {} to {}",
      idle.size(), topology.channel_count(), router_text(topology, first.from),
      first.from_port.value, router_text(topology, first.to));
}

std::optional<std::string> idle_channels_of(const Setup& setup, std::uint64_t most_hops) {
  if (setup.topology->structure() != nullptr) return std::nullopt;
  const std::vector<const ObliviousRouting*> routings = routings_used(setup);
  if (routings.empty()) return std::nullopt;  // no messages
  if (std::ranges::find(routings, nullptr) != routings.end()) return std::nullopt;
  const auto idle = unused_channels(*setup.topology, routings, most_hops);
  return idle ? idle_channels_text(*setup.topology, *idle) : std::nullopt;
}

}  // namespace orthant
