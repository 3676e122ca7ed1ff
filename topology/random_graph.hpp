// Random connected graphs, identical on every machine for a given seed.
#pragma once

#include <cstdint>

#include "topology/graph.hpp"

namespace orthant {

enum class GraphGenerator {
  kGnm,     // uniform over the connected graphs with this number of links (Erdos & Renyi)
  kTree,    // a uniformly random spanning tree, plus random links
  kRegular  // every router has `degree` links (Steger & Wormald 1999: nearly uniform)
};

struct RandomGraphOptions {
  std::uint32_t routers = 0;  // 1 to Graph::kMaxRouters
  double degree = 0;          // mean links per router; kRegular: of every router, an integer
  GraphGenerator generator = GraphGenerator::kGnm;
  std::uint64_t seed = 1;
};

// Draws a graph without parallel links. Throws KeyError("topology.degree") if none exists or none
// is found.
Graph random_graph(const RandomGraphOptions& options);

}  // namespace orthant
