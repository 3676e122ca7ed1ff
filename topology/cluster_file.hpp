// Clusters as files: switches, their nodes, the links between them, and static routes. Lines are
//   nodes SWITCH COUNT
//   link SWITCH SWITCH [LATENCY [BANDWIDTH [LATENCY_BACK]]]
//   route SWITCH .. SWITCH
// with switches numbered from 0, in any order; `#` starts a comment. A route names every switch on
// its way.
#pragma once

#include <cstddef>
#include <string>

#include "topology/graph.hpp"

namespace orthant {

inline constexpr std::size_t kMostSwitchesOnARoute = 1'000;

// What a cluster consists of; its routes are read by routing/table/cluster_routes.hpp. Throws
// KeyError("topology.file", "FILE:LINE: ...") for whatever is wrong with the file.
Graph read_cluster(const std::string& file);

}  // namespace orthant
