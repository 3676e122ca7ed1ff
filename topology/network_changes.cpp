// Tested by: tests/topology/exceptions_test.cpp
#include "topology/network_changes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "topology/broken_grid.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr std::size_t kNamedRouters = 3;

bool goes_down(const Topology& whole, const NetworkChanges& changes, ChannelId c) {
  const Channel channel = whole.channel(c);
  return changes.routers_down.contains(channel.from) || changes.routers_down.contains(channel.to) ||
         changes.links_down.contains(link_of(whole, c));
}

// Builds the parts of the changed network.
class Changer {
 public:
  Changer(const Topology& whole, const NetworkChanges& changes, std::string_view key,
          const std::string& prefix)
      : whole_(whole), changes_(changes), key_(key), prefix_(prefix) {}

  Topology build() {
    Topology::Parts parts{.kind = whole_.kind(),
                          .dimensions = whole_.dimensions(),
                          .channels = {},
                          .channel_ports = {},
                          .nodes_per_router = {}};
    for (std::size_t r = 0; r < whole_.router_count(); ++r) {
      parts.channel_ports.push_back(
          static_cast<std::uint32_t>(whole_.channel_port_count(RouterId{r})));
      if (!whole_.router_name(RouterId{0}).empty())
        parts.router_names.push_back(whole_.router_name(RouterId{r}));
    }
    copy_channels(parts);
    add_links(parts);
    number_nodes(parts);
    if (whole_.has_fabric()) parts.fabric = fabric_of(parts);
    parts.warnings = whole_.warnings();
    parts.exceptions = true;
    set_structure(parts);
    check(parts);
    return Topology(std::move(parts));
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    key_error(key_, "{}{}", prefix_, fmt::format(format, std::forward<Args>(args)...));
  }

  bool is_down(RouterId r) const { return changes_.routers_down.contains(r); }
  bool is_down(ChannelId c) const { return goes_down(whole_, changes_, c); }

  void copy_channels(Topology::Parts& parts) {
    constexpr std::size_t kGone = ~std::size_t{0};
    std::vector<std::size_t> renumbered(whole_.channel_count(), kGone);
    std::size_t left = 0;
    for (std::size_t c = 0; c < renumbered.size(); ++c)
      if (!is_down(ChannelId{c})) renumbered[c] = left++;
    for (std::size_t c = 0; c < renumbered.size(); ++c) {
      if (renumbered[c] == kGone) continue;
      Channel channel = whole_.channel(ChannelId{c});
      channel.reverse = ChannelId{renumbered[channel.reverse.index()]};
      if (!changes_.keeps_channels()) channel.ring = {};
      if (const auto change = changes_.links.find(link_of(whole_, ChannelId{c}));
          change != changes_.links.end()) {
        channel.bandwidth = change->second.bandwidth.value_or(channel.bandwidth);
        channel.latency_cycles = change->second.latency_cycles.value_or(channel.latency_cycles);
      }
      parts.channels.push_back(channel);
      if (whole_.limits_message_classes())
        parts.message_classes.push_back(whole_.message_classes(ChannelId{c}));
    }
  }

  void add_links(Topology::Parts& parts) const {
    for (const NetworkChanges::AddedLink& link : changes_.added) {
      const ChannelId there{parts.channels.size()}, back{parts.channels.size() + 1};
      const PortId at_a{parts.channel_ports[link.a.index()]++};
      const PortId at_b{parts.channel_ports[link.b.index()]++};
      Channel channel{.from = link.a,
                      .from_port = at_a,
                      .to = link.b,
                      .to_port = at_b,
                      .reverse = back,
                      .latency_cycles = link.latency_cycles,
                      .bandwidth = link.bandwidth,
                      .ring = {}};
      parts.channels.push_back(channel);
      std::swap(channel.from, channel.to);
      std::swap(channel.from_port, channel.to_port);
      channel.reverse = there;
      parts.channels.push_back(channel);
      if (whole_.limits_message_classes())
        parts.message_classes.insert(parts.message_classes.end(), 2, kAllMessageClasses);
    }
  }

  // True for a router that was down before these changes.
  bool was_down(RouterId r) const {
    if (!whole_.has_exceptions() || whole_.has_nodes(r)) return false;
    for (std::size_t p = 0; p < whole_.channel_port_count(r); ++p)
      if (whole_.channel_from(r, PortId{p})) return false;
    return true;
  }

  // Nodes of routers that are down, now or before, keep their place in the numbering of the whole
  // network.
  void number_nodes(Topology::Parts& parts) const {
    const bool renumbers = !changes_.nodes.empty();
    std::uint32_t number = 0;
    for (std::size_t r = 0; r < whole_.router_count(); ++r) {
      const RouterId router{r};
      const auto given = changes_.nodes.find(router);
      const auto nodes = given != changes_.nodes.end()
                             ? given->second
                             : static_cast<std::uint32_t>(whole_.node_count_of(router));
      parts.nodes_per_router.push_back(is_down(router) ? 0 : nodes);
      for (std::uint32_t i = 0; i < nodes; ++i, ++number) {
        if (is_down(router)) continue;
        const NodeId before{whole_.first_node_of(router).index() + i};
        parts.whole_numbers.push_back(
            renumbers ? number : static_cast<std::uint32_t>(whole_.whole_number(before)));
      }
    }
    parts.whole_node_count = renumbers ? number : whole_.whole_node_count();
  }

