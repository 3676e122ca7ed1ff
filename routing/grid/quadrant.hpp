// Two-phase routings that stay in one quadrant: a direction is drawn for every dimension, then an
// intermediate router among those between source and destination in these directions. ROMM, RLB and
// RLBth differ in how the directions are drawn.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "routing/routing.hpp"

namespace orthant {

// Probability of the shorter way round a ring of `radix` routers over `distance` hops,
// 0 < distance < radix / 2. Half way round, `ties` decides.
using ShorterWay = double (*)(std::uint32_t distance, std::uint32_t radix);

struct QuadrantRule {
  std::string_view name;  // of the algorithm
  ShorterWay shorter_way;
  Ties ties = Ties::kSplit;
  bool minimal = false;
  bool torus_only = false;
};

std::unique_ptr<Routing> make_quadrant_routing(const Topology& topology,
                                               const RoutingOptions& options,
                                               const QuadrantRule& rule);

}  // namespace orthant
