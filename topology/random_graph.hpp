// Random connected graphs, the same for a seed on every machine.
#pragma once

#include <cstdint>

#include "topology/graph.hpp"

namespace orthant {

enum class GraphGenerator {
  kGnm,     // every connected graph with so many links is as likely as any other (Erdos & Renyi)
  kTree,    // a spanning tree, every one as likely, and other links
  kRegular  // every router has `degree` links (Steger & Wormald 1999: nearly uniform)
};

struct RandomGraphOptions {
  std::uint32_t routers = 0;  // 1 to Graph::kMostRouters
  double degree = 0;          // links per router on the average; kRegular: of each, a whole number
  GraphGenerator generator = GraphGenerator::kGnm;
  std::uint64_t seed = 1;
};

// No two links join the same routers. Throws KeyError("topology.degree") where there is no such
// graph, or none is found.
Graph random_graph(const RandomGraphOptions& options);

}  // namespace orthant
