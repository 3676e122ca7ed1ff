// Finds the kinds of channels.
#include "sim/node/channel_kinds.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>

namespace orthant {

std::vector<ChannelKind> channel_kinds(const Topology& topology) {
  std::set<std::tuple<std::uint32_t, std::int64_t, std::int64_t>> seen;
  std::vector<ChannelKind> kinds;
  for (const Channel& channel : topology.channels()) {
    const Rational& bandwidth = channel.bandwidth;
    if (seen.emplace(channel.latency_cycles, bandwidth.numerator(), bandwidth.denominator()).second)
      kinds.push_back({channel.latency_cycles, bandwidth});
  }
  return kinds;
}

std::size_t kind_of(const Channel& channel, const std::vector<ChannelKind>& kinds) {
  const auto found =
      std::ranges::find(kinds, ChannelKind{channel.latency_cycles, channel.bandwidth});
  assert(found != kinds.end());
  return static_cast<std::size_t>(found - kinds.begin());
}

}  // namespace orthant
