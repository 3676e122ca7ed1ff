// A network as a directed multigraph of routers with nodes (endpoints) on their ports.
//
// One concrete class for every kind: a torus, a mesh, an irregular graph or a switched cluster
// differ only in who fills the arrays. What only regular networks have (coordinates) is an optional
// part, the Grid.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/rational.hpp"
#include "topology/fabric.hpp"

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
  // True when the channel leaving r through `port` is the one that wraps around the ring.
  bool is_wrap(RouterId r, PortId port) const;
  RouterId neighbor(RouterId r, PortId port) const;
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

// Invariants:
// 1. channels come in pairs: channel(channel(c).reverse).reverse == c.
// 2. at each router the channel ports come first (some may be absent), then one port per node.
// 3. node n sits on exactly one router; nodes of a router have consecutive ids and consecutive
// ports.
class Topology {
 public:
  struct Parts {
    std::string kind;        // the config value: "torus", "mesh", ...
    std::string dimensions;  // as written in results: "8x8"; empty for graphs
    std::vector<Channel> channels;
    std::vector<std::uint32_t>
        channel_ports;  // per router: number of channel ports, absent ones included
    std::vector<std::uint32_t> nodes_per_router;  // per router
    std::vector<std::string> router_names = {};   // per router; empty: they have none
    std::optional<Fabric> fabric = {};            // where it is InfiniBand's
    std::optional<Grid> grid;
  };
  // Checks the invariants that the channels must satisfy (assertion) and builds the look-up tables.
  explicit Topology(Parts parts);

  const std::string& kind() const { return parts_.kind; }
  const std::string& dimensions() const { return parts_.dimensions; }
  std::size_t router_count() const { return parts_.channel_ports.size(); }
  std::size_t node_count() const { return router_of_.size(); }
  std::size_t channel_count() const { return parts_.channels.size(); }

  const Channel& channel(ChannelId c) const { return parts_.channels[c.index()]; }
  std::span<const Channel> channels() const { return parts_.channels; }
  // The channel that leaves router r through `port`; nullopt for node ports and absent ports.
  std::optional<ChannelId> channel_from(RouterId r, PortId port) const;
  // True when some channel is on a ring along one of these dimensions.
  bool has_rings(DimensionMask dimensions = kAllDimensions) const {
    return (ring_dimensions_ & dimensions) != 0;
  }
  // All ports of a router: channel ports first, then node ports.
  std::size_t port_count(RouterId r) const {
    return parts_.channel_ports[r.index()] + parts_.nodes_per_router[r.index()];
  }
  std::size_t channel_port_count(RouterId r) const { return parts_.channel_ports[r.index()]; }
  std::size_t max_port_count() const { return max_ports_; }

  RouterId router_of(NodeId n) const { return router_of_[n.index()]; }
  PortId port_of(NodeId n) const;
  std::size_t node_count_of(RouterId r) const { return parts_.nodes_per_router[r.index()]; }
  NodeId first_node_of(RouterId r) const { return first_node_[r.index()]; }
  // The node on a node port of r.
  NodeId node_at(RouterId r, PortId port) const;

  // What people call r; empty where it has no name.
  const std::string& router_name(RouterId r) const {
    static const std::string none;
    return parts_.router_names.empty() ? none : parts_.router_names[r.index()];
  }

  // Bytes of the channels and look-up tables.
  std::size_t memory_bytes() const;

  // What InfiniBand calls the parts; where nobody has said so, nodes have the LIDs from 1, routers
  // those behind, ports are numbered from 1, and GUIDs are made up.
  Fabric fabric() const;

  // Coordinates, or nullptr where the network has none.
  const Grid* grid() const { return parts_.grid ? &*parts_.grid : nullptr; }

 private:
  Parts parts_;
  std::vector<RouterId> router_of_;
  std::vector<NodeId> first_node_;
  std::vector<std::size_t> first_port_;  // per router: index into port_channel_
  std::vector<std::optional<ChannelId>> port_channel_;
  std::size_t max_ports_ = 0;
  DimensionMask ring_dimensions_ = 0;
};

// What the channels of a regular network are like, one entry for all dimensions or one per
// dimension.
struct GridOptions {
  std::vector<std::uint32_t> radices;  // 1 to 8 dimensions
  std::uint32_t nodes_per_router = 1;
  std::vector<std::uint32_t> latency_cycles = {1};
  std::vector<Rational> bandwidth = {Rational{1}};
};

// Builders. Errors are KeyErrors naming the config key (topology.dimensions,
// channel.latency_cycles, ...).
Topology make_torus(const GridOptions& options);
Topology make_mesh(const GridOptions& options);
Topology make_hypercube(const GridOptions& options);  // every radix must be 2

}  // namespace orthant
