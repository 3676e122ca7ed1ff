// The kinds of networks that a config names in topology.kind.
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

// Options of all kinds; a kind reads those it uses.
struct TopologyOptions {
  GridOptions grid;
  std::string file;  // of a graph
  GraphFormat format = GraphFormat::kAuto;
  RandomGraphOptions random;
  GraphDefaults defaults;                      // of graphs
  std::optional<std::string> exceptions = {};  // file (topology/exceptions.hpp)
};

struct TopologyDescription {
  std::string_view kind;               // value of topology.kind
  std::string_view summary;            // one line
  KeyRows<TopologyOptions> rows;       // its config keys
  std::vector<std::string_view> keys;  // further keys it reads, of its channels
  // Throws KeyError for an impossible option.
  Topology (*make)(const TopologyOptions&) = nullptr;
};

// All kinds in the order of `orthant list topologies`.
std::span<const TopologyDescription> topology_registry();
// Returns nullptr if there is no such kind.
const TopologyDescription* find_topology(std::string_view kind);

}  // namespace orthant
