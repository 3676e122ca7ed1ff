// One shortest path for every pair of routers of any network, without turn restrictions.
//
// Source: Dijkstra 1959, with unit hop costs.
// VCs: 1 class.
// Deadlock: none is claimed. If the paths happen to have acyclic dependencies, as on a tree, the
//   check finds that out.
// Ties: to the neighbour with the lowest id, or drawn once for every pair.
// Own node: no hops.
// Tested by: tests/routing/shortest_test.cpp
#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/best_moves.hpp"

namespace orthant {
namespace {

const KeyRows<SinglePathOptions>& rows() {
  static const KeyRows<SinglePathOptions> rows =
      single_path_rows("shortest", read_if("routing.algorithm", "shortest"));
  return rows;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  LegalMoves moves(topology, 1, [](std::uint32_t, ChannelId) -> std::optional<LegalMoves::Step> {
    return LegalMoves::Step{.state = 0};
  });
  RoutingTraits traits{.vc_classes = {{"any"}}, .minimal = true};
  traits.this_network_only = true;
  SinglePathOptions own = rows().read(options.own);
  own.parallel_links = options.parallel_links;
  return std::make_unique<SinglePaths>(BestMoves::shortest(std::move(moves), options.threads), own,
                                       std::move(traits), options.threads);
}

}  // namespace

RoutingDescription describe_shortest() {
  return {.name = "shortest",
          .summary = "one shortest path for every pair, without turn restrictions",
          .source = "Dijkstra 1959",
          .topologies = "any",
          .vc_classes = "1",
          .deadlock = "none claimed: only paths without a cycle are deadlock-free",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.parallel_links"},
          .own_keys = rows().keys(),
          .finds_paths_anywhere = true,
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
