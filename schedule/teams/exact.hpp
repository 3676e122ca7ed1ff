// Schedules of a given number of frames by exhaustive search over full teams.
#pragma once

#include <cstdint>

#include "schedule/stopwatch.hpp"
#include "schedule/teams/full_teams.hpp"

namespace orthant {

enum class SearchEnd { kFound, kExhausted, kStopped };

struct ExactResult {
  SearchEnd end = SearchEnd::kStopped;
  Frames frames = {};            // empty unless found
  std::uint64_t categories = 0;  // visited in all attempts
  std::uint64_t effort = 0;      // as in SearchLimits
};

// Searches for a schedule of `frames` frames, which must be at least the duration. Frames are
// interchangeable, so the next frame is one that contains a chosen transfer over the busiest
// remaining channel. Without loss of generality the next frame is full, and uses every channel that
// all remaining frames must use (Gabrielyan & Hersch 2004, section 7). The search is depth-first,
// and restarts in another order when it takes long. kExhausted proves that there is no such
// schedule.
ExactResult search_exactly(const Congestion& congestion, std::size_t frames,
                           const TeamReductions& reductions, const SearchLimits& limits);

}  // namespace orthant
