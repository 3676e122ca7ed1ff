// West first: hops in the minus direction of dimension 0 come before all others. In n dimensions
// the minus directions of all dimensions but the last come first (all-but-one-negative-first).
//
// Source: Glass & Ni 1992.
// VCs: one class for every hop; it takes all VCs.
// Deadlock: no turn leads from the second phase to the first. The first phase has no two opposite
//   directions. In the second phase only the last dimension has both directions, but a cycle needs
//   both directions of another dimension, too.
// Ties: on rings, the plus direction; no theorem is claimed for rings.
// Tested by: tests/routing/turn_models_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/turn_models.hpp"

namespace orthant {
namespace {

// In one dimension there is no first phase.
bool is_first(std::size_t d, bool plus, std::size_t dimensions) {
  return !plus && d + 1 < dimensions;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_turn_model(topology, options, "west_first", is_first);
}

}  // namespace

RoutingDescription describe_west_first() {
  return describe_turn_model("west_first", "first all hops west, then adaptively the others",
                             "Glass & Ni 1992", make);
}

}  // namespace orthant
