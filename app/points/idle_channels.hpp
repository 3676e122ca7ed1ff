// Names the channels that a routing leaves idle, whatever the traffic.
#pragma once

#include <optional>
#include <string>

#include "routing/routing.hpp"

namespace orthant {

// A warning; nullopt where every channel is on the path of some pair of nodes.
std::optional<std::string> idle_channels_text(const Topology& topology,
                                              const ObliviousRouting& routing);

}  // namespace orthant
