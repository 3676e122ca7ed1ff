// The fabrics of tests/data/fabric.
#pragma once

#include <string>

#include "topology/graph_files.hpp"

namespace orthant {

inline std::string fabric_data(const std::string& name) {
  return ORTHANT_SOURCE_DIR "/tests/data/fabric/" + name;
}

inline Topology fabric_of(const std::string& name) {
  return make_graph(
      "graph", read_graph(fabric_data(name + ".ibnetdiscover"), GraphFormat::kIbnetdiscover), {});
}

}  // namespace orthant
