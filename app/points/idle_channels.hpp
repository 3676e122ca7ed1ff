// Names the channels that a routing leaves idle, whatever the traffic.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "topology/topology.hpp"

namespace orthant {

// A warning; nullopt where there is none. `idle`: the channels on no path of any pair of nodes.
std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle);

}  // namespace orthant
