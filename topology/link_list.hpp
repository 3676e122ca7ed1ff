// Links named in a config: faults.links.
#pragma once

#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// Returns one channel of each link. `text`: "0-1 5-6", pairs of neighbouring routers; or the name
// of a file with one pair per line, as in "0-1" or "0 1". Throws KeyError("faults.links") for
// anything else.
std::vector<ChannelId> read_links(const std::string& text, const Topology& topology);

}  // namespace orthant
