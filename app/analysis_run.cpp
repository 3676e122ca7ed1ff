// Tested by: tests/app/analyze_test.py
#include "app/analysis_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/channel_load.hpp"
#include "app/csv.hpp"
#include "app/words.hpp"
#include "base/error.hpp"

namespace orthant {

std::optional<AverageOptions> average_options(const Point& point, std::size_t threads) {
  AverageOptions options{.threads = threads};
  options.sampling = kSamplings.value_of(point.text("analysis.average_sampling"));
  if (options.sampling == AverageSampling::kFile) {
    options.file = point.text("analysis.average_file");
    return options;
  }
  if (!point.has_value("analysis.average_samples")) return std::nullopt;
  options.samples = static_cast<std::size_t>(point.integer("analysis.average_samples"));
  options.seed = static_cast<std::uint64_t>(point.integer("analysis.average_seed"));
  return options;
}

std::string fraction_of_capacity(const std::optional<double>& flits, const Setup& setup) {
  if (!flits || !setup.capacity_flits || !std::isfinite(*flits)) return "";
  return real_text(*flits / *setup.capacity_flits);
}

namespace {

// Empty where there is none or nothing limits it.
std::string finite_text(const std::optional<double>& flits) {
  return flits && std::isfinite(*flits) ? real_text(*flits) : "";
}

}  // namespace

Analysis::Analysis(const Point& point, std::size_t threads, BuiltNetworks* built)
    : setup_(make_setup(point, SetupNeeds::kRouting, built)) {
  try {
    const ObliviousRouting& routing =
        required_oblivious(*setup_->routing, point.text("routing.algorithm"));
    const std::optional<AverageOptions> average = average_options(point, threads);
    found_.emplace(find_symmetry(*setup_->topology, routing, {.threads = threads}));
    if (point.flag("analysis.worst_case")) worst_ = worst_case(*found_, threads);
    if (average) average_ = average_case(found_->loads, *average);
    lengths_ = path_length(found_->loads);
    if (point.has_value("traffic.pattern") && point.text("traffic.pattern") == "worst_case")
      setup_->traffic.pattern =
          find_pattern("worst_case")->make(*setup_->topology, {.permutation = worst().permutation});
    analyze_traffic();
    if (setup_->topology->grid() == nullptr) analyze_classes();
  } catch (const KeyError& error) {
    point.fail(error.key(), error.what());
  }
}

void Analysis::analyze_traffic() {
  Traffic uniform;
  uniform.pattern = find_pattern("uniform")->make(*setup_->topology, {});
  uniform_loads_ = loads_of(uniform);
  if (!setup_->traffic.pattern) return;
  pattern_loads_ = loads_of(setup_->traffic);
  pattern_throughput_ = pattern_throughput(*setup_->topology, setup_->traffic, pattern_loads_,
                                           setup_->ejection_bandwidth());
}

// Not on grids: there the walk over all paths may take far longer than the loads by symmetry.
void Analysis::analyze_classes() {
  Traffic uniform;
  uniform.pattern = find_pattern("uniform")->make(*setup_->topology, {});
  const Traffic& traffic = setup_->traffic.pattern ? setup_->traffic : uniform;
  const std::vector<double> loads =
      expected_class_loads(*setup_->topology, *setup_->routing->oblivious(), traffic);
  class_load_max_ = loads.empty() ? 0 : *std::ranges::max_element(loads);
}

std::vector<double> Analysis::loads_of(const Traffic& traffic) const {
  return found_->loads.channel_loads(router_traffic(*setup_->topology, traffic));
}

std::vector<Column> Analysis::columns() {
  std::vector<Column> columns;
  for (const char* name :
       {"capacity_flits", "uniform_throughput", "worst_case_throughput", "average_case_throughput",
        "average_case_true", "average_case_ci95", "pattern_throughput", "path_length_mean",
        "path_length_normalized", "channel_load_max", "vc_classes", "uniform_throughput_flits",
        "worst_case_throughput_flits", "pattern_throughput_flits", "path_length_max", "stretch_max",
        "class_load_max"})
    columns.push_back({name});
  return columns;
}

Row Analysis::fields() const {
  const Setup& setup = *setup_;
  const auto average = [&](auto member) {
    return average_ ? fraction_of_capacity((*average_).*member, setup) : std::string();
  };
  const double uniform_flits = throughput_of(*setup.topology, uniform_loads_);
  const auto worst_flits = worst_ ? std::optional(worst_->throughput_flits()) : std::nullopt;
  const std::vector<double>& loads = channel_loads();
  const auto busiest = std::ranges::max_element(loads);
  return {real_text(setup.capacity_flits),
          fraction_of_capacity(uniform_flits, setup),
          fraction_of_capacity(worst_flits, setup),
          average(&AverageCase::throughput),
          average(&AverageCase::throughput_true),
          average(&AverageCase::half_width),
          fraction_of_capacity(pattern_throughput_, setup),
          real_text(lengths_.mean),
          lengths_.minimal_mean > 0 ? real_text(lengths_.normalized()) : "",
          busiest == loads.end() ? "" : real_text(*busiest),
          fmt::format("{}", setup.routing->traits().vc_classes.size()),
          finite_text(uniform_flits),
          finite_text(worst_flits),
          finite_text(pattern_throughput_),
          real_text(lengths_.longest),
          lengths_.minimal_mean > 0 ? real_text(lengths_.stretch) : "",
          class_load_max_ ? real_text(*class_load_max_) : ""};
}

std::string Analysis::field(std::string_view column) const {
  const std::vector<Column> all = columns();
  const auto found = std::ranges::find(all, column, &Column::name);
  return fields()[static_cast<std::size_t>(found - all.begin())];
}

Table Analysis::channel_table() const {
  Table table{{{"channel"},
               {"from"},
               {"from_port"},
               {"to"},
               {"to_port"},
               {"bandwidth"},
               {"uniform_load"},
               {"pattern_load"},
               {"worst_case_load"}},
              {}};
  std::vector<double> worst_loads;
  if (worst_)
    worst_loads =
        found_->loads.channel_loads(router_traffic(*setup_->topology, worst_->permutation));
  for (std::size_t c = 0; c < uniform_loads_.size(); ++c) {
    const Channel& channel = setup_->topology->channel(ChannelId{c});
    table.rows.push_back(
        {fmt::format("{}", c), fmt::format("{}", channel.from.value),
         fmt::format("{}", channel.from_port.value), fmt::format("{}", channel.to.value),
         fmt::format("{}", channel.to_port.value), real_text(to_double(channel.bandwidth)),
         real_text(uniform_loads_[c]), pattern_loads_.empty() ? "" : real_text(pattern_loads_[c]),
         worst_ ? real_text(worst_loads[c]) : ""});
  }
  return table;
}

Table Analysis::permutation_table() const {
  Table table{{{"source"}, {"destination"}}, {}};
  const std::vector<NodeId>& permutation = worst().permutation;
  for (std::size_t n = 0; n < permutation.size(); ++n)
    table.rows.push_back({fmt::format("{}", n), fmt::format("{}", permutation[n].value)});
  return table;
}

const WorstCase& Analysis::worst() const {
  if (!worst_) key_error("analysis.worst_case", "no, but it is asked for; allowed: yes");
  return *worst_;
}

Table Analysis::pair_table() const {
  Table table{{{"source"}, {"destination"}, {"length_mean"}, {"length_min"}}, {}};
  for_each_pair_length(found_->loads, [&](const PairLength& pair) {
    table.rows.push_back({fmt::format("{}", pair.source.value),
                          fmt::format("{}", pair.destination.value), real_text(pair.mean),
                          fmt::format("{}", pair.minimum)});
  });
  return table;
}

}  // namespace orthant
