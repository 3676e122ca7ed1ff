// Two-phase routings within one quadrant: draw a direction for every dimension, then an
// intermediate router between source and destination in these directions. ROMM, RLB and RLBth
// differ in how the directions are drawn.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

// Probability of the shorter direction over `distance` hops on a ring of `radix` routers, 0 <
// distance < radix / 2. At radix / 2, `ties` decides.
using ShorterDirectionProbability = double (*)(std::uint32_t distance, std::uint32_t radix);

struct QuadrantRule {
  std::string_view name;  // of the algorithm
  ShorterDirectionProbability shorter_probability;
  Ties ties = Ties::kSplit;
  bool minimal = false;
  bool torus_only = false;
};

std::unique_ptr<Routing> make_quadrant_routing(const Topology& topology,
                                               const RoutingOptions& options,
                                               const QuadrantRule& rule);

}  // namespace orthant
