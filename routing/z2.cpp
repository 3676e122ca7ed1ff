// Z2, the zig-zag: among the hops on shortest paths first the one in the dimension with most hops
// left, which leads towards the diagonal; the first free one is taken.
//
// Source: Badr & Podar 1989.
// VCs: as minimal_adaptive.
// Deadlock: as minimal_adaptive, whose candidates it only sorts.
// Ties: of two dimensions with equally many hops left the lower one goes first. Half way round an
// even
//   ring both directions are candidates, plus first.
// Tested by: tests/routing/mp_test.cpp
#include "routing/descriptions.hpp"
#include "routing/minimal_adaptive.hpp"

namespace orthant {
namespace {

std::uint32_t preference(std::uint32_t hops, bool) { return hops; }

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_minimal_adaptive(topology, options, "z2", preference);
}

}  // namespace

RoutingDescription describe_z2() {
  return describe_minimal("z2", "shortest paths, first in the dimension with most hops left",
                          "Badr & Podar 1989", make);
}

}  // namespace orthant
