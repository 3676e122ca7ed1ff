// The output of ibnetdiscover, a list of all switches and channel adapters of an InfiniBand fabric
// with what is on their ports: a switch is a router, a port of an adapter a node.
//
// Every link between switches stands there twice, once for each end; one that does not is an error,
// for files that were cut off. Speeds are not looked at.
// Source: ibnetdiscover(8), "topology file format".
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/text_cursor.hpp"
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
    while (reader_.next()) read_line(reader_.text());
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

  void read_line(std::string_view line) {
    if (read_device(line) || read_port(line)) return;
    const bool cut = line.starts_with("Switch") || line.starts_with("Ca\t") ||
                     line.starts_with("Ca ") || line.starts_with("[");
    if (cut) reader_.fail("no line as ibnetdiscover writes it: {}", LineReader::printable(line));
  }

  // Switch	24 "S-0002c9020040c3a8"		# "description" base port 0 lid 3 lmc 0
  bool read_device(std::string_view line) {
    TextCursor at(line);
    if (!at.take("Switch") && !at.take("Ca") && !at.take("Rt")) return false;
    if (at.take_all(TextCursor::kBlanks).empty() || at.take_all(TextCursor::kDigits).empty() ||
        at.take_all(TextCursor::kBlanks).empty())
      return false;
    const std::optional<std::string> id = take_id(at);
    if (!id) return false;
    begin_device(*id, take_description(at), lid_in(line));
    return true;
  }

  // [1](b1) 	"S-0000000000000001"[1](c1)		# "description" lid 5 4xSDR
  bool read_port(std::string_view line) {
    TextCursor at(line);
    const auto own = at.take_between('[', ']');
    if (!is_all(own, TextCursor::kDigits)) return false;
    at.take_between('[', ']');
    at.take_between('(', ')');
    if (at.take_all(TextCursor::kBlanks).empty()) return false;
    const std::optional<std::string> id = take_id(at);
    const auto far = at.take_between('[', ']');
    if (!id || !is_all(far, TextCursor::kDigits)) return false;
    at.take_between('[', ']');
    const auto guid = at.take_between('(', ')');
    const std::uint64_t port_guid =
        is_all(guid, TextCursor::kHexadecimalDigits) ? hexadecimal(*guid) : 0;
    add_port(
        number(*own),
        {.port = {*id, number(*far)},
         .line = reader_.line_number(),
         .endpoint = {.port_guid = port_guid, .lid = lid_in(line), .name = take_description(at)}});
    return true;
  }

  static bool is_all(std::optional<std::string_view> text, std::string_view characters) {
    return text && !text->empty() && text->find_first_not_of(characters) == text->npos;
  }
  // "S-0002c9020040c3a8", with its quotes.
  static std::optional<std::string> take_id(TextCursor& at) {
    const auto id = at.take_between('"', '"');
    if (!id || id->size() < 3 || std::string_view("SHR").find((*id)[0]) == std::string_view::npos ||
        (*id)[1] != '-' || !is_all(id->substr(2), TextCursor::kHexadecimalDigits))
      return std::nullopt;
    return std::string(*id);
  }
  static std::string take_description(TextCursor& at) {
    at.take_all(TextCursor::kBlanks);
    if (!at.take("#")) return {};
    at.take_all(TextCursor::kBlanks);
    return std::string(at.take_between('"', '"').value_or(""));
  }

  // The first LID that a line names, that of a switch or of a port's peer; 0 where there is none.
  static std::uint32_t lid_in(std::string_view line) {
    const auto in_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    constexpr std::string_view kLid = "lid ";
    for (std::size_t at = line.find(kLid); at != line.npos; at = line.find(kLid, at + 1)) {
      TextCursor behind(line.substr(at + kLid.size()));
      const std::string_view digits = behind.take_all(TextCursor::kDigits);
      const bool ends = behind.rest().empty() || !in_word(behind.rest()[0]);
      if ((at == 0 || !in_word(line[at - 1])) && ends && !digits.empty() && digits.size() <= 5)
        return static_cast<std::uint32_t>(*parse_integer(digits));
    }
    return 0;
  }

  std::uint64_t hexadecimal(std::string_view digits) const {
    const std::optional<std::uint64_t> guid = parse_hexadecimal(digits);
    if (!guid)
      reader_.fail("the GUID {} is too long; allowed: at most 16 hexadecimal digits",
                   LineReader::printable(digits));
    return *guid;
  }

  std::size_t number(std::string_view text) {
    return graph_.number(text, "port", 255, reader_.line_number());
  }

  void begin_device(const std::string& id, const std::string& description, std::uint32_t lid) {
    if (!devices_.insert(id).second) reader_.fail("{} is listed twice", id);
    now_ = id;
    if (!is_switch(id)) return;
    const std::uint32_t router = graph_.named(id, reader_.line_number());
    graph_.router(router).nodes = 0;
    graph_.router(router).of_fabric = {
        .guid = hexadecimal(std::string_view(id).substr(2)), .lid = lid, .nodes = {}};
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
