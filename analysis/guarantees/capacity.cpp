// Capacity of regular networks in closed form.
//
// By symmetry (torus) or in the middle of a line (mesh), the busiest channel of dimension d, of
// bandwidth b, carries c g(k) flits per unit of injection of each of c nodes per router, and no
// routing can do better than balance the load:
//   torus  g = k/8 for even k >= 4, (k^2-1)/(8k) for odd k, 1/2 for k = 2 (one link each way)
//   mesh   g = k/4 for even k, (k^2-1)/(4k) for odd k; hypercube: k = 2, so 1/2
#include "analysis/guarantees/capacity.hpp"

#include <algorithm>

namespace orthant {
namespace {

Rational busiest_channel(std::int64_t k, bool ring) {
  const std::int64_t share = ring ? 8 : 4;
  return k % 2 == 0 ? Rational(k, share) : Rational(k * k - 1, share * k);
}

// The smallest channel bandwidth of each dimension.
std::vector<std::optional<Rational>> bandwidths(const Topology& topology) {
  std::vector<std::optional<Rational>> smallest(topology.grid()->dimensions());
  for (const Channel& channel : topology.channels()) {
    auto& known = smallest[Grid::dimension_of(channel.from_port)];
    known = known ? std::min(*known, channel.bandwidth) : channel.bandwidth;
  }
  return smallest;
}

}  // namespace

std::optional<Rational> exact_capacity_flits(const Topology& topology) {
  if (topology.has_exceptions()) return std::nullopt;
  if (topology.twisted_grid()) return twisted_capacity_flits(topology);
  const Grid* grid = topology.grid();
  if (!grid) return std::nullopt;
  const auto nodes = static_cast<std::int64_t>(topology.node_count_of(RouterId{0}));
  const auto bandwidth = bandwidths(topology);
  std::optional<Rational> capacity;
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    if (!bandwidth[d]) continue;  // a single router has no channel
    const Rational load = nodes * busiest_channel(grid->radix(d), grid->has_ring(d));
    const Rational limit = *bandwidth[d] / load;
    capacity = capacity ? std::min(*capacity, limit) : limit;
  }
  return capacity;
}

std::optional<double> capacity_flits(const Topology& topology) {
  const auto exact = exact_capacity_flits(topology);
  return exact ? std::optional(to_double(*exact)) : std::nullopt;
}

}  // namespace orthant
