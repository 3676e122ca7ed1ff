// The kinds of networks that a config can name in topology.kind.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "topology/graph_files.hpp"
#include "topology/random_graph.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Everything a network may be built from; a kind reads what it uses.
struct TopologyOptions {
  GridOptions grid;
  std::string file;  // of a graph
  GraphFormat format = GraphFormat::kAuto;
  RandomGraphOptions random;
  GraphDefaults defaults;  // of graphs
};

struct TopologyDescription {
  std::string_view kind;               // config value of topology.kind
  std::string_view summary;            // one line
  KeyRows<TopologyOptions> rows;       // its config keys
  std::vector<std::string_view> keys;  // others that it reads, of its channels
  // Throws a KeyError where an option is impossible.
  Topology (*make)(const TopologyOptions&) = nullptr;
};

// All kinds, in the order in which `orthant list topologies` shows them.
std::span<const TopologyDescription> topology_registry();
// The entry of that kind; nullptr where there is none.
const TopologyDescription* find_topology(std::string_view kind);

}  // namespace orthant
