// Two-phase ROMM: a packet goes in dimension order to a random router in the quadrant of shortest
// paths, then to the destination.
//
// Source: Nesson & Johnsson 1995; on tori as in Towles, Dally & Boyd 2003, Table 1.
// VCs: each set is a copy of the dimension-order classes: 2 VC classes on a torus with credits,
//   else 1. Fixed order has 2 sets, one per phase; random order has 2n-1 sets in n >= 2 dimensions
//   (two_phase.hpp).
// Deadlock: within a set a packet's dimensions only rise, and its sets only rise (two_phase.cpp).
//   With bubble every ring of each set keeps a free slot, and packets leave the rings in the order
//   of sets and dimensions.
// Ties: both phases take the same direction, chosen as in dimension order (split, plus, parity).
// Tested by: tests/routing/romm_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/quadrant.hpp"
#include "routing/grid/two_phase.hpp"

namespace orthant {
namespace {

double always(std::uint32_t, std::uint32_t) { return 1; }

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_quadrant_routing(
      topology, options,
      {.name = "romm", .shorter_probability = always, .ties = options.ties, .minimal = true});
}

}  // namespace

RoutingDescription describe_romm() {
  return {.name = "romm",
          .summary =
              "dimension order to a router drawn from the minimal quadrant, then to the "
              "destination",
          .source = "Nesson & Johnsson 1995",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = kTwoPhaseClasses,
          .deadlock = kTwoPhaseDeadlock,
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.order", "routing.ties"},
          .make = make};
}

}  // namespace orthant
