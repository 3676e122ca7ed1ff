// Reads forwarding tables and traces every path through them.
//
// Tested by: tests/routing/lft_test.cpp
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "routing/graph/forwarding_table_lines.hpp"
#include "routing/graph/forwarding_tables.hpp"
#include "topology/names.hpp"

namespace orthant {

class ForwardingTables::Reader {
 public:
  Reader(const std::string& key, const std::string& file, ForwardingTables& tables)
      : lines_(key, file, 100),
        tables_(tables),
        topology_(tables.topology_),
        fabric_(topology_.fabric()),
        line_of_switch_(topology_.router_count()) {}

  void read(Lids lids) {
    number_columns(lids);
    while (lines_.next()) read_line(lines_.text());
    if (!current_switch_) lines_.fail_file("no forwarding tables; allowed: {}", kAllowed);
    for (std::size_t n = 0; n < topology_.node_count(); ++n) {
      const Columns columns = tables_.columns_of(NodeId{n});
      for (std::uint32_t i = 0; i < columns.count; ++i) follow_all(NodeId{n}, columns.first + i);
    }
  }

 private:
  static constexpr std::string_view kAllowed =
      "those that OpenSM dumps (opensm-lfts.dump, opensm.fdbs), or ibroute and dump_fts print";

  void number_columns(Lids lids) {
    for (std::size_t n = 0; n < topology_.node_count(); ++n) {
      const auto& [guid, lid, name, lmc] = fabric_.endpoints[n];
      if (lid == 0)
        key_error("topology.file",
                  "node {} ('{}') has no LID; allowed for forwarding tables: what ibnetdiscover "
                  "prints of a fabric whose ports are all up",
                  n, name);
      tables_.first_.push_back(static_cast<std::uint32_t>(lid_of_column_.size()));
      for (std::uint32_t i = 0; i < (lids == Lids::kAll ? 1u << lmc : 1u); ++i) {
        column_of_lid_[lid + i] = static_cast<std::uint32_t>(lid_of_column_.size());
        lid_of_column_.push_back(lid + i);
      }
    }
    tables_.columns_ = lid_of_column_.size();
    tables_.first_.push_back(static_cast<std::uint32_t>(tables_.columns_));
    tables_.ports_.assign(topology_.router_count() * tables_.columns_, kNone);
    line_of_entry_.assign(tables_.ports_.size(), 0);
    for (std::size_t r = 0; r < fabric_.switches.size(); ++r)
      router_of_guid_[fabric_.switches[r].guid] = RouterId{r};
  }

  void read_line(std::string_view line) {
    if (const auto guid = parse_table_header(line)) {
      begin_table(*guid);
    } else if (const auto entry = parse_table_entry(line)) {
      if (!current_switch_) lines_.fail("an entry before any switch; allowed: {}", kAllowed);
      add(*entry);
    } else if (const std::string_view other = other_table(line); !other.empty()) {
      lines_.fail("this is {}; allowed: {}", other, kAllowed);
    } else if (line.starts_with("0x") || line.starts_with("Unicast")) {
      lines_.fail("no line of a forwarding table: {}; allowed: {}", LineReader::printable(line),
                  kAllowed);
    }
  }

  void begin_table(std::uint64_t guid) {
    const auto known = router_of_guid_.find(guid);
    if (known == router_of_guid_.end())
      lines_.fail(
          "a switch with the guid 0x{:016x}, which the network has not; allowed: tables of "
          "the fabric in topology.file{}",
          guid,
          fabric_.is_synthetic ? ", which has to name GUIDs and LIDs, as ibnetdiscover does" : "");
    current_switch_ = known->second;
    std::size_t& first = line_of_switch_[current_switch_->index()];
    if (first != 0)
      lines_.fail("the switch 0x{:016x} is there twice, first in line {}; allowed: once", guid,
                  first);
    first = lines_.line_number();
  }

