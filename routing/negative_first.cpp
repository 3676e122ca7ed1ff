// Negative first: hops in minus directions before hops in plus directions.
//
// Source: Glass & Ni 1992.
// VCs: one class for every hop; it takes all VCs.
// Deadlock: no turn leads from a plus to a minus direction, and a cycle needs both directions of
//   some dimension.
// Ties: plus, on rings, for which no theorem is claimed.
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
