// All-to-all on k-ary n-cubes with 4 | k in k^(n+1) / 8 frames, by construction.
#pragma once

#include <optional>

#include "schedule/collective.hpp"

namespace orthant {

// For a torus of equal radices divisible by 4 with one node per router, and all its ordered pairs
// of nodes as transfers; nullopt otherwise. The frames are free of congestion under dimension-order
// routes with Ties::kSource; callers must check.
std::optional<Frames> structured_frames(const Topology& topology,
                                        const CollectiveTransfers& collective);

// True if the construction covers all-to-all on this network.
bool has_structured_frames(const Topology& topology);

}  // namespace orthant
