// Randomized local balance: in each dimension, takes the shorter direction over D of k routers with
// probability (k-D)/k, then dimension order to a random router of that quadrant, and on to the
// destination. Both directions of a ring carry the same load at any distance.
//
// Source: Singh, Dally, Towles & Gupta 2002; as in Towles, Dally & Boyd 2003, Table 1.
// VCs: sets of the classes of dimension order (2 with credits, 1 with bubble). Fixed order: 2 sets,
//   one per phase. Random order: 2n-1 sets in n >= 2 dimensions (two_phase.hpp).
// Deadlock: within a set dimensions only rise, and sets only rise (two_phase.cpp); with bubble
//   every ring of each set keeps a free slot, and the rings are left in that order.
// Ties: both directions with probability 1/2, as the rule gives for a distance of k/2.
// Tested by: tests/routing/rlb_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/quadrant.hpp"
#include "routing/grid/two_phase.hpp"

namespace orthant {
namespace {

double shorter_probability(std::uint32_t distance, std::uint32_t radix) {
  return static_cast<double>(radix - distance) / radix;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_quadrant_routing(
      topology, options,
      {.name = "rlb", .shorter_probability = shorter_probability, .torus_only = true});
}

}  // namespace

RoutingDescription describe_rlb() {
  return {
      .name = "rlb",
      .summary =
          "a direction in each ring drawn by its length, then through a router of that quadrant",
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
