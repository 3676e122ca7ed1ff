// Writes graphs, and selects the reader of a file.
//
// Tested by: tests/topology/graph_files_test.cpp, tests/topology/graph_text_test.cpp
#include "topology/graph_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>

#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/numbers.hpp"
#include "topology/graph_builder.hpp"
#include "topology/message_classes.hpp"

namespace orthant {
namespace {

// Calls visit(forward, backward) for the two channels of every link.
template <class Visit>
void for_each_link(const Topology& topology, const Visit& visit) {
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& there = topology.channel(ChannelId{c});
    if (there.reverse.index() > c) visit(there, topology.channel(there.reverse));
  }
}

MessageClasses classes_of(const Topology& topology, const Channel& channel) {
  return topology.message_classes(*topology.channel_from(channel.from, channel.from_port));
}

std::string edges_text(const Topology& topology) {
  std::string text = "# router router latency bandwidth latency_back\n";
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    text += fmt::format("nodes {} {}\n", r, topology.node_count_of(RouterId{r}));
  for_each_link(topology, [&](const Channel& there, const Channel& back) {
    text += fmt::format("{} {} {} {}", there.from.value, there.to.value, there.latency_cycles,
                        rational_text(there.bandwidth));
    if (back.latency_cycles != there.latency_cycles)
      text += fmt::format(" {}", back.latency_cycles);
    if (const MessageClasses classes = classes_of(topology, there); classes != kAllMessageClasses)
      text += fmt::format(" classes={}", message_classes_text(classes));
    text += '\n';
  });
  return text;
}

// Formats without bandwidths, or without latencies too, require that they are equal everywhere, so
// that a config key can give them.
void refuse_different_channels(const Topology& topology, std::string_view format, bool latencies) {
  if (topology.channels().empty()) return;
  if (topology.limits_message_classes())
    config_error(
        "links carry certain message classes, which {} cannot say; allowed: .edges, "
        ".graphml",
        format);
  const Channel first = topology.channels().front();
  for (const Channel& channel : topology.channels()) {
    if (channel.bandwidth != first.bandwidth)
      config_error("channels differ in bandwidth, which {} cannot say; allowed: another format",
                   format);
    if (latencies && channel.latency_cycles != first.latency_cycles)
      config_error("channels differ in latency, which {} cannot say; allowed: another format",
                   format);
  }
}

std::string anynet_text(const Topology& topology) {
  refuse_different_channels(topology, "anynet", false);
  std::string text;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    text += fmt::format("router {}", r);
    const std::size_t first = topology.first_node_of(RouterId{r}).index();
    for (std::size_t n = 0; n < topology.node_count_of(RouterId{r}); ++n)
      text += fmt::format(" node {}", first + n);
    text += '\n';
  }
  std::set<std::pair<RouterId, RouterId>> seen;
  for_each_link(topology, [&](const Channel& there, const Channel& back) {
    if (!seen.insert(std::minmax(there.from, there.to)).second)
      config_error(
          "routers {} and {} have several links, which anynet cannot say; allowed: another format",
          there.from.value, there.to.value);
    for (const Channel& channel : {there, back})
      text += fmt::format("router {} router {} {}\n", channel.from.value, channel.to.value,
                          channel.latency_cycles);
  });
  return text;
}

