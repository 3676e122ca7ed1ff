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

// The routings by which packets are sent, one where it is the same for all message classes;
// nullptr: an adaptive one.
std::vector<const ObliviousRouting*> routings_used(const Setup& setup);

// A warning; nullopt where there is none. `idle`: the channels on no path of any pair of nodes.
std::optional<std::string> idle_channels_text(const Topology& topology,
                                              std::span<const ChannelId> idle);

// The same of a network without coordinates and the oblivious routings that it is used with;
// nullopt, too, where `most_hops` hops of paths do not suffice.
std::optional<std::string> idle_channels_of(
    const Setup& setup, std::uint64_t most_hops = std::numeric_limits<std::uint64_t>::max());

}  // namespace orthant
