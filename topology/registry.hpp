// The kinds of networks that a config can name in topology.kind.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

struct TopologyDescription {
  std::string_view kind;               // config value of topology.kind
  std::string_view summary;            // one line
  std::vector<std::string_view> keys;  // config keys it reads besides topology.kind
  // Throws a KeyError where an option is impossible.
  Topology (*make)(const GridOptions&) = nullptr;
};

// All kinds, in the order in which `orthant list topologies` shows them.
std::span<const TopologyDescription> topology_registry();
// The entry of that kind; nullptr where there is none.
const TopologyDescription* find_topology(std::string_view kind);

}  // namespace orthant
