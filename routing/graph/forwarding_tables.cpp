#include "routing/graph/forwarding_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/text_cursor.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

// Per router and destination router: the port of the next hop.
class NextPorts {
 public:
  NextPorts(const Topology& topology, const ObliviousRouting& routing)
      : topology_(topology), routers_(topology.router_count()), ports_(routers_ * routers_) {
    for (std::size_t s = 0; s < routers_; ++s) {
      for (std::size_t t = 0; t < routers_; ++t) {
        int paths = 0;
        routing.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          if (++paths > 1)
            key_error("routing.algorithm",
                      "forwarding tables have one path for every pair, and from {} to {} there are "
                      "several; allowed: one path, as of dor or up_down",
                      router_text(topology_, RouterId{s}), router_text(topology_, RouterId{t}));
          add(RouterId{s}, RouterId{t}, path);
        });
      }
    }
  }

  PortId operator()(RouterId r, RouterId t) const {
    return *ports_[r.index() * routers_ + t.index()];
  }

 private:
  void add(RouterId s, RouterId t, const Path& path) {
    for_each_hop(topology_, s, path, [&](ChannelId c, int) {
      const Channel& channel = topology_.channel(c);
      std::optional<PortId>& known = ports_[channel.from.index() * routers_ + t.index()];
      if (known && *known != channel.from_port)
        key_error("routing.algorithm",
                  "forwarding tables know the destination alone, and {} forwards to {} by the "
                  "source, too; allowed: up_down.forwarding = destination",
                  router_text(topology_, channel.from), router_text(topology_, t));
      known = channel.from_port;
    });
  }

  const Topology& topology_;
  std::size_t routers_;
  std::vector<std::optional<PortId>> ports_;
};

// Who has a LID: a node, or a switch itself.
struct Owner {
  RouterId router;
  std::optional<NodeId> node;
};

// Whether the rest of a line does not go on with the word before it.
bool ends_word(std::string_view rest) {
  return rest.empty() || (std::isalnum(static_cast<unsigned char>(rest[0])) == 0 && rest[0] != '_');
}

// The digits behind the last "guid 0x" of "Unicast lids [0x0-0x4] of switch Lid 3 guid 0x2
// ('left'):".
std::optional<std::string_view> guid_in_header(std::string_view line) {
  constexpr std::string_view kGuid = "guid 0x";
  if (!line.starts_with("Unicast lids ")) return std::nullopt;
  for (std::size_t at = line.rfind(kGuid); at != line.npos && at != 0;
       at = line.rfind(kGuid, at - 1)) {
    TextCursor behind(line.substr(at + kGuid.size()));
    const std::string_view digits = behind.take_all(TextCursor::kHexadecimalDigits);
    if (parse_hexadecimal(digits) && ends_word(behind.rest())) return digits;
  }
  return std::nullopt;
}

// "0x0003 022 # Channel Adapter portguid ..."
struct Entry {
  std::string_view lid, port;  // digits
};
std::optional<Entry> entry_in(std::string_view line) {
  TextCursor at(line);
  at.take_all(TextCursor::kBlanks);
  if (!at.take("0x")) return std::nullopt;
  const std::string_view lid = at.take_all(TextCursor::kHexadecimalDigits);
  const bool apart = !at.take_all(TextCursor::kBlanks).empty();
  const std::string_view port = at.take_all(TextCursor::kDigits);
  if (lid.empty() || lid.size() > 4 || !apart || port.empty() || port.size() > 3 ||
      !ends_word(at.rest()))
    return std::nullopt;
  return Entry{lid, port};
}

std::map<std::uint32_t, Owner> owners(const Topology& topology, const Fabric& fabric) {
  std::map<std::uint32_t, Owner> owners;
  for (std::size_t r = 0; r < fabric.switches.size(); ++r)
    owners[fabric.switches[r].lid] = {RouterId{r}, std::nullopt};
  for (std::size_t n = 0; n < fabric.endpoints.size(); ++n)
    owners[fabric.endpoints[n].lid] = {topology.router_of(NodeId{n}), NodeId{n}};
  return owners;
}

}  // namespace

std::string forwarding_tables_text(const Topology& topology, const ObliviousRouting& routing) {
  const Fabric fabric = topology.fabric();
  const NextPorts next(topology, routing);
  const std::map<std::uint32_t, Owner> all = owners(topology, fabric);
  std::string text;
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    const Fabric::Switch& own = fabric.switches[i];
    text += fmt::format("Unicast lids [0x0-0x{:x}] of switch Lid {} guid 0x{:016x} ('{}'):\n",
                        all.rbegin()->first, own.lid, own.guid, own.name);
    for (const auto& [lid, owner] : all) {
      std::uint32_t port = 0;  // the switch itself
      if (owner.router != r)
        port = own.port_numbers[next(r, owner.router).index()];
      else if (owner.node)
        port = own.port_numbers[topology.port_of(*owner.node).index()];
      const std::string what = owner.node
                                   ? fmt::format("Channel Adapter portguid 0x{:016x}: '{}'",
                                                 fabric.endpoints[owner.node->index()].port_guid,
                                                 fabric.endpoints[owner.node->index()].name)
                                   : fmt::format("Switch portguid 0x{:016x}: '{}'",
                                                 fabric.switches[owner.router.index()].guid,
                                                 fabric.switches[owner.router.index()].name);
      text += fmt::format("0x{:04x} {:03} # {}\n", lid, port, what);
    }
    text += fmt::format("{} lids dumped\n", all.size());
  }
  return text;
}

