// Spanning trees of a network and the labels of its routers: what tells up from down.
//
// A channel leads up where it leads to a router with a smaller label. Labels are different, and
// every router but the root has a larger one than its parent: so the root has the smallest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

struct SpanningTree {
  RouterId root;
  std::vector<std::optional<ChannelId>> up;  // per router: the channel to its parent
  // Breadth first from the root, the children of a router by ascending id. Routers that no path
  // leads to, of which the network of a message class may have some, are not in it; what follows
  // says nothing of them.
  std::vector<RouterId> order;

  std::optional<RouterId> parent(const Topology& topology, RouterId r) const {
    const auto& channel = up[r.index()];
    return channel ? std::optional(topology.channel(*channel).to) : std::nullopt;
  }
  // Per router, by ascending id.
  std::vector<std::vector<RouterId>> children(const Topology& topology) const;
};

// Breadth-first search from the root, neighbours by ascending id, of several links to one the
// first.
SpanningTree breadth_first_tree(const Topology& topology, RouterId root);
// The tree of a file: a link a line, as in "0-1" or "0 1". Throws KeyError(key, "FILE:LINE: ...").
SpanningTree read_tree(const std::string& key, const std::string& file, const Topology& topology,
                       RouterId root);

// False where a node is at a router that the tree does not reach.
bool reaches_all_nodes(const Topology& topology, const SpanningTree& tree);

// The router with the most channels, and one from which the farthest is closest; of several the
// lowest id.
RouterId router_of_highest_degree(const Topology& topology);
RouterId center_router(const Topology& topology);

// Labels per router: its place in the breadth-first order; its place when they are sorted by their
// level in the tree, then by id (OpenSM's updn, with GUIDs for ids); its place in the depth-first
// order, children by ascending id; those of a file, "router label" a line.
std::vector<std::uint32_t> breadth_first_labels(const SpanningTree& tree);
std::vector<std::uint32_t> level_labels(const Topology& topology, const SpanningTree& tree);
std::vector<std::uint32_t> depth_first_labels(const Topology& topology, const SpanningTree& tree);
std::vector<std::uint32_t> read_labels(const std::string& key, const std::string& file,
                                       const Topology& topology, const SpanningTree& tree);

// The same labels, but that routers without nodes which no path between nodes needs in the tree
// follow the root, so that all channels to them lead up: further spines of a fat tree then serve
// all leaves, as the root does. They are taken off the tree from outside. Those that are farther
// from nodes come first, as the cores of a fat tree of three levels before what is below them; then
// those taken first.
std::vector<std::uint32_t> lift_routers_without_nodes(const Topology& topology,
                                                      const SpanningTree& tree,
                                                      std::vector<std::uint32_t> labels);

}  // namespace orthant
