// Selects one route for every transfer if the routing has several. It minimizes the duration, which
// is a lower bound on the frames of every schedule.
//
// Source: Gabrielyan & Hersch 2004, section 9, names multipath routing that keeps the throughput
//   liquid as future work. The selection is ours: the linear program of fractional routes bounds
//   the duration from below, tabu search (placement.hpp) finds routes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"

namespace orthant {

// Routes of each transfer, at least one. A route lists its channels in the order of the path.
using RouteLists = std::vector<std::vector<std::vector<std::uint32_t>>>;

struct ChosenRoutes {
  std::vector<std::uint32_t> route;  // per transfer: index of its route
  double time_bound =
      0;  // in frames: no selection has a shorter duration; this one may have a longer one
};

// Rounds up to whole frames, ignoring the rounding errors of a linear program.
std::uint32_t whole_frames(double time);

// `capacities` is as in TransferSet. The search spends a limited effort on each duration. If it
// finds no better routes within `limits`, each transfer keeps its first route.
ChosenRoutes choose_routes(const RouteLists& routes, std::size_t channels,
                           std::span<const std::uint32_t> capacities, const SearchLimits& limits);

}  // namespace orthant
