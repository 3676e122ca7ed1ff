// All-to-all on k-ary n-cubes with 4 | k in k^(n+1) / 8 frames, without a search.
#pragma once

#include <optional>

#include "schedule/collective.hpp"

namespace orthant {

// For a torus of equal radices that 4 divides with one node a router, and all its ordered pairs of
// nodes as transfers; nullopt otherwise. The frames do not congest where routes take dimension
// order and packets halfway round a ring go by Ties::kSource: whoever uses them must look.
std::optional<Frames> structured_frames(const Topology& topology,
                                        const CollectiveTransfers& collective);

// Whether there is such a construction for all-to-all on this network.
bool has_structured_frames(const Topology& topology);

}  // namespace orthant
