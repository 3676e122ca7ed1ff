#include "sim/kernel/cut.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/partition.hpp"

namespace orthant {
namespace {

// A router weighs as much as it has ports, an edge as much as it has channels.
WeightedGraph graph_of(const Topology& topology) {
  WeightedGraph graph;
  std::vector<std::int32_t> neighbors;
  for (std::uint32_t r = 0; r < topology.router_count(); ++r) {
    neighbors.clear();
    for (std::size_t p = 0; p < topology.channel_port_count(RouterId{r}); ++p) {
      const auto id = topology.channel_from(RouterId{r}, PortId{p});
      const RouterId to = id ? topology.channel(*id).to : RouterId{r};
      if (to != RouterId{r}) neighbors.push_back(static_cast<std::int32_t>(to.value));
    }
    std::ranges::sort(neighbors);
    for (auto from = neighbors.begin(); from != neighbors.end();) {
      const auto to = std::ranges::upper_bound(from, neighbors.end(), *from);
      graph.ends.push_back(*from);
      graph.edge_weights.push_back(static_cast<std::int32_t>(to - from));
      from = to;
    }
    graph.first.push_back(static_cast<std::int32_t>(graph.ends.size()));
    graph.weights.push_back(static_cast<std::int32_t>(topology.port_count(RouterId{r})));
  }
  return graph;
}

}  // namespace

Cut::Cut(const Topology& topology, std::size_t blocks) {
  const auto routers = static_cast<std::uint32_t>(topology.router_count());
  assert(blocks >= 1 && blocks <= routers);
  std::vector<std::size_t> ports = {0};  // ports of the routers before each
  for (std::uint32_t r = 0; r < routers; ++r)
    ports.push_back(ports.back() + topology.port_count(RouterId{r}));
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const auto at = std::ranges::lower_bound(ports, ports.back() * b / blocks) - ports.begin();
    // Every block has at least one router.
    const std::uint32_t least = b == 0 ? 0 : first_.back() + 1;
    const auto most = routers - (static_cast<std::uint32_t>(blocks) - b);
    first_.push_back(std::clamp(static_cast<std::uint32_t>(at), least, most));
  }
  first_.push_back(routers);
}

Cut::Cut(std::span<const std::uint32_t> block_of_routers) {
  first_.resize(std::size_t{std::ranges::max(block_of_routers)} + 2);
  for (const std::uint32_t block : block_of_routers) ++first_[block + 1];
  for (std::size_t b = 1; b < first_.size(); ++b) {
    assert(first_[b] > 0);
    first_[b] += first_[b - 1];
  }
  std::vector<std::uint32_t> filled(blocks());  // routers of each
  listed_.resize(block_of_routers.size());
  for (std::uint32_t r = 0; r < block_of_routers.size(); ++r) {
    const std::uint32_t block = block_of_routers[r];
    places_.push_back({block, LocalRouter{filled[block]++}});
    listed_[first_[block] + places_.back().router.index()] = RouterId{r};
  }
}

Place Cut::place(RouterId r) const {
  if (!has_ranges()) return places_[r.index()];
  const auto block = std::ranges::upper_bound(first_, r.value) - first_.begin() - 1;
  return {static_cast<std::uint32_t>(block), LocalRouter{r.value - first_[block]}};
}

std::size_t crossing_channels(const Topology& topology, const Cut& cut) {
  return static_cast<std::size_t>(
      std::ranges::count_if(topology.channels(), [&](const Channel& channel) {
        return cut.place(channel.from).block != cut.place(channel.to).block;
      }));
}

Cut cut_for_few_crossings(const Topology& topology, std::size_t blocks) {
  Cut ranges(topology, blocks);
  std::size_t ports = 0;
  for (std::uint32_t r = 0; r < topology.router_count(); ++r)
    ports += topology.port_count(RouterId{r});
  const bool too_large = ports > std::numeric_limits<std::int32_t>::max();
  if (blocks == 1 || topology.grid() != nullptr || too_large) return ranges;
  const auto parts = partition(graph_of(topology), static_cast<std::uint32_t>(blocks));
  if (!parts) return ranges;
  Cut lists(*parts);
  const bool is_better = crossing_channels(topology, lists) < crossing_channels(topology, ranges);
  return is_better ? std::move(lists) : std::move(ranges);
}

}  // namespace orthant
