// Look-up of channels by the neighbour they lead to.
#pragma once

#include <optional>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// The channels that leave r, by ascending id of the next router, then port.
std::vector<ChannelId> channels_by_neighbor(const Topology& topology, RouterId r);

// The channel from a to b with the lowest port; nullopt if they are not neighbours.
std::optional<ChannelId> channel_between(const Topology& topology, RouterId a, RouterId b);

}  // namespace orthant
