// The exact analysis of one point: the results of `orthant analyze` and their columns.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/guarantees/average_case.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/channel_load.hpp"
#include "analysis/loads/path_length.hpp"
#include "app/output/columns.hpp"
#include "app/output/table.hpp"
#include "app/setup/build.hpp"

namespace orthant {

// Options of the average case from [analysis]; nullopt if it is not wanted.
std::optional<AverageOptions> average_options(const Point& point, std::size_t threads);
// A throughput in flits per node and cycle as a fraction of capacity; empty if there is no
// throughput or nothing limits it.
std::string fraction_of_capacity(const std::optional<double>& flits, const Setup& setup);

// Rates that the channels of nodes can carry.
NodeRates node_rates(const NodeChannelOptions& nodes);

// Columns of the average case, for any Run that has average() and setup().
struct AverageColumn {
  std::string_view name, meaning;
  std::optional<double> (*value)(const AverageCase& average);
};
inline constexpr AverageColumn kAverageThroughput = {
    "average_case_throughput",
    "1 over the mean largest load of the sampled matrices (Towles et al. 2003, eq. 9).",
    [](const AverageCase& of) { return std::optional(of.throughput); }};
inline constexpr AverageColumn kAverageTrue = {
    "average_case_true", "Mean of the throughputs of the sampled matrices.",
    [](const AverageCase& of) { return std::optional(of.throughput_true); }};
inline constexpr AverageColumn kAverageHalfWidth = {
    "average_case_ci95", "Half-width of the 95 % confidence interval of average_case_throughput.",
    [](const AverageCase& of) { return of.half_width; }};
template <class Run>
ColumnRow<Run> average_column(const AverageColumn& column) {
  return {column.name, "capacity", column.meaning, [value = column.value](const Run& of) {
            return of.average() ? fraction_of_capacity(value(*of.average()), of.setup()) : "";
          }};
}

// Throughputs in flits per node and cycle, and loads in flits per cycle when every sending node
// injects one flit per cycle; for a pattern with rates of its own, at these rates.
class Analysis {
 public:
  // Throws ConfigError where the point cannot be analysed. `threads` does not change the result.
  // Takes the network from `built`, or puts it there, if given.
  Analysis(const Point& point, std::size_t threads, BuiltNetworks* built = nullptr,
           const OnePath& one_path = {});
  // Analyses up/down routing with this root, without the worst case.
  Analysis(const Point& point, RouterId root);

  const Setup& setup() const { return *setup_; }
  const std::optional<AverageCase>& average() const { return average_; }
  const Symmetry& symmetry() const { return found_->symmetry; }

  // analyze's own columns, after the key columns.
  static std::vector<Column> columns();
  static std::vector<Column> channel_columns();
  static std::vector<Column> permutation_columns();
  static std::vector<Column> pair_columns();
  static std::vector<Column> root_columns();  // the root, then some of columns()
  Row fields() const;
  // The field of the named column.
  std::string field(std::string_view column) const;

  // Flits per cycle of every channel, under the pattern if there is one, else under uniform
  // traffic.
  const std::vector<double>& channel_loads() const {
    return pattern_loads_.empty() ? uniform_loads_ : pattern_loads_;
  }
  // Channels on no path of any pair of nodes, which carry no uniform traffic; sorted by id.
  std::vector<ChannelId> idle_channels() const;
  Table channel_table() const;  // a row per channel
  // The worst-case permutation, a row per node. Throws KeyError if analysis.worst_case = no.
  Table permutation_table() const;
  Table pair_table() const;  // a row per ordered pair of routers

 private:
  static const ColumnRows<Analysis>& rows();
  void analyze(const Point& point, std::size_t threads, bool worst_case, BuiltNetworks* built,
               const OnePath& one_path);
  void find_loads(const ObliviousRouting& routing, std::size_t threads, bool worst_case,
                  BuiltNetwork& built);
  void analyze_pairs(std::size_t threads);
  void analyze_rates();
  void analyze_classes();
  std::vector<double> loads_by_class() const;
  const WorstCase& worst() const;

  std::unique_ptr<Setup> setup_;
  std::shared_ptr<const SymmetricLoads> found_;
  std::shared_ptr<const WorstCase> worst_;  // empty without analysis.worst_case
  std::optional<AverageCase> average_;
  PathLength lengths_;
  std::vector<double> uniform_loads_, pattern_loads_;  // per channel; the second may be empty
  // Largest load of any VC class on any channel, under the traffic of channel_loads(); on graphs.
  std::optional<double> class_load_max_;
  std::optional<double> pattern_throughput_;
  std::optional<double> pattern_scale_;  // flows: throughput over the rates of their file
};

}  // namespace orthant
