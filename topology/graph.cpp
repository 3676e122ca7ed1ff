#include "topology/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <map>
#include <span>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/plain_text.hpp"

namespace orthant {
namespace {

void check_ports(const Topology& topology, const Graph& graph) {
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    if (topology.port_count(r) > limits::kPorts)
      key_error(
          graph.routers[i].nodes ? "topology.file" : "topology.nodes_per_router",
          "router {} would have {} ports: {} to other routers, {} to nodes; allowed: {} in all", i,
          topology.port_count(r), topology.channel_port_count(r), topology.node_count_of(r),
          limits::kPorts);
  }
}

}  // namespace

std::optional<std::size_t> unreachable_router(const Graph& graph) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> links(graph.routers.size());
  for (const Graph::Link& link : graph.links) add_edge(link.a, link.b, links);
  std::vector<std::size_t> component(graph.routers.size());
  boost::connected_components(links, component.data());
  const auto found =
      std::ranges::find_if(component, [&](std::size_t c) { return c != component[0]; });
  if (found == component.end()) return std::nullopt;
  return static_cast<std::size_t>(found - component.begin());
}

namespace {

// The fabric, if all routers have InfiniBand identifiers.
std::optional<Fabric> fabric_of(const Graph& graph) {
  Fabric fabric;
  for (const Graph::Router& router : graph.routers) {
    if (!router.fabric_switch) return std::nullopt;
    fabric.switches.push_back({.guid = router.fabric_switch->guid,
                               .lid = router.fabric_switch->lid,
                               .name = router.name,
                               .port_numbers = {}});
  }
  for (const Graph::Link& link : graph.links) {
    fabric.switches[link.a].port_numbers.push_back(link.port_numbers[0]);
    fabric.switches[link.b].port_numbers.push_back(link.port_numbers[1]);
  }
  for (std::size_t r = 0; r < graph.routers.size(); ++r) {
    for (const auto& [port, endpoint] : graph.routers[r].fabric_switch->nodes) {
      fabric.switches[r].port_numbers.push_back(port);
      fabric.endpoints.push_back(endpoint);
    }
  }
  return fabric;
}

// True if all neighbours are joined by at least two links that are indistinguishable.
bool has_only_parallel_links(const Graph& graph) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> links;
  for (const Graph::Link& link : graph.links) {
    if (link.port_numbers != decltype(link.port_numbers){} ||
        link.message_classes != kAllMessageClasses)
      return false;
    ++links[std::minmax(link.a, link.b)];
  }
  return !links.empty() &&
         std::ranges::all_of(links, [](const auto& entry) { return entry.second > 1; });
}

std::vector<std::string> warnings_of(const Graph& graph, std::span<const Channel> channels,
                                     std::uint32_t nodes_per_router) {
  std::vector<std::string> warnings = graph.warnings;
  std::size_t links = 0;
  for (std::size_t c = 0; c < channels.size(); c += 2)
    links += channels[c].latency_cycles != channels[c + 1].latency_cycles ? 1 : 0;
  if (graph.one_way_latencies && links > 0)
    warnings.push_back(fmt::format(
        "{} of {} links have another latency back: in an anynet file a latency is that of one "
        "direction, and where none is given it is channel.latency_cycles",
        links, channels.size() / 2));
  const auto without = std::ranges::count_if(
      graph.routers, [](const Graph::Router& router) { return !router.nodes; });
  if (without != 0 && without != std::ssize(graph.routers))
    warnings.push_back(
        fmt::format("the file says of {} of {} routers how many nodes they have; the other {} have "
                    "topology.nodes_per_router, {}",
                    graph.routers.size() - static_cast<std::size_t>(without), graph.routers.size(),
                    without, nodes_per_router));
  if (has_only_parallel_links(graph))
    warnings.emplace_back(
        "all neighbours have two links or more between them: a file that names each link from both "
        "of its routers makes two links of it");
  return warnings;
}

}  // namespace

Topology make_graph(std::string kind, const Graph& graph, const GraphDefaults& defaults) {
  const std::size_t routers = graph.routers.size();
  std::vector<std::uint32_t> ports(routers, 0);
  std::vector<Channel> channels;
  channels.reserve(2 * graph.links.size());
  std::vector<MessageClasses> classes;
  for (const Graph::Link& link : graph.links) {
    const Channel there{.from = RouterId{link.a},
                        .from_port = PortId{ports[link.a]++},
                        .to = RouterId{link.b},
                        .to_port = PortId{ports[link.b]++},
                        .reverse = ChannelId{channels.size() + 1},
                        .latency_cycles = link.latency_cycles[0].value_or(defaults.latency_cycles),
                        .bandwidth = link.bandwidth.value_or(defaults.bandwidth),
                        .ring = {}};
    Channel back = there;
    std::swap(back.from, back.to);
    std::swap(back.from_port, back.to_port);
    back.reverse = ChannelId{channels.size()};
    back.latency_cycles = link.latency_cycles[1].value_or(defaults.latency_cycles);
    channels.push_back(there);
    channels.push_back(back);
    classes.insert(classes.end(), 2, link.message_classes);
  }
  if (std::ranges::count(classes, kAllMessageClasses) == std::ssize(classes)) classes.clear();
  std::vector<std::uint32_t> nodes;
  std::vector<std::string> names;
  for (const Graph::Router& router : graph.routers) {
    nodes.push_back(router.nodes.value_or(defaults.nodes_per_router));
    names.push_back(without_controls(router.name));
  }
  if (std::ranges::all_of(names, &std::string::empty)) names.clear();
  std::vector<std::string> warnings = warnings_of(graph, channels, defaults.nodes_per_router);
  Topology topology({.kind = std::move(kind),
                     .dimensions = "",
                     .channels = std::move(channels),
                     .channel_ports = std::move(ports),
                     .nodes_per_router = std::move(nodes),
                     .router_names = std::move(names),
                     .message_classes = std::move(classes),
                     .fabric = fabric_of(graph),
                     .warnings = std::move(warnings)});
  check_ports(topology, graph);
  return topology;
}

}  // namespace orthant