  Fabric fabric_of(const Topology::Parts& parts) const {
    Fabric fabric = whole_.fabric();
    std::vector<Fabric::Endpoint> left;
    for (std::size_t r = 0; r < whole_.router_count(); ++r) {
      const RouterId router{r};
      const std::size_t before = whole_.node_count_of(router), after = parts.nodes_per_router[r];
      if (before != after && after != 0)
        fail("router {} of an InfiniBand network has other nodes; allowed: none, or as before", r);
      if (parts.channel_ports[r] != whole_.channel_port_count(router))
        fail("a link is added to an InfiniBand network; allowed: a network without LIDs");
      for (std::size_t i = 0; i < after; ++i)
        left.push_back(fabric.endpoints[whole_.first_node_of(router).index() + i]);
      fabric.switches[r].port_numbers.resize(parts.channel_ports[r] + after);
    }
    fabric.endpoints = std::move(left);
    return fabric;
  }

  void set_structure(Topology::Parts& parts) const {
    if (!whole_.structure()) return;
    parts.structure = whole_.shared_structure();
    if (changes_.keeps_channels()) return;
    if (const auto* broken = dynamic_cast<const BrokenGrid*>(whole_.structure()))
      parts.structure = broken->shared_whole();
    if (whole_.router_count() > BrokenGrid::kMaxRouters)
      fail("a grid of {} routers, at most {} are allowed with channels missing or added",
           whole_.router_count(), BrokenGrid::kMaxRouters);
    parts.structure = std::make_shared<const BrokenGrid>(std::move(parts.structure),
                                                         whole_.router_count(), parts.channels);
  }

  void check(const Topology::Parts& parts) const {
    for (std::size_t r = 0; r < whole_.router_count(); ++r) {
      const std::size_t ports = parts.channel_ports[r] + parts.nodes_per_router[r];
      if (ports > limits::kPorts)
        fail("{} would have {} ports: {} to other routers, {} to nodes; allowed: {} in all",
             router_text(whole_, RouterId{r}), ports, parts.channel_ports[r],
             parts.nodes_per_router[r], limits::kPorts);
    }
    if (parts.whole_numbers.empty() && whole_.node_count() != 0)
      fail("no node is left; allowed: one or more");
    check_connected(parts);
  }

  void check_connected(const Topology::Parts& parts) const {
    const std::size_t n = whole_.router_count();
    std::vector<std::vector<std::size_t>> neighbors(n);
    for (const Channel& channel : parts.channels)
      neighbors[channel.from.index()].push_back(channel.to.index());
    std::vector<char> reached(n, 0);
    const auto parts_of = [&](std::size_t from) {
      std::vector<std::size_t> part = {from};
      reached[from] = 1;
      for (std::size_t i = 0; i < part.size(); ++i) {
        for (const std::size_t next : neighbors[part[i]]) {
          if (reached[next] != 0) continue;
          reached[next] = 1;
          part.push_back(next);
        }
      }
      return part;
    };
    std::vector<std::vector<std::size_t>> components;
    for (std::size_t r = 0; r < n; ++r)
      if (reached[r] == 0 && !is_down(RouterId{r}) && !was_down(RouterId{r}))
        components.push_back(parts_of(r));
    if (components.size() < 2) return;
    std::ranges::sort(components, {}, &std::vector<std::size_t>::size);
    const std::vector<std::size_t>& smallest = components.front();
    std::string names;
    for (std::size_t i = 0; i < std::min(smallest.size(), kNamedRouters); ++i)
      names += fmt::format("{}{}", i == 0 ? "" : ", ", router_text(whole_, RouterId{smallest[i]}));
    if (smallest.size() > kNamedRouters)
      names += fmt::format(" and {} more", smallest.size() - kNamedRouters);
    throw DisconnectedError(
        key_, fmt::format("{}the network falls into {} parts: {} {} cut off by {}; allowed: a "
                          "connected network",
                          prefix_, components.size(), names, smallest.size() == 1 ? "is" : "are",
                          cut_around(smallest)));
  }

  // The links of the whole network that lead out of these routers: all of them are down.
  std::string cut_around(const std::vector<std::size_t>& routers) const {
    std::string cut;
    std::size_t links = 0;
    for (const Channel& channel : whole_.channels()) {
      const auto in = [&](RouterId r) {
        return std::ranges::find(routers, r.index()) != routers.end();
      };
      if (!in(channel.from) || in(channel.to)) continue;
      if (links++ < kNamedRouters)
        cut += fmt::format("{}{}-{}", links == 1 ? "" : ", ", channel.from.value, channel.to.value);
    }
    if (links > kNamedRouters) cut += fmt::format(" and {} more", links - kNamedRouters);
    return fmt::format("{} {} down", cut, links == 1 ? "that is" : "that are");
  }

  const Topology& whole_;
  const NetworkChanges& changes_;
  std::string key_;
  const std::string& prefix_;
};

}  // namespace

std::vector<LinkEnds> links_down(const Topology& whole, const NetworkChanges& changes) {
  std::vector<LinkEnds> down;
  for (std::size_t c = 0; c < whole.channel_count(); ++c) {
    const Channel channel = whole.channel(ChannelId{c});
    if (link_of(whole, ChannelId{c}) == ChannelId{c} && goes_down(whole, changes, ChannelId{c}))
      down.emplace_back(channel.from, channel.to);
  }
  return down;
}

ChannelId link_of(const Topology& topology, ChannelId c) {
  return std::min(c, topology.channel(c).reverse);
}

Topology changed(const Topology& whole, const NetworkChanges& changes, std::string_view key,
                 const std::string& prefix) {
  return Changer(whole, changes, key, prefix).build();
}

}  // namespace orthant