// Writes what ibnetdiscover would print; ibsim simulates it.
std::string ibnetdiscover_text(const Topology& topology) {
  refuse_different_channels(topology, "ibnetdiscover", true);
  const Fabric fabric = topology.fabric();
  std::string text = "# Topology file\n";
  const auto switch_id = [&](RouterId r) {
    return fmt::format("\"S-{:016x}\"", fabric.switches[r.index()].guid);
  };
  const auto adapter_id = [&](NodeId n) {
    return fmt::format("\"H-{:016x}\"", fabric.endpoints[n.index()].port_guid);
  };
  const auto port_number = [&](RouterId r, PortId p) {
    return fabric.switches[r.index()].port_numbers[p.index()];
  };
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    const Fabric::Switch& own = fabric.switches[i];
    const std::uint32_t ports =
        own.port_numbers.empty() ? 0 : *std::ranges::max_element(own.port_numbers);
    text += fmt::format(
        "\nswitchguid=0x{0:x}({0:x})\nSwitch\t{1} {2}\t\t# \"{3}\" base port 0 lid "
        "{4} lmc 0\n",
        own.guid, ports, switch_id(r), own.name, own.lid);
    for (std::size_t p = 0; p < topology.port_count(r); ++p) {
      const PortId port{p};
      if (p >= topology.channel_port_count(r)) {
        const NodeId node = topology.node_at(r, port);
        const Fabric::Endpoint& endpoint = fabric.endpoints[node.index()];
        text += fmt::format("[{}]\t{}[1]({:x}) \t\t# \"{}\" lid {} 4xSDR\n", port_number(r, port),
                            adapter_id(node), endpoint.port_guid, endpoint.name, endpoint.lid);
      } else if (const auto channel = topology.channel_from(r, port)) {
        const Channel& there = topology.channel(*channel);
        const Fabric::Switch& peer = fabric.switches[there.to.index()];
        text += fmt::format("[{}]\t{}[{}]\t\t# \"{}\" lid {} 4xSDR\n", port_number(r, port),
                            switch_id(there.to), port_number(there.to, there.to_port), peer.name,
                            peer.lid);
      }
    }
  }
  for (std::size_t n = 0; n < topology.node_count(); ++n) {
    const NodeId node{n};
    const RouterId r = topology.router_of(node);
    const Fabric::Endpoint& endpoint = fabric.endpoints[n];
    text += fmt::format(
        "\ncaguid=0x{0:x}\nCa\t1 {1}\t\t# \"{2}\"\n[1]({0:x}) \t{3}[{4}]\t\t# lid {5} "
        "lmc 0 \"{6}\" lid {7} 4xSDR\n",
        endpoint.port_guid, adapter_id(node), endpoint.name, switch_id(r),
        port_number(r, topology.port_of(node)), endpoint.lid, fabric.switches[r.index()].name,
        fabric.switches[r.index()].lid);
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string graphml_text(const Topology& topology) {
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="nodes" for="node" attr.name="nodes" attr.type="int"/>
  <key id="latency" for="edge" attr.name="latency" attr.type="int"/>
  <key id="latency_back" for="edge" attr.name="latency_back" attr.type="int"/>
  <key id="bandwidth" for="edge" attr.name="bandwidth" attr.type="string"/>
)";
  if (topology.limits_message_classes())
    text +=
        R"(  <key id="message_classes" for="edge" attr.name="message_classes" attr.type="string"/>
)";
  text += R"(  <graph id="network" edgedefault="undirected">
)";
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    text += fmt::format("    <node id=\"n{}\">", i);
    if (!topology.router_name(r).empty())
      text += fmt::format("<data key=\"name\">{}</data>", escaped(topology.router_name(r)));
    text += fmt::format("<data key=\"nodes\">{}</data></node>\n", topology.node_count_of(r));
  }
  for_each_link(topology, [&](const Channel& there, const Channel& back) {
    text += fmt::format("    <edge source=\"n{}\" target=\"n{}\"><data key=\"latency\">{}</data>",
                        there.from.value, there.to.value, there.latency_cycles);
    if (back.latency_cycles != there.latency_cycles)
      text += fmt::format("<data key=\"latency_back\">{}</data>", back.latency_cycles);
    text += fmt::format("<data key=\"bandwidth\">{}</data>", rational_text(there.bandwidth));
    if (const MessageClasses classes = classes_of(topology, there); classes != kAllMessageClasses)
      text += fmt::format("<data key=\"message_classes\">{}</data>", message_classes_text(classes));
    text += "</edge>\n";
  });
  return text + "  </graph>\n</graphml>\n";
}

std::string dot_text(const Topology& topology) {
  std::string text = "graph network {\n  node [shape=circle];\n";
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const std::string& name = topology.router_name(RouterId{i});
    std::string label = name.empty() ? fmt::format("{}", i) : name;
    for (std::size_t at = 0; (at = label.find_first_of("\"\\", at)) != label.npos; at += 2)
      label.insert(at, 1, '\\');
    text += fmt::format("  {} [label=\"{}\"];\n", i, label);
  }
  for_each_link(topology, [&](const Channel& there, const Channel&) {
    text += fmt::format("  {} -- {};\n", there.from.value, there.to.value);
  });
  return text + "}\n";
}

// True for a router that is down: it has neither channels nor nodes.
bool is_isolated(const Topology& topology, RouterId r) {
  if (topology.has_nodes(r)) return false;
  for (std::size_t port = 0; port < topology.channel_port_count(r); ++port)
    if (topology.channel_from(r, PortId{port})) return false;
  return true;
}

