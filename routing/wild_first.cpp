// Wild first: where the path of dimension order meets a missing channel, the first hops go in any
// direction, and dimension order begins after them.
//
// Source: Zu et al. 2024 (TPU v4), which has one such hop; here the fewest that the network needs.
// VCs: those of dimension order with crossing datelines (torus: 2, mesh: 1), and one class for each
//   wild hop.
// Deadlock: wild hops are in classes of their own, each followed by a later one or by dimension
//   order, whose dependencies are acyclic, the long way round a ring included (grid_paths.cpp).
// Ties: routing.ties (split or plus) for destinations exactly k/2 hops away on an even ring; all
//   wild hops of the shortest paths, at most 8, have the same probability.
// Own node: no hops.
// Tested by: tests/routing/dor_round_faults_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/dor_round_faults.hpp"

namespace orthant {
namespace {

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_dor_round_faults(topology, options, StopRule::kWildHops, Dateline::kCrossing,
                               "wild_first");
}

}  // namespace

RoutingDescription describe_wild_first() {
  return {.name = "wild_first",
          .summary = "dimension order after a first hop round missing channels",
          .source = "Zu et al. 2024",
          .topologies = "torus, mesh, hypercube, whole or broken",
          .vc_classes = "torus: 2, mesh, hypercube: 1; and one for each wild hop",
          .deadlock = "acyclic channel dependencies",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.ties"},
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
