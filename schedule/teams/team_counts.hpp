// Number of categories that an enumeration of all full teams visits, with given reductions.
//
// Source: Gabrielyan & Hersch 2004, section 6 (figure 7).
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/stopwatch.hpp"
#include "schedule/teams/full_teams.hpp"

namespace orthant {

struct TeamCount {
  std::uint64_t categories = 0;
  std::uint64_t teams = 0;
  bool complete = false;  // false: the limits ended the count before all were visited
};

// Counts the full teams of all transfers; without `bottlenecks`, the full simultaneities.
TeamCount count_full_teams(const Congestion& congestion,
                           const std::vector<std::uint32_t>& bottlenecks,
                           const TeamReductions& reductions, const SearchLimits& limits);

}  // namespace orthant
