// Builds the look-up tables of a Topology from its channels.
#include "topology/topology.hpp"

#include <algorithm>
#include <cassert>

namespace orthant {
namespace {

[[maybe_unused]] bool is_reverse_pair(const Channel& a, const Channel& b) {
  return a.from == b.to && a.from_port == b.to_port && a.to == b.from && a.to_port == b.from_port;
}

}  // namespace

Topology::Topology(Parts parts) : parts_(std::move(parts)) {
  stored_grid_ = dynamic_cast<const Grid*>(parts_.structure.get());
  twisted_grid_ = dynamic_cast<const TwistedGrid*>(parts_.structure.get());
  const std::size_t routers = router_count();
  assert(parts_.nodes_per_router.size() == routers);
  assert(parts_.message_classes.empty() || parts_.message_classes.size() == channel_count());
  first_node_.reserve(routers);
  first_port_.reserve(routers);
  std::size_t ports = 0;
  for (std::size_t r = 0; r < routers; ++r) {
    first_node_.emplace_back(router_of_.size());
    first_port_.push_back(ports);
    router_of_.insert(router_of_.end(), parts_.nodes_per_router[r], RouterId{r});
    ports += parts_.channel_ports[r];
    max_ports_ = std::max(max_ports_, port_count(RouterId{r}));
  }
  port_channel_.resize(ports);
  for (std::size_t c = 0; c < channel_count(); ++c) {
    const Channel& channel = parts_.channels[c];
    assert(channel.from.index() < routers && channel.to.index() < routers);
    assert(channel.from_port.index() < parts_.channel_ports[channel.from.index()]);
    assert(channel.reverse.index() < channel_count());
    assert(is_reverse_pair(channel, parts_.channels[channel.reverse.index()]));
    auto& slot = port_channel_[first_port_[channel.from.index()] + channel.from_port.index()];
    assert(!slot);  // one channel per port
    slot = ChannelId{c};
    if (channel.ring) ring_dimensions_ |= DimensionMask{1} << Grid::dimension_of(channel.from_port);
  }
}

Topology::Topology(std::string kind, std::string dimensions, GridChannels channels)
    : parts_{.kind = std::move(kind),
             .dimensions = std::move(dimensions),
             .channels = {},
             .channel_ports = {},
             .nodes_per_router = {}},
      computed_(std::move(channels)),
      max_ports_(computed_->port_count() + computed_->nodes_per_router()) {
  for (std::size_t d = 0; d < grid()->dimensions(); ++d)
    if (grid()->has_ring(d)) ring_dimensions_ |= DimensionMask{1} << d;
}

std::optional<ChannelId> Topology::channel_from(RouterId r, PortId port) const {
  if (computed_) return computed_->channel_from(r, port);
  if (port.index() >= parts_.channel_ports[r.index()]) return std::nullopt;
  return port_channel_[first_port_[r.index()] + port.index()];
}

PortId Topology::port_of(NodeId n) const {
  const RouterId r = router_of(n);
  return PortId{channel_port_count(r) + n.index() - first_node_of(r).index()};
}

NodeId Topology::node_at(RouterId r, PortId port) const {
  assert(port.index() >= channel_port_count(r) && port.index() < port_count(r));
  return NodeId{first_node_of(r).index() + port.index() - channel_port_count(r)};
}

std::optional<NodeId> Topology::node_numbered(std::size_t whole_number) const {
  const std::vector<std::uint32_t>& numbers = parts_.whole_numbers;
  if (numbers.empty()) return NodeId{whole_number};
  const auto at = std::ranges::lower_bound(numbers, whole_number);
  if (at == numbers.end() || *at != whole_number) return std::nullopt;
  return NodeId{static_cast<std::size_t>(at - numbers.begin())};
}

Fabric Topology::fabric() const {
  if (parts_.fabric) return *parts_.fabric;
  constexpr std::uint64_t kSwitchGuids = 0x0002'0000'0000'0000, kPortGuids = 0x0001'0000'0000'0000;
  Fabric fabric{.switches = {}, .endpoints = {}, .is_synthetic = true};
  for (std::size_t n = 0; n < node_count(); ++n)
    fabric.endpoints.push_back({.port_guid = kPortGuids + n,
                                .lid = static_cast<std::uint32_t>(n + 1),
                                .name = "node " + std::to_string(n)});
  for (std::size_t r = 0; r < router_count(); ++r) {
    const std::string& name = router_name(RouterId{r});
    Fabric::Switch& added = fabric.switches.emplace_back();
    added.guid = kSwitchGuids + r;
    added.lid = static_cast<std::uint32_t>(node_count() + r + 1);
    added.name = name.empty() ? "router " + std::to_string(r) : name;
    for (std::uint32_t p = 0; p < port_count(RouterId{r}); ++p) added.port_numbers.push_back(p + 1);
  }
  return fabric;
}

std::size_t Topology::memory_bytes() const {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return bytes(parts_.channels) + bytes(parts_.channel_ports) + bytes(parts_.nodes_per_router) +
         bytes(parts_.message_classes) + bytes(parts_.whole_numbers) + bytes(router_of_) +
         bytes(first_node_) + bytes(first_port_) + bytes(port_channel_) +
         (structure() ? structure()->memory_bytes() : 0);
}

}  // namespace orthant
