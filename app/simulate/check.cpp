// The verb check: reads and builds everything, proves and predicts, simulates nothing.
//
// Tested by: tests/app/check_test.py, tests/sim/prediction_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "analysis/deadlock/deadlock.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "app/config/verbs.hpp"
#include "app/jobs/study.hpp"
#include "app/output/csv.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "app/points/check_points.hpp"
#include "app/points/expected_work.hpp"
#include "app/points/results.hpp"
#include "app/setup/build.hpp"
#include "app/setup/chosen_vcs.hpp"
#include "app/setup/deadlock_gate.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"
#include "app/simulate/check_report.hpp"
#include "base/error.hpp"
#include "base/key_values.hpp"
#include "sim/measure/limit.hpp"
#include "sim/node/node_models.hpp"
#include "sim/prediction/prediction.hpp"
#include "sim/validate.hpp"
#include "topology/names.hpp"

namespace orthant {

const std::vector<Column>& check_columns() {
  static const std::vector<Column> columns = {
      {"channels", false, {}, "Channels between routers, one for each direction."},
      {"ports_max",
       false,
       {},
       "Most ports of a router: its nodes', and to others. In a grid two for each dimension, of "
       "which one has no channel in a dimension of 2 routers and at the edge of a mesh."},
      {"capacity_flits", false, "flits/node/cycle",
       "Load at which the best possible routing fills the busiest channels under uniform traffic."},
      {"capacity_left_flits", false, "flits/node/cycle",
       "The same for what [faults] leaves of a small network."},
      {"load_flits", false, "flits/node/cycle", "The load of the first point."},
      {"load_capacity", false, "capacity",
       "The load of the first point as a share of the capacity."},
      {"vc_classes", false, {}, "Sets of VCs that the routing distinguishes."},
      {"vc_split", true, {}, "Which VCs each set of vc_classes has."},
      {"deadlock_free", true, {}, "Whether the routing is proved free of deadlock."},
      {"deadlock_theorem", true, {}, "The theorem that the proof rests on."},
      {"deadlock_walked", true, {}, "What the proof looked at."},
      {"zero_load_latency_mean", false, "cycles",
       "Latency of a packet that meets no other, from generation to the arrival of its last flit."},
      {"zero_load_latency_min", false, "cycles",
       "Least latency of a packet that meets no other, of any pair of nodes that send."},
      {"zero_load_latency_max", false, "cycles",
       "Largest latency of a packet that meets no other, of any pair of nodes that send."},
      {"zero_load_hops_mean", false, "channels",
       "Channels between routers that such a packet crosses in the mean."},
      {"zero_load_sources", false, {}, "Nodes whose packets the zero_load columns are of."},
      {"channel_limit_flits", false, "flits/node/cycle",
       "Load at which the busiest channel between routers is full."},
      {"bottleneck_flits", false, "flits/node/cycle",
       "Load at which the first channel is full, or the buffers downstream of it are."},
      {"bottleneck", true, {}, "The channel that is full first, and what fills it."},
      {"node_limit_flits", false, "flits/node/cycle",
       "Load at which the first channel of a node is full."},
      {"credit_loop_flits", false, "flits",
       "Largest buffer that a channel needs to be kept busy: what is sent until a credit returns."},
      {"router_state_bytes", false, "bytes", "Memory of the routers of a simulation."},
      {"flit_buffer_bytes", false, "bytes", "Memory of the buffers of the routers."},
      {"topology_bytes", false, "bytes", "Memory of the network itself."},
      {"bookkeeping_bytes", false, "bytes",
       "Memory of what a run counts of nodes and channels, and of the program itself."},
      {"memory_bytes", false, "bytes",
       "Memory that a run takes at its most: routers, buffers, network and bookkeeping, but for "
       "packets under way."},
      {"output_bytes", false, "bytes",
       "What the files of [output] will hold, about: those of packets, flows, operations, times "
       "and events."},
  };
  return columns;
}

void Report::add(std::string_view name, const std::string& value) {
  const std::vector<Column>& columns = check_columns();
  facts.emplace_back(columns[column_of(columns, name)], value);
}

namespace {

// Points that are equal for a report, except for the load.
struct CheckedNetwork {
  Point point;                // of the first point
  std::vector<double> loads;  // of all points that have one, in load_unit
};

void add_keys(const Point& point, const Setup& setup, Report& report) {
  const std::vector<Column> columns = key_columns();
  const Row row = key_fields(point, setup);
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns[c].when.is_always() || !row[c].empty())
      report.facts.emplace_back(columns[c], row[c]);
}

// Names the links as faults.links reads them, but not those of routers that are down.
void note_links_down(const Setup& setup, Report& report) {
  constexpr std::size_t kMost = 100;
  const Topology& topology = *setup.topology;
  const auto name = [&](RouterId r) {
    return topology.structure() ? fmt::format("({})", coordinates_text(topology, r, ','))
                                : fmt::format("{}", r.index());
  };
  if (!setup.links_down) return;
  const auto is_up = [&](RouterId r) { return topology.channel_port_count(r) != 0; };
  std::string text;
  std::size_t count = 0;
  for (const auto& [a, b] : *setup.links_down)
    if (is_up(a) && is_up(b) && ++count <= kMost) text += fmt::format(" {}-{}", name(a), name(b));
  if (count > kMost) text += fmt::format(", and {} more", count - kMost);
  if (count != 0) report.notes.push_back("links down:" + text);
}

void add_network(const Point& point, const Setup& setup, Report& report) {
  add_keys(point, setup, report);
  report.add("channels", fmt::format("{}", setup.topology->channel_count()));
  report.add("ports_max", fmt::format("{}", setup.topology->max_port_count()));
  for (const std::string& warning : setup.topology->warnings()) report.warn("{}", warning);
  note_links_down(setup, report);
}

// `loads`: in flits per node and cycle.
void add_load(const Setup& setup, const std::vector<double>& loads, Report& report) {
  report.add("capacity_flits", real_text(setup.capacity_flits));
  if (setup.links_down && !setup.links_down->empty() && setup.class_networks.empty())
    report.add("capacity_left_flits", real_text(capacity_by_program(*setup.topology)));
  if (!setup.has_load()) return;
  if (!setup.capacity_flits)
    (setup.class_networks.empty() ? report.warnings : report.notes)
        .push_back(no_capacity_text(*setup.topology) + ": give loads in flits");
  if (loads.empty()) {
    report.note("no traffic.load is given: nothing is said about load");
    return;
  }
  report.add("load_flits", real_text(loads.front()));
  if (setup.capacity_flits)
    report.add("load_capacity", real_text(setup.share_of_capacity(loads.front())));
}

void add_node_limit(const Setup& setup, const std::vector<double>& loads, Report& report) {
  if (!setup.has_load()) return;
  const NodeLimit limit = node_limit(setup.parts());
  if (!std::isfinite(limit.flits)) return;
  report.add("node_limit_flits", real_text(limit.flits));
  if (limit.sending_alone)
    report.note(
        "node_limit_flits is of what nodes send: the traffic matrix is too large to add up what "
        "they receive");
  if (const auto near =
          loads_within(loads, kFullNodeChannel * limit.flits, just_above(limit.flits)))
    report.warn(
        "{} at least {} of {:.6g}, at which the channels of the busiest node are full: the "
        "nodes, not the network, may be what saturates there",
        *near, kFullNodeChannel, limit.flits);
  if (const auto above = loads_within(loads, just_above(limit.flits)))
    report.warn("{} above {:.6g}, at which the channels of the busiest node are full", *above,
                limit.flits);
  if (!setup.most_sent_flits) return;
  const double most = setup.own_flits + *setup.most_sent_flits;
  if (const auto above = loads_within(loads, just_above(most)))
    report.warn("{} impossible: a node with {} sends at most {:.6g}{}", *above, setup.most_sent_by,
                most, busiest_source_text(setup));
}

// Formats "dateline 0: vc 0; dateline 1: vc 1".
std::string vc_split(const Setup& setup) {
  const std::vector<VcRange> ranges = vcs_of_classes(setup.parts());
  std::string text;
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    const unsigned first = ranges[c].first, count = ranges[c].count;
    text += fmt::format("{}{}: ", c == 0 ? "" : "; ", vc_class_name(setup.parts(), c));
    if (ranges[c].shared)
      text += "none of its own";
    else if (count == 1)
      text += fmt::format("vc {}", first);
    else
      text += fmt::format("vc {} to {}", first, first + count - 1);
  }
  return text;
}

