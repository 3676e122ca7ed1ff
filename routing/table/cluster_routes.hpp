// Reads the static routes of a cluster file (topology/cluster_file.hpp) as a path table.
#pragma once

#include <string>

#include "routing/table/path_table.hpp"

namespace orthant {

// The routes of this network, which must outlive the table; parallel links use the lowest port.
// Pairs that no node needs may be omitted: they take a shortest path. Throws
// KeyError("topology.file", "FILE:LINE: ...") for any mistake in the routes.
PathTable read_cluster_routes(const std::string& file, const Topology& topology);

}  // namespace orthant
