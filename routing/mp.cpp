// Maximum shortest paths: prefers, among the hops on shortest paths, the one that leaves the most
// shortest paths to the destination; takes the first free one.
//
// Source: Wu 1996.
// VCs: as minimal_adaptive.
// Deadlock: as minimal_adaptive, whose candidates it only sorts.
// Ties: of two dimensions with equally many paths, the one with more remaining hops comes first,
//   then the lower one. For destinations exactly k/2 hops away on an even ring both directions are
//   candidates, the plus direction first.
// Tested by: tests/routing/mp_test.cpp
#include "routing/descriptions.hpp"
#include "routing/minimal_adaptive.hpp"

namespace orthant {
namespace {

// With equally many paths but different hops, the dimension with more hops is at a tie.
std::uint32_t preference(std::uint32_t hops, bool tie) {
  return 2 * shortest_paths_weight(hops, tie) + (tie ? 1 : 0);
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  return make_minimal_adaptive(topology, options, "mp", preference);
}

}  // namespace

RoutingDescription describe_mp() {
  return describe_minimal("mp", "shortest paths, first where most of them lead on", "Wu 1996",
                          make);
}

}  // namespace orthant
