// Constructs schedules of k^(n+1) / 8 frames for all-to-all on k-ary n-cubes, where 4 divides k.
#pragma once

#include <optional>

#include "schedule/collective.hpp"

namespace orthant {

// Requires a torus of equal radices divisible by 4 with one node per router, and as transfers all
// ordered pairs of its nodes; otherwise returns nullopt. The frames are free of congestion under
// dimension-order routes with Ties::kSource; callers must check this.
std::optional<Frames> structured_frames(const Topology& topology,
                                        const CollectiveTransfers& collective);

// True if the construction covers all-to-all on this network.
bool has_structured_frames(const Topology& topology);

}  // namespace orthant
