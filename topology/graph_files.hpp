// Graphs as files: edge lists, BookSim's anynet, the output of ibnetdiscover, GraphML; and dot to
// be drawn. docs/irregular_networks.md describes the formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/graph.hpp"

namespace orthant {

enum class GraphFormat { kAuto, kEdges, kIbnetdiscover, kAnynet, kGraphml, kDot };

// The format that the end of a file's name says, such as .graphml; nullopt where it says none.
std::optional<GraphFormat> format_of_ending(std::string_view file);

// Reads a connected graph. Throws KeyError("topology.file", "FILE:LINE: ...") for whatever is wrong
// with the file. kAuto: the format that its content or, failing that, its ending says, else kEdges.
// Not for kDot.
Graph read_graph(const std::string& file, GraphFormat format);

// The router of each node of an anynet file, by the numbers of nodes there; a Graph numbers nodes
// by their routers.
std::vector<std::uint32_t> anynet_routers_of_nodes(const std::string& file);

// Any network as the text of a file. Reading it gives a graph with equal routers, nodes, latencies,
// bandwidths and message classes, its links in the same order. kAnynet leaves out bandwidths, and
// knows one link only between two routers: throws ConfigError where there are more. kIbnetdiscover
// leaves out latencies and bandwidths, and sorts links by router and port. Not for kAuto.
std::string graph_text(const Topology& topology, GraphFormat format);

// The keys that say what graph_text() leaves out, where that is not their default:
// "channel.latency_cycles = 5"; empty for kDot, which is not read.
std::vector<std::string> keys_beside_graph(const Topology& topology, GraphFormat format);

}  // namespace orthant
