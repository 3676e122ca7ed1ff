// Tested by: tests/app/analyze_test.py
#include "app/exact/analysis_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/loads/channel_load.hpp"
#include "analysis/loads/pair_survey.hpp"
#include "app/keys/analysis_keys.hpp"
#include "app/output/csv.hpp"
#include "app/setup/build.hpp"
#include "app/setup/key_columns.hpp"
#include "base/error.hpp"
#include "sim/measure/limit.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

std::optional<AverageOptions> average_options(const Point& point, std::size_t threads) {
  const AnalysisKeys keys = analysis_rows().read(point);
  AverageOptions options = keys.average;
  options.threads = threads;
  if (options.sampling == AverageSampling::kFile) {
    options.file = point.text("analysis.average_file");  // throws if it is missing
    return options;
  }
  if (!keys.average_samples) return std::nullopt;
  options.samples = *keys.average_samples;
  return options;
}

std::string fraction_of_capacity(const std::optional<double>& flits, const Setup& setup) {
  if (!flits || !setup.capacity_flits || !std::isfinite(*flits)) return "";
  return real_text(setup.share_of_capacity(*flits));
}

NodeRates node_rates(const NodeChannelOptions& nodes) {
  return {.injection = to_double(nodes.bandwidth), .ejection = ejection_rate(nodes)};
}

namespace {

// Text of a finite value; empty if there is none or nothing limits it.
std::string finite_text(const std::optional<double>& flits) {
  return flits && std::isfinite(*flits) ? real_text(*flits) : "";
}

}  // namespace

Analysis::Analysis(const Point& point, std::size_t threads, BuiltNetworks* built,
                   const OnePath& one_path)
    : setup_(make_setup(point, SetupNeeds::kRouting, built,
                        {.one_path = one_path, .threads = threads})) {
  analyze(point, threads, analysis_rows().read(point).worst_case, built, one_path);
}

Analysis::Analysis(const Point& point, RouterId root)
    : setup_(make_setup(point, SetupNeeds::kRouting, nullptr,
                        {.root = root.value, .program_capacity = false})) {
  analyze(point, 1, false, nullptr, {});
}

void Analysis::analyze(const Point& point, std::size_t threads, bool worst_case,
                       BuiltNetworks* built, const OnePath& one_path) {
  point.place_errors([&] {
    const ObliviousRouting& routing =
        required_oblivious(*setup_->routing, point.text("routing.algorithm"));
    const std::optional<AverageOptions> average = average_options(point, threads);
    BuiltNetwork own;
    const auto find = [&](BuiltNetwork& network) {
      const bool same = network.routing == setup_->routing;  // false if another thread replaced it
      find_loads(routing, threads, worst_case, same ? network : own);
    };
    built ? built->with(point, one_path, find) : find(own);
    if (average) average_ = average_case(found_->loads, *average);
    if (point.has_value("traffic.pattern") && point.text("traffic.pattern") == "worst_case")
      setup_->traffic.pattern =
          find_pattern("worst_case")->make(*setup_->topology, {.permutation = worst().permutation});
    analyze_pairs(threads);
    if (setup_->file_flits()) analyze_rates();
    if (setup_->topology->grid() == nullptr) analyze_classes();
  });
}

void Analysis::find_loads(const ObliviousRouting& routing, std::size_t threads, bool worst_case,
                          BuiltNetwork& built) {
  if (!built.loads)
    built.loads = std::make_shared<const SymmetricLoads>(
        find_symmetry(*setup_->topology, routing, {.threads = threads}));
  found_ = built.loads;
  if (!worst_case) return;
  if (!built.worst)
    built.worst = std::make_shared<const WorstCase>(orthant::worst_case(*found_, threads));
  worst_ = built.worst;
}

void Analysis::analyze_pairs(std::size_t threads) {
  const Topology& topology = *setup_->topology;
  Traffic uniform;
  uniform.pattern = find_pattern("uniform")->make(topology, {});
  std::vector<RouterTraffic> traffics = {router_traffic(topology, uniform)};
  if (setup_->traffic.pattern) traffics.push_back(router_traffic(topology, setup_->traffic));
  PairSurvey survey = survey_pairs(found_->loads, traffics, threads);
  lengths_ = survey.lengths;
  uniform_loads_ = std::move(survey.channel_loads[0]);
  if (!setup_->traffic.pattern) return;
  pattern_loads_ = std::move(survey.channel_loads[1]);
  if (!setup_->traffic.pattern->changes().empty()) {
    pattern_loads_.clear();
    for (const Traffic& phase : setup_->traffic.phases())
      raise_to_maximum(found_->loads.channel_loads(router_traffic(topology, phase)),
                       pattern_loads_);
  }
  pattern_throughput_ = pattern_throughput(topology, setup_->traffic, pattern_loads_,
                                           node_rates(setup_->node_channels));
}

