// Columns and rows of run, sweep and saturate.
#include "app/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/csv.hpp"
#include "app/replay.hpp"
#include "base/counted.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

// Keys that a fixed key column shows, and that column.
struct ShownKey {
  std::string_view key, column;
};
constexpr std::array<ShownKey, 11> kShownKeys = {{{"topology.kind", "topology"},
                                                  {"topology.dimensions", "dimensions"},
                                                  {"routing.algorithm", "routing"},
                                                  {"traffic.pattern", "pattern"},
                                                  {"traffic.injection", "injection"},
                                                  {"router.switching", "switching"},
                                                  {"router.flow_control", "flow_control"},
                                                  {"router.vcs", "vcs"},
                                                  {"router.buffer_flits", "buffer_flits"},
                                                  {"traffic.packet_flits", "packet_flits"},
                                                  {"traffic.load_unit", "load_unit"}}};

std::string text(const std::optional<double>& value) { return real_text(value); }

// The value of a key that a verb may do without. A replay has a collective instead of a pattern,
// and no load.
std::string shown(const Point& point, std::string_view key) {
  if (replays(point)) {
    if (key == "traffic.pattern") key = "schedule.collective";
    if (key == "traffic.load_unit") return "";
  }
  return point.has_value(key) ? point.text(key) : "";
}

std::string limit_text(const std::optional<Limit>& limit) {
  return limit ? std::string(limit_name(*limit)) : "";
}

template <class Whole>
std::string whole(Whole value) {
  return fmt::format("{}", value);
}

// Of an output queue, whose slots hold a packet of any length.
std::string buffer_flits_text(const Setup& setup) {
  const RouterOptions& router = setup.router;
  return whole(router.model == RouterModel::kOutputQueued
                   ? router.output_queue.packets * setup.traffic.lengths.longest()
                   : router.buffer_flits);
}

// True where the field of a row follows from the point's setting of the key alone.
bool follows_from_setting(const Point& point, std::string_view key) {
  constexpr std::string_view kOfInputQueues[] = {"router.switching", "router.flow_control",
                                                 "router.buffer_flits"};
  if (point.text("router.model") != "output_queued") return true;
  return std::ranges::find(kOfInputQueues, key) == std::end(kOfInputQueues);
}

}  // namespace

std::vector<std::string> axes_but(std::span<const Axis> axes,
                                  std::span<const std::string_view> shown) {
  std::vector<std::string> keys;
  for (const Axis& axis : axes)
    if (std::ranges::find(shown, axis.key) == shown.end()) keys.push_back(axis.key);
  std::ranges::sort(keys);
  return keys;
}

std::vector<std::string> swept_keys(std::span<const Axis> axes,
                                    std::span<const std::string_view> own) {
  std::vector<std::string> keys = axes_but(axes, own);
  std::erase_if(keys, [](const std::string& key) {
    return std::ranges::find(kShownKeys, key, &ShownKey::key) != kShownKeys.end();
  });
  return keys;
}

std::vector<Column> key_columns(std::span<const std::string> swept) {
  std::vector<Column> columns = {{"topology", true},
                                 {"dimensions", true},
                                 {"routers"},
                                 {"nodes"},
                                 {"routing", true},
                                 {"pattern", true},
                                 {"injection", true},
                                 {"switching", true},
                                 {"flow_control", true},
                                 {"vcs"},
                                 {"buffer_flits"},
                                 {"packet_flits"},
                                 {"load_unit", true}};
  for (const std::string& key : swept) columns.push_back({key});
  return columns;
}

Row key_fields(const Point& point, const Setup& setup, std::span<const std::string> swept) {
  const Topology& topology = *setup.topology;
  Row row = {topology.kind(),
             topology.dimensions(),
             whole(topology.router_count()),
             whole(topology.node_count()),
             point.text("routing.algorithm"),
             shown(point, "traffic.pattern"),
             point.text("traffic.injection"),
             std::string(switching_name(setup.router.switching)),
             std::string(flow_control_name(setup.router.flow_control)),
             whole(setup.router.vcs),
             buffer_flits_text(setup),
             point.text("traffic.packet_flits"),
             shown(point, "traffic.load_unit")};
  for (const std::string& key : swept) row.push_back(point.text(key));
  return row;
}

