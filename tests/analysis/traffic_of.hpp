// Traffic of a registered pattern, for tests that depend only on its matrix.
#pragma once

#include <string_view>

#include "traffic/kinds.hpp"

namespace orthant {

inline Traffic traffic_of(const Topology& topology, std::string_view pattern,
                          const PatternOptions& options = {}) {
  Traffic traffic;
  traffic.pattern = find_pattern(pattern)->make(topology, options);
  return traffic;
}

}  // namespace orthant