// Scales the loads, which are for one flit per node on average, to the rates of the file.
void Analysis::analyze_rates() {
  for (double& load : pattern_loads_) load *= setup_->load_flits;
  pattern_scale_ = *pattern_throughput_ / *setup_->file_flits();
}

// Skips grids, on which the walk over all paths may take far longer than the loads by symmetry.
void Analysis::analyze_classes() {
  const bool one_class = setup_->routing->traits().vc_classes.size() == 1;
  const std::vector<double> loads = one_class ? channel_loads() : loads_by_class();
  class_load_max_ = loads.empty() ? 0 : *std::ranges::max_element(loads);
}

std::vector<double> Analysis::loads_by_class() const {
  Traffic uniform;
  uniform.pattern = find_pattern("uniform")->make(*setup_->topology, {});
  const Traffic& traffic = setup_->traffic.pattern ? setup_->traffic : uniform;
  std::vector<double> loads =
      expected_class_loads(*setup_->topology, *setup_->routing->oblivious(), traffic);
  if (setup_->file_flits())
    for (double& load : loads) load *= setup_->load_flits;
  return loads;
}

const ColumnRows<Analysis>& Analysis::rows() {
  static constexpr std::string_view kCapacity = "capacity", kFlits = "flits/node/cycle";
  const auto of_capacity = [](std::string_view name, std::string_view meaning, auto flits) {
    return ColumnRow<Analysis>(name, kCapacity, meaning, [flits](const Analysis& of) {
      return fraction_of_capacity(std::invoke(flits, of), *of.setup_);
    });
  };
  const auto in_flits = [](std::string_view name, std::string_view meaning, auto flits) {
    return ColumnRow<Analysis>(name, kFlits, meaning, [flits](const Analysis& of) {
      return finite_text(std::invoke(flits, of));
    });
  };
  const auto uniform = [](const Analysis& of) {
    return std::optional(throughput_of(*of.setup_->topology, of.uniform_loads_));
  };
  const auto worst = [](const Analysis& of) {
    return of.worst_ ? std::optional(of.worst_->throughput_flits()) : std::nullopt;
  };
  const auto bound = [](std::string_view name, std::string_view meaning, auto member) {
    return ColumnRow<Analysis>(name, kFlits, meaning, [member](const Analysis& of) {
      const auto& range = of.setup_->capacity_range;
      return range && !range->is_exact() ? std::optional((*range).*member) : std::nullopt;
    });
  };
  static const ColumnRows<Analysis> rows = {
      {"capacity_flits", kFlits, "The most that any routing could carry under uniform traffic.",
       [](const Analysis& of) { return of.setup_->capacity_flits; }},
      of_capacity("uniform_throughput", "Throughput under uniform traffic.", uniform),
      of_capacity("worst_case_throughput", "Throughput under the worst permutation.", worst),
      average_column<Analysis>(kAverageThroughput),
      average_column<Analysis>(kAverageTrue),
      average_column<Analysis>(kAverageHalfWidth),
      of_capacity("pattern_throughput", "Throughput under traffic.pattern.",
                  &Analysis::pattern_throughput_),
      {"path_length_mean", "hops", "Mean over all pairs of routers.",
       [](const Analysis& of) { return of.lengths_.mean; }},
      {"path_length_normalized", "", "Mean path length over that of shortest paths.",
       [](const Analysis& of) {
         return of.lengths_.minimal_mean > 0 ? std::optional(of.lengths_.normalized())
                                             : std::nullopt;
       }},
      {"channel_load_max", "flits/cycle",
       "Load of the busiest channel when every node sends a flit a cycle, under the "
       "pattern or uniform traffic; of flows, at their rates.",
       [](const Analysis& of) {
         const auto busiest = std::ranges::max_element(of.channel_loads());
         return busiest == of.channel_loads().end() ? std::nullopt : std::optional(*busiest);
       }},
      {"vc_classes", "", "VC classes that the routing has here.",
       [](const Analysis& of) { return of.setup_->routing->traits().vc_classes.size(); }},
      in_flits("uniform_throughput_flits", "uniform_throughput in flits.", uniform),
      in_flits("worst_case_throughput_flits", "worst_case_throughput in flits.", worst),
      in_flits("pattern_throughput_flits", "pattern_throughput in flits.",
               &Analysis::pattern_throughput_),
      {"path_length_max", "hops", "Largest mean path length of a pair.",
       [](const Analysis& of) { return of.lengths_.longest; }},
      {"stretch_max", "", "Largest mean path length of a pair over its shortest.",
       [](const Analysis& of) {
         return of.lengths_.minimal_mean > 0 ? std::optional(of.lengths_.stretch) : std::nullopt;
       }},
      {"class_load_max", "flits/cycle",
       "As channel_load_max, of the busiest VC class; networks without "
       "coordinates.",
       &Analysis::class_load_max_},
      ColumnRow<Analysis>("pattern_scale", "",
                          "The traffic.scale of flows at which the first channel is full.",
                          [](const Analysis& of) { return finite_text(of.pattern_scale_); })
          .only(read_if("traffic.pattern", "flows")),
      bound("capacity_flits_at_least",
            "Where capacity_flits is empty: some routing carries so much under uniform traffic.",
            &CapacityRange::at_least),
      bound("capacity_flits_at_most",
            "Where capacity_flits is empty: no routing carries more under uniform traffic.",
            &CapacityRange::at_most),
  };
  return rows;
}

