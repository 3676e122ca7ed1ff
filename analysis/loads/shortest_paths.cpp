// Tested by: tests/analysis/shortest_paths_test.cpp
#include "analysis/loads/shortest_paths.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

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

// The farthest routers come first: what goes on through a router is known when it is met.
std::vector<double> equal_shares(const Topology& topology, RouterId s,
                                 std::span<const double> flits) {
  const ShortestPaths from = shortest_paths(topology, s);
  std::vector<std::size_t> order(topology.router_count());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t r) { return from.hops[r]; });
  std::vector<double> through(flits.begin(), flits.end()), flow(topology.channel_count());
  for (const std::size_t r : order) {
    if (from.paths[r] == 0 || RouterId{r} == s) continue;
    for (std::size_t port = 0; port < topology.channel_port_count(RouterId{r}); ++port) {
      const auto out = topology.channel_from(RouterId{r}, PortId{port});
      if (!out) continue;
      const Channel channel = topology.channel(*out);
      const std::size_t before = channel.to.index();
      if (from.hops[before] + 1 != from.hops[r]) continue;
      const double share = through[r] * from.paths[before] / from.paths[r];
      flow[channel.reverse.index()] = share;
      through[before] += share;
    }
  }
  return flow;
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
