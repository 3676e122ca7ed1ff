// The dependency graph over virtual channels, and the description of a cycle in it.
#include "analysis/deadlock/channel_dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <unordered_map>

#include "topology/names.hpp"

namespace orthant {
namespace {

// Returns, for each class, the class whose VCs it uses: itself if it has VCs of its own.
std::vector<std::uint8_t> groups_of(std::span<const VcClass> classes,
                                    std::optional<std::uint32_t> vcs, bool strict_priority) {
  std::vector<std::uint8_t> group;
  for (std::size_t c = 0; c < classes.size(); ++c) group.push_back(static_cast<std::uint8_t>(c));
  if (!vcs) return group;
  const std::vector<VcRange> ranges =
      strict_priority ? split_vcs_by_priority(classes, *vcs) : split_vcs(classes, *vcs);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const auto owner = std::ranges::find_if(ranges, [&](const VcRange& range) {
      return !range.shared && ranges[c].first >= range.first &&
             ranges[c].first < range.first + range.count;
    });
    group[c] = static_cast<std::uint8_t>(owner - ranges.begin());
  }
  return group;
}

}  // namespace

ChannelDependencies::ChannelDependencies(const Topology& topology, std::span<const VcClass> classes,
                                         std::optional<std::uint32_t> vcs, bool strict_priority)
    : topology_(topology),
      classes_(classes.begin(), classes.end()),
      group_(groups_of(classes, vcs, strict_priority)),
      groups_(classes.size()) {
  ends_.reserve(topology.channel_count());
  for (const Channel& channel : topology.channels())
    ends_.push_back({channel.to, channel.from_port});
  std::size_t ports = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    ports = std::max(ports, topology.channel_port_count(RouterId{r}));
  }
  row_words_ = (ports * groups_ + 63) / 64;
  seen_.resize(vertex_count() * row_words_);
}

std::optional<Hop> ChannelDependencies::hop(RouterId r, PortId port, std::uint8_t vc_class) const {
  const auto channel = topology_.channel_from(r, port);
  if (!channel || !has_class(vc_class)) return std::nullopt;
  return Hop{*channel, vc_class};
}

void ChannelDependencies::add(Vertex held, Vertex wanted) {
  assert(router_after(channel_of(held)) == topology_.channel(channel_of(wanted)).from);
  const std::size_t bit =
      ends_[channel_of(wanted).index()].from_port.index() * groups_ + wanted % groups_;
  std::uint64_t& word = seen_[held * row_words_ + bit / 64];
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  if ((word & mask) != 0) return;
  word |= mask;
  edges_.push_back({held, wanted});
}

void ChannelDependencies::add_priorities() {
  std::vector<std::uint8_t> order;  // groups, highest priority first
  for (const std::uint8_t c : priority_order(classes_))
    if (std::ranges::find(order, group_[c]) == order.end()) order.push_back(group_[c]);
  for (std::size_t channel = 0; channel < topology_.channel_count(); ++channel) {
    for (std::size_t i = 1; i < order.size(); ++i)
      edges_.push_back({static_cast<Vertex>(channel * groups_ + order[i]),
                        static_cast<Vertex>(channel * groups_ + order[i - 1])});
  }
}

ChannelDependencies ChannelDependencies::without_edges() const {
  ChannelDependencies copy = *this;
  copy.edges_.clear();
  std::ranges::fill(copy.seen_, 0);
  return copy;
}

void ChannelDependencies::add_all(const ChannelDependencies& other) {
  assert(other.seen_.size() == seen_.size() && other.groups_ == groups_);
  for (Vertex held = 0; held < vertex_count(); ++held) {
    const RouterId here = router_after(channel_of(held));
    for (std::size_t word = 0; word < row_words_; ++word) {
      for (std::uint64_t rest = other.seen_[held * row_words_ + word]; rest != 0;
           rest &= rest - 1) {
        const std::size_t bit = 64 * word + static_cast<std::size_t>(std::countr_zero(rest));
        const ChannelId next = *topology_.channel_from(here, PortId{bit / groups_});
        add(held, static_cast<Vertex>(next.index() * groups_ + bit % groups_));
      }
    }
  }
}

std::string ChannelDependencies::router_text(RouterId r) const {
  return orthant::router_text(topology_, r);
}

DependencyStep ChannelDependencies::step(Vertex v) const {
  const Channel& channel = topology_.channel(channel_of(v));
  const auto vc_class = static_cast<std::uint8_t>(v % groups_);
  return {.from = channel.from,
          .to = channel.to,
          .port = channel.from_port,
          .vc_class = vc_class,
          .text = fmt::format("{} {} to {}, {}", router_text(channel.from),
                              port_text(topology_, channel.from, channel.from_port),
                              router_text(channel.to), classes_[vc_class].name)};
}

std::vector<DependencyStep> ChannelDependencies::find_cycle(DimensionMask bubbles) const {
  if (topology_.has_rings(bubbles)) return find_contracted_cycle(bubbles);
  std::vector<DependencyStep> steps;
  const Digraph graph(vertex_count(), edges_);
  if (const auto cycle = graph.find_cycle(vertex_count())) {
    for (const Vertex v : *cycle) steps.push_back(step(v));
  }
  return steps;
}

std::vector<DependencyStep> ChannelDependencies::find_contracted_cycle(
    DimensionMask bubbles) const {
  // Every ring of every group is represented by its first vertex.
  std::unordered_map<std::uint64_t, Vertex> first;
  std::vector<Vertex> contracted(vertex_count());
  for (Vertex v = 0; v < vertex_count(); ++v) {
    const auto ring = ring_along(bubbles, topology_.channel(channel_of(v)));
    contracted[v] = ring ? first.try_emplace(*ring * groups_ + v % groups_, v).first->second : v;
  }
  std::vector<Digraph::Edge> order;
  for (const auto& [held, wanted] : edges_) {
    if (contracted[held] != contracted[wanted]) {
      order.push_back({contracted[held], contracted[wanted]});
    }
  }
  const auto cycle = Digraph(vertex_count(), order).find_cycle(vertex_count());
  if (!cycle) return {};

  // Element i is a dependency from the i-th vertex of the cycle to the next one.
  std::vector<Digraph::Edge> bridges;
  for (std::size_t i = 0; i < cycle->size(); ++i) {
    const Vertex here = (*cycle)[i];
    const Vertex next = (*cycle)[(i + 1) % cycle->size()];
    bridges.push_back(*std::ranges::find_if(edges_, [&](const Digraph::Edge& edge) {
      return contracted[edge.from] == here && contracted[edge.to] == next;
    }));
  }
  // Within a ring the walk follows the channels from where it enters the ring to where it leaves.
  std::vector<DependencyStep> steps;
  for (std::size_t i = 0; i < bridges.size(); ++i) {
    Vertex v = bridges[i].to;
    const Vertex leave = bridges[(i + 1) % bridges.size()].from;
    steps.push_back(step(v));
    while (v != leave) {
      const Channel& channel = topology_.channel(channel_of(v));
      const ChannelId next = *topology_.channel_from(channel.to, channel.from_port);
      v = static_cast<Vertex>(next.index() * groups_ + v % groups_);
      steps.push_back(step(v));
    }
  }
  return steps;
}

}  // namespace orthant
