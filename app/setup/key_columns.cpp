// Tested by: tests/app/columns_test.cpp
#include "app/setup/key_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "app/keys/keys.hpp"
#include "app/output/columns.hpp"
#include "app/setup/make_replay.hpp"
#include "app/setup/make_workload.hpp"
#include "routing/flow_control_words.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

// Values of a key that differ between named sections, "uniform+hotspot"; else empty.
std::string shown_of_named(const Point& point, std::string_view key) {
  const NamedSections* named = named_sections_of(key);
  if (named == nullptr) return {};
  std::vector<std::string> values;
  for (const std::string& name : point.names_in(named->section)) {
    const NamedValues own(point, named->section, name);
    values.push_back(own.has_value(key) ? own.text(key) : "");
  }
  const bool differ = std::ranges::adjacent_find(values, std::not_equal_to()) != values.end();
  const bool own = !values.empty() && !point.has_value(key);
  if (!differ) return own ? values.front() : std::string();
  return fmt::format("{}", fmt::join(values, "+"));
}

// True for a key of the network that other keys leave unread.
bool is_unread(const Point& point, std::string_view key) {
  if (key == "faults.fault_seed") return !point.has_value("faults.link_probability");
  if (!key.starts_with("topology.")) return false;
  const std::vector<Key> read = find_topology(point.text("topology.kind"))->rows.keys();
  return key != "topology.kind" && std::ranges::find(read, key, &Key::name) == read.end();
}

// The value of a key that may be missing, or that others leave unread. A replay shows its
// collective instead of a pattern, a workload its kind or file, and neither has a load.
std::string shown(const Point& point, std::string_view key) {
  if (replays(point)) {
    if (key == "traffic.pattern") key = "schedule.collective";
    if (key == "traffic.load_unit") return "";
  }
  if (runs_workload(point)) {
    if (key == "traffic.pattern") return name_of_workload(point);
    if (key == "traffic.packet_flits") key = "workload.packet_flits";
    if (key == "traffic.load_unit") return "";
  }
  if (is_unread(point, key)) return "";
  if (std::string all = shown_of_named(point, key); !all.empty()) return all;
  return point.has_value(key) ? point.text(key) : "";
}

std::optional<std::size_t> links_down_of(const Setup& setup) {
  return setup.links_down ? std::optional(setup.links_down->size()) : std::nullopt;
}

// Buffer size in flits; a slot of an output queue holds a packet of any length.
std::uint32_t buffer_flits(const Setup& setup) {
  const RouterOptions& router = setup.router;
  return router.model == RouterModel::kOutputQueued
             ? router.output_queue.packets * setup.traffic.lengths.longest()
             : router.buffer_flits;
}

// The flow control; if rings differ, a word for each dimension, "bubble+credit".
std::string flow_control(const Setup& setup) {
  const DimensionMask bubbles = setup.router.bubble_dimensions;
  if (bubbles == kAllDimensions)
    return std::string(kFlowControls.name_of(setup.router.flow_control));
  std::vector<std::string_view> words;
  for (std::size_t d = 0; d < setup.topology->structure()->dimensions(); ++d)
    words.push_back(contains(bubbles, d) ? "bubble" : "credit");
  return fmt::format("{}", fmt::join(words, "+"));
}

// True if the point's setting of the key alone determines the field.
bool follows_from_setting(const Point& point, std::string_view key) {
  constexpr std::string_view kOfInputQueues[] = {"router.switching", "router.flow_control",
                                                 "router.buffer_flits"};
  if (key == "router.flow_control" && !point.has_value(key)) return false;  // per dimension
  if (point.text("router.model") != "output_queued") return true;
  return std::ranges::find(kOfInputQueues, key) == std::end(kOfInputQueues);
}

// The network and traffic that a row is about.
struct KeySource {
  const Point& point;
  const Setup& setup;
};

// A column, and the key that it shows; empty: it depends on several keys.
struct KeyColumn {
  std::string_view key;
  ColumnRow<KeySource> row;
};

// A column that shows a key as the config gives it.
KeyColumn given_key(std::string_view column, std::string_view key, std::string_view meaning) {
  return {key, {column, meaning, [key](const KeySource& of) { return shown(of.point, key); }}};
}

// A column for a key by which a network differs from its kind and dimensions, where `decider`, or
// the key itself, is given.
KeyColumn if_given(std::string_view key, std::string_view meaning, std::string_view decider = {}) {
  KeyColumn column = given_key(key, key, meaning);
  column.row = column.row.only(read_if(decider.empty() ? key : decider));
  return column;
}

