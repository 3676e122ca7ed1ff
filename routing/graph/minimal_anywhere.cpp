// Every hop that leads closer to the destination, then a hop of up/down routing as the escape.
//
// Source: the escape as in Silla & Duato 2000 (irregular networks); up/down routing of Schroeder
//   et al. 1991.
// VCs: up/down and adaptive, one class each.
// Deadlock: a packet that has taken an escape takes escapes to its destination, up to smaller
//   labels, then down; so escapes depend on each other as the channels of up/down routing, which
//   have no cycle.
// Ties: all shortest hops, but for those to a router without nodes from which no escape leads on; of
//   the shortest up/down hops the one to the router with the lowest id.
// Own node: no channel.
// Tested by: tests/routing/minimal_anywhere_test.cpp
#include "routing/graph/minimal_anywhere.hpp"

#include <bit>

#include "base/limits.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/best_moves.hpp"
#include "routing/graph/spanning_tree.hpp"
#include "routing/graph/up_down_moves.hpp"

namespace orthant {
namespace {

constexpr std::uint8_t kEscapeClass = 0, kAdaptiveClass = 1;

class MinimalAnywhere final : public FixedStartRouting {
 public:
  MinimalAnywhere(RoutingTraits traits, BestMoves shortest, BestMoves up_down)
      : FixedStartRouting(std::move(traits)),
        shortest_(std::move(shortest)),
        up_down_(std::move(up_down)) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
    out.clear();
    const RouterId t = header.destination;
    const bool escaped = header.bits > 0;
    if (!escaped) {
      const LegalMoves& moves = shortest_.moves();
      const LegalMoves::State state = moves.start(here);
      for (std::uint64_t best = shortest_.at(t, state); best != 0; best &= best - 1)
        out.push_back({.port = moves.moves(state)[lowest(best)].port, .vc_class = kAdaptiveClass});
    }
    const LegalMoves& moves = up_down_.moves();
    const LegalMoves::State state = moves.start(here) + (escaped ? header.bits - 1 : 0);
    const LegalMoves::Move& move = moves.moves(state)[lowest(up_down_.at(t, state))];
    out.push_back({.port = move.port,
                   .vc_class = kEscapeClass,
                   .escape = true,
                   .next_bits = 1 + move.to % moves.states_per_router()});
  }

  std::size_t max_candidates() const override { return limits::kPorts + 1; }

 private:
  static std::size_t lowest(std::uint64_t mask) {
    return static_cast<std::size_t>(std::countr_zero(mask));
  }

  // header.bits is 0 before the first escape, then 1 + the phase of up/down routing. Every router
  // that `shortest_` leads to has an escape.
  BestMoves shortest_;
  BestMoves up_down_;
};

// Leaves out hops to routers without an escape: up/down routing connects routers with nodes, and
// there may be others that it does not lead on from.
void keep_hops_with_escape(BestMoves& shortest, const BestMoves& up_down) {
  const LegalMoves& moves = shortest.moves();
  const std::size_t n = moves.topology().router_count();
  for (std::size_t d = 0; d < n; ++d) {
    const RouterId t{d};
    if (!moves.topology().has_nodes(t)) continue;
    for (std::size_t r = 0; r < n; ++r) {
      const LegalMoves::State state = moves.start(RouterId{r});
      std::uint64_t kept = 0;
      for (std::uint64_t rest = shortest.at(t, state); rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        const RouterId next = moves.router_of(moves.moves(state)[i].to);
        if (next == t || up_down.at(t, up_down.moves().start(next)) != 0) kept |= rest & -rest;
      }
      shortest.set(t, state, kept);
    }
  }
}

bool has_routers_without_nodes(const Topology& topology) {
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    if (!topology.has_nodes(RouterId{r})) return true;
  return false;
}

}  // namespace

std::unique_ptr<Routing> make_minimal_anywhere(const Topology& topology,
                                               const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  const SpanningTree tree = breadth_first_tree(topology, lowest_router_up(topology));
  const std::vector<std::uint32_t> labels =
      lift_routers_without_nodes(topology, tree, breadth_first_labels(tree));
  LegalMoves all(topology, 1, [](std::uint32_t, ChannelId) { return LegalMoves::Step{0}; });
  RoutingTraits traits{.vc_classes = {{.name = "escape"}, {.name = "adaptive", .adaptive = true}},
                       .theorem = DeadlockTheorem::kDuatoEscape,
                       .this_network_only = true};
  BestMoves shortest = BestMoves::shortest(std::move(all), options.threads);
  BestMoves up_down = BestMoves::shortest(up_down_moves(topology, labels, 1), options.threads);
  if (has_routers_without_nodes(topology)) keep_hops_with_escape(shortest, up_down);
  return std::make_unique<MinimalAnywhere>(std::move(traits), std::move(shortest),
                                           std::move(up_down));
}

}  // namespace orthant
