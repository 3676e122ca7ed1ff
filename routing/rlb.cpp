// Randomized local balance: in every dimension, a packet to a destination D hops away on a ring of
// k routers takes the shorter direction with probability (k-D)/k. The directions span a quadrant
// between source and destination. The packet goes in dimension order to a random router of the
// quadrant, and from there to the destination. Both directions of a ring carry the same load at any
// distance.
//
// Source: Singh, Dally, Towles & Gupta 2002; as in Towles, Dally & Boyd 2003, Table 1.
// VCs: each set is a copy of the dimension-order classes: 2 VC classes with credits, 1 with bubble.
//   Fixed order has 2 sets, one per phase; random order has 2n-1 sets in n >= 2 dimensions
//   (two_phase.hpp).
// Deadlock: within a set a packet's dimensions only rise, and its sets only rise (two_phase.cpp).
//   With bubble every ring of each set keeps a free slot, and packets leave the rings in the order
//   of sets and dimensions.
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
