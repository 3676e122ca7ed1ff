// Coordinates and channels of regular networks: torus, mesh and hypercube.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/rational.hpp"
#include "topology/structure.hpp"

namespace orthant {

// Set of dimensions, one bit each.
using DimensionMask = std::uint32_t;
inline constexpr DimensionMask kAllDimensions = ~DimensionMask{0};
constexpr bool contains(DimensionMask dimensions, std::size_t d) {
  return (dimensions >> d & 1) != 0;
}

// One direction of a link. `reverse` is the other direction; it uses the same port at each end: the
// channel that leaves router A through port p is the reverse of the one that arrives at A's port p.
struct Channel {
  RouterId from;
  PortId from_port;
  RouterId to;
  PortId to_port;
  ChannelId reverse;
  std::uint32_t latency_cycles = 1;  // 1 .. 10^6
  Rational bandwidth = 1;            // flits per cycle, > 0
  // Number shared by the channels of one unidirectional ring; nullopt without a ring (mesh, graph).
  std::optional<std::uint32_t> ring;
};

// Name of the direction in which a channel port leads: "-x", "+d4".
std::string direction_name(PortId port);

// Coordinates of a torus, mesh or hypercube. Router id = x + kx*(y + ky*(z + ...)). Port 2d leads
// in the plus direction of dimension d, port 2d+1 in the minus direction; absent at the edge of a
// mesh.
class Grid final : public Structure {
 public:
  // All dimensions of radix 3 or more have wrap-around channels, or none.
  Grid(std::vector<std::uint32_t> radices, bool torus)
      : Grid(std::move(radices), torus ? kAllDimensions : DimensionMask{0}) {}
  // Those in `wrapped` have.
  Grid(std::vector<std::uint32_t> radices, DimensionMask wrapped);

  std::size_t dimensions() const override { return radices_.size(); }
  std::uint32_t radix(std::size_t d) const override { return radices_[d]; }
  std::span<const std::uint32_t> radices() const { return radices_; }
  // True if dimension d has wrap-around channels.
  bool has_ring(std::size_t d) const override {
    return contains(wrapped_, d) && radices_[d] >= 3;
  }
  // The dimensions that have them if their radix is 3 or more.
  DimensionMask wrapped() const { return wrapped_; }
  // True if every dimension of radix >= 3 has them.
  bool is_torus() const;
  std::uint32_t coordinate(RouterId r, std::size_t d) const override {
    return coordinates_[r.index() * radices_.size() + d];
  }
  RouterId router_at(std::span<const std::uint32_t> coordinates) const override;
  // Signed offset from `from` to `to` in dimension d in the shorter direction; +k/2 at a tie.
  int offset(RouterId from, RouterId to, std::size_t d) const;
  // True if both directions around the ring of dimension d are equally short.
  bool is_tie(RouterId from, RouterId to, std::size_t d) const;
  std::uint32_t distance(RouterId from, RouterId to) const override;
  double mean_distance() const override;
  std::string direction(RouterId r, PortId port) const override;
  static PortId plus_port(std::size_t d) { return PortId{2 * d}; }
  static PortId minus_port(std::size_t d) { return PortId{2 * d + 1}; }
  static std::size_t dimension_of(PortId port) { return port.index() / 2; }
  static bool is_plus(PortId port) { return port.index() % 2 == 0; }
  // True if a channel leaves r through `port`, one of the grid's ports; false at the edge of a
  // mesh.
  bool has_channel(RouterId r, PortId port) const;
  // True if the channel that leaves r through `port` is a wrap-around channel.
  bool is_wrap(RouterId r, PortId port) const;
  RouterId neighbor(RouterId r, PortId port) const;
  // Difference of the ids of neighbours in dimension d.
  std::uint32_t stride(std::size_t d) const { return strides_[d]; }
  std::size_t memory_bytes() const override {
    return coordinates_.size() * sizeof(coordinates_[0]);
  }

 private:
  std::vector<std::uint32_t> radices_;
  DimensionMask wrapped_;
  std::vector<std::uint32_t> strides_;
  std::vector<std::uint16_t> coordinates_;  // [router][dimension]
};

// Inline, since enumerating the paths of a routing calls little else.
inline int Grid::offset(RouterId from, RouterId to, std::size_t d) const {
  const int straight = static_cast<int>(coordinate(to, d)) - static_cast<int>(coordinate(from, d));
  if (!has_ring(d)) return straight;
  const int k = static_cast<int>(radices_[d]);
  if (2 * straight > k) return straight - k;
  if (2 * straight <= -k) return straight + k;
  return straight;
}

inline bool Grid::is_tie(RouterId from, RouterId to, std::size_t d) const {
  return has_ring(d) && 2 * offset(from, to, d) == static_cast<int>(radices_[d]);
}

// The channel's ring, if it runs along one of `dimensions`; else nullopt.
inline std::optional<std::uint32_t> ring_along(DimensionMask dimensions, const Channel& channel) {
  const bool counts = channel.ring && contains(dimensions, Grid::dimension_of(channel.from_port));
  return counts ? channel.ring : std::nullopt;
}

// The channels and nodes of a grid, computed from their ids instead of stored. Channels are
// numbered by router, then port.
class GridChannels {
 public:
  // Properties of the channels of a dimension.
  struct Kind {
    std::uint32_t latency_cycles = 1;
    Rational bandwidth = 1;
  };
  // `kinds` has one entry per dimension.
  GridChannels(Grid grid, std::vector<Kind> kinds, std::uint32_t nodes_per_router);

  const Grid& grid() const { return grid_; }
  std::size_t router_count() const { return routers_; }
  std::size_t channel_count() const { return channels_; }
  std::uint32_t nodes_per_router() const { return nodes_per_router_; }
  // Per router, absent ports included.
  std::uint32_t port_count() const { return ports_; }

  Channel channel(ChannelId c) const;
  std::optional<ChannelId> channel_from(RouterId r, PortId port) const;
  RouterId router_of(NodeId n) const {
    return nodes_per_router_ == 1 ? RouterId{n.index()} : RouterId{n.index() / nodes_per_router_};
  }
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }

 private:
  // Number of channels along dimension d at a router with this coordinate.
  std::uint32_t channels_at(std::size_t d, std::uint32_t coordinate) const;
  // Number of channels at consecutive routers: those with given coordinates in the dimensions above
  // d, along which each has `above` channels, and a coordinate in d less than `coordinate`.
  std::uint32_t channels_below(std::size_t d, std::uint32_t coordinate, std::uint32_t above) const;
  // The same for the routers whose coordinate in d equals `coordinate`.
  std::uint32_t channels_with(std::size_t d, std::uint32_t coordinate, std::uint32_t above) const {
    return lower_channels_[d] + grid_.stride(d) * (above + channels_at(d, coordinate));
  }
  std::uint32_t id_of(RouterId r, PortId port) const;
  std::pair<RouterId, PortId> origin_of(ChannelId c) const;
  std::optional<std::uint32_t> ring(RouterId r, PortId port) const;

  Grid grid_;
  std::vector<Kind> kinds_;  // per dimension
  // Per dimension d: channels along the dimensions below d, of routers with equal coordinates in d
  // and above.
  std::vector<std::uint32_t> lower_channels_;
  std::vector<std::uint32_t> first_ring_;  // per dimension
  std::uint32_t routers_ = 1, ports_, channels_ = 0;
  std::uint32_t nodes_per_router_;
  bool all_rings_ = true;  // every router has a channel at each port
};

}  // namespace orthant