void add_deadlock(const Point& point, const Setup& setup, Report& report) {
  const std::vector<VcClass>& classes = setup.routing->traits().vc_classes;
  report.add("vc_classes", fmt::format("{}", classes.size()));
  report.add("vc_split", vc_split(setup));
  const std::size_t sets = setup.router.message_classes;
  const std::size_t all = classes.size() * sets;
  const std::string each = sets > 1 ? fmt::format(" in {} message classes", sets) : "";
  if (setup.router.vcs < all)
    report.warn("{} too few for {} classes{}",
                setup.router.vcs == 1 ? "1 VC is" : fmt::format("{} VCs are", setup.router.vcs),
                classes.size(), each);
  else if (setup.router.vcs % (classes.back().adaptive ? sets : all) != 0)
    report.warn("{} VCs do not divide by {} classes{}: the first classes get one more",
                setup.router.vcs, classes.size(), each);
  for (std::size_t m = 0; m < sets && sets > 1; ++m)
    if (!setup.uses_message_class(m)) report.warn("no traffic uses message class {}", m);
  const DeadlockReport proof = deadlock_report(point, setup);
  report.deadlock_free = proof.free;
  report.deadlock = report_text(proof);
  while (report.deadlock.ends_with('\n')) report.deadlock.pop_back();
  report.add("deadlock_free", yes_no(proof.free));
  report.add("deadlock_theorem", std::string(theorem_name(proof.theorem)));
  report.add("deadlock_walked", proof.walked);
}

