// Spanning trees of a network, and router labels that define its up and down directions.
//
// A channel leads up if it leads to a router with a smaller label. Labels are distinct, and every
// router except the root has a larger one than its parent, so the root has the smallest.
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
  // Breadth-first order from the root, children by ascending id. Routers that cannot be reached, as
  // in the network of a message class, are not included, and the functions below ignore them.
  std::vector<RouterId> order;

  std::optional<RouterId> parent(const Topology& topology, RouterId r) const {
    const auto& channel = up[r.index()];
    return channel ? std::optional(topology.channel(*channel).to) : std::nullopt;
  }
  // Per router, by ascending id.
  std::vector<std::vector<RouterId>> children(const Topology& topology) const;
};

// Breadth-first search from the root, neighbours by ascending id, through the first of several
// parallel links.
SpanningTree breadth_first_tree(const Topology& topology, RouterId root);
// Reads a tree from a file: one link per line, as in "0-1" or "0 1". Throws KeyError(key,
// "FILE:LINE: ...").
SpanningTree read_tree(const std::string& key, const std::string& file, const Topology& topology,
                       RouterId root);

// False if a router with nodes is not in the tree.
bool reaches_all_nodes(const Topology& topology, const SpanningTree& tree);

// Router 0, or the next router if it is down.
RouterId lowest_router_up(const Topology& topology);
// The router with the most channels, and the router with the smallest eccentricity; the lowest id
// at ties.
RouterId router_of_highest_degree(const Topology& topology);
RouterId center_router(const Topology& topology);

// Each function returns a label per router: its position in breadth-first order; its position by
// level in the tree, then id (OpenSM's updn, with GUIDs for ids); its position in depth-first
// order, children by ascending id; its label in a file of lines "router label".
std::vector<std::uint32_t> breadth_first_labels(const SpanningTree& tree);
std::vector<std::uint32_t> level_labels(const Topology& topology, const SpanningTree& tree);
std::vector<std::uint32_t> depth_first_labels(const Topology& topology, const SpanningTree& tree);
std::vector<std::uint32_t> read_labels(const std::string& key, const std::string& file,
                                       const Topology& topology, const SpanningTree& tree);

// Relabels the routers without nodes that no tree path between nodes needs. They come directly
// after the root, so that the channels to them from all later routers lead up; other spines of a
// fat tree then serve all leaves, as the root does. They are found by removing leaves without nodes
// from the tree, one by one. Their labels order them by decreasing distance from nodes (the cores
// of a three-level fat tree before the level below), then by removal.
std::vector<std::uint32_t> lift_routers_without_nodes(const Topology& topology,
                                                      const SpanningTree& tree,
                                                      std::vector<std::uint32_t> labels);

}  // namespace orthant
