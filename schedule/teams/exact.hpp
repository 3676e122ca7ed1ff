// Schedules of a given number of frames by exhaustive search over full teams.
#pragma once

#include <cstdint>

#include "schedule/stopwatch.hpp"
#include "schedule/teams/full_teams.hpp"

namespace orthant {

enum class SearchEnd { kFound, kExhausted, kStopped };

struct ExactResult {
  SearchEnd end = SearchEnd::kStopped;
  Frames frames = {};            // where found
  std::uint64_t categories = 0;  // visited, over all restarts
  std::uint64_t effort = 0;  // as in SearchLimits
};

// With `frames` frames, at least the duration. The frames come in any order, so the next one is
// always that of one chosen transfer over the busiest channel left; it may be full, and it uses
// every channel that all frames left must use (Gabrielyan & Hersch 2004, section 7). Depth first,
// begun anew in another order when it takes long; kExhausted is a proof that there is none.
ExactResult search_exactly(const Congestion& congestion, std::size_t frames,
                           const TeamReductions& reductions, const SearchLimits& limits);

}  // namespace orthant
