// Fast heuristics: valid schedules without a proven length.
#pragma once

#include "schedule/transfers.hpp"

namespace orthant {

// Greedy colouring of the congestion graph: the next transfer is one whose congesting transfers
// occupy the most frames; ties: the one with most unscheduled congesting transfers, then the lowest
// id.
// Source: Brelaz 1979 (DSATUR).
Frames colour(const TransferSet& set);

// Splits every round-robin step into frames first fit; transfers in no step follow as one step.
Frames first_fit(const TransferSet& set);

}  // namespace orthant
