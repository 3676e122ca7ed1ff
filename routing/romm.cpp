// Two-phase ROMM: dimension order to a random router in the quadrant of shortest paths, then to the
// destination.
//
// Source: Nesson & Johnsson 1995; on tori as in Towles, Dally & Boyd 2003, Table 1.
// VCs: sets of the classes of dimension order (2 on a torus with credits, else 1). Fixed order: 2
//   sets, one per phase. Random order: 2n-1 sets in n >= 2 dimensions (two_phase.hpp).
// Deadlock: within a set dimensions only rise, and sets only rise (two_phase.cpp); with bubble
//   every ring of each set keeps a free slot, and the rings are left in that order.
// Ties: one direction for both phases, as in dimension order (split, plus, parity).
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
