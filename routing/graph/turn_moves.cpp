// Tested by: tests/routing/turn_models_test.cpp
#include "routing/graph/turn_moves.hpp"

#include <bit>

#include "base/error.hpp"
#include "routing/graph/best_moves.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

class TurnMoves final : public FixedStartRouting {
 public:
  TurnMoves(RoutingTraits traits, BestMoves best)
      : FixedStartRouting(std::move(traits)), best_(std::move(best)) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
    out.clear();
    const LegalMoves& moves = best_.moves();
    const LegalMoves::State state = moves.start(here) + header.bits;
    for (std::uint64_t best = best_.at(header.destination, state); best != 0; best &= best - 1) {
      const LegalMoves::Move& move =
          moves.moves(state)[static_cast<std::size_t>(std::countr_zero(best))];
      out.push_back({.port = move.port, .next_bits = move.to % moves.states_per_router()});
    }
  }

  std::size_t max_candidates() const override { return best_.moves().states_per_router() - 1; }

 private:
  // header.bits is 0 before the first hop, then 1 + the port of its direction.
  BestMoves best_;
};

// The port of the opposite direction.
PortId opposite(PortId port) { return PortId{port.index() ^ 1}; }

}  // namespace

std::unique_ptr<Routing> make_turn_moves(const Topology& topology, RoutingTraits traits,
                                         const PermitsTurn& permits, std::string_view algorithm,
                                         std::size_t threads) {
  const std::size_t directions = 2 * topology.structure()->dimensions();
  LegalMoves moves(topology, static_cast<std::uint32_t>(1 + directions),
                   [&](std::uint32_t state, ChannelId c) -> std::optional<LegalMoves::Step> {
                     const Channel& channel = topology.channel(c);
                     const PortId after = channel.from_port;
                     const LegalMoves::Step step{.state = after.value + 1};
                     if (state == 0) return step;
                     const PortId before{std::size_t{state - 1}};
                     if (after == opposite(before) || !permits(channel.from, before, after))
                       return std::nullopt;
                     return step;
                   });
  BestMoves best = BestMoves::shortest(std::move(moves), threads);
  if (const auto pair = best.pair_without_path())
    throw UnroutableError(
        "routing.algorithm",
        fmt::format(
            "the turns of {} leave no path from {} to {}; allowed: minimal_adaptive, or dor "
            "with routing.detour = intermediate",
            algorithm, router_text(topology, pair->first), router_text(topology, pair->second)));
  traits.minimal = false;
  traits.this_network_only = true;
  return std::make_unique<TurnMoves>(std::move(traits), std::move(best));
}

}  // namespace orthant
