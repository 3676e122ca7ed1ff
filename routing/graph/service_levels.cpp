// Tested by: tests/routing/service_levels_test.cpp
#include "routing/graph/service_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/text_cursor.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

// Parses "12" or "0x1c"; consumes nothing if there is no 32-bit number.
std::optional<std::uint32_t> take_number(TextCursor& at) {
  at.take_all(TextCursor::kBlanks);
  TextCursor ahead = at;
  const bool hexadecimal = ahead.take("0x");
  const std::string_view digits =
      ahead.take_all(hexadecimal ? TextCursor::kHexadecimalDigits : TextCursor::kDigits);
  if (digits.empty() || digits.size() > 8) return std::nullopt;
  at = ahead;
  return static_cast<std::uint32_t>(hexadecimal
                                        ? *parse_hexadecimal(digits)
                                        : static_cast<std::uint64_t>(*parse_integer(digits)));
}

bool is_at_end(TextCursor at) {
  at.take_all(TextCursor::kBlanks);
  return at.rest().empty();
}

struct MapRow {
  std::uint32_t in = 0, out = 0;
  std::array<std::uint8_t, ServiceLevels::kLevels> lanes = {};
};

// "3   1   : 0  1  2 ..." and "ports: in  3, out  1: | 0| 1| 2|...|"
std::optional<MapRow> parse_map_row(std::string_view line) {
  TextCursor at(line);
  const bool of_smpquery = at.take("ports: in ");
  MapRow row;
  const auto in = take_number(at);
  if (of_smpquery && !at.take(", out ")) return std::nullopt;
  const auto out = take_number(at);
  at.take_all(TextCursor::kBlanks);
  if (!in || !out || !at.take(":")) return std::nullopt;
  row.in = *in;
  row.out = *out;
  for (std::uint8_t& lane : row.lanes) {
    at.take_all(" \t|");
    const auto number = take_number(at);
    if (!number || *number >= ServiceLevels::kLevels) return std::nullopt;
    lane = static_cast<std::uint8_t>(*number);
  }
  at.take_all(" \t|");
  return is_at_end(at) ? std::optional(row) : std::nullopt;
}

}  // namespace

class ServiceLevels::Reader {
 public:
  Reader(const std::string& key, const std::string& file, ServiceLevels& levels,
         const ForwardingTables& tables)
      : lines_(key, file, 200), levels_(levels), topology_(levels.topology_) {
    const Fabric fabric = topology_.fabric();
    for (std::size_t n = 0; n < fabric.endpoints.size(); ++n) {
      const auto& [guid, lid, name, lmc] = fabric.endpoints[n];
      const auto [first, count] = tables.columns_of(NodeId{n});
      for (std::uint32_t i = 0; i < (1u << lmc); ++i)
        owners_[lid + i] = {n, i < count ? std::optional(first + i) : std::nullopt};
    }
    for (std::size_t r = 0; r < fabric.switches.size(); ++r) {
      router_of_guid_[fabric.switches[r].guid] = router_of_lid_[fabric.switches[r].lid] = r;
      numbers_.push_back(fabric.switches[r].port_numbers);
    }
  }

  void read() {
    while (lines_.next()) read_line(lines_.text());
    end_record();
    if (levels_.levels_.empty() && levels_.maps_.empty())
      lines_.fail_file("no service levels; allowed: {}", kAllowed);
  }

 private:
  static constexpr std::string_view kAllowed =
      "SLID DLID SL, what saquery -p prints, opensm-sl2vl.dump, what smpquery sl2vl prints";
  struct Owner {
    std::size_t node = 0;
    std::optional<std::uint32_t> column;  // nullopt: no packet carries the LID
  };

  void read_line(std::string_view line) {
    if (begin_device(line) || line.starts_with('#') || is_at_end(TextCursor(line))) return;
    if (line.starts_with("PathRecord dump:")) return begin_record();
    if (in_record_ && read_field(line)) return;
    if (const auto row = parse_map_row(line)) return add_map(*row);
    TextCursor at(line);
    const auto source = take_number(at), destination = take_number(at), level = take_number(at);
    if (!level || !is_at_end(at))
      lines_.fail("no line of service levels: {}; allowed: {}", LineReader::printable(line),
                  kAllowed);
    add_level(*source, *destination, *level);
  }

  // Switch 0x0002000000000000, base LID 9, "router 0"      # SL2VL table: Lid 12
  bool begin_device(std::string_view line) {
    TextCursor at(line);
    std::optional<std::uint64_t> number;
    const std::map<std::uint64_t, std::size_t>* routers = &router_of_guid_;
    if (at.take("Switch 0x")) {
      number = parse_hexadecimal(at.take_all(TextCursor::kHexadecimalDigits));
    } else if (at.take("# SL2VL table: Lid ")) {
      number = take_number(at);
      routers = &router_of_lid_;
    } else if (!at.take("Channel Adapter 0x") && !at.take("Router 0x")) {
      return false;
    }
    end_record();
    const auto known = number ? routers->find(*number) : routers->end();
    in_device_ = true;
    current_switch_ =
        known == routers->end() ? std::nullopt : std::optional(RouterId{known->second});
    return true;
  }

