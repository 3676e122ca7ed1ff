// Tested by: tests/analysis/routing_model_test.cpp
#include "analysis/design/path_orbit.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

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

std::uint64_t path_hash(std::size_t pair, const Path& path) {
  std::uint64_t value = 0x9e3779b97f4a7c15 * (pair + 1);
  for (const Leg& leg : path) {
    value ^= (std::uint64_t{leg.port.value} << 16) + leg.hops;
    value = std::rotl(value * 0xbf58476d1ce4e5b9, 29);
  }
  return value;
}

std::vector<PairPath> orbit_of_path(const Commodities& commodities, std::size_t pair, Path path) {
  std::vector<PairPath> orbit{{pair, std::move(path)}};
  std::unordered_multimap<std::uint64_t, std::size_t> known;  // hash -> index in the orbit
  known.emplace(path_hash(pair, orbit[0].path), 0);
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    for (std::size_t map = 0; map < commodities.map_count(); ++map) {
      PairPath next = image(commodities, map, orbit[i]);
      const std::uint64_t hash = path_hash(next.pair, next.path);
      const auto [from, to] = known.equal_range(hash);
      if (std::any_of(from, to, [&](const auto& entry) { return orbit[entry.second] == next; }))
        continue;
      known.emplace(hash, orbit.size());
      orbit.push_back(std::move(next));
    }
  }
  return orbit;
}

}  // namespace orthant
