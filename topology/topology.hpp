// A network as a directed multigraph of routers with nodes (endpoints) on their ports.
//
// One concrete class serves every kind. What only regular networks have, coordinates first, is an
// optional part, the Structure. The channels of a grid are computed; those of all others are
// stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "topology/fabric.hpp"
#include "topology/grid.hpp"
#include "topology/structure.hpp"
#include "topology/twisted_grid.hpp"

namespace orthant {

// Set of message classes, one bit each.
using MessageClasses = std::uint16_t;
inline constexpr MessageClasses kAllMessageClasses = 0xffff;
constexpr bool contains(MessageClasses classes, std::size_t message_class) {
  return (classes >> message_class & 1) != 0;
}

// Invariants:
// 1. Channels come in pairs: channel(channel(c).reverse).reverse == c.
// 2. At each router the channel ports come first (some may be absent), then one port per node.
// 3. Node n sits on exactly one router; the nodes of a router have consecutive ids and ports.
class Topology {
 public:
  // A range over all channels by id; each Channel is created on access.
  class Channels {
   public:
    class Iterator;
    explicit Channels(const Topology& topology) : topology_(topology) {}
    std::size_t size() const { return topology_.channel_count(); }
    bool empty() const { return size() == 0; }
    Channel operator[](std::size_t c) const { return topology_.channel(ChannelId{c}); }
    Channel front() const { return (*this)[0]; }
    Iterator begin() const;
    Iterator end() const;

   private:
    const Topology& topology_;
  };

  struct Parts {
    std::string kind;        // the config value: "torus", "mesh", ...
    std::string dimensions;  // as written in results: "8x8"; empty for graphs
    std::vector<Channel> channels;
    std::vector<std::uint32_t>
        channel_ports;  // per router: number of channel ports, absent ones included
    std::vector<std::uint32_t> nodes_per_router;  // per router
    std::vector<std::string> router_names = {};   // per router; empty: unnamed
    // Message classes that each channel carries; empty: every channel carries all.
    std::vector<MessageClasses> message_classes = {};
    std::optional<Fabric> fabric = {};                // of an InfiniBand network
    std::vector<std::string> warnings = {};           // sentences about doubtful parts of its file
    std::shared_ptr<const Structure> structure = {};  // of a regular network
    // True if it is not regular after all: nodes, bandwidths, latencies or channels differ.
    bool exceptions = false;
    // Per node: its number in the network without routers down, and how many there are; empty: its
    // id.
    std::vector<std::uint32_t> whole_numbers = {};
    std::size_t whole_node_count = 0;
  };
  // Asserts the invariants and builds the look-up tables.
  explicit Topology(Parts parts);
  // A regular network with computed channels.
  Topology(std::string kind, std::string dimensions, GridChannels channels);

  const std::string& kind() const { return parts_.kind; }
  const std::string& dimensions() const { return parts_.dimensions; }
  std::size_t router_count() const {
    return computed_ ? computed_->router_count() : parts_.channel_ports.size();
  }
  std::size_t node_count() const {
    return computed_ ? computed_->router_count() * computed_->nodes_per_router()
                     : router_of_.size();
  }
  std::size_t channel_count() const {
    return computed_ ? computed_->channel_count() : parts_.channels.size();
  }

  Channel channel(ChannelId c) const {
    return computed_ ? computed_->channel(c) : parts_.channels[c.index()];
  }
  Channels channels() const { return Channels(*this); }
  // The channel that leaves router r through `port`; nullopt for node ports and absent ports.
  std::optional<ChannelId> channel_from(RouterId r, PortId port) const;
  // The message classes that the channel carries; equal in both directions of a link.
  MessageClasses message_classes(ChannelId c) const {
    return parts_.message_classes.empty() ? kAllMessageClasses : parts_.message_classes[c.index()];
  }
  // True if some channel does not carry all message classes.
  bool limits_message_classes() const { return !parts_.message_classes.empty(); }
  // The router that `port` leads to; requires a channel there.
  RouterId neighbor(RouterId r, PortId port) const {
    return computed_ ? computed_->grid().neighbor(r, port)
                     : parts_.channels[channel_from(r, port)->index()].to;
  }
  // True if some channel is on a ring along one of these dimensions.
  bool has_rings(DimensionMask dimensions = kAllDimensions) const {
    return (ring_dimensions_ & dimensions) != 0;
  }
  // All ports of a router: channel ports first, then node ports.
  std::size_t port_count(RouterId r) const { return channel_port_count(r) + node_count_of(r); }
  std::size_t channel_port_count(RouterId r) const {
    return computed_ ? computed_->port_count() : parts_.channel_ports[r.index()];
  }
  std::size_t max_port_count() const { return max_ports_; }

