// North last: hops in the plus direction of dimension 1 come after all others. In n dimensions the
// plus directions of all dimensions but the first come last (all-but-one-positive-last).
//
// Source: Glass & Ni 1992.
// VCs: one class for every hop; it takes all VCs.
// Deadlock: no turn leads from the second phase to the first. The second phase has no two opposite
//   directions. In the first phase only dimension 0 has both directions, but a cycle needs both
//   directions of another dimension, too.
// Ties: on rings, the plus direction; no theorem is claimed for rings.
// Tested by: tests/routing/turn_models_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/turn_models.hpp"

namespace orthant {
namespace {

bool is_first(std::size_t d, bool plus, std::size_t) { return !plus || d == 0; }

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_turn_model(topology, options, "north_last", is_first);
}

}  // namespace

RoutingDescription describe_north_last() {
  return describe_turn_model("north_last", "the hops north after all others", "Glass & Ni 1992",
                             make);
}

}  // namespace orthant
