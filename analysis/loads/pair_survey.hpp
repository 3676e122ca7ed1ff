// Path lengths and channel loads from a single walk over all pairs of routers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/loads/pair_loads.hpp"
#include "analysis/loads/path_length.hpp"

namespace orthant {

struct PairSurvey {
  PathLength lengths;
  std::vector<std::vector<double>> channel_loads;  // per traffic, as PairLoads::channel_loads()
};

// The result does not depend on `threads`.
PairSurvey survey_pairs(const PairLoads& loads, std::span<const RouterTraffic> traffics,
                        std::size_t threads = 1);

}  // namespace orthant
