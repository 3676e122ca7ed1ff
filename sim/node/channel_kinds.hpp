// The kinds of channels of a network: few, however many channels it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

struct ChannelKind {
  std::uint32_t latency_cycles = 1;
  Rational bandwidth = 1;

  bool operator==(const ChannelKind&) const = default;
};

std::vector<ChannelKind> channel_kinds(const Topology& topology);

// Returns the index of a channel's kind in `kinds`, which must contain it.
std::size_t kind_of(const Channel& channel, const std::vector<ChannelKind>& kinds);

}  // namespace orthant
