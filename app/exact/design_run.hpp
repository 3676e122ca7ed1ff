// The design of one point: the results of `orthant design` and their columns.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/design/design.hpp"
#include "analysis/guarantees/average_case.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/path_length.hpp"
#include "app/config/config.hpp"
#include "app/keys/analysis_keys.hpp"
#include "app/output/columns.hpp"
#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

class DesignRun {
 public:
  // Solves the linear program, and analyses the resulting routing with code that does not depend on
  // the program. `mps_file`: file for the last program solved; empty: none. Throws ConfigError if
  // the point cannot be designed.
  DesignRun(const Point& point, std::size_t threads, const std::string& mps_file = {});

  const Setup& setup() const { return *setup_; }
  const Design& design() const { return design_; }
  bool has_routing() const { return table_ != nullptr; }
  const std::optional<AverageCase>& average() const { return average_; }
  // design's own columns. The columns up to `status` are a contract; new ones are added at the end.
  static std::vector<Column> columns();
  // The fields of columns(). Fields of the routing are empty if there is none.
  Row fields() const;
  // The routing as the text of a table file, with its analysis as notes.
  std::string table_text() const;
  // Text such as "optimal; load: 2, at least 2, 1100 variables, ...; symmetries: ...".
  std::string summary() const;

 private:
  static const ColumnRows<DesignRun>& rows();
  DesignOptions options_of(const Point& point, std::size_t threads);
  // design.throughput converted to a load.
  std::optional<double> load_limit(const Point& point) const;
  // Lower bound on the load of any routing; nullopt if neither a program nor theory gives one.
  std::optional<double> load_bound() const;
  void analyze(const Point& point, std::size_t threads);
  void count_classes();

  std::unique_ptr<Setup> setup_;
  DesignKeys keys_;
  Design design_;
  std::shared_ptr<const PathTable> table_;  // nullptr if there is no routing
  WorstCase worst_;
  std::optional<AverageCase> average_;
  std::optional<double> pattern_throughput_;
  PathLength lengths_;
  std::optional<std::size_t> vc_classes_;
};

}  // namespace orthant
