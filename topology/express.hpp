// Express channels along the dimensions of a torus or mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// Adds the links of topology.express to a torus or mesh with all its channels. With an interval of
// i in a dimension, a link joins the routers with coordinates 0 and i, i and 2i, ... of every line
// of it, and the last one and 0 around a ring whose radix i divides; two routers have one such
// link. `intervals` has one entry for all dimensions or one for each, 0: no links; with none the
// network is as before. Throws KeyError("topology.express").
Topology with_express_channels(Topology grid, const std::vector<std::uint32_t>& intervals);

}  // namespace orthant
