// Graph files: edge lists, BookSim's anynet, the output of ibnetdiscover, GraphML; and dot for
// drawing. docs/irregular_networks.md describes the formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/graph.hpp"

namespace orthant {

enum class GraphFormat { kAuto, kEdges, kIbnetdiscover, kAnynet, kGraphml, kDot };

// The format that belongs to a file name extension such as .graphml; nullopt if it is unknown.
std::optional<GraphFormat> format_of_extension(std::string_view file);

// Reads a connected graph. Throws KeyError("topology.file", "FILE:LINE: ...") for any mistake in
// the file. kAuto decides by the content, else by the extension, else for kEdges. kDot cannot be
// read.
Graph read_graph(const std::string& file, GraphFormat format);

// The router of each node of an anynet file, indexed by the node numbers of the file; a Graph
// numbers nodes by their routers.
std::vector<std::uint32_t> anynet_routers_of_nodes(const std::string& file);

// Writes any network. Reading the text gives a graph with equal routers, nodes, latencies,
// bandwidths and message classes, its links in the same order. kAnynet omits bandwidths and throws
// ConfigError for parallel links. Isolated routers are left out, and the others numbered anew.
// kIbnetdiscover omits latencies and bandwidths, and sorts links by
// router and port. kAuto is not allowed.
std::string graph_text(const Topology& topology, GraphFormat format);

// Routers without channels and nodes, since they are down.
std::size_t isolated_routers(const Topology& topology);

// Config keys for what graph_text() omits, where it is not the default: "channel.latency_cycles =
// 5"; empty for kDot, which is not read.
std::vector<std::string> keys_not_in_graph_text(const Topology& topology, GraphFormat format);

}  // namespace orthant
