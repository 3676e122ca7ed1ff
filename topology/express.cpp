// Express channels: a packet that goes far passes fewer routers.
//
// Source: Dally 1991, with the interchanges at routers.
// Tested by: tests/topology/express_test.cpp
#include "topology/express.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "topology/network_changes.hpp"

namespace orthant {
namespace {

constexpr const char* kExpressKey = "topology.express";

void check_interval(const Grid& grid, std::size_t d, std::uint32_t interval) {
  const std::uint32_t radix = grid.radix(d);
  // A longer one on a ring would be the longer way round.
  const std::uint32_t most = grid.has_ring(d) ? radix / 2 : radix - 1;
  if (interval == 0 || (interval >= 2 && interval <= most)) return;
  if (most < 2)
    key_error(kExpressKey, "{} in dimension {}, a {} of {}; allowed: 0", interval, d,
              grid.has_ring(d) ? "ring" : "line", radix);
  key_error(kExpressKey, "{} in dimension {}, a {} of {}; allowed: 0, or 2 to {}", interval, d,
            grid.has_ring(d) ? "ring" : "line", radix, most);
}

// The link that begins at `from` in dimension d, if one does.
std::optional<NetworkChanges::AddedLink> link_from(const Topology& network, RouterId from,
                                                   std::size_t d, std::uint32_t interval) {
  const Grid& grid = *network.grid();
  const std::uint32_t at = grid.coordinate(from, d), radix = grid.radix(d);
  if (interval == 0 || at % interval != 0) return std::nullopt;
  const bool wraps = at + interval == radix && grid.has_ring(d) && radix > 2 * interval;
  if (at + interval >= radix && !wraps) return std::nullopt;
  const Channel beside = network.channel(*network.channel_from(from, Grid::plus_port(d)));
  const std::uint64_t latency = std::uint64_t{interval} * beside.latency_cycles;
  if (latency > limits::kDelay)
    key_error(kExpressKey, "a channel of {} times {} cycles; allowed: {} in all", interval,
              beside.latency_cycles, limits::kDelay);
  RouterId to = from;
  for (std::uint32_t hop = 0; hop < interval; ++hop) to = grid.neighbor(to, Grid::plus_port(d));
  return NetworkChanges::AddedLink{.a = from,
                                   .b = to,
                                   .bandwidth = beside.bandwidth,
                                   .latency_cycles = static_cast<std::uint32_t>(latency)};
}

}  // namespace

Topology with_express_channels(Topology network, const std::vector<std::uint32_t>& intervals) {
  if (std::ranges::count(intervals, 0u) == std::ssize(intervals)) return network;
  const Grid* grid = network.grid();
  if (grid == nullptr)
    key_error(kExpressKey, "does not go with topology.twist; allowed: to leave out one of the two");
  const std::size_t dimensions = grid->dimensions();
  if (intervals.size() != 1 && intervals.size() != dimensions)
    key_error(kExpressKey, "{} numbers for {} dimension{}; allowed: one, or one for each dimension",
              intervals.size(), dimensions, dimensions == 1 ? "" : "s");
  NetworkChanges changes;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::uint32_t interval = intervals[intervals.size() == 1 ? 0 : d];
    check_interval(*grid, d, interval);
    for (std::size_t r = 0; r < network.router_count(); ++r)
      if (const auto link = link_from(network, RouterId{r}, d, interval))
        changes.added.push_back(*link);
  }
  return changed(network, changes, kExpressKey, "");
}

}  // namespace orthant
