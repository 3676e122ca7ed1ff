// The static routes of a cluster's file (topology/cluster_file.hpp) as a path table.
#pragma once

#include <string>

#include "routing/table/path_table.hpp"

namespace orthant {

// The routes of this network, which must outlive the table; between neighbours with several links
// over that of the lowest port. Pairs that no node needs may be left out: they take a shortest
// path. Throws KeyError("topology.file", "FILE:LINE: ...") for whatever is wrong with the routes.
PathTable read_cluster_routes(const std::string& file, const Topology& topology);

}  // namespace orthant
