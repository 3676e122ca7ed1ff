// The channels of a router by where they lead.
#pragma once

#include <optional>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// The channels that leave r, by ascending id of the next router, then port.
std::vector<ChannelId> channels_by_neighbor(const Topology& topology, RouterId r);

// The channel from a to b, of several that of the lowest port; nullopt where they are no
// neighbours.
std::optional<ChannelId> channel_between(const Topology& topology, RouterId a, RouterId b);

}  // namespace orthant
