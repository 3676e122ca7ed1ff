// Channels of a grid, computed from their ids.
//
// If every router has a channel channels_with each port, a channel's id is router * ports + port.
// Routers channels_with the edges of a mesh have fewer channels: those of routers with lower
// coordinates are counted, dimension by dimension from the highest.
//
// Tested by: tests/topology/grid_channels_test.cpp
#include <cassert>
#include <utility>

#include "topology/grid.hpp"

namespace orthant {

GridChannels::GridChannels(Grid grid, std::vector<Kind> kinds, std::uint32_t nodes_per_router)
    : grid_(std::move(grid)),
      kinds_(std::move(kinds)),
      ports_(static_cast<std::uint32_t>(2 * grid_.dimensions())),
      nodes_per_router_(nodes_per_router) {
  const std::size_t dimensions = grid_.dimensions();
  assert(kinds_.size() == dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) routers_ *= grid_.radix(d);
  std::uint32_t rings = 0;
  for (std::size_t d = 0; d < dimensions; ++d) {
    lower_channels_.push_back(channels_);
    channels_ = channels_below(d, grid_.radix(d), 0);
    first_ring_.push_back(rings);
    if (grid_.has_ring(d)) rings += 2 * (routers_ / grid_.radix(d));
    all_rings_ = all_rings_ && grid_.has_ring(d);
  }
}

std::uint32_t GridChannels::channels_at(std::size_t d, std::uint32_t coordinate) const {
  if (grid_.has_ring(d)) return 2;
  return std::uint32_t{coordinate > 0} + std::uint32_t{coordinate + 1 < grid_.radix(d)};
}

std::uint32_t GridChannels::channels_below(std::size_t d, std::uint32_t coordinate,
                                           std::uint32_t above) const {
  if (coordinate == 0) return 0;
  std::uint32_t channels =
      channels_with(d, 0, above) + (coordinate - 1) * channels_with(d, 1, above);
  if (coordinate == grid_.radix(d) && coordinate > 1)  // the last router has as many as the first
    channels += channels_with(d, 0, above) - channels_with(d, 1, above);
  return channels;
}

std::uint32_t GridChannels::id_of(RouterId r, PortId port) const {
  if (all_rings_) return r.value * ports_ + port.value;
  std::uint32_t id = 0;
  std::uint32_t above = 0;
  for (std::size_t d = grid_.dimensions(); d-- > 0;) {
    const std::uint32_t coordinate = grid_.coordinate(r, d);
    id += channels_below(d, coordinate, above);
    above += channels_at(d, coordinate);
  }
  for (std::size_t p = 0; p < port.index(); ++p) id += grid_.has_channel(r, PortId{p});
  return id;
}

std::pair<RouterId, PortId> GridChannels::origin_of(ChannelId c) const {
  if (all_rings_) return {RouterId{c.value / ports_}, PortId{c.value % ports_}};
  std::uint32_t left = c.value;
  std::size_t router = 0;
  std::uint32_t above = 0;
  for (std::size_t d = grid_.dimensions(); d-- > 0;) {
    const std::uint32_t first = channels_with(d, 0, above);
    const std::uint32_t coordinate =
        left < first ? 0 : 1 + (left - first) / channels_with(d, 1, above);
    left -= channels_below(d, coordinate, above);
    above += channels_at(d, coordinate);
    router += std::size_t{coordinate} * grid_.stride(d);
  }
  const RouterId r{router};
  for (std::size_t p = 0;; ++p)
    if (grid_.has_channel(r, PortId{p}) && left-- == 0) return {r, PortId{p}};
}

// Every line of a dimension with rings has two.
std::optional<std::uint32_t> GridChannels::ring(RouterId r, PortId port) const {
  const std::size_t d = Grid::dimension_of(port);
  if (!grid_.has_ring(d)) return std::nullopt;
  const std::uint32_t stride = grid_.stride(d);
  const std::uint32_t line = r.value / (stride * grid_.radix(d)) * stride + r.value % stride;
  return first_ring_[d] + 2 * line + (Grid::is_plus(port) ? 0 : 1);
}

Channel GridChannels::channel(ChannelId c) const {
  assert(c.value < channels_);
  const auto [from, port] = origin_of(c);
  const RouterId to = grid_.neighbor(from, port);
  const PortId opposite{port.index() ^ 1};
  const Kind& kind = kinds_[Grid::dimension_of(port)];
  return {.from = from,
          .from_port = port,
          .to = to,
          .to_port = opposite,
          .reverse = ChannelId{id_of(to, opposite)},
          .latency_cycles = kind.latency_cycles,
          .bandwidth = kind.bandwidth,
          .ring = ring(from, port)};
}

std::optional<ChannelId> GridChannels::channel_from(RouterId r, PortId port) const {
  if (port.index() >= ports_ || !grid_.has_channel(r, port)) return std::nullopt;
  return ChannelId{id_of(r, port)};
}

}  // namespace orthant
