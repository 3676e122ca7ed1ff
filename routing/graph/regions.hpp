// Regions of a spanning tree: connected parts of it, within which routers know every link.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/graph/spanning_tree.hpp"

namespace orthant {

// Per router the number of its region, from 0.
using Regions = std::vector<std::uint32_t>;

// From the root in breadth-first order up to `size` routers; then anew from every child that was
// left, breadth first.
Regions regions_from_the_root(const Topology& topology, const SpanningTree& tree,
                              std::uint32_t size);
// From the leaves: a router takes in the open regions of its children, the first child first, as
// long as there is room for them whole; those that do not fit are closed.
Regions regions_from_the_leaves(const Topology& topology, const SpanningTree& tree,
                                std::uint32_t size);
// "router cluster" a line; each region connected in the tree. Throws KeyError(key, "FILE:LINE: ").
Regions read_regions(const std::string& key, const std::string& file, const Topology& topology,
                     const SpanningTree& tree);

// What routers know of the network: per channel, all of the tree and of the regions on the way
// from a router to the root. Routers of a region know the same; one entry per region.
std::vector<std::vector<bool>> known_channels(const Topology& topology, const SpanningTree& tree,
                                              const Regions& regions);

}  // namespace orthant