  void add_map(const MapRow& row) {
    if (!in_device_) lines_.fail("a map before any switch; allowed: Switch 0xGUID, base LID N");
    if (!current_switch_) return;  // of a channel adapter, or of a missing switch
    const auto port = [&](std::uint32_t number) -> std::optional<PortId> {
      const std::vector<std::uint32_t>& known = numbers_[current_switch_->index()];
      const auto found = std::ranges::find(known, number);
      if (found == known.end()) return std::nullopt;
      return PortId{static_cast<std::size_t>(found - known.begin())};
    };
    if (levels_.maps_.empty()) make_maps();
    const auto in = port(row.in), out = port(row.out);
    if (in && out) levels_.maps_[levels_.map_of(*current_switch_, *in, *out)] = row.lanes;
  }

  void make_maps() {
    std::size_t maps = 0;
    for (std::size_t r = 0; r < topology_.router_count(); ++r) {
      levels_.first_map_.push_back(maps);
      maps += topology_.port_count(RouterId{r}) * topology_.port_count(RouterId{r});
    }
    Map none;
    none.fill(kUnknown);
    levels_.maps_.assign(maps, none);
  }

  void begin_record() {
    end_record();
    in_record_ = true;
    record_line_ = lines_.line_number();
  }

  void end_record() {
    if (in_record_ && !level_)
      lines_.fail_at(record_line_,
                     "a path record without its dlid, slid or sl; allowed: all three");
    in_record_ = false;
    source_ = destination_ = level_ = std::nullopt;
  }

  // "	dlid....................9"
  bool read_field(std::string_view line) {
    TextCursor at(line);
    at.take_all(TextCursor::kBlanks);
    const std::string_view name = at.rest().substr(0, at.rest().find(".."));
    at.take(name);
    if (at.take_all(".").empty()) return false;
    if (name != "slid" && name != "dlid" && name != "sl") return true;
    const auto value = take_number(at);
    if (!value || !is_at_end(at)) return false;
    if (name == "slid") source_ = value;
    if (name == "dlid") destination_ = value;
    if (name != "sl" || !source_ || !destination_) return true;
    level_ = value;
    add_level(*source_, *destination_, *value);
    return true;
  }

  void add_level(std::uint32_t source, std::uint32_t destination, std::uint32_t level) {
    if (level >= kLevels) lines_.fail("the service level {}; allowed: 0 to 15", level);
    const auto from = owners_.find(source), to = owners_.find(destination);
    for (const std::uint32_t lid : {source, destination})
      if (!owners_.contains(lid) && !router_of_lid_.contains(lid))
        lines_.fail("the LID {}, which the network has not; allowed: LIDs of topology.file", lid);
    if (levels_.levels_.empty())
      levels_.levels_.assign(topology_.node_count() * levels_.columns_, kUnknown);
    if (from == owners_.end() || to == owners_.end() || !to->second.column) return;
    levels_.levels_[from->second.node * levels_.columns_ + *to->second.column] =
        static_cast<std::uint8_t>(level);
  }

  LineReader lines_;
  ServiceLevels& levels_;
  const Topology& topology_;
  std::map<std::uint32_t, Owner> owners_;  // by LID
  std::map<std::uint64_t, std::size_t> router_of_guid_, router_of_lid_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // of ports, per router
  bool in_device_ = false;
  std::optional<RouterId> current_switch_;  // switch whose maps are being read
  bool in_record_ = false;
  std::size_t record_line_ = 0;
  std::optional<std::uint32_t> source_, destination_, level_;  // of the current record
};

ServiceLevels::ServiceLevels(const std::string& key, const std::string& file,
                             const Topology& topology, const ForwardingTables& tables)
    : topology_(topology), key_(key), file_(file), columns_(tables.column_count()) {
  Reader(key, file, *this, tables).read();
}

void ServiceLevels::set_lanes(NodeId source, NodeId destination, std::uint32_t column,
                              Path& path) const {
  if (path.empty()) return;
  const std::uint8_t level = levels_.empty() ? 0 : levels_[source.index() * columns_ + column];
  if (level == kUnknown)
    key_error(
        key_,
        "{}: no service level from node {} to node {}; allowed: one for every pair of nodes on "
        "different switches, or none for any",
        file_, source.value, destination.value);
  RouterId here = topology_.router_of(source);
  PortId in = topology_.port_of(source);
  for (Leg& leg : path) {
    const std::uint8_t lane = maps_.empty() ? level : maps_[map_of(here, in, leg.port)][level];
    if (lane >= kLevels - 1)
      key_error(key_, "{}: {} {} service level {} from port {} to port {}; allowed: VLs 0 to 14",
                file_, router_text(topology_, here), lane == kUnknown ? "has no map for" : "drops",
                level, topology_.fabric().switches[here.index()].port_numbers[in.index()],
                topology_.fabric().switches[here.index()].port_numbers[leg.port.index()]);
    leg.vc_class = lane;
    const Channel channel = topology_.channel(*topology_.channel_from(here, leg.port));
    here = channel.to;
    in = channel.to_port;
  }
}

}  // namespace orthant
