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

std::vector<double> equal_shares(const Topology& topology, RouterId s, RouterId t) {
  const ShortestPaths from = shortest_paths(topology, s), to = shortest_paths(topology, t);
  std::vector<double> flow(topology.channel_count());
  if (from.paths[t.index()] == 0) return flow;
  for (std::size_t c = 0; c < flow.size(); ++c) {
    const Channel channel = topology.channel(ChannelId{c});
    const std::size_t a = channel.from.index(), b = channel.to.index();
    if (from.hops[a] + 1 + to.hops[b] == from.hops[t.index()])
      flow[c] = from.paths[a] * to.paths[b] / from.paths[t.index()];
  }
  return flow;
}

}  // namespace orthant
