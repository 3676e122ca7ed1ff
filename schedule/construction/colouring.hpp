// Schedules in no time: valid, of no proven length.
#pragma once

#include "schedule/transfers.hpp"

namespace orthant {

// Greedy colouring of the graph of congestions, always the transfer whose congesting ones are in
// most frames already; ties: the one that congests with most not yet scheduled, then the lowest id.
// Source: Brelaz 1979 (DSATUR).
Frames colour(const TransferSet& set);

// Every round by itself, its transfers first fit into frames; what is in no round follows as one.
Frames first_fit(const TransferSet& set);

}  // namespace orthant
