// One route for every transfer where the routing has several: so that the duration, which no
// schedule can beat, is as small as possible.
//
// Source: Gabrielyan & Hersch 2004, section 9, names multipath routing that keeps the throughput
// liquid as future work. The choice is ours: the linear program of fractional routes bounds the
// duration from below, tabu search (placement.hpp) finds routes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schedule/stopwatch.hpp"
#include "schedule/transfers.hpp"

namespace orthant {

// Per transfer its routes, at least one each: the channels in the order of the path.
using RouteLists = std::vector<std::vector<std::vector<std::uint32_t>>>;

struct ChosenRoutes {
  std::vector<std::uint32_t> route;  // per transfer: which of its routes
  double least_time = 0;  // frames, over all choices; the duration of this one may be longer
};

// As many frames as that takes. What a linear program is off by does not count.
std::uint32_t whole_frames(double time);

// `capacities` as in TransferSet. The search costs at most so much work for each duration tried,
// and ends where `limits` do; then each transfer has its first route.
ChosenRoutes choose_routes(const RouteLists& routes, std::size_t channels,
                           std::span<const std::uint32_t> capacities, const SearchLimits& limits);

}  // namespace orthant