std::vector<KnownField> known_key_fields(const Point& point, std::span<const std::string> swept) {
  std::vector<KnownField> fields;
  for (const auto& [key, column] : kShownKeys)
    if (const std::string value = shown(point, key);
        value != "auto" && follows_from_setting(point, key))
      fields.push_back({std::string(column), value});
  for (const std::string& key : swept) fields.push_back({key, point.text(key)});
  return fields;
}

std::vector<Column> simulation_columns() {
  constexpr std::string_view kWords[] = {"verdict", "limit"};
  std::vector<Column> columns;
  for (const char* name : {"load",
                           "seed",
                           "verdict",
                           "offered_flits",
                           "accepted_flits",
                           "offered_capacity",
                           "accepted_capacity",
                           "latency_mean",
                           "latency_ci95",
                           "latency_p50",
                           "latency_p95",
                           "latency_p99",
                           "latency_p999",
                           "latency_max",
                           "network_latency_mean",
                           "hops_mean",
                           "packets",
                           "cycles",
                           "channel_load_mean",
                           "channel_load_max",
                           "jain_accepted",
                           "source_accepted_min",
                           "derouted_fraction",
                           "oidn_fraction",
                           "widn_fraction",
                           "latency_mean_ns",
                           "refused_fraction",
                           "oidn_excess_max",
                           "oidn_beyond_fraction",
                           "wanted_free_fraction",
                           "collapse_cycles",
                           "limit"})
    columns.push_back({name, std::ranges::find(kWords, name) != std::end(kWords)});
  return columns;
}

Row simulation_fields(const Setup& setup, std::uint64_t seed, const SimulationResult& result) {
  const auto over_capacity = [&](std::optional<double> flits) -> std::optional<double> {
    if (!setup.capacity_flits || !flits) return std::nullopt;
    return *flits / *setup.capacity_flits;
  };
  // A run that ended before its window has measured nothing.
  std::optional<double> offered, accepted;
  if (result.window_cycles > 0) {
    offered = result.offered_flits;
    accepted = result.accepted_flits;
  }
  std::optional<double> mean_ns;
  if (setup.cycle_ns && result.latency_mean) mean_ns = *result.latency_mean * *setup.cycle_ns;
  return {setup.replay ? std::string() : real_text(setup.load),
          whole(seed),
          std::string(verdict_name(result.verdict)),
          text(offered),
          text(accepted),
          text(over_capacity(offered)),
          text(over_capacity(accepted)),
          text(result.latency_mean),
          text(result.latency_ci95),
          text(result.latency_p50),
          text(result.latency_p95),
          text(result.latency_p99),
          text(result.latency_p999),
          text(result.latency_max),
          text(result.network_latency_mean),
          text(result.hops_mean),
          whole(result.packets),
          whole(result.cycles),
          text(result.channel_load_mean),
          text(result.channel_load_max),
          text(result.jain_accepted),
          text(result.source_accepted_min),
          text(result.derouted_fraction),
          text(result.oidn_fraction),
          text(result.widn_fraction),
          text(mean_ns),
          text(result.refused_fraction),
          text(result.oidn_excess_max),
          text(result.oidn_beyond_fraction),
          text(result.wanted_free_fraction),
          result.collapse_cycles ? whole(*result.collapse_cycles) : std::string(),
          limit_text(result.limit)};
}

std::vector<Column> saturation_columns() {
  return {{"saturation_load"}, {"saturation_flits"},      {"saturation_capacity"},
          {"tolerance"},       {"accepted_beyond_flits"}, {"latency_at_90_percent"},
          {"deadlock_load"},   {"verdict", true},         {"seeds"},
          {"metastable_from"}, {"collapsed_share"},       {"collapse_cycles_median"},
          {"limit", true}};
}

double in_flits(const Setup& setup, double load) {
  return setup.load_unit == LoadUnit::kFlits ? load : load * setup.capacity_flits.value();
}

