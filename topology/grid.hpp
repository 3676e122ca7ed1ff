// Regular networks: their coordinates, and their channels, which follow from these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/rational.hpp"

namespace orthant {

// Dimensions of a grid, a bit each.
using DimensionMask = std::uint32_t;
inline constexpr DimensionMask kAllDimensions = ~DimensionMask{0};
constexpr bool contains(DimensionMask dimensions, std::size_t d) {
  return (dimensions >> d & 1) != 0;
}

// One direction of a link. The other direction is `reverse`; both use the same port at each end:
// the channel that leaves router A through port p is the reverse of the one that arrives at A's
// port p.
struct Channel {
  RouterId from;
  PortId from_port;
  RouterId to;
  PortId to_port;
  ChannelId reverse;
  std::uint32_t latency_cycles = 1;  // 1 .. 10^6
  Rational bandwidth = 1;            // flits per cycle, > 0
  // Channels of one unidirectional ring share a number; nullopt where no ring exists (mesh, graph).
  std::optional<std::uint32_t> ring;
};

// Coordinates of a torus, mesh or hypercube. Router id = x + kx*(y + ky*(z + ...)). Port 2d leads
// in the plus direction of dimension d, port 2d+1 in the minus direction; absent at a mesh's edge.
class Grid {
 public:
  Grid(std::vector<std::uint32_t> radices, bool torus);

  std::size_t dimensions() const { return radices_.size(); }
  std::uint32_t radix(std::size_t d) const { return radices_[d]; }
  std::span<const std::uint32_t> radices() const { return radices_; }
  // True when dimension d has wrap-around channels: a torus dimension of radix >= 3.
  bool has_ring(std::size_t d) const { return torus_ && radices_[d] >= 3; }
  std::uint32_t coordinate(RouterId r, std::size_t d) const {
    return coordinates_[r.index() * radices_.size() + d];
  }
  // One coordinate per dimension, each below its radix.
  RouterId router_at(std::span<const std::uint32_t> coordinates) const;
  // Signed offset from `from` to `to` in dimension d by the shorter way round; +k/2 where both ways
  // tie.
  int offset(RouterId from, RouterId to, std::size_t d) const;
  // True when both ways round the ring of dimension d are equally short.
  bool is_tie(RouterId from, RouterId to, std::size_t d) const;
  // Channels on a shortest path.
  std::uint32_t distance(RouterId from, RouterId to) const;
  static PortId plus_port(std::size_t d) { return PortId{2 * d}; }
  static PortId minus_port(std::size_t d) { return PortId{2 * d + 1}; }
  static std::size_t dimension_of(PortId port) { return port.index() / 2; }
  static bool is_plus(PortId port) { return port.index() % 2 == 0; }
  // True when a channel leaves r through `port`, which is one of the grid's: none does at the edge
  // of a mesh.
  bool has_channel(RouterId r, PortId port) const;
  // True when the channel leaving r through `port` is the one that wraps around the ring.
  bool is_wrap(RouterId r, PortId port) const;
  RouterId neighbor(RouterId r, PortId port) const;
  // From a router to the next one in dimension d, as numbers go.
  std::uint32_t stride(std::size_t d) const { return strides_[d]; }
  std::size_t memory_bytes() const { return coordinates_.size() * sizeof(coordinates_[0]); }

 private:
  std::vector<std::uint32_t> radices_;
  bool torus_;
  std::vector<std::uint32_t> strides_;
  std::vector<std::uint16_t> coordinates_;  // [router][dimension]
};

// Inline: enumerating all paths of a routing asks for little else.
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

// The ring of a channel along one of these dimensions; nullopt where it is on none.
inline std::optional<std::uint32_t> ring_along(DimensionMask dimensions, const Channel& channel) {
  const bool counts = channel.ring && contains(dimensions, Grid::dimension_of(channel.from_port));
  return counts ? channel.ring : std::nullopt;
}

// The channels and nodes of a grid as it was built: all of them follow from their numbers, so that
// nothing is stored of any. Channels are numbered router by router, and by port.
class GridChannels {
 public:
  // Of a dimension.
  struct Kind {
    std::uint32_t latency_cycles = 1;
    Rational bandwidth = 1;
  };
  // A kind for each dimension.
  GridChannels(Grid grid, std::vector<Kind> kinds, std::uint32_t nodes_per_router);

  const Grid& grid() const { return grid_; }
  std::size_t router_count() const { return routers_; }
  std::size_t channel_count() const { return channels_; }
  std::uint32_t nodes_per_router() const { return nodes_per_router_; }
  // Of every router, absent ones included.
  std::uint32_t port_count() const { return ports_; }

  Channel channel(ChannelId c) const;
  std::optional<ChannelId> channel_from(RouterId r, PortId port) const;
  RouterId router_of(NodeId n) const {
    return nodes_per_router_ == 1 ? RouterId{n.index()} : RouterId{n.index() / nodes_per_router_};
  }
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }

 private:
  // Channels along dimension d that leave a router with this coordinate.
  std::uint32_t ways(std::size_t d, std::uint32_t coordinate) const;
  // Channels of consecutive routers: those that are alike in all dimensions above d, along which
  // each has `above` of them, and have a coordinate in d below this one.
  std::uint32_t before(std::size_t d, std::uint32_t coordinate, std::uint32_t above) const;
  // Whose coordinate in d is this one.
  std::uint32_t at(std::size_t d, std::uint32_t coordinate, std::uint32_t above) const {
    return within_[d] + grid_.stride(d) * (above + ways(d, coordinate));
  }
  std::uint32_t number(RouterId r, PortId port) const;
  std::pair<RouterId, PortId> place(ChannelId c) const;
  std::optional<std::uint32_t> ring(RouterId r, PortId port) const;

  Grid grid_;
  std::vector<Kind> kinds_;  // per dimension
  // Per dimension: channels of routers that are alike in it and above, along the dimensions below.
  std::vector<std::uint32_t> within_;
  std::vector<std::uint32_t> first_ring_;  // per dimension
  std::uint32_t routers_ = 1, ports_, channels_ = 0;
  std::uint32_t nodes_per_router_;
  bool all_rings_ = true;  // every router has a channel at each port
};

}  // namespace orthant