void add_zero_load(const Setup& setup, Report& report) {
  const std::optional<ZeroLoadFigures> zero = predict_zero_load(setup.parts());
  if (!zero) {
    report.warn("no node sends anything");
    return;
  }
  report.add("zero_load_latency_mean", real_text(zero->mean));
  report.add("zero_load_latency_min", real_text(zero->least));
  report.add("zero_load_latency_max", real_text(zero->most));
  report.add("zero_load_hops_mean", real_text(zero->hops_mean));
  report.add("zero_load_sources", fmt::format("{}", zero->sources));
  if (zero->wait)
    report.note(
        "zero_load_latency_* contain the wait for the clock of the node, which a packet of any "
        "cycle has: {:g} cycles in the mean, {:g} to {:g}",
        zero->wait->mean, zero->wait->least, zero->wait->most);
  if (zero->sampled)
    report.note(
        "zero_load_* are over {} pairs of nodes drawn at random, from {} sources: means "
        "are approximate, min and max may lie beyond",
        zero->pairs, zero->sources);
}

void add_memory(const Setup& setup, Report& report) {
  const MemoryEstimate memory = estimate_memory(setup.parts());
  const std::size_t topology = setup.topology->memory_bytes();
  report.add("router_state_bytes", fmt::format("{}", memory.router_state_bytes));
  report.add("flit_buffer_bytes", fmt::format("{}", memory.flit_buffer_bytes));
  report.add("topology_bytes", fmt::format("{}", topology));
  report.add("bookkeeping_bytes", fmt::format("{}", memory.bookkeeping_bytes));
  report.add("memory_bytes",
             fmt::format("{}", memory.router_state_bytes + memory.flit_buffer_bytes + topology +
                                   memory.bookkeeping_bytes));
}

void add_files(const Setup& setup, Report& report) {
  const std::vector<ExpectedFile> files = expected_files(setup);
  if (files.empty()) return;
  double all = 0;
  for (const ExpectedFile& file : files) {
    all += file.bytes;
    report.note("{}: about {:.2g} MB a point", file.key, file.bytes / 1e6);
  }
  report.add("output_bytes", fmt::format("{:.0f}", all));
}

constexpr double kAnyLoad = 1e-6;  // in either unit; every process can make it

