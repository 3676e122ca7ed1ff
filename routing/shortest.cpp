// One shortest path for every pair of routers of any network, without turn restrictions.
//
// Source: Dijkstra 1959, with unit hop costs.
// VCs: 1 class; with routing.layers one for each layer.
// Deadlock: none is claimed without layers. If the paths happen to have acyclic dependencies, as on
//   a tree, the check finds that out. With layers each pair stays in one, whose dependencies have
//   no cycle (graph/layered_paths.hpp).
// Ties: to the neighbour with the lowest id, or drawn once for every pair.
// Own node: no hops.
// Tested by: tests/routing/shortest_test.cpp
#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/best_moves.hpp"
#include "routing/graph/layered_paths.hpp"

namespace orthant {
namespace {

struct ShortestKeys : SinglePathOptions {
  Layers layers = Layers::kNone;
};

const KeyRows<ShortestKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "shortest");
  static const KeyRows<ShortestKeys> rows =
      single_path_rows<ShortestKeys>("shortest", kWhen) +
      KeyRows<ShortestKeys>{
          {"shortest.forwarding",
           &ShortestKeys::by_destination,
           {{"pair", false}, {"destination", true}},
           {.when = read_if("shortest.tie", "random"),
            .help = "Random ties are drawn for every pair, or for every router and destination, so "
                    "that a router has one port for each destination."}},
          {"routing.layers",
           &ShortestKeys::layers,
           {{"none", Layers::kNone}, {"lash", Layers::kLash}, {"dfsssp", Layers::kDfsssp}},
           {.when = kWhen,
            .help =
                "VC classes that keep the paths free of deadlock, one for each pair of routers: "
                "none; the first in which the pair closes no cycle (lash); or the next one for "
                "the pairs of the weakest dependency of each cycle (dfsssp)."}}};
  return rows;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  LegalMoves moves(topology, 1, [](std::uint32_t, ChannelId) -> std::optional<LegalMoves::Step> {
    return LegalMoves::Step{.state = 0};
  });
  RoutingTraits traits{.vc_classes = {{"any"}}, .minimal = true};
  traits.this_network_only = true;
  ShortestKeys own = rows().read(options.own);
  own.parallel_links = options.parallel_links;
  auto paths = std::make_unique<SinglePaths>(BestMoves::shortest(std::move(moves), options.threads),
                                             own, std::move(traits), options.threads);
  if (own.layers == Layers::kNone) return paths;
  if (options.flow_control != FlowControl::kCredit)
    key_error("router.flow_control",
              "layers break the cycles of rings, which bubbles would keep moving; allowed: credit");
  return make_layered(topology, std::move(paths), own.layers);
}

}  // namespace

RoutingDescription describe_shortest() {
  return {.name = "shortest",
          .summary = "one shortest path for every pair, without turn restrictions",
          .source = "Dijkstra 1959",
          .topologies = "any",
          .vc_classes = "1; with layers one for each",
          .deadlock = "none claimed without layers: only paths without a cycle are deadlock-free",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.parallel_links"},
          .own_keys = rows().keys(),
          .finds_paths_anywhere = true,
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
