// The output of ibnetdiscover: all switches and channel adapters of an InfiniBand fabric, with the
// cables on their ports. A switch is a router, a port of an adapter a node. The net files of ibsim,
// which have names instead of GUIDs, are read likewise.
//
// Every link is listed at both ends; one that is not is an error, which detects truncated files.
// Link speeds are ignored. Aggregation nodes, which send no traffic, routers to other subnets, and
// links from a switch to itself are left out.
// Source: ibnetdiscover(8), "topology file format"; ibsim, net-examples.
// Tested by: tests/topology/graph_fabric_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/text_cursor.hpp"
#include "topology/fabric_lines.hpp"
#include "topology/graph_builder.hpp"

namespace orthant {
namespace {

class IbnetdiscoverReader {
 public:
  explicit IbnetdiscoverReader(const std::string& file)
      : reader_("topology.file", file, 100),
        graph_([this](std::size_t line, const std::string& what) {
          reader_.fail_at(line, "{}", what);
        }) {}

  Graph read() {
    while (reader_.next()) read_line(reader_.text());
    for (const auto& [port, cable] : cables_) add_cable(port, cable);
    add_links();
    name_routers();
    check_lids();
    drop_incomplete_fabric();
    Graph graph = graph_.finish(reader_.line_number());
    graph.warnings = std::move(warnings_);
    return graph;
  }

 private:
  struct Port {
    std::string of;  // device id, "S-0002c9020040c3a8"
    std::size_t number = 0;
    auto operator<=>(const Port&) const = default;
  };

  void read_line(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(TextCursor::kBlanks), line.size()));
    if (auto device = parse_fabric_device(line)) return begin_device(std::move(*device));
    if (auto cable = parse_fabric_cable(line)) return add_port(std::move(*cable));
    if (line.starts_with("include "))
      reader_.fail("ibsim's include is not read; allowed: the whole fabric in one file");
    for (const std::string_view beginning : {"Switch", "Ca\t", "Ca ", "Hca\t", "Hca ", "["})
      if (line.starts_with(beginning))
        reader_.fail(
            "no line as ibnetdiscover writes it: {}; allowed: Switch PORTS \"ID\", Ca "
            "PORTS \"ID\", and [PORT] \"ID\"[PORT] below them",
            LineReader::printable(line));
  }

  void begin_device(FabricDevice device) {
    device.line = reader_.line_number();
    const auto [known, added] = devices_.emplace(device.id, device);
    if (!added)
      reader_.fail("{} is listed twice, first in line {}; allowed: once", device.id,
                   known->second.line);
    current_device_ = device.id;
    if (!device.is_switch) return;
    const std::uint32_t router = graph_.router_named(device.id, device.line);
    graph_.router(router).nodes = 0;
    const auto digits = device.guid_digits();
    complete_ = complete_ && digits;
    graph_.router(router).fabric_switch = {
        .guid = digits ? hexadecimal(*digits) : 0, .lid = device.lid, .nodes = {}};
    switches_.push_back(&known->second);
  }

  void add_port(FabricCable cable) {
    if (current_device_.empty())
      reader_.fail(
          "a port before any switch or channel adapter; allowed: below the line of its own");
    cable.line = reader_.line_number();
    for (const std::size_t port : {cable.port, cable.peer_port})
      graph_.number(std::to_string(port), "port", 255, cable.line);
    for (const std::string& guid : {cable.guid, cable.peer_guid})
      if (!guid.empty()) hexadecimal(guid);
    if (cable.lmc > 7) reader_.fail("the LMC {}; allowed: 0 to 7", cable.lmc);
    const std::size_t port = cable.port;
    const auto [known, added] = cables_.emplace(Port{current_device_, port}, std::move(cable));
    if (!added)
      reader_.fail("port {} of {} is listed twice, first in line {}; allowed: once", port,
                   current_device_, known->second.line);
  }

  std::uint64_t hexadecimal(std::string_view digits) const {
    const std::optional<std::uint64_t> guid = parse_hexadecimal(digits);
    if (!guid)
      reader_.fail("the GUID {} is too long; allowed: at most 16 hexadecimal digits",
                   LineReader::printable(digits));
    return *guid;
  }

  // Adds the link on `port`, once all lines are read.
  void add_cable(const Port& port, const FabricCable& cable) {
    const FabricDevice& own = devices_.at(port.of);
    const Port far{cable.peer, cable.peer_port};
    const auto back = cables_.find(far);
    const auto peer = devices_.find(cable.peer);
    if (peer != devices_.end() && !own.is_switch && !peer->second.is_switch)
      reader_.fail_at(cable.line, "{} is linked to {}; allowed: channel adapters on switches",
                      port.of, cable.peer);
    if (back == cables_.end() || Port{back->second.peer, back->second.peer_port} != port)
      reader_.fail_at(cable.line,
                      "{} port {} is linked to {} port {}, which does not say so; allowed: every "
                      "link from both ends",
                      port.of, port.number, far.of, far.number);
    if (!own.is_switch) return;
    if (!peer->second.is_switch) return add_node(port, cable, back->second, peer->second);
    const std::uint32_t a = *graph_.find(port.of), b = *graph_.find(far.of);
    if (a == b && port.number <= far.number) leave_out(port, cable);
    if (a < b) ordered_.emplace(std::pair(a, port.number), std::pair(b, &cable));
  }