// True if the file of the pattern sets the load. Classes set their loads themselves.
bool says_load(const Point& point) {
  return point.traffic_classes().empty() && point.has_value("traffic.pattern") &&
         point.text("traffic.pattern") == "flows";
}

// What is the same for all points.
struct Checking {
  std::size_t threads = 1;
  bool has_fault_axis = false;  // of faults
};

// Adds uniform traffic of a small load if the point has none: a network can be checked before its
// traffic is known.
SetupChanges missing_traffic(const Point& point, const Checking& checking) {
  SetupChanges changes;
  changes.threads = checking.threads;
  changes.allows_unserved = checking.has_fault_axis;
  if (has_no_load(point)) return changes;
  if (!point.has_value("traffic.load") && !says_load(point)) {
    changes.load = kAnyLoad;
    if (point.traffic_classes().empty()) changes.load_unit = LoadUnit::kFlits;  // classes have one
  }
  if (!point.has_value("traffic.pattern")) changes.pattern = "uniform";
  return changes;
}

std::unique_ptr<Setup> setup_of(const Point& point, const Checking& checking,
                                BuiltNetworks& built) {
  SetupChanges changes = missing_traffic(point, checking);
  std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAnyLoad, &built, changes);
  if (!setup->load_is_possible()) {
    changes.load = kAnyLoad;
    setup = make_setup(point, SetupNeeds::kAll, &built, changes);
  }
  if (!setup->capacity_flits && setup->class_networks.empty()) {
    setup->capacity_flits = capacity_by_program(*setup->topology);
    setup->capacity_is_rounded = true;
  }
  return setup;
}

// Notes that a flit carries fewer bytes of a message than it has: the others count as header.
void note_payload(const Point& point, Report& report) {
  if (!runs_workload(point) || !point.has_value("channel.flit_bytes")) return;
  const std::int64_t flit = point.integer("channel.flit_bytes");
  const std::int64_t payload = point.integer("workload.bytes_per_flit");
  if (payload < flit)
    report.note(
        "a flit of channel.flit_bytes = {} carries workload.bytes_per_flit = {} bytes of a message",
        flit, payload);
}

// Of a draw of faults that cannot be simulated.
Report report_of_unserved(const Point& point, const Setup& setup) {
  Report report;
  add_keys(point, setup, report);
  report.deadlock_free = true;  // it is not simulated
  report.deadlock = "not checked: " + setup.unserved->reason();
  note_links_down(setup, report);
  return report;
}

Report report_of(const CheckedNetwork& network, const Checking& checking, BuiltNetworks& built,
                 ProgramNotes& notes) {
  const Point point = network.point;
  const std::unique_ptr<Setup> setup = setup_of(point, checking, built);
  if (setup->unserved) return report_of_unserved(point, *setup);
  notes.add(setup->program_notes);
  std::vector<double> loads;
  // Adds the loads that classes have of their own, beside or instead of traffic.load.
  for (const double load : network.loads)
    loads.push_back(setup->own_flits + in_flits(*setup, load));
  if (setup->has_own_loads) loads = {setup->own_flits};
  Report report;
  point.place_errors([&] {
    validate(setup->parts(), setup->run);
    add_network(network.point, *setup, report);
    if (!has_no_load(point) && setup->traffic.classes.empty() &&
        !network.point.has_value("traffic.pattern"))
      report.note(
          "no traffic.pattern is given: zero_load_*, node_limit_flits and channel_limit_flits are "
          "of uniform traffic");
    add_load(*setup, loads, report);
    add_deadlock(point, *setup, report);
    add_zero_load(*setup, report);
    add_channel_limit(*setup, loads, report);
    add_node_limit(*setup, loads, report);
    add_buffers(*setup, report);
    add_memory(*setup, report);
    add_files(*setup, report);
    note_payload(point, report);
  });
  report.unread_keys = point.unread_keys();
  return report;
}

// ------------------------------------------------------------------------------------------------
// forms

