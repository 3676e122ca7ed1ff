// Shortest paths between one router and all others, in hops.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// Values per router, the same to and from it, since every channel has a reverse.
struct ShortestPaths {
  std::vector<std::uint32_t> hops;  // kUnreached if there is no path
  std::vector<double> paths;        // number of shortest paths

  static constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
};

ShortestPaths shortest_paths(const Topology& topology, RouterId origin);

// Flow over each channel if s sends so much to each router, and all shortest paths of a pair carry
// equal shares.
std::vector<double> equal_shares(const Topology& topology, RouterId s,
                                 std::span<const double> flits);
// Flow over each channel if all shortest paths from s to t carry an equal share of one unit; none
// if there is no path.
std::vector<double> equal_shares(const Topology& topology, RouterId s, RouterId t);

}  // namespace orthant
