// Shortest paths between one router and all others, counted in hops.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// Per router. The same both ways, since every channel has one back.
struct ShortestPaths {
  std::vector<std::uint32_t> hops;  // kUnreached where there is no path
  std::vector<double> paths;        // how many are that short

  static constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
};

ShortestPaths shortest_paths(const Topology& topology, RouterId origin);

}  // namespace orthant