// Formats "3590324224" as "3590324224 (3.344 GiB)".
std::string with_unit(const std::string& bytes) {
  double value = std::strtod(bytes.c_str(), nullptr);
  if (value < 1024) return bytes;
  const char* unit = "";
  for (const char* larger : {"KiB", "MiB", "GiB", "TiB"}) {
    if (value < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return fmt::format("{} ({:.4g} {})", bytes, value, unit);
}

std::string text_of(const Report& report) {
  Table table;
  Row& row = table.rows.emplace_back();
  for (const auto& [column, value] : report.facts) {
    table.columns.push_back(column);
    row.push_back(column.name.ends_with("_bytes") ? with_unit(value) : value);
  }
  std::string text = to_text(table);
  text += fmt::format("\n{}\n", report.deadlock);
  for (const std::string& warning : report.warnings) text += fmt::format("warning: {}\n", warning);
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  for (const std::string& key : report.unread_keys)
    text += fmt::format("not read by this run: {}\n", key);
  return text;
}

std::string json_of(const Report& report) {
  std::vector<std::string> members;
  for (const auto& [column, value] : report.facts)
    members.push_back(json_member(column.name, json_value(column, value)));
  const auto add_texts = [&](std::string_view name, const std::vector<std::string>& texts) {
    std::vector<std::string> strings;
    for (const std::string& text : texts) strings.push_back(json_string(text));
    members.push_back(json_member(name, json_list(strings)));
  };
  members.push_back(json_member("deadlock", json_string(report.deadlock)));
  add_texts("warnings", report.warnings);
  add_texts("notes", report.notes);
  add_texts("unread_keys", report.unread_keys);
  return json_object(members);
}

void write_reports(const std::vector<Report>& reports, const Config& config,
                   const CommandLine& command) {
  std::string text;
  if (command.format == Format::kJson) {
    std::vector<std::string> networks;
    for (const Report& report : reports) networks.push_back(json_of(report));
    text = json_object(std::array{json_member("points", fmt::format("{}", config.point_count())),
                                  json_member("networks", json_list(networks, 4))},
                       2) +
           '\n';
  } else {
    for (std::size_t i = 0; i < reports.size(); ++i) {
      if (reports.size() > 1)
        text += fmt::format("{}network {} of {}\n", i == 0 ? "" : "\n", i + 1, reports.size());
      text += text_of(reports[i]);
    }
  }
  write_report(command, text);
}

}  // namespace

int check_verb(const CommandLine& command) {
  if (command.format == Format::kCsv) config_error("--format csv: check reports in table or json");
  BuiltNetworks built;
  const Config config =
      with_chosen_vcs(Config::read(command.config_file, command.overrides), command, built);
  // Groups points that differ only in load, run and output: they share a network.
  std::vector<CheckedNetwork> networks;
  std::map<std::string, std::size_t> number;  // of the network, by its settings
  const Checking checking = {threads_of(command).threads, has_fault_axis(config)};
  std::size_t impossible = 0;
  for (std::size_t p = 0; p < config.point_count(); ++p) {
    const Point point = config.point(p);
    const auto [known, added] =
        number.emplace(settings_up_to(point, Stage::kAnalysis), networks.size());
    if (added) networks.push_back({point, {}});
    if (added && has_no_load(point)) continue;  // its program may take long to make
    const auto setup =
        make_setup(point, SetupNeeds::kAnyLoad, &built, missing_traffic(point, checking));
    impossible += setup->load_is_possible() ? 0 : 1;
    if (has_no_load(point) || setup->unserved) continue;
    if (point.has_value("traffic.pattern")) require_a_sender(point, *setup);
    if (point.has_value("traffic.load"))
      networks[known->second].loads.push_back(point.real("traffic.load"));
    else if (says_load(point))
      networks[known->second].loads.push_back(setup->load);
  }
  std::vector<Report> reports;
  ProgramNotes notes;
  bool all_free = true;
  for (const CheckedNetwork& network : networks) {
    reports.push_back(report_of(network, checking, built, notes));
    all_free = all_free && reports.back().deadlock_free;
  }
  say(notes);
  write_reports(reports, config, command);
  if (impossible == config.point_count())  // run and sweep refuse this, too
    make_setup(config.point(0), SetupNeeds::kAll, &built,
               missing_traffic(config.point(0), checking));
  return all_free ? kExitDone : kExitDeadlock;
}

}  // namespace orthant