  void leave_out(const Port& port, const FabricCable& cable) {
    warnings_.push_back(
        fmt::format("{}:{}: the link from port {} of {} to its own port {} is left "
                    "out",
                    reader_.file(), cable.line, port.number, port.of, cable.peer_port));
  }

  // `cable` is the switch's line, `back` the channel adapter's.
  void add_node(const Port& port, const FabricCable& cable, const FabricCable& back,
                const FabricDevice& adapter) {
    if (adapter.is_aggregation_node()) return;
    if (adapter.is_router) {
      warnings_.push_back(fmt::format(
          "{}:{}: the router {} to another subnet is left out, since it is no node of this one",
          reader_.file(), cable.line, adapter.id));
      return;
    }
    if (back.lid != 0 && cable.peer_lid != 0 && back.lid != cable.peer_lid)
      reader_.fail_at(back.line,
                      "port {} of {} has LID {} here and LID {} in line {}; allowed: the same",
                      back.port, adapter.id, back.lid, cable.peer_lid, cable.line);
    Graph::Router& router = graph_.router(*graph_.find(port.of));
    ++*router.nodes;
    const std::string& guid = cable.peer_guid.empty() ? back.guid : cable.peer_guid;
    const std::string& name =
        cable.peer_description.empty() ? adapter.description : cable.peer_description;
    const Fabric::Endpoint endpoint = {.port_guid = guid.empty() ? 0 : hexadecimal(guid),
                                       .lid = back.lid != 0 ? back.lid : cable.peer_lid,
                                       .name = name.empty() ? adapter.id : name,
                                       .lmc = back.lmc};
    router.fabric_switch->nodes.emplace_back(static_cast<std::uint32_t>(port.number), endpoint);
    lids_.push_back({endpoint.lid, endpoint.lmc, back.line});
  }

  void add_links() {
    for (const auto& [from, to] : ordered_)
      graph_.add({.a = from.first,
                  .b = to.first,
                  .port_numbers = {static_cast<std::uint32_t>(from.second),
                                   static_cast<std::uint32_t>(to.second->peer_port)}},
                 to.second->line);
  }

  // Uses the description if it is unique.
  void name_routers() {
    std::map<std::string, std::size_t> count;
    for (const FabricDevice* device : switches_) ++count[device->description];
    for (const FabricDevice* device : switches_) {
      const std::string& description = device->description;
      if (!description.empty() && count[description] == 1)
        graph_.router(*graph_.find(device->id)).name = description;
    }
  }

  void check_lids() {
    for (const FabricDevice* device : switches_) lids_.push_back({device->lid, 0, device->line});
    std::map<std::uint32_t, std::size_t> line_of_lid;
    for (const auto& [first, lmc, line] : lids_) {
      for (std::uint32_t lid = first; lid != 0 && lid < first + (1u << lmc); ++lid) {
        const auto [known, added] = line_of_lid.emplace(lid, line);
        if (!added)
          reader_.fail_at(line,
                          "the LID {} belongs to two switches or ports of channel adapters, the "
                          "other one in line {}; allowed: a LID for each",
                          lid, known->second);
      }
    }
    complete_ = complete_ && !line_of_lid.empty();
  }

  // Names instead of GUIDs, or files without any LID, cannot be matched with forwarding tables.
  void drop_incomplete_fabric() {
    for (const FabricDevice* device : switches_)
      if (!complete_) graph_.router(*graph_.find(device->id)).fabric_switch.reset();
  }

  struct LidRange {
    std::uint32_t first, lmc;
    std::size_t line;
  };

  LineReader reader_;
  GraphBuilder graph_;
  std::map<std::string, FabricDevice> devices_;
  std::vector<const FabricDevice*> switches_;  // per router
  std::string current_device_;                 // device whose ports are being listed
  std::map<Port, FabricCable> cables_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::pair<std::uint32_t, const FabricCable*>>
      ordered_;
  std::vector<LidRange> lids_;
  bool complete_ = true;  // all switches have GUIDs, and there are LIDs
  std::vector<std::string> warnings_;
};

}  // namespace

Graph read_ibnetdiscover(const std::string& file) { return IbnetdiscoverReader(file).read(); }

}  // namespace orthant
