// The columns of result files and the rows that fill them. Readers take columns by name; their
// order is fixed, and their positions depend on the study.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/table.hpp"
#include "app/setup/setup.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// Parts of a point that have columns of their own.
struct Measured {
  EnergyKeys energy = {};                         // if given
  std::vector<std::string> traffic_classes = {};  // NAME.latency_mean and so on
  bool workload = false;
  std::vector<std::string> jobs = {};  // of the workload: NAME.completion_cycles and so on
};
Measured measured_of(const Point& point);

// Columns of run and sweep, from `load` on.
std::vector<Column> simulation_columns(const Measured& measured = {});
Row simulation_fields(const Setup& setup, std::uint64_t seed, const SimulationResult& result);

// Result of saturate for one combination; loads in load_unit unless the name names another unit.
struct Saturation {
  // The largest load, shared by the classes on traffic.load, that is stable with all seeds; 0: even
  // the smallest load is unstable.
  double load = 0;
  double tolerance = 0;
  std::uint32_t seeds = 1;
  std::optional<double> accepted_beyond_flits = {};  // at full load; empty: no window was measured
  std::optional<double> latency_at_90_percent = {};  // mean at 0.9 x load
  std::optional<double> deadlock_load = {};          // the least load that ended in a deadlock
  // The smallest load above `load` at which some seeds collapse and others do not; the share of
  // seeds that collapse there; and after how many cycles they do. Empty: there is no such load, the
  // knee is sharp.
  std::optional<double> metastable_from = {}, collapsed_share = {}, collapse_cycles_median = {};
  std::optional<Limit> limit = {};  // at the least load that saturates
};
std::vector<Column> saturation_columns();
Row saturation_fields(const Setup& setup, const Saturation& saturation);

// A load in the setup's unit as flits/node/cycle.
double in_flits(const Setup& setup, double load);

}  // namespace orthant
