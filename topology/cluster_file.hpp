// Cluster files: switches, their nodes, the links between them, and static routes. Lines are
//   nodes SWITCH COUNT
//   link SWITCH SWITCH [LATENCY [BANDWIDTH [LATENCY_BACK]]]
//   route SWITCH .. SWITCH
// in any order, with switches numbered from 0; `#` starts a comment. A route lists every switch on
// its path.
#pragma once

#include <cstddef>
#include <string>

#include "topology/graph.hpp"

namespace orthant {

inline constexpr std::size_t kMaxSwitchesOnARoute = 1'000;

// Reads the switches, nodes and links of a cluster; routing/table/cluster_routes.hpp reads its
// routes. Throws KeyError("topology.file", "FILE:LINE: ...") for any mistake in the file.
Graph read_cluster(const std::string& file);

}  // namespace orthant