std::vector<Column> Analysis::columns() { return rows().columns(); }
Row Analysis::fields() const { return rows().fields(*this); }

std::string Analysis::field(std::string_view column) const {
  return fields()[column_of(columns(), column)];
}

std::vector<Column> Analysis::channel_columns() {
  constexpr std::string_view kLoad = "flits/cycle";
  return chained(
      channel_key_columns(),
      {{"bandwidth", false, kLoad, "Bandwidth."},
       {"uniform_load", false, kLoad, "Load under uniform traffic, every node sending a flit."},
       {"pattern_load", false, kLoad, "Expected load under traffic.pattern."},
       {"worst_case_load", false, kLoad, "Expected load under the worst permutation."}});
}

std::vector<ChannelId> Analysis::idle_channels() const {
  std::vector<ChannelId> idle;
  for (std::size_t c = 0; c < uniform_loads_.size(); ++c)
    if (uniform_loads_[c] == 0) idle.emplace_back(c);
  return idle;
}

Table Analysis::channel_table() const {
  Table table{channel_columns(), {}};
  std::vector<double> worst_loads;
  if (worst_)
    worst_loads =
        found_->loads.channel_loads(router_traffic(*setup_->topology, worst_->permutation));
  for (std::size_t c = 0; c < uniform_loads_.size(); ++c) {
    const Topology& topology = *setup_->topology;
    const Topology& whole = setup_->whole ? *setup_->whole : topology;
    const Channel own = topology.channel(ChannelId{c});
    table.rows.push_back(chained(
        channel_key_fields(whole, *whole.channel_from(own.from, own.from_port)),
        {real_text(to_double(topology.channel(ChannelId{c}).bandwidth)),
         real_text(uniform_loads_[c]), pattern_loads_.empty() ? "" : real_text(pattern_loads_[c]),
         worst_ ? real_text(worst_loads[c]) : ""}));
  }
  return table;
}

std::vector<Column> Analysis::permutation_columns() {
  return {{"source", false, {}, "Node."}, {"destination", false, {}, "Node that it sends to."}};
}

Table Analysis::permutation_table() const {
  Table table{permutation_columns(), {}};
  const std::vector<NodeId>& permutation = worst().permutation;
  for (std::size_t n = 0; n < permutation.size(); ++n)
    table.rows.push_back({fmt::format("{}", n), fmt::format("{}", permutation[n].value)});
  return table;
}

const WorstCase& Analysis::worst() const {
  if (!worst_) key_error("analysis.worst_case", "no, but it is asked for; allowed: yes");
  return *worst_;
}

std::vector<Column> Analysis::root_columns() {
  std::vector<Column> some = {{"root", false, {}, "Router that is the root of the tree."}};
  const std::vector<Column> all = columns();
  for (const char* name : {"path_length_mean", "path_length_max", "stretch_max", "channel_load_max",
                           "uniform_throughput_flits"})
    some.push_back(all[column_of(all, name)]);
  return some;
}

std::vector<Column> Analysis::pair_columns() {
  return {{"source", false, {}, "Router."},
          {"destination", false, {}, "Router."},
          {"length_mean", false, "hops", "Mean length of the paths."},
          {"length_min", false, "hops", "Length of a shortest path."}};
}

Table Analysis::pair_table() const {
  Table table{pair_columns(), {}};
  for_each_pair_length(found_->loads, [&](const PairLength& pair) {
    table.rows.push_back({fmt::format("{}", pair.source.value),
                          fmt::format("{}", pair.destination.value), real_text(pair.mean),
                          fmt::format("{}", pair.minimum)});
  });
  return table;
}

}  // namespace orthant