  RouterId router_of(NodeId n) const {
    return computed_ ? computed_->router_of(n) : router_of_[n.index()];
  }
  PortId port_of(NodeId n) const;
  std::size_t node_count_of(RouterId r) const {
    return computed_ ? computed_->nodes_per_router() : parts_.nodes_per_router[r.index()];
  }
  NodeId first_node_of(RouterId r) const {
    return computed_ ? NodeId{r.index() * computed_->nodes_per_router()} : first_node_[r.index()];
  }
  // The node on node port `port` of r.
  NodeId node_at(RouterId r, PortId port) const;

  // The name of r; empty if it has none.
  const std::string& router_name(RouterId r) const {
    static const std::string none;
    return parts_.router_names.empty() ? none : parts_.router_names[r.index()];
  }

  // Memory of channels, look-up tables and coordinates.
  std::size_t memory_bytes() const;

  const std::vector<std::string>& warnings() const { return parts_.warnings; }

  // True if packets start and end at r; otherwise they only pass through.
  bool has_nodes(RouterId r) const { return node_count_of(r) > 0; }

  // True if nodes, bandwidths, latencies or channels are not those of a regular network all over.
  bool has_exceptions() const { return parts_.exceptions; }
  // Nodes of the network if no router were down, and the number of a node among them; patterns that
  // are defined on numbers of nodes use them.
  std::size_t whole_node_count() const {
    return parts_.whole_numbers.empty() ? node_count() : parts_.whole_node_count;
  }
  std::size_t whole_number(NodeId n) const {
    return parts_.whole_numbers.empty() ? n.index() : parts_.whole_numbers[n.index()];
  }
  // The node with this number; nullopt if its router is down.
  std::optional<NodeId> node_numbered(std::size_t whole_number) const;

  bool has_fabric() const { return parts_.fabric.has_value(); }
  // InfiniBand identifiers. If none were given they are generated: LIDs from 1 for nodes, then for
  // routers; port numbers from 1.
  Fabric fabric() const;

  // Where the routers are; nullptr if the network is not regular.
  const Structure* structure() const {
    return computed_ ? &computed_->grid() : parts_.structure.get();
  }
  // The same, or a copy.
  std::shared_ptr<const Structure> shared_structure() const {
    return computed_ ? std::make_shared<const Grid>(computed_->grid()) : parts_.structure;
  }
  // The structure of a torus, mesh or hypercube with all its channels; nullptr if it is another or
  // none.
  const Grid* grid() const { return computed_ ? &computed_->grid() : stored_grid_; }
  // The structure of a twisted torus with all its channels; nullptr if it is another or none.
  const TwistedGrid* twisted_grid() const { return twisted_grid_; }

 private:
  Parts parts_;
  const Grid* stored_grid_ = nullptr;          // the structure of parts_, if it is one
  const TwistedGrid* twisted_grid_ = nullptr;  // the same
  std::optional<GridChannels> computed_;  // if set, the arrays are empty, those of parts_ included
  std::vector<RouterId> router_of_;
  std::vector<NodeId> first_node_;
  std::vector<std::size_t> first_port_;  // per router: index into port_channel_
  std::vector<std::optional<ChannelId>> port_channel_;
  std::size_t max_ports_ = 0;
  DimensionMask ring_dimensions_ = 0;
};

class Topology::Channels::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Channel;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Channel;

  Iterator() = default;
  Iterator(const Topology& topology, std::size_t at) : topology_(&topology), at_(at) {}
  Channel operator*() const { return topology_->channel(ChannelId{at_}); }
  Iterator& operator++() {
    ++at_;
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++at_;
    return before;
  }
  bool operator==(const Iterator&) const = default;

 private:
  const Topology* topology_ = nullptr;
  std::size_t at_ = 0;
};

inline Topology::Channels::Iterator Topology::Channels::begin() const { return {topology_, 0}; }
inline Topology::Channels::Iterator Topology::Channels::end() const { return {topology_, size()}; }

// Options of regular networks; each list has one entry for all dimensions or one per dimension.
struct GridOptions {
  std::vector<std::uint32_t> radices;  // 1 to 8 dimensions
  std::uint32_t nodes_per_router = 1;  // 0: exceptions give nodes to some routers
  std::vector<std::uint32_t> latency_cycles = {1};
  std::vector<Rational> bandwidth = {Rational{1}};
  // Per dimension whether it wraps around; empty: all of a torus, none of a mesh.
  std::vector<bool> wrap = {};
  std::string twist = {};  // of a torus: as parse_twists() reads it; empty or "none": a plain torus
  // Interval of express channels, for all dimensions or per dimension, 0: none (express.hpp).
  std::vector<std::uint32_t> express = {};
};

// Builders. They throw KeyErrors that name the config key (topology.dimensions,
// channel.latency_cycles, ...).
Topology make_torus(const GridOptions& options);
Topology make_mesh(const GridOptions& options);
Topology make_hypercube(const GridOptions& options);  // every radix must be 2

}  // namespace orthant
