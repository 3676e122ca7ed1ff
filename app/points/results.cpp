// Columns and rows of run, sweep and saturate.
#include "app/points/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/keys/network_keys.hpp"
#include "app/output/columns.hpp"
#include "app/points/point_tables.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/make_workload.hpp"

namespace orthant {
namespace {

struct SimulatedRow {
  const Setup& setup;
  std::uint64_t seed;
  const SimulationResult& result;
};

constexpr std::string_view kLoadUnitOf = "load_unit";
constexpr std::string_view kFlitsPerNode = "flits/node/cycle";
constexpr std::string_view kCapacity = "capacity";
constexpr std::string_view kCycles = "cycles";
constexpr std::string_view kShare = "share";

// Routings that count detours, and the routing with detours through an intermediate router.
constexpr ReadWhen kDetours = read_if("routing.algorithm", "goal", "por", "ofr");
constexpr ReadWhen kIntermediateRouters = read_if("routing.algorithm", "ofr");
constexpr ReadWhen kWorkload = read_if("traffic.injection", "workload");

// A mean of the window; empty if the run ended before its window.
std::optional<double> in_window(const SimulatedRow& of, double TrafficResult::*flits) {
  if (of.result.window_cycles == 0) return std::nullopt;
  return of.result.*flits;
}

std::optional<double> over_capacity(const SimulatedRow& of, double TrafficResult::*flits) {
  const auto measured = in_window(of, flits);
  if (!of.setup.capacity_flits || !measured) return std::nullopt;
  return *measured / *of.setup.capacity_flits;
}

std::optional<double> latency_mean_ns(const SimulatedRow& of) {
  if (!of.setup.cycle_ns || !of.result.latency_mean) return std::nullopt;
  return *of.result.latency_mean * to_double(*of.setup.cycle_ns);
}

template <class Member>
ColumnRow<SimulatedRow> measured(std::string_view name, std::string_view unit,
                                 std::string_view meaning, Member member) {
  return {name, unit, meaning, [member](const SimulatedRow& of) { return of.result.*member; }};
}

// A column for one kind of detour; empty if the network has no detours of this kind.
template <class Member>
ColumnRow<SimulatedRow> of_detour(std::string_view kind, std::string_view name,
                                  std::string_view unit, std::string_view meaning,
                                  Member DetourResult::*member) {
  const auto value = [kind, member](const SimulatedRow& of) -> std::optional<double> {
    const auto found = std::ranges::find(of.result.detours, kind, &DetourResult::kind);
    if (found == of.result.detours.end()) return std::nullopt;
    return (*found).*member;
  };
  return ColumnRow<SimulatedRow>(name, unit, meaning, value).only(kIntermediateRouters);
}

const ColumnRows<SimulatedRow>& simulation_rows() {
  using R = SimulationResult;
  static const ColumnRows<SimulatedRow> rows = {
      {"load", kLoadUnitOf,
       "Load that the config asks for, in load_unit; of flows, the mean of nodes that send.",
       [](const SimulatedRow& of) {
         return of.setup.has_load() ? std::optional(of.setup.load) : std::nullopt;
       }},
      {"seed", "", "Seed of the run: run.seed plus the number of the repetition.",
       &SimulatedRow::seed},
      {"verdict",
       "stable: no backlog grows; saturated: one does, or packets do not arrive in "
       "run.drain_cycles, as long as the window at least; deadlocked: packets wait for each "
       "other for ever, or a rank for a message; drained: everything "
       "was delivered; unfinished: the run could not tell; interrupted; impossible: no node can "
       "send so much; disconnected: faults cut the network apart; unroutable: after "
       "them the routing has no path, or too few VCs.",
       [](const SimulatedRow& of) { return verdict_name(of.result.verdict); }},
      {"offered_flits", kFlitsPerNode, "Flits generated in the window, per sending node.",
       [](const SimulatedRow& of) { return in_window(of, &R::offered_flits); }},
      {"accepted_flits", kFlitsPerNode,
       "Flits that left the last router in the window, per sending node.",
       [](const SimulatedRow& of) { return in_window(of, &R::accepted_flits); }},
      {"offered_capacity", kCapacity, "offered_flits over the capacity.",
       [](const SimulatedRow& of) { return over_capacity(of, &R::offered_flits); }},
      {"accepted_capacity", kCapacity, "accepted_flits over the capacity.",
       [](const SimulatedRow& of) { return over_capacity(of, &R::accepted_flits); }},
      measured("latency_mean", kCycles,
               "Mean over the measured packets from creation to the arrival of the tail.",
               &R::latency_mean),
      measured("latency_ci95", kCycles,
               "Half-width of the 95 % confidence interval of latency_mean.", &R::latency_ci95),
      measured("latency_p50", kCycles, "Median latency.", &R::latency_p50),
      measured("latency_p95", kCycles, "95th percentile of the latency.", &R::latency_p95),
      measured("latency_p99", kCycles, "99th percentile of the latency.", &R::latency_p99),
      measured("latency_p999", kCycles, "99.9th percentile of the latency.", &R::latency_p999),
      measured("latency_max", kCycles, "Largest latency.", &R::latency_max),
      measured("network_latency_mean", kCycles,
               "As latency_mean, from where the head leaves the source queue.",
               &R::network_latency_mean),
      measured("hops_mean", "hops",
               "Mean number of channels between routers that a packet crossed.", &R::hops_mean),
      measured("packets", "", "Packets that were measured and arrived.", &R::packets),
      measured("cycles", kCycles, "Length of the whole run, warm-up and drain included.",
               &R::cycles),
      measured("channel_load_mean", "flits/cycle",
               "Mean load of the channels between routers in the window.", &R::channel_load_mean),
      measured("channel_load_max", "flits/cycle", "Load of the busiest channel between routers.",
               &R::channel_load_max),
      measured("jain_accepted", kShare,
               "Jain's fairness index of accepted over offered load of the sending nodes: 1 where "
               "all fare alike.",
               &R::jain_accepted),
      measured("source_accepted_min", kShare, "Least accepted over offered load of a sending node.",
               &R::source_accepted_min),
      measured("derouted_fraction", kShare, "Packets that did not take a shortest way.",
               &R::derouted_fraction)
          .only(kDetours),
      of_detour("outflank", "oidn_fraction", kShare, "Packets through an outflank node.",
                &DetourResult::fraction),
      of_detour("wraparound", "widn_fraction", kShare, "Packets through a wraparound node.",
                &DetourResult::fraction),
      ColumnRow<SimulatedRow>("latency_mean_ns", "ns", "latency_mean in nanoseconds.",
                              latency_mean_ns)
          .only(read_if("time.cycle_ns")),
      measured("refused_fraction", kShare,
               "Transmissions between output-queued routers that the receiver refused.",
               &R::refused_fraction)
          .only(kOutputQueued),
      of_detour("outflank", "oidn_excess_max", "hops",
                "Most hops that a packet through an outflank node took beyond its shortest path.",
                &DetourResult::max_extra_hops),
      of_detour("outflank", "oidn_beyond_fraction", kShare,
                "Share of these packets with more hops than the routing intends.",
                &DetourResult::beyond_fraction),
      measured("wanted_free_fraction", kShare,
               "Share of the channels that heads wanted that were free at once.",
               &R::wanted_free_fraction)
          .only(kInputQueued),
      measured("collapse_cycles", kCycles,
               "Cycles of the window after which a saturated run no longer carried the load; "
               "empty where it nearly did.",
               &R::collapse_cycles),
      {"limit", "What was full in a saturated run: node, channel or routing.",
       [](const SimulatedRow& of) {
         return of.result.limit ? limit_name(*of.result.limit) : std::string_view();
       }},
  };
  return rows;
}

// Largest rate in flits per cycle at which a node can send; the router with the most channels
// decides.
double node_rate(const Setup& setup) {
  double rate = to_double(setup.node_channels.bandwidth);
  const Topology& topology = *setup.topology;
  if (topology.node_count() != topology.router_count()) return rate;
  std::vector<double> out(topology.router_count());
  for (const Channel& channel : topology.channels())
    out[channel.from.index()] += to_double(channel.bandwidth);
  return std::min(rate, *std::ranges::max_element(out));
}

// Lower bound in cycles for any algorithm of the workload's kind, without latencies.
std::optional<double> kind_bound(const SimulatedRow& of) {
  const auto& least = of.setup.least_flits;
  if (!least || !of.result.workload) return std::nullopt;
  if (least->per_node == 0) return 0;  // a single node
  double cycles = least->per_node / node_rate(of.setup);
  if (least->all_to_all && of.setup.capacity_flits) {
    const double nodes = static_cast<double>(of.setup.topology->node_count());
    // Corrects for uniform traffic, on which the capacity is based: 1 / nodes of it stays at its
    // node.
    cycles = std::max(cycles, least->per_node * nodes / (nodes - 1) / *of.setup.capacity_flits);
  }
  return cycles;
}

template <class Member>
ColumnRow<SimulatedRow> of_workload(std::string_view name, std::string_view unit,
                                    std::string_view meaning, Member WorkloadResult::*member) {
  return {name, unit, meaning, [member](const SimulatedRow& of) {
            using Value = std::optional<double>;
            if (!of.result.workload) return Value();
            const auto& value = (*of.result.workload).*member;
            if constexpr (requires { value.has_value(); })
              return value ? Value(static_cast<double>(*value)) : Value();
            else
              return Value(static_cast<double>(value));
          }};
}

const ColumnRows<SimulatedRow>& workload_columns() {
  using W = WorkloadResult;
  static const ColumnRows<SimulatedRow> rows = {
      of_workload("completion_cycles", kCycles,
                  "Arrival of the last flit of a workload or end of its last computation, from 0.",
                  &W::completion_cycles),
      of_workload("ranks", "", "Ranks of the workload.", &W::ranks),
      of_workload("messages", "", "Messages that it sent.", &W::messages),
      of_workload("message_latency_mean", kCycles,
                  "Mean from the start of a send to the arrival of its last flit.",
                  &W::message_latency_mean),
      of_workload("slowdown_mean", "",
                  "Mean over messages of the latency, over the least that the message could take "
                  "alone in the network; empty where channels or routers differ.",
                  &W::slowdown_mean),
      of_workload("bound_cycles", kCycles,
                  "No run of the workload ends sooner: its longest chain of operations where every "
                  "message takes that least, or the flits of the busiest node; empty as "
                  "slowdown_mean.",
                  &W::bound_cycles),
      of_workload("critical_network_share", kShare,
                  "Share of completion_cycles that messages took on the chain of operations that "
                  "ended last, the critical path.",
                  &W::critical_network_share),
      of_workload("critical_computing_share", kShare,
                  "Share of completion_cycles that computations of that chain took.",
                  &W::critical_computing_share),
      of_workload(
          "critical_waiting_share", kShare,
          "Share of completion_cycles that other computations of a cpu and the flits of "
          "other messages of a nic took before those of that chain; empty as slowdown_mean.",
          &W::critical_waiting_share),
      of_workload("critical_contention_share", kShare,
                  "Share of completion_cycles that messages of that chain took beyond that and "
                  "their least, since the network held them up; empty as slowdown_mean.",
                  &W::critical_contention_share),
      {"kind_bound_cycles", kCycles,
       "No algorithm for this kind of collective communication ends sooner: the flits that each "
       "node has to send or take, or all-to-all over the capacity; empty of others.",
       kind_bound},
      {"kind_bound_share", kShare, "kind_bound_cycles over completion_cycles.",
       [](const SimulatedRow& of) -> std::optional<double> {
         const auto bound = kind_bound(of);
         if (!bound || of.result.workload->completion_cycles == 0) return std::nullopt;
         return *bound / static_cast<double>(of.result.workload->completion_cycles);
       }},
      {"bus_bandwidth", "flits/cycle",
       "The flits that each node has to send or take, whatever the algorithm, over "
       "completion_cycles; empty as kind_bound_cycles.",
       [](const SimulatedRow& of) -> std::optional<double> {
         const auto& least = of.setup.least_flits;
         if (!least || !of.result.workload || of.result.workload->completion_cycles == 0)
           return std::nullopt;
         return least->per_node / static_cast<double>(of.result.workload->completion_cycles);
       }},
      of_workload("message_latency_p50", kCycles, "Median of the latencies of messages.",
                  &W::message_latency_p50),
      of_workload("message_latency_p95", kCycles, "95th percentile.", &W::message_latency_p95),
      of_workload("message_latency_p99", kCycles, "99th percentile.", &W::message_latency_p99),
      of_workload("slowdown_p99", "", "99th percentile of the slowdowns.", &W::slowdown_p99),
      of_workload("rank_end_min", kCycles, "When the first rank was done.", &W::rank_end_min),
      of_workload("rank_end_mean", kCycles, "Mean time at which ranks were done.",
                  &W::rank_end_mean),
  };
  return rows;
}

// Columns that each job has separately, counted from its start.
const std::vector<ColumnRow<SimulatedRow>>& workload_columns_of_job() {
  static const auto rows = workload_columns().named(
      {"completion_cycles", "ranks", "messages", "message_latency_mean", "message_latency_p50",
       "message_latency_p95", "message_latency_p99", "slowdown_mean", "slowdown_p99",
       "bound_cycles", "critical_network_share", "critical_computing_share",
       "critical_waiting_share", "critical_contention_share", "rank_end_min", "rank_end_mean"});
  return rows;
}

// Columns that each class of traffic has separately.
const std::vector<ColumnRow<SimulatedRow>>& result_rows_of_class() {
  static const auto rows = [] {
    auto named = simulation_rows().named(
        {"verdict", "offered_flits", "accepted_flits", "latency_mean", "latency_ci95",
         "latency_p50", "latency_p95", "latency_p99", "latency_p999", "latency_max",
         "network_latency_mean", "hops_mean", "packets", "jain_accepted", "source_accepted_min"});
    const auto means = [&](std::string_view name, std::string_view meaning) {
      std::ranges::find(named, name, [](const auto& row) {
        return row.column.name;
      })->column.meaning = meaning;
    };
    means("offered_flits",
          "Flits of the class generated in the window, per node that sends anything.");
    means("accepted_flits",
          "Flits of its packets whose tail left the last router in the window, per node that sends "
          "anything.");
    return named;
  }();
  return rows;
}

struct Saturated {
  const Setup& setup;
  const Saturation& found;
};

// Flits of classes with loads of their own, if the network carries them beside the searched load.
double own_flits(const Saturated& of) { return of.found.load > 0 ? of.setup.own_flits : 0; }

std::optional<double> saturation_scale(const Saturated& of) {
  if (!of.setup.file_flits()) return std::nullopt;
  return in_flits(of.setup, of.found.load) / *of.setup.file_flits();
}

template <class Member>
ColumnRow<Saturated> found(std::string_view name, std::string_view unit, std::string_view meaning,
                           Member Saturation::*member) {
  return {name, unit, meaning, [member](const Saturated& of) { return of.found.*member; }};
}

const ColumnRows<Saturated>& saturation_rows() {
  static const ColumnRows<Saturated> rows = {
      found("saturation_load", kLoadUnitOf,
            "Largest load that all seeds carry, of what shares traffic.load; 0 where not even the "
            "smallest one is.",
            &Saturation::load),
      {"saturation_flits", kFlitsPerNode,
       "The largest stable load in flits, with the loads that classes of traffic have of their "
       "own.",
       [](const Saturated& of) { return in_flits(of.setup, of.found.load) + own_flits(of); }},
      {"saturation_capacity", kCapacity, "saturation_flits over the capacity.",
       [](const Saturated& of) -> std::optional<double> {
         if (!of.setup.capacity_flits) return std::nullopt;
         const double capacity = *of.setup.capacity_flits;
         if (of.setup.load_unit == LoadUnit::kCapacity)  // avoids rounding
           return of.found.load + own_flits(of) / capacity;
         return (of.found.load + own_flits(of)) / capacity;
       }},
      found("tolerance", kLoadUnitOf, "Width of the last interval of the search.",
            &Saturation::tolerance),
      found("accepted_beyond_flits", kFlitsPerNode,
            "What the network accepts at full load, of all traffic.",
            &Saturation::accepted_beyond_flits),
      found("latency_at_90_percent", kCycles, "Mean latency at 0.9 times saturation_load.",
            &Saturation::latency_at_90_percent),
      found("deadlock_load", kLoadUnitOf, "Least load that ended in a deadlock.",
            &Saturation::deadlock_load),
      {"verdict",
       "metastable: above the saturation load some seeds collapse and others do not; "
       "stable: the knee is sharp; disconnected: faults cut the network apart; unroutable: after "
       "them the routing has no path, or too few VCs.",
       [](const Saturated& of) { return of.found.metastable_from ? "metastable" : "stable"; }},
      found("seeds", "", "How many seeds were asked.", &Saturation::seeds),
      found("metastable_from", kLoadUnitOf, "Least load that is metastable.",
            &Saturation::metastable_from),
      found("collapsed_share", kShare, "Seeds that collapse there.", &Saturation::collapsed_share),
      found("collapse_cycles_median", kCycles, "After how much of their windows, in the median.",
            &Saturation::collapse_cycles_median),
      {"limit", "What is full at the least load that saturates: node, channel or routing.",
       [](const Saturated& of) {
         return of.found.limit ? limit_name(*of.found.limit) : std::string_view();
       }},
      ColumnRow<Saturated>("saturation_scale", "",
                           "The largest stable load of flows, as their traffic.scale.",
                           saturation_scale)
          .only(read_if("traffic.pattern", "flows")),
  };
  return rows;
}

}  // namespace

Measured measured_of(const Point& point) {
  const bool workload = runs_workload(point);
  return {.energy = energy_rows().read(point),
          .traffic_classes = point.traffic_classes(),
          .workload = workload,
          .jobs = workload ? point.jobs() : std::vector<std::string>()};
}

std::vector<Column> simulation_columns(const Measured& measured) {
  std::vector<Column> columns = simulation_rows().columns();
  const auto add = [&](const auto& names, const auto& rows) {
    for (const std::string& name : names) {
      for (const ColumnRow<SimulatedRow>& row : rows) {
        columns.push_back(row.column);
        columns.back().name = fmt::format("{}.{}", name, row.column.name);
      }
    }
  };
  if (measured.energy.given()) columns = chained(std::move(columns), energy_columns());
  add(measured.traffic_classes, result_rows_of_class());
  for (Column column : measured.workload ? workload_columns().columns() : std::vector<Column>()) {
    column.when = kWorkload;
    columns.push_back(std::move(column));
  }
  add(measured.jobs, workload_columns_of_job());
  return columns;
}

Row simulation_fields(const Setup& setup, std::uint64_t seed, const SimulationResult& result) {
  Row fields = simulation_rows().fields({setup, seed, result});
  if (setup.energy.given()) fields = chained(std::move(fields), energy_fields(setup, result));
  SimulationResult of_class;
  of_class.window_cycles = result.window_cycles;
  for (std::size_t c = 0; c < setup.traffic_classes.size(); ++c) {
    const bool measured = c < result.classes.size();
    if (measured) static_cast<TrafficResult&>(of_class) = result.classes[c];
    for (const ColumnRow<SimulatedRow>& row : result_rows_of_class())
      fields.push_back(measured ? row.field({setup, seed, of_class}) : std::string());
  }
  if (setup.traffic.workload)
    fields = chained(std::move(fields), workload_columns().fields({setup, seed, result}));
  SimulationResult of_job;
  for (std::size_t j = 0; setup.traffic.workload && j < setup.traffic.workload->jobs().size();
       ++j) {
    if (setup.traffic.workload->jobs()[j].name.empty()) continue;
    if (j < result.jobs.size()) of_job.workload = result.jobs[j];
    for (const ColumnRow<SimulatedRow>& row : workload_columns_of_job())
      fields.push_back(row.field({setup, seed, of_job}));
  }
  return fields;
}

std::vector<Column> saturation_columns() { return saturation_rows().columns(); }

Row saturation_fields(const Setup& setup, const Saturation& saturation) {
  return saturation_rows().fields({setup, saturation});
}

double in_flits(const Setup& setup, double load) {
  return setup.load_unit == LoadUnit::kFlits ? load : load * setup.capacity_flits.value();
}

}  // namespace orthant
