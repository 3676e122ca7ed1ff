// Schedules of a given number of frames by exhaustive search over full teams.
#pragma once

#include <cstdint>

#include "schedule/stopwatch.hpp"
#include "schedule/teams/full_teams.hpp"

namespace orthant {

enum class SearchEnd { kFound, kExhausted, kStopped };

struct ExactResult {
  SearchEnd end = SearchEnd::kStopped;
  Frames frames = {};            // if found
  std::uint64_t categories = 0;  // visited, over all restarts
  std::uint64_t effort = 0;      // as in SearchLimits
};

// Searches for `frames` frames, at least the duration. Frames are interchangeable, so the next
// frame contains a chosen transfer over the busiest remaining channel; without loss of generality
// it is full and uses every channel that all remaining frames must use (Gabrielyan & Hersch 2004,
// section 7). Depth-first, restarted in another order when it takes long; kExhausted proves that
// there is no schedule.
ExactResult search_exactly(const Congestion& congestion, std::size_t frames,
                           const TeamReductions& reductions, const SearchLimits& limits);

}  // namespace orthant
