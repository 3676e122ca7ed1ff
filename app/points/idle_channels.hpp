// Names the channels that a routing leaves idle, whatever the traffic.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/setup/setup.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {

// The routings of packets, a single one if it serves all message classes; nullptr: an adaptive one.
std::vector<const ObliviousRouting*> routings_used(const Setup& setup);

// A warning about idle channels; nullopt if there are none. `idle`: the channels on no path of any
// pair of nodes.
std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle);

// The warning for a network without coordinates and the oblivious routings in use; also nullopt if
// `most_hops` hops of paths do not suffice.
std::optional<std::string> idle_channels_of(
    const Setup& setup, std::uint64_t most_hops = std::numeric_limits<std::uint64_t>::max());

}  // namespace orthant
