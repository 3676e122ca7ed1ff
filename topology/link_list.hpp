// Links that a config names: faults.links.
#pragma once

#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// One channel of each link. `text`: "0-1 5-6", pairs of neighbouring routers; or the name of a file
// with a pair a line, as in "0-1" or "0 1". Throws KeyError("faults.links") for what is no such
// list.
std::vector<ChannelId> read_links(const std::string& text, const Topology& topology);

}  // namespace orthant