ForwardingTables::ForwardingTables(const std::string& key, const std::string& file,
                                   const Topology& topology)
    : targets_(topology.router_count()), topology_(topology) {
  const Fabric fabric = topology.fabric();
  std::map<std::uint32_t, std::uint32_t> column_of_lid;
  for (const auto& [lid, owner] : owners(topology, fabric)) {
    if (!owner.node && topology.node_count_of(owner.router) > 0) continue;
    column_of_lid[lid] = static_cast<std::uint32_t>(columns_);
    targets_[owner.router.index()].push_back(static_cast<std::uint32_t>(columns_++));
  }
  ports_.assign(topology.router_count() * columns_, kNone);
  LineReader reader(key, file, 100);
  read(reader, fabric, column_of_lid);
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    for (const std::uint32_t column : targets_[t]) follow_all(reader, RouterId{t}, column);
  }
  check_last_hops(reader);
}

void ForwardingTables::read(LineReader& reader, const Fabric& fabric,
                            const std::map<std::uint32_t, std::uint32_t>& column_of_lid) {
  std::map<std::uint64_t, std::size_t> router_of_guid;
  for (std::size_t r = 0; r < fabric.switches.size(); ++r)
    router_of_guid[fabric.switches[r].guid] = r;
  std::optional<std::size_t> now;
  std::map<std::size_t, std::size_t> line_of_switch;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> line_of_entry;
  while (reader.next()) {
    const std::string_view line = reader.text();
    if (const auto guid = guid_in_header(line)) {
      const auto known = router_of_guid.find(*parse_hexadecimal(*guid));
      if (known == router_of_guid.end())
        reader.fail("a switch with the guid 0x{}, which the network has not", *guid);
      now = known->second;
      if (!line_of_switch.emplace(*now, reader.line_number()).second)
        reader.fail("the switch 0x{} is there twice, first in line {}", *guid,
                    line_of_switch[*now]);
    } else if (const auto entry = entry_in(line)) {
      if (!now) reader.fail("an entry before any switch");
      const auto column =
          column_of_lid.find(static_cast<std::uint32_t>(*parse_hexadecimal(entry->lid)));
      if (column == column_of_lid.end()) continue;  // of a switch with nodes, or of nobody
      std::size_t& first = line_of_entry[{*now, column->second}];
      if (first != 0) reader.fail("LID 0x{} is there twice, first in line {}", entry->lid, first);
      first = reader.line_number();
      const std::vector<std::uint32_t>& numbers = fabric.switches[*now].port_numbers;
      const auto port =
          std::ranges::find(numbers, static_cast<std::uint32_t>(*parse_integer(entry->port)));
      if (port == numbers.end() && entry->port.find_first_not_of('0') != entry->port.npos)
        reader.fail("port {}, which {} has not", entry->port,
                    router_text(topology_, RouterId{*now}));
      ports_[*now * columns_ + column->second] =
          port == numbers.end() ? kNone : static_cast<std::uint8_t>(port - numbers.begin());
    } else if (line.starts_with("0x") || line.starts_with("Unicast")) {
      reader.fail("no line of a forwarding table: {}", LineReader::printable(line));
    }
  }
  if (line_of_switch.empty())
    reader.fail_file("no forwarding tables; allowed: those that OpenSM or ibroute dump");
}

void ForwardingTables::follow_all(const LineReader& reader, RouterId t, std::uint32_t column) {
  for (std::size_t s = 0; s < topology_.router_count(); ++s) {
    RouterId here{s};
    std::size_t hops = 0;
    for (; here != t; ++hops) {
      const std::uint8_t port = ports_[here.index() * columns_ + column];
      const auto channel =
          port == kNone ? std::nullopt : topology_.channel_from(here, PortId{std::size_t{port}});
      if (!channel)
        reader.fail_file("{} has no way to {}", router_text(topology_, here),
                         router_text(topology_, t));
      if (hops == topology_.router_count())
        reader.fail_file("packets from {} to {} go round in a circle",
                         router_text(topology_, RouterId{s}), router_text(topology_, t));
      here = topology_.channel(*channel).to;
    }
    longest_ = std::max(longest_, hops);
  }
}

void ForwardingTables::check_last_hops(const LineReader& reader) const {
  for (std::size_t n = 0; n < topology_.node_count(); ++n) {
    const RouterId r = topology_.router_of(NodeId{n});
    const std::size_t place = n - topology_.first_node_of(r).index();
    const std::uint8_t port = ports_[r.index() * columns_ + targets_[r.index()][place]];
    if (port != kNone && PortId{std::size_t{port}} != topology_.port_of(NodeId{n}))
      reader.fail_file("{} sends packets for its own node {} elsewhere", router_text(topology_, r),
                       n);
  }
}

std::optional<RouterId> ForwardingTables::router_of_many_ways() const {
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    for (const std::uint32_t column : targets_[t]) {
      for (std::size_t s = 0; s < targets_.size(); ++s) {
        const std::size_t row = s * columns_;
        if (s != t && ports_[row + column] != ports_[row + targets_[t][0]]) return RouterId{t};
      }
    }
  }
  return std::nullopt;
}

void ForwardingTables::append_path(RouterId s, RouterId t, std::size_t i, Path& path) const {
  const std::uint32_t column = targets_[t.index()][i];
  for (RouterId here = s; here != t;) {
    const PortId port{std::size_t{ports_[here.index() * columns_ + column]}};
    path.push_back({.port = port, .hops = 1});
    here = topology_.channel(*topology_.channel_from(here, port)).to;
  }
}

}  // namespace orthant