// The network without them.
Topology without_isolated_routers(const Topology& topology) {
  Topology::Parts parts{.kind = topology.kind(),
                        .dimensions = "",
                        .channels = {},
                        .channel_ports = {},
                        .nodes_per_router = {}};
  std::vector<RouterId> renumbered(topology.router_count());
  const Fabric fabric = topology.fabric();
  std::vector<Fabric::Switch> switches;
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    renumbered[i] = RouterId{parts.nodes_per_router.size()};
    if (is_isolated(topology, r)) continue;
    parts.channel_ports.push_back(static_cast<std::uint32_t>(topology.channel_port_count(r)));
    parts.nodes_per_router.push_back(static_cast<std::uint32_t>(topology.node_count_of(r)));
    if (!topology.router_name(RouterId{0}).empty())
      parts.router_names.push_back(topology.router_name(r));
    switches.push_back(fabric.switches[i]);
  }
  for (Channel channel : topology.channels()) {
    channel.from = renumbered[channel.from.index()];
    channel.to = renumbered[channel.to.index()];
    channel.ring = {};
    parts.channels.push_back(channel);
  }
  for (std::size_t c = 0; topology.limits_message_classes() && c < parts.channels.size(); ++c)
    parts.message_classes.push_back(topology.message_classes(ChannelId{c}));
  if (topology.has_fabric())
    parts.fabric = Fabric{.switches = std::move(switches), .endpoints = fabric.endpoints};
  return Topology(std::move(parts));
}

// Decides by the content, else by the file name extension, else for an edge list.
GraphFormat format_of(const std::string& file) {
  switch (kind_of_file(file).value_or(FileKind::kBinary)) {
    case FileKind::kAnynet:
      return GraphFormat::kAnynet;
    case FileKind::kGraphml:
      return GraphFormat::kGraphml;
    case FileKind::kIbnetdiscover:
      return GraphFormat::kIbnetdiscover;
    default:
      return format_of_extension(file).value_or(GraphFormat::kEdges);
  }
}

}  // namespace

std::optional<GraphFormat> format_of_extension(std::string_view file) {
  constexpr std::pair<std::string_view, GraphFormat> kEndings[] = {
      {".edges", GraphFormat::kEdges},
      {".anynet", GraphFormat::kAnynet},
      {".ibnetdiscover", GraphFormat::kIbnetdiscover},
      {".graphml", GraphFormat::kGraphml},
      {".dot", GraphFormat::kDot}};
  for (const auto& [ending, format] : kEndings)
    if (file.ends_with(ending)) return format;
  return std::nullopt;
}

Graph read_graph(const std::string& file, GraphFormat format) {
  if (format == GraphFormat::kAuto) format = format_of(file);
  const auto expect = [&](std::optional<FileKind> kind, std::string_view allowed) {
    refuse_other_kinds("topology.file", file, kind, allowed);
  };
  switch (format) {
    case GraphFormat::kAuto:
    case GraphFormat::kEdges:
      expect({}, "an edge list, or a file for another topology.format");
      return read_edges(file);
    case GraphFormat::kIbnetdiscover:
      expect(FileKind::kIbnetdiscover, "a fabric as ibnetdiscover prints it");
      return read_ibnetdiscover(file);
    case GraphFormat::kAnynet:
      expect(FileKind::kAnynet, "a network for BookSim's anynet");
      return read_anynet(file);
    case GraphFormat::kGraphml:
      expect(FileKind::kGraphml, "a GraphML file");
      return read_graphml(file);
    case GraphFormat::kDot:
      break;
  }
  key_error("topology.file", "{}: dot is for drawing alone; allowed: {}", file,
            "edges, anynet, ibnetdiscover, graphml");
}

std::size_t isolated_routers(const Topology& topology) {
  std::size_t count = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    count += is_isolated(topology, RouterId{r}) ? 1 : 0;
  return count;
}

std::string graph_text(const Topology& topology, GraphFormat format) {
  if (isolated_routers(topology) > 0) return graph_text(without_isolated_routers(topology), format);
  switch (format) {
    case GraphFormat::kEdges:
      return edges_text(topology);
    case GraphFormat::kAnynet:
      return anynet_text(topology);
    case GraphFormat::kGraphml:
      return graphml_text(topology);
    case GraphFormat::kDot:
      return dot_text(topology);
    case GraphFormat::kIbnetdiscover:
      return ibnetdiscover_text(topology);
    case GraphFormat::kAuto:
      break;
  }
  assert(false && "no format");
  return {};
}

std::vector<std::string> keys_not_in_graph_text(const Topology& topology, GraphFormat format) {
  const bool no_latencies = format == GraphFormat::kIbnetdiscover;
  const bool no_bandwidths = no_latencies || format == GraphFormat::kAnynet;
  std::vector<std::string> keys;
  if (topology.channels().empty()) return keys;
  const Channel& any = topology.channels().front();  // all channels agree in what is left out
  if (no_latencies && any.latency_cycles != 1)
    keys.push_back(fmt::format("channel.latency_cycles = {}", any.latency_cycles));
  if (no_bandwidths && any.bandwidth != Rational(1))
    keys.push_back(fmt::format("channel.bandwidth = {}", rational_text(any.bandwidth)));
  return keys;
}

}  // namespace orthant