  void add(const TableEntry& entry) {
    const auto column = column_of_lid_.find(entry.lid);
    if (column == column_of_lid_.end()) return;  // LID of a switch, or unassigned
    std::size_t& first =
        line_of_entry_[current_switch_->index() * tables_.columns_ + column->second];
    if (first != 0)
      lines_.fail("LID 0x{:04x} is there twice, first in line {}; allowed: once", entry.lid, first);
    first = lines_.line_number();
    if (!entry.port) return;
    const std::vector<std::uint32_t>& numbers =
        fabric_.switches[current_switch_->index()].port_numbers;
    const auto port = std::ranges::find(numbers, *entry.port);
    if (port == numbers.end())
      lines_.fail("port {}, which {} has not; allowed: ports with a link in topology.file",
                  *entry.port, router_text(topology_, *current_switch_));
    tables_.port(*current_switch_, column->second) =
        static_cast<std::uint8_t>(port - numbers.begin());
  }

  // Throws an error at the entry's line, else at the line of its table, else without a line.
  template <class... Args>
  [[noreturn]] void fail_at_entry(RouterId r, std::uint32_t column,
                                  fmt::format_string<Args...> format, Args&&... args) const {
    const std::size_t entry = line_of_entry_[r.index() * tables_.columns_ + column];
    const std::size_t line = entry != 0 ? entry : line_of_switch_[r.index()];
    const std::string what = fmt::format(format, std::forward<Args>(args)...);
    if (line == 0) lines_.fail_file("{}", what);
    lines_.fail_at(line, "{}", what);
  }

  // Traces the paths from all routers with nodes to n by this column.
  void follow_all(NodeId n, std::uint32_t column) {
    const RouterId t = topology_.router_of(n);
    check_last_hop(n, column);
    for (std::size_t s = 0; s < topology_.router_count(); ++s) {
      if (topology_.has_nodes(RouterId{s})) follow(RouterId{s}, t, column);
    }
  }

  // The destination switch must forward to the node itself.
  void check_last_hop(NodeId n, std::uint32_t column) const {
    const RouterId r = topology_.router_of(n);
    const std::uint8_t port = tables_.port(r, column);
    if (port == kNone)
      fail_at_entry(r, column, "{} has no port for its own node {} (LID {})",
                    router_text(topology_, r), n.value, lid_of_column_[column]);
    if (PortId{std::size_t{port}} != topology_.port_of(n))
      fail_at_entry(r, column, "{} sends packets for its own node {} (LID {}) elsewhere",
                    router_text(topology_, r), n.value, lid_of_column_[column]);
  }

  void follow(RouterId s, RouterId t, std::uint32_t column) {
    const auto pair = [&] {
      return fmt::format("packets from {} to {} (LID {})", router_text(topology_, s),
                         router_text(topology_, t), lid_of_column_[column]);
    };
    RouterId here = s;
    std::size_t hops = 0;
    for (; here != t; ++hops) {
      const std::uint8_t port = tables_.port(here, column);
      if (port == kNone)
        fail_at_entry(here, column, "{} have no way: {} has no port for them", pair(),
                      router_text(topology_, here));
      const auto channel = topology_.channel_from(here, PortId{std::size_t{port}});
      if (!channel)
        fail_at_entry(here, column, "{} are handed to another node by {}", pair(),
                      router_text(topology_, here));
      if (hops == topology_.router_count())
        fail_at_entry(here, column, "{} go round in a circle", pair());
      here = topology_.channel(*channel).to;
    }
    tables_.longest_ = std::max(tables_.longest_, hops);
  }

  LineReader lines_;
  ForwardingTables& tables_;
  const Topology& topology_;
  Fabric fabric_;
  std::map<std::uint64_t, RouterId> router_of_guid_;
  std::map<std::uint32_t, std::uint32_t> column_of_lid_;
  std::vector<std::uint32_t> lid_of_column_;
  std::optional<RouterId> current_switch_;   // switch whose table is being read
  std::vector<std::size_t> line_of_switch_;  // per router; 0: no table
  std::vector<std::size_t> line_of_entry_;   // per router and column; 0: no entry
};

ForwardingTables::ForwardingTables(const std::string& key, const std::string& file,
                                   const Topology& topology, Lids lids)
    : topology_(topology) {
  Reader(key, file, *this).read(lids);
}

}  // namespace orthant
