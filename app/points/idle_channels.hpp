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

// Returns the routings that packets use; a single one if it serves all message classes. nullptr
// stands for an adaptive routing.
std::vector<const ObliviousRouting*> routings_used(const Setup& setup);

// A warning about idle channels; nullopt if there are none. `idle`: the channels on no path of any
// pair of nodes.
std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle);

// Returns this warning for the oblivious routings in use, on a network without coordinates. Also
// nullopt if `most_hops` hops of paths do not decide which channels are idle.
std::optional<std::string> idle_channels_of(
    const Setup& setup, std::uint64_t most_hops = std::numeric_limits<std::uint64_t>::max());

}  // namespace orthant
