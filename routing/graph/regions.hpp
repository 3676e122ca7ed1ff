// Regions of a spanning tree: connected parts within which routers know every link.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/graph/spanning_tree.hpp"

namespace orthant {

// Per router the number of its region, from 0.
using Regions = std::vector<std::uint32_t>;

// Grows regions of up to `size` routers in breadth-first order, starting at the root and then at
// every child that is left.
Regions regions_from_the_root(const Topology& topology, const SpanningTree& tree,
                              std::uint32_t size);
// Grows regions from the leaves: a router joins the open regions of its children, in order, if they
// fit completely; regions that do not fit are closed.
Regions regions_from_the_leaves(const Topology& topology, const SpanningTree& tree,
                                std::uint32_t size);
// Reads lines "router cluster"; each region must be connected in the tree. Throws KeyError(key,
// "FILE:LINE: ").
Regions read_regions(const std::string& key, const std::string& file, const Topology& topology,
                     const SpanningTree& tree);

// Returns, per region and channel, whether the routers of the region know the channel: they know
// the tree, and the channels inside the regions on their path to the root.
std::vector<std::vector<bool>> known_channels(const Topology& topology, const SpanningTree& tree,
                                              const Regions& regions);

}  // namespace orthant
