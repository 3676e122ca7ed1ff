// A routing as paths of pairs: its table, and what exact analysis finds about it.
#pragma once

#include <optional>
#include <vector>

#include "analysis/design/design_program.hpp"
#include "analysis/design/flow_paths.hpp"
#include "routing/table/path_table.hpp"

namespace orthant {

// The table of a routing, which has paths for all pairs or, by translation, for those of router 0.
// The topology must outlive it.
PathTable table_of(const Topology& topology, const PairPaths& paths, bool by_translation);

// Sends packets over a random router, on shortest paths to it and from it, but cuts out loops. No
// permutation loads a channel more than twice uniform traffic on shortest paths does.
PairPaths paths_over_random_routers(const Commodities& commodities);

struct MeasuredRouting {
  PairPaths paths;
  double load = 0;    // the measure
  double length = 0;  // normalised
};

struct RoutingLimits {
  std::optional<double> load, length;  // the most of each, but for rounding
};
// Returns the routing within the limits with the smallest load or, where the load is limited, with
// the shortest paths; nullopt if none is within them. Loads that differ by rounding count as equal;
// then the one with the shortest paths is the best.
std::optional<MeasuredRouting> best_of(std::vector<PairPaths> routings, const Topology& topology,
                                       bool by_translation, const LoadMeasure& measure,
                                       const RoutingLimits& limits, std::size_t threads);

}  // namespace orthant
