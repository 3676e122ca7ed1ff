// Negative first: hops in minus directions before hops in plus directions.
//
// Source: Glass & Ni 1992.
// VCs: one class for every hop; it takes all VCs.
// Deadlock: no turn leads from a plus to a minus direction, but a cycle has hops in both directions
//   of some dimension, and so a turn from plus to minus.
// Ties: on rings, the plus direction; no theorem is claimed for rings.
// Tested by: tests/routing/turn_models_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/turn_models.hpp"

namespace orthant {
namespace {

bool is_first(std::size_t, bool plus, std::size_t) { return !plus; }

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_turn_model(topology, options, "negative_first", is_first);
}

}  // namespace

RoutingDescription describe_negative_first() {
  return describe_turn_model("negative_first",
                             "first all hops in minus directions, then those in plus ones",
                             "Glass & Ni 1992", make);
}

}  // namespace orthant
