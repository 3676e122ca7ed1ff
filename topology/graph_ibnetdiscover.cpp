// The output of ibnetdiscover, a list of all switches and channel adapters of an InfiniBand fabric
// with what is on their ports: a switch is a router, a port of an adapter a node.
//
// Every link between switches stands there twice, once for each end; one that does not is an error,
// for files that were cut off. Speeds are not looked at.
// Source: ibnetdiscover(8), "topology file format".
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>

#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "topology/graph_collector.hpp"

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
    while (reader_.next()) read_line(std::string(reader_.text()));
    add_nodes();
    add_links();
    name_routers();
    forget_incomplete_fabric();
    return graph_.finish(reader_.line_number());
  }

 private:
  struct Port {
    std::string of;  // "S-0002c9020040c3a8"
    std::size_t number = 0;
    auto operator<=>(const Port&) const = default;
  };
  struct Peer {
    Port port;
    std::size_t line = 0;
    Fabric::Endpoint endpoint;  // where it is one
  };

  static bool is_switch(const std::string& id) { return id[0] == 'S'; }

  void read_line(const std::string& line) {
    static const std::regex device(
        R"rx(^(Switch|Ca|Rt)\s+\d+\s+"([SHR]-[0-9a-fA-F]+)"\s*(#\s*"([^"]*)")?.*)rx");
    static const std::regex port(
        R"rx(^\[(\d+)\](\[[^\]]*\])?(\([^)]*\))?\s+"([SHR]-[0-9a-fA-F]+)"\[(\d+)\](\[[^\]]*\])?)rx"
        R"rx((?:\(([0-9a-fA-F]{1,16})\))?\s*(#\s*"([^"]*)")?.*)rx");
    std::smatch found;
    if (std::regex_match(line, found, device))
      return begin_device(found[2], found[4], lid_in(line));
    if (std::regex_match(line, found, port))
      return add_port(number(found[1]), {.port = {found[4], number(found[5])},
                                         .line = reader_.line_number(),
                                         .endpoint = {.port_guid = hexadecimal(found[7]),
                                                      .lid = lid_in(line),
                                                      .name = found[9]}});
    const bool cut = line.starts_with("Switch") || line.starts_with("Ca\t") ||
                     line.starts_with("Ca ") || line.starts_with("[");
    if (cut) reader_.fail("no line as ibnetdiscover writes it: {}", LineReader::printable(line));
  }

  // The first LID that a line names, that of a switch or of a port's peer; 0 where there is none.
  static std::uint32_t lid_in(const std::string& line) {
    static const std::regex lid(R"(\blid (\d{1,5})\b)");
    std::smatch found;
    if (!std::regex_search(line, found, lid)) return 0;
    return static_cast<std::uint32_t>(*parse_integer(found[1].str()));
  }
  static std::uint64_t hexadecimal(const std::string& digits) {
    return digits.empty() ? 0 : std::stoull(digits, nullptr, 16);
  }

  std::size_t number(const std::string& text) {
    return graph_.number(text, "port", 255, reader_.line_number());
  }

  void begin_device(const std::string& id, const std::string& description, std::uint32_t lid) {
    if (!devices_.insert(id).second) reader_.fail("{} is listed twice", id);
    now_ = id;
    if (!is_switch(id)) return;
    const std::uint32_t router = graph_.named(id, reader_.line_number());
    graph_.router(router).nodes = 0;
    graph_.router(router).of_fabric = {.guid = hexadecimal(id.substr(2)), .lid = lid, .nodes = {}};
    descriptions_.push_back(description);
  }

  void add_port(std::size_t number, const Peer& peer) {
    if (now_.empty()) reader_.fail("a port before any switch or channel adapter");
    const auto [known, added] = peers_.emplace(Port{now_, number}, peer);
    if (!added)
      reader_.fail("port {} of {} is listed twice, first in line {}", number, now_,
                   known->second.line);
  }

  // The end of a link at `port`, which `peer` names; fails where that end does not say the same.
  void check_both_ends(const Port& port, const Peer& peer) {
    const auto back = peers_.find(peer.port);
    if (back == peers_.end() || back->second.port != port)
      reader_.fail_at(peer.line, "{} port {} is linked to {} port {}, which does not say so",
                      port.of, port.number, peer.port.of, peer.port.number);
  }

  void add_nodes() {
    for (const auto& [port, peer] : peers_) {
      if (is_switch(port.of) && is_switch(peer.port.of)) continue;
      if (!is_switch(port.of) && !is_switch(peer.port.of))
        reader_.fail_at(peer.line, "{} is linked to {}; allowed: channel adapters on switches",
                        port.of, peer.port.of);
      check_both_ends(port, peer);
      if (!is_switch(port.of)) continue;
      Graph::Router& router = graph_.router(*graph_.find(port.of));
      ++*router.nodes;
      router.of_fabric->nodes.emplace_back(static_cast<std::uint32_t>(port.number), peer.endpoint);
    }
  }

  void add_links() {
    for (const auto& [port, peer] : peers_) {
      if (!is_switch(port.of) || !is_switch(peer.port.of)) continue;
      check_both_ends(port, peer);
      const std::uint32_t a = *graph_.find(port.of), b = *graph_.find(peer.port.of);
      // From the lower router; between two ports of one switch too, which add() refuses.
      if (a < b || (a == b && port.number <= peer.port.number))
        ordered_.emplace(std::pair(a, port.number), std::pair(b, &peer));
    }
    for (const auto& [from, to] : ordered_)
      graph_.add({.a = from.first,
                  .b = to.first,
                  .port_numbers = {static_cast<std::uint32_t>(from.second),
                                   static_cast<std::uint32_t>(to.second->port.number)}},
                 to.second->line);
  }

  // Files without LIDs name no tables.
  void forget_incomplete_fabric() {
    bool complete = true;
    for (std::size_t r = 0; r < descriptions_.size(); ++r) {
      const Graph::Router::Switch& known = *graph_.router(static_cast<std::uint32_t>(r)).of_fabric;
      complete = complete && known.lid != 0;
      for (const auto& [port, endpoint] : known.nodes) complete = complete && endpoint.lid != 0;
    }
    if (complete) check_lids();
    for (std::size_t r = 0; r < descriptions_.size() && !complete; ++r)
      graph_.router(static_cast<std::uint32_t>(r)).of_fabric.reset();
  }

  void check_lids() {
    std::set<std::uint32_t> seen;
    const auto add = [&](std::uint32_t lid) {
      if (!seen.insert(lid).second)
        reader_.fail_file("the LID {} belongs to two switches or ports of channel adapters", lid);
    };
    for (std::size_t r = 0; r < descriptions_.size(); ++r) {
      const Graph::Router::Switch& known = *graph_.router(static_cast<std::uint32_t>(r)).of_fabric;
      add(known.lid);
      for (const auto& [port, endpoint] : known.nodes) add(endpoint.lid);
    }
  }

  // By the description where nobody else has it.
  void name_routers() {
    std::map<std::string, std::size_t> count;
    for (const std::string& description : descriptions_) ++count[description];
    for (std::size_t r = 0; r < descriptions_.size(); ++r) {
      if (!descriptions_[r].empty() && count[descriptions_[r]] == 1)
        graph_.router(static_cast<std::uint32_t>(r)).name = descriptions_[r];
    }
  }

  LineReader reader_;
  GraphCollector graph_;
  std::set<std::string> devices_;
  std::vector<std::string> descriptions_;  // of the switches
  std::string now_;                        // the device whose ports are being listed
  std::map<Port, Peer> peers_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::pair<std::uint32_t, const Peer*>> ordered_;
};

}  // namespace

Graph read_ibnetdiscover(const std::string& file) { return IbnetdiscoverReader(file).read(); }

}  // namespace orthant
