#include "routing/graph/best_moves.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/error.hpp"

namespace orthant {
namespace {

// The place of the n-th set bit of a mask that has more than n.
unsigned set_bit(std::uint64_t mask, std::uint32_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

}  // namespace

BestMoves::BestMoves(LegalMoves moves) : moves_(std::move(moves)) {
  const std::size_t routers = moves_.topology().router_count();
  const std::size_t bytes = routers * moves_.state_count() * sizeof(masks_[0]);
  if (routers > kMostRouters || bytes > kMostBytes)
    key_error("routing.algorithm",
              "the forwarding tables of {} routers take {} MB; allowed: {} routers, {} MB", routers,
              bytes / 1'000'000, kMostRouters, kMostBytes / 1'000'000);
  masks_.assign(routers * moves_.state_count(), 0);
}

std::uint64_t shortest_moves(const LegalMoves& moves, LegalMoves::State state,
                             const LegalMoves::Distances& distances) {
  const std::span<const LegalMoves::Move> list = moves.moves(state);
  std::uint16_t least = LegalMoves::kUnreachable;
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint16_t hops = distances.hops[list[i].to];
    if (hops > least || hops == LegalMoves::kUnreachable) continue;
    if (hops < least) mask = 0;
    least = hops;
    mask |= std::uint64_t{1} << i;
  }
  return mask;
}

BestMoves BestMoves::shortest(LegalMoves legal) {
  BestMoves best(std::move(legal));
  const LegalMoves& moves = best.moves();
  LegalMoves::Distances distances;
  for (std::size_t i = 0; i < moves.topology().router_count(); ++i) {
    const RouterId d{i};
    moves.find_distances(d, {}, distances);
    for (const LegalMoves::State s : distances.order) {
      if (distances.hops[s] != 0) best.set(d, s, shortest_moves(moves, s, distances));
    }
  }
  return best;
}

SinglePaths::SinglePaths(BestMoves best, const SinglePathOptions& options, RoutingTraits traits)
    : ObliviousRouting(std::move(traits)), best_(std::move(best)), options_(options) {
  const std::size_t routers = best_.moves().topology().router_count();
  Path path;
  for (std::size_t s = 0; s < routers; ++s) {
    for (std::size_t t = 0; t < routers; ++t) {
      build(RouterId{s}, RouterId{t}, path);
      longest_ = std::max(longest_, path.size());
    }
  }
}

void SinglePaths::build(RouterId s, RouterId t, Path& path) const {
  path.clear();
  const LegalMoves& moves = best_.moves();
  const std::size_t routers = moves.topology().router_count();
  const auto stream = [&](RouterId from) {
    return RandomStream(options_.tie_seed,
                        static_cast<std::uint32_t>(from.index() * routers + t.index()),
                        RandomPurpose::kTies);
  };
  std::optional<RandomStream> random;  // made where there is a tie
  LegalMoves::State here = moves.start(s);
  while (moves.router_of(here) != t) {
    const std::uint64_t mask = best_.at(t, here);
    assert(mask != 0);
    unsigned chosen = set_bit(mask, 0);
    if (options_.tie == TieRule::kRandom && !std::has_single_bit(mask)) {
      if (!random || options_.by_destination)
        random = stream(options_.by_destination ? moves.router_of(here) : s);
      chosen = set_bit(mask, random->below(static_cast<std::uint32_t>(std::popcount(mask))));
    }
    const LegalMoves::Move& move = moves.moves(here)[chosen];
    path.push_back({.port = move.port, .hops = 1, .vc_class = move.vc_class});
    here = move.to;
  }
}

void SinglePaths::enumerate(RouterId s, RouterId t,
                            FunctionRef<void(const Path&, double)> visit) const {
  Path path;
  path.reserve(longest_);
  build(s, t, path);
  visit(path, 1);
}

void SinglePaths::sample(RouterId s, RouterId t, RandomStream&, Path& path) const {
  build(s, t, path);
}

}  // namespace orthant
