// Tested by: tests/analysis/routing_model_test.cpp
#include "analysis/path_orbit.hpp"

#include <algorithm>

namespace orthant {
namespace {

PairPath image(const Commodities& commodities, std::size_t map, const PairPath& of) {
  std::vector<ChannelId> channels;
  for_each_hop(commodities.topology(), commodities.source(of.pair), of.path,
               [&](ChannelId c, std::uint8_t) {
                 channels.push_back(commodities.image_of_channel(map, of.pair, c));
               });
  if (commodities.is_reversal(map)) std::ranges::reverse(channels);
  return {commodities.image_of_pair(map, of.pair),
          path_of_channels(commodities.topology(), channels)};
}

}  // namespace

Path path_of_channels(const Topology& topology, const std::vector<ChannelId>& channels) {
  Path path;
  for (const ChannelId c : channels) {
    const PortId port = topology.channel(c).from_port;
    if (path.empty() || path.back().port != port) path.push_back({.port = port});
    ++path.back().hops;
  }
  return path;
}

std::vector<PairPath> orbit_of_path(const Commodities& commodities, std::size_t pair, Path path) {
  std::vector<PairPath> orbit{{pair, std::move(path)}};
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    for (std::size_t map = 0; map < commodities.map_count(); ++map) {
      PairPath next = image(commodities, map, orbit[i]);
      if (std::ranges::find(orbit, next) == orbit.end()) orbit.push_back(std::move(next));
    }
  }
  return orbit;
}

}  // namespace orthant