const std::vector<KeyColumn>& fixed_key_columns() {
  static const std::vector<KeyColumn> all = {
      {"topology.kind",
       {"topology", "Kind of network.",
        [](const KeySource& of) { return of.setup.topology->kind(); }}},
      {"topology.dimensions",
       {"dimensions", "Routers along each dimension; empty without coordinates.",
        [](const KeySource& of) { return of.setup.topology->dimensions(); }}},
      {"",
       {"routers", "", "Routers of the network.",
        [](const KeySource& of) { return of.setup.topology->router_count(); }}},
      {"",
       {"nodes", "", "Nodes of the network.",
        [](const KeySource& of) { return of.setup.topology->node_count(); }}},
      given_key("routing", "routing.algorithm", "Routing algorithm."),
      given_key("pattern", "traffic.pattern",
                "Traffic pattern; of a replay, the collective communication; of a workload, its "
                "kind or file."),
      given_key("injection", "traffic.injection", "Injection process."),
      {"router.switching",
       {"switching", "When a packet moves on.",
        [](const KeySource& of) { return kSwitchings.name_of(of.setup.router.switching); }}},
      {"router.flow_control",
       {"flow_control", "What keeps rings free of deadlock.",
        [](const KeySource& of) { return flow_control(of.setup); }}},
      {"router.vcs",
       {"vcs", "", "Virtual channels per channel, or queues per output port.",
        [](const KeySource& of) { return of.setup.router.vcs; }}},
      {"router.buffer_flits",
       {"buffer_flits", "flits", "Size of a VC's buffer, or of an output queue.",
        [](const KeySource& of) { return buffer_flits(of.setup); }}},
      {"traffic.packet_flits",
       {"packet_flits", "flits", "Length of packets, or the mix of lengths.",
        [](const KeySource& of) { return shown(of.point, "traffic.packet_flits"); }}},
      given_key("load_unit", "traffic.load_unit",
                "Unit of the column load: capacity, or flits per node and cycle."),
      if_given("faults.fault_seed", "Seed of failed links.", "faults.link_probability"),
      if_given("faults.groups", "File of links that fail together."),
      if_given("faults.link_probability", "Probability with which a link has failed."),
      if_given("faults.links", "Failed links."),
      if_given("faults.routers", "Failed routers."),
      {"", ColumnRow<KeySource>("links_down", "",
                                "Links that have failed, those of failed routers included.",
                                [](const KeySource& of) { return links_down_of(of.setup); })
               .only(read_if("faults.link_probability"))},
      if_given("topology.exceptions", "File of what differs in the network."),
      if_given("topology.express", "Intervals of express channels."),
      if_given("topology.twist", "Shifts of a twisted torus."),
      if_given("topology.wrap", "Dimensions that wrap around."),
  };
  return all;
}

std::vector<KnownField> known_fields(const Point& point) {
  std::vector<KnownField> fields;
  for (const auto& [key, row] : fixed_key_columns()) {
    if (key.empty() || !follows_from_setting(point, key)) continue;
    if (const std::string value = shown(point, key); value != "auto")
      fields.push_back({row.column.name, value});
  }
  return fields;
}

}  // namespace

std::vector<std::string_view> network_change_keys(const Config& config) {
  std::vector<std::string_view> keys;
  for (const auto& [key, row] : fixed_key_columns()) {
    const std::string_view decider = row.column.when.conditions[0].key;
    if (!key.empty() && !decider.empty() && config.is_set(key) && config.is_set(decider))
      keys.push_back(key);
  }
  return keys;
}

std::vector<Column> key_columns() {
  std::vector<Column> columns;
  for (const KeyColumn& fixed : fixed_key_columns()) columns.push_back(fixed.row.column);
  return columns;
}

Row key_fields(const Point& point, const Setup& setup) {
  Row row;
  for (const KeyColumn& fixed : fixed_key_columns()) row.push_back(fixed.row.field({point, setup}));
  return row;
}

std::vector<Column> channel_key_columns() {
  return {{"channel", false, {}, "Id of the channel."},
          {"from", false, {}, "Router at its beginning."},
          {"from_port", false, {}, "Port of that router."},
          {"to", false, {}, "Router at its end."},
          {"to_port", false, {}, "Port of that router."}};
}

Row channel_key_fields(const Topology& topology, ChannelId id) {
  const Channel& channel = topology.channel(id);
  return {field_text(id.value), field_text(channel.from.value), field_text(channel.from_port.value),
          field_text(channel.to.value), field_text(channel.to_port.value)};
}

std::vector<Column> channel_use_columns(std::string_view flits) {
  return chained(channel_key_columns(),
                 {{"flits", false, "flits", flits},
                  {"utilization", false, "share", "Share of its bandwidth that was used."}});
}

Row channel_use_fields(const Topology& topology, ChannelId id, std::uint64_t flits,
                       std::uint64_t cycles) {
  std::optional<double> utilization;
  if (cycles > 0)
    utilization = static_cast<double>(flits) /
                  (static_cast<double>(cycles) * to_double(topology.channel(id).bandwidth));
  return chained(channel_key_fields(topology, id), {field_text(flits), real_text(utilization)});
}

Study study_of_keys(const Config& config, std::string_view what, const std::vector<Column>& columns,
                    std::vector<std::string_view> shown) {
  for (const KeyColumn& fixed : fixed_key_columns()) shown.push_back(fixed.key);
  return {.config = config,
          .what = what,
          .columns = chained(key_columns(), columns),
          .shown = std::move(shown),
          .axes_at = fixed_key_columns().size(),
          .known = [](const Point& point, std::uint32_t) { return known_fields(point); }};
}

}  // namespace orthant
