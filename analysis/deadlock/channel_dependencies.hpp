// Dependencies between virtual channels: a graph over (channel, group of VC classes) that is filled
// hop by hop and then searched for a cycle.
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

  // Classes that share a VC for want of VCs are one vertex of a channel. `strict_priority`: VCs are
  // split by priority_order().
  ChannelDependencies(const Topology& topology, std::span<const VcClass> classes,
                      std::optional<std::uint32_t> vcs, bool strict_priority = false);

  bool has_class(std::uint8_t vc_class) const { return vc_class < classes_.size(); }
  // The channel through which a hop leaves r; nullopt where port or class do not exist.
  std::optional<Hop> hop(RouterId r, PortId port, std::uint8_t vc_class) const;

  std::size_t vertex_count() const { return topology_.channel_count() * groups_; }
  Vertex vertex(Hop hop) const {
    return static_cast<Vertex>(hop.channel.index() * groups_ + group_[hop.vc_class]);
  }
  ChannelId channel_of(Vertex v) const { return ChannelId{v / groups_}; }
  // The router to which the channel leads.
  RouterId behind(ChannelId c) const { return ends_[c.index()].to; }

  // A packet in `held` may wait for `wanted`, which leaves the router where `held` ends.
  void add(Hop held, Hop wanted) { add(vertex(held), vertex(wanted)); }
  void add(Vertex held, Vertex wanted);
  // On every channel a packet waits for those of the classes before its own in priority_order(),
  // which are sent first. Once, after all other dependencies.
  void add_priorities();
  ChannelDependencies without_edges() const;
  // Those of `other`, over the same vertices, by ascending `held`, port and class.
  void add_all(const ChannelDependencies& other);
  const std::vector<Digraph::Edge>& edges() const { return edges_; }

  // A cycle as a closed walk, empty where there is none. A ring of one group along one of the
  // dimensions `bubbles` is a single vertex.
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
  std::vector<Ends> ends_;  // per channel: what every hop asks for
  std::vector<VcClass> classes_;
  std::vector<std::uint8_t> group_;  // per class: the class whose VCs it uses
  std::size_t groups_;               // classes, used as groups or not
  std::vector<Digraph::Edge> edges_;
  std::size_t row_words_;
  std::vector<std::uint64_t> seen_;  // per vertex: a bit per (port, group) it already leads to
};

}  // namespace orthant
