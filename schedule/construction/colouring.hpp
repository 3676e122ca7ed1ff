// Fast heuristics: they find valid schedules, but prove nothing about their length.
#pragma once

#include "schedule/transfers.hpp"

namespace orthant {

// Greedy colouring of the congestion graph: the next transfer is the one that fits into the
// fewest frames. Ties go to the transfer with the most unscheduled congesting transfers, then to
// the lowest id. Source: Brelaz 1979 (DSATUR).
Frames colour(const TransferSet& set);

// Splits every round-robin step into frames by first fit. Transfers in no step form a last step.
Frames first_fit(const TransferSet& set);

}  // namespace orthant
