// Maximum shortest paths: among the hops on shortest paths first the one behind which most of them
// begin; the first free one is taken.
//
// Source: Wu 1996.
// VCs: as minimal_adaptive.
// Deadlock: as minimal_adaptive, whose candidates it only sorts.
// Ties: of two dimensions with equally many paths behind them the one with more hops left goes
//   first, then the lower one. Half way round an even ring both directions are candidates, plus
//   first.
// Tested by: tests/routing/mp_test.cpp
#include "routing/descriptions.hpp"
#include "routing/minimal_adaptive.hpp"

namespace orthant {
namespace {

// Where paths are equally many and hops are not, the dimension of more hops is half way round.
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
