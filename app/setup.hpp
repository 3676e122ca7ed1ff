// From one point of a config to the objects that sim/ and analysis/ work on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/config.hpp"
#include "routing/routing.hpp"
#include "sim/simulation.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

enum class LoadUnit { kCapacity, kFlits };  // traffic.load_unit

// Everything one simulated point needs. Members are built in this order; `routing` points into
// `topology`, so a Setup is neither copied nor moved.
struct Setup {
  Setup() = default;
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  std::unique_ptr<Topology> topology;
  RoutingOptions routing_options;  // that `routing` was built from
  std::unique_ptr<Routing> routing;
  Traffic traffic;
  RouterOptions router;
  NodeChannelOptions nodes;
  RunOptions run;

  // Flits/node/cycle that the network can carry under uniform traffic; nullopt where it is not
  // known.
  std::optional<double> capacity_flits;
  double load = 0;  // as given, in load_unit
  LoadUnit load_unit = LoadUnit::kCapacity;
  double load_flits = 0;  // the same in flits/node/cycle
  std::optional<double> cycle_ns;
  bool allow_deadlock = false;
  std::uint32_t repetitions = 1;  // row i of a point uses run.seed + i
  double tolerance = 0;           // saturate: width of the last interval, in load_unit

  // Output files of [output], where given.
  std::optional<std::string> csv_file, channels_file, histogram_file, packets_file;

  // Sets the seed of everything that draws during a run (run.seed and the traffic; not
  // pattern_seed).
  void set_seed(std::uint64_t seed);
};

// How much of a config make_setup() reads.
enum class SetupNeeds {
  kAll,
  kNoLoad,  // saturate, check: traffic.load may be missing; load and load_flits are then 0 and
            // traffic.injection is not built
};

// Builds everything; throws ConfigError with file and line for each mistake, those found by lower
// layers included.
std::unique_ptr<Setup> make_setup(const Point& point, SetupNeeds needs = SetupNeeds::kAll);

std::string_view load_unit_name(LoadUnit unit);

// Words of the config for enumerators, as written in result columns.
std::string_view switching_name(Switching switching);
std::string_view flow_control_name(FlowControl flow_control);

}  // namespace orthant