Row saturation_fields(const Setup& setup, const Saturation& saturation) {
  const double flits = in_flits(setup, saturation.load);
  std::optional<double> capacity;
  if (setup.load_unit == LoadUnit::kCapacity)
    capacity = saturation.load;
  else if (setup.capacity_flits)
    capacity = flits / *setup.capacity_flits;
  return {real_text(saturation.load),
          real_text(flits),
          real_text(capacity),
          real_text(saturation.tolerance),
          real_text(saturation.accepted_beyond_flits),
          real_text(saturation.latency_at_90_percent),
          real_text(saturation.deadlock_load),
          saturation.metastable_from ? "metastable" : "stable",
          whole(saturation.seeds),
          real_text(saturation.metastable_from),
          real_text(saturation.collapsed_share),
          real_text(saturation.collapse_cycles_median),
          limit_text(saturation.limit)};
}

std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all) {
  if (result.knots.empty())
    return fmt::format(
        "deadlock: seen in cycle {}; nothing moves: routers send the same packets again and again "
        "and all are refused. There is no knot, so some that wait would be accepted, but "
        "their turn never comes",
        result.deadlock_cycle);
  const bool queues = model == RouterModel::kOutputQueued;
  constexpr std::size_t kMostPlaces = 20;
  const std::size_t knots = result.knots.size();
  std::size_t places = 0;
  for (const std::vector<BlockedVc>& knot : result.knots) places += knot.size();
  std::string text = fmt::format("deadlock: seen in cycle {}; {} of {} that wait for each other",
                                 result.deadlock_cycle, counted(knots, "knots"),
                                 counted(places, queues ? "output queues" : "VC buffers"));
  if (result.stuck_behind > 0) text += fmt::format(", {} more wait for them", result.stuck_behind);
  const std::size_t shown = all ? knots : std::min<std::size_t>(knots, 1);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::vector<BlockedVc>& knot = result.knots[k];
    text += fmt::format("\nknot of {} {}:", knot.size(),
                        queues ? "queues of output ports" : "buffers behind input ports");
    const std::size_t most = all ? knot.size() : std::min(knot.size(), kMostPlaces);
    for (const BlockedVc& place : std::span(knot).first(most))
      text += fmt::format("\n  {} {}, {} {}", router_text(topology, place.router),
                          port_text(topology, place.router, place.port), queues ? "queue" : "vc",
                          place.vc.value);
    if (most < knot.size()) text += fmt::format("\n  ... and {} more (-v)", knot.size() - most);
  }
  if (shown < knots) text += fmt::format("\n... and {} (-v)", counted(knots - shown, "more knots"));
  return text;
}

Table channel_table() {
  return {{{"seed"},
           {"channel"},
           {"from"},
           {"from_port"},
           {"to"},
           {"to_port"},
           {"flits"},
           {"utilization"}},
          {}};
}

// Utilization: the share of the channel's bandwidth that was used in the window.
void add_channels(Table& table, const Setup& setup, std::uint64_t seed,
                  const SimulationResult& result) {
  for (std::size_t c = 0; c < result.channel_flits.size(); ++c) {
    const Channel& channel = setup.topology->channel(ChannelId{c});
    std::optional<double> utilization;
    if (result.window_cycles > 0)
      utilization = static_cast<double>(result.channel_flits[c]) /
                    (static_cast<double>(result.window_cycles) * to_double(channel.bandwidth));
    table.rows.push_back({whole(seed), whole(c), whole(channel.from.value),
                          whole(channel.from_port.value), whole(channel.to.value),
                          whole(channel.to_port.value), whole(result.channel_flits[c]),
                          text(utilization)});
  }
}

Table histogram_table() { return {{{"seed"}, {"latency_from"}, {"latency_to"}, {"packets"}}, {}}; }

void add_histogram(Table& table, std::uint64_t seed, const SimulationResult& result) {
  for (const LatencyBin& bin : result.histogram)
    table.rows.push_back({whole(seed), whole(bin.from), whole(bin.to), whole(bin.packets)});
}

}  // namespace orthant
