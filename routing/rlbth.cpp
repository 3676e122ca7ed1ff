// RLB with a threshold: as RLB (rlb.cpp), but always in the shorter direction if the distance D is
// below a quarter of the ring, D < k/4.
//
// Source: Singh, Dally, Towles & Gupta 2002; as in Towles, Dally & Boyd 2003, Table 1.
// VCs: each set is a copy of the dimension-order classes: 2 VC classes with credits, 1 with bubble.
//   Fixed order has 2 sets, one per phase; random order has 2n-1 sets in n >= 2 dimensions
//   (two_phase.hpp).
// Deadlock: within a set a packet's dimensions only rise, and its sets only rise (two_phase.cpp).
//   With bubble every ring of each set keeps a free slot, and packets leave the rings in the order
//   of sets and dimensions.
// Ties: both directions with probability 1/2, as the rule gives for a distance of k/2.
// Tested by: tests/routing/rlbth_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/quadrant.hpp"
#include "routing/grid/two_phase.hpp"

namespace orthant {
namespace {

double shorter_probability(std::uint32_t distance, std::uint32_t radix) {
  return 4 * distance < radix ? 1 : static_cast<double>(radix - distance) / radix;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_quadrant_routing(
      topology, options,
      {.name = "rlbth", .shorter_probability = shorter_probability, .torus_only = true});
}

}  // namespace

RoutingDescription describe_rlbth() {
  return {.name = "rlbth",
          .summary = "RLB that stays minimal in dimensions with a distance below k/4",
          .source = "Singh et al. 2002",
          .topologies = "torus",
          .vc_classes = kTwoPhaseClasses,
          .deadlock = kTwoPhaseDeadlock,
          .adaptive = false,
          .minimal = false,
          .keys = {"routing.order"},
          .make = make};
}

}  // namespace orthant
