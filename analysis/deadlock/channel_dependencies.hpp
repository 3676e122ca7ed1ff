// Dependencies between virtual channels: a graph whose vertices are pairs of a channel and a group
// of VC classes. It is built hop by hop and then searched for a cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/deadlock/deadlock_report.hpp"
#include "base/digraph.hpp"

namespace orthant {

// A channel in a VC class.
struct Hop {
  ChannelId channel;
  std::uint8_t vc_class = 0;
};

class ChannelDependencies {
 public:
  using Vertex = Digraph::Vertex;

  // Classes that share a VC because there are too few VCs form one vertex per channel.
  // With `strict_priority`, VCs are split in the order of priority_order().
  ChannelDependencies(const Topology& topology, std::span<const VcClass> classes,
                      std::optional<std::uint32_t> vcs, bool strict_priority = false);

  bool has_class(std::uint8_t vc_class) const { return vc_class < classes_.size(); }
  // The channel through which a hop leaves r; nullopt if the port or the class does not exist.
  std::optional<Hop> hop(RouterId r, PortId port, std::uint8_t vc_class) const;

  std::size_t vertex_count() const { return topology_.channel_count() * groups_; }
  Vertex vertex(Hop hop) const {
    return static_cast<Vertex>(hop.channel.index() * groups_ + group_[hop.vc_class]);
  }
  ChannelId channel_of(Vertex v) const { return ChannelId{v / groups_}; }
  // The router at the end of the channel.
  RouterId router_after(ChannelId c) const { return ends_[c.index()].to; }

  // A packet that holds `held` may wait for `wanted`, which leaves the router where `held` ends.
  void add(Hop held, Hop wanted) { add(vertex(held), vertex(wanted)); }
  void add(Vertex held, Vertex wanted);
  // Adds the dependencies on higher priorities: on every channel a packet waits for the classes
  // that come before its own in priority_order(). Call once, after adding all other dependencies.
  void add_priorities();
  ChannelDependencies without_edges() const;
  // Adds the edges of `other`, which has the same vertices, by ascending `held`, port and class.
  void add_all(const ChannelDependencies& other);
  const std::vector<Digraph::Edge>& edges() const { return edges_; }

  // Returns a cycle as a closed walk, empty if there is none. The channels of a ring along the
  // dimensions `bubbles` form a single vertex per group.
  std::vector<DependencyStep> find_cycle(DimensionMask bubbles) const;

  DependencyStep step(Vertex v) const;
  std::string router_text(RouterId r) const;

 private:
  std::vector<DependencyStep> find_contracted_cycle(DimensionMask bubbles) const;

  struct Ends {
    RouterId to;
    PortId from_port;
  };

  const Topology& topology_;
  std::vector<Ends> ends_;  // per channel, for fast access
  std::vector<VcClass> classes_;
  std::vector<std::uint8_t> group_;  // per class: the class whose VCs it uses
  std::size_t groups_;               // number of classes, including unused groups
  std::vector<Digraph::Edge> edges_;
  std::size_t row_words_;
  std::vector<std::uint64_t>
      seen_;  // per vertex: one bit per (port, group) that it already leads to
};

}  // namespace orthant
