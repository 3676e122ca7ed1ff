// Z2, the zig-zag: prefers the hop on a shortest path in the dimension with the most remaining
// hops, which leads towards the diagonal; takes the first free one.
//
// Source: Badr & Podar 1989.
// VCs: as minimal_adaptive.
// Deadlock: as minimal_adaptive, whose candidates it only sorts.
// Ties: of two dimensions with equally many remaining hops, the lower one comes first. For
//   destinations exactly k/2 hops away on an even ring both directions are candidates, the plus
//   direction first.
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
