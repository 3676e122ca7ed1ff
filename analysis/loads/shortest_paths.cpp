// Tested by: tests/analysis/shortest_paths_test.cpp
#include "analysis/loads/shortest_paths.hpp"

namespace orthant {

ShortestPaths shortest_paths(const Topology& topology, RouterId origin) {
  ShortestPaths found{
      .hops = std::vector<std::uint32_t>(topology.router_count(), ShortestPaths::kUnreached),
      .paths = std::vector<double>(topology.router_count())};
  std::vector<RouterId> open{origin};  // by ascending hops
  found.hops[origin.index()] = 0;
  found.paths[origin.index()] = 1;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const RouterId here = open[i];
    for (std::size_t port = 0; port < topology.channel_port_count(here); ++port) {
      if (!topology.channel_from(here, PortId{port})) continue;
      const RouterId next = topology.neighbor(here, PortId{port});
      if (found.hops[next.index()] == ShortestPaths::kUnreached) {
        found.hops[next.index()] = found.hops[here.index()] + 1;
        open.push_back(next);
      }
      if (found.hops[next.index()] == found.hops[here.index()] + 1)
        found.paths[next.index()] += found.paths[here.index()];
    }
  }
  return found;
}

}  // namespace orthant
