#include "routing/graph/best_moves.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/error.hpp"
#include "base/parallel_for.hpp"

namespace orthant {
namespace {

// Position of the n-th set bit, counted from 0; requires more than n set bits.
unsigned nth_set_bit(std::uint64_t mask, std::uint32_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

// True for two links from one router to another that leave the packet in the same state.
bool is_parallel(const LegalMoves::Move& a, const LegalMoves::Move& b) {
  return a.to == b.to && a.vc_class == b.vc_class;
}

Rational bandwidth(const LegalMoves& moves, const LegalMoves::Move& move) {
  return moves.topology().channel(move.channel).bandwidth;
}

// Returns the bandwidth of a trunk in units of the greatest common divisor of its links'
// bandwidths, or in larger units if these would be more than about BestMoves::kMaxRouters. `shares`
// points to SinglePaths::share_ of the first link.
std::uint64_t units_of(const LegalMoves& moves, const LegalMoves::Move* first,
                       const double* shares) {
  Rational unit = bandwidth(moves, *first), total = unit;
  for (std::size_t i = 1; shares[i - 1] < 1; ++i) {
    const Rational next = bandwidth(moves, first[i]);
    const Rational smaller = common_unit(unit, next);
    total += next;
    if (total < smaller * std::int64_t{BestMoves::kMaxRouters}) unit = smaller;
  }
  const Rational units = total / unit;
  return static_cast<std::uint64_t>(units.numerator() / units.denominator());
}

}  // namespace

BestMoves::BestMoves(LegalMoves moves) : moves_(std::move(moves)) {
  std::size_t most_moves = 1;
  for (LegalMoves::State s = 0; s < moves_.state_count(); ++s)
    most_moves = std::max(most_moves, moves_.moves(s).size());
  mask_bytes_ = std::bit_ceil((most_moves + 7) / 8);
  const std::size_t routers = moves_.topology().router_count();
  const std::size_t bytes = routers * moves_.state_count() * mask_bytes_;
  if (routers > kMaxRouters || bytes > kMaxBytes)
    key_error("routing.algorithm",
              "the forwarding tables of {} routers take {} MB; allowed: {} routers, {} MB", routers,
              bytes / 1'000'000, kMaxRouters, kMaxBytes / 1'000'000);
  bytes_.assign(bytes, 0);
}

void BestMoves::set(RouterId d, LegalMoves::State s, std::uint64_t mask) {
  assert(mask_bytes_ == 8 || mask >> (8 * mask_bytes_) == 0);
  const auto write = [place = bytes_.data() + index(d, s)](auto as_wide) {
    std::memcpy(place, &as_wide, sizeof(as_wide));
  };
  switch (mask_bytes_) {
    case 1:
      return write(static_cast<std::uint8_t>(mask));
    case 2:
      return write(static_cast<std::uint16_t>(mask));
    case 4:
      return write(static_cast<std::uint32_t>(mask));
    default:
      return write(mask);
  }
}

std::optional<std::pair<RouterId, RouterId>> BestMoves::pair_without_path() const {
  const Topology& topology = moves_.topology();
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    if (!topology.has_nodes(RouterId{s})) continue;
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      if (s != t && topology.has_nodes(RouterId{t}) &&
          at(RouterId{t}, moves_.start(RouterId{s})) == 0)
        return std::pair(RouterId{s}, RouterId{t});
    }
  }
  return std::nullopt;
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

BestMoves BestMoves::shortest(LegalMoves legal, std::size_t threads) {
  BestMoves best(std::move(legal));
  const LegalMoves& moves = best.moves();
  parallel_for(moves.topology().router_count(), threads, [&] {
    return [&, distances = LegalMoves::Distances()](std::size_t i) mutable {
      const RouterId d{i};
      moves.find_distances(d, {}, distances);
      for (const LegalMoves::State s : distances.order) {
        if (distances.hops[s] != 0) best.set(d, s, shortest_moves(moves, s, distances));
      }
    };
  });
  return best;
}

SinglePaths::SinglePaths(BestMoves best, const SinglePathOptions& options, RoutingTraits traits,
                         std::size_t threads)
    : ObliviousRouting(std::move(traits)), best_(std::move(best)), options_(options) {
  const LegalMoves& moves = best_.moves();
  if (options_.parallel_links != ParallelLinks::kFirst) find_trunks();
  if (options_.tie == TieRule::kSpread) {
    for (LegalMoves::State s = 0; s < moves.state_count(); ++s)
      for (const LegalMoves::Move& move : moves.moves(s))
        bandwidth_.push_back(to_double(bandwidth(moves, move)));
    over_limit_.resize(moves.topology().router_count());
  }
  std::vector<std::uint32_t> longest(moves.topology().router_count());
  parallel_for(longest.size(), threads, [&] {
    return [&, downstream = std::vector<Downstream>()](std::size_t i) mutable {
      const RouterId t{i};
      count_paths(t, downstream);
      for (std::size_t r = 0; r < longest.size(); ++r) {
        const Downstream& from = downstream[moves.start(RouterId{r})];
        assert(from.paths > 0 || !moves.topology().has_nodes(t) ||
               !moves.topology().has_nodes(RouterId{r}));
        longest[i] = std::max(longest[i], from.hops);
        if (over_limit_.empty() || from.paths <= kMaxPaths) continue;
        over_limit_[i].resize(longest.size());
        over_limit_[i][r] = true;
      }
    };
  });
  longest_ = *std::ranges::max_element(longest);
}

// Depth-first search over the moves that packets may take; legal moves form no cycle.
void SinglePaths::count_paths(RouterId t, std::vector<Downstream>& downstream) const {
  const LegalMoves& moves = best_.moves();
  downstream.assign(moves.state_count(), {});
  const auto choices = [&](LegalMoves::State s) {
    const std::uint64_t mask = moves.router_of(s) == t ? 0 : best_.at(t, s);
    return options_.tie == TieRule::kLowestId ? mask & -mask : mask;
  };
  struct Visit {
    LegalMoves::State state;
    std::uint64_t left;
  };
  std::vector<Visit> stack;
  const auto enter = [&](LegalMoves::State s) {
    downstream[s] = {.paths = moves.router_of(s) == t ? 1U : 0, .known = true};
    stack.push_back({s, choices(s)});
  };
  for (LegalMoves::State s = 0; s < moves.state_count(); ++s) {
    if (!downstream[s].known) enter(s);
    while (!stack.empty()) {
      Visit& last = stack.back();
      if (last.left == 0) {
        stack.pop_back();
        continue;
      }
      const std::span<const LegalMoves::Move> list = moves.moves(last.state);
      const unsigned i = nth_set_bit(last.left, 0);
      const Downstream& next = downstream[list[i].to];
      if (!next.known) {
        enter(list[i].to);
        continue;
      }
      last.left &= last.left - 1;
      if (next.paths == 0) continue;
      Downstream& here = downstream[last.state];
      here.hops = std::max(here.hops, next.hops + 1);
      const bool counted = last.left != 0 && is_parallel(list[nth_set_bit(last.left, 0)], list[i]);
      if (!counted) here.paths = std::min(here.paths + next.paths, kMaxPaths + 1);
    }
  }
}

// The moves of a trunk are consecutive, by ascending port.
void SinglePaths::find_trunks() {
  const LegalMoves& moves = best_.moves();
  bool any = false;
  for (LegalMoves::State s = 0; s < moves.state_count(); ++s) {
    const std::span<const LegalMoves::Move> list = moves.moves(s);
    for (auto first = list.begin(); first != list.end();) {
      const auto end = std::find_if(first, list.end(), [&](const LegalMoves::Move& move) {
        return !is_parallel(move, *first);
      });
      Rational total = 0, sum = 0;
      for (auto move = first; move != end; ++move) total += bandwidth(moves, *move);
      for (auto move = first; move != end; ++move)
        share_.push_back(to_double((sum += bandwidth(moves, *move)) / total));
      any = any || end - first > 1;
      first = end;
    }
  }
  if (!any) share_ = {};
}

unsigned SinglePaths::spread_tie(LegalMoves::State here, std::uint64_t mask, double share,
                                 DrawRange& draws) const {
  if ((mask & (mask - 1)) == 0) return nth_set_bit(mask, 0);
  const std::span<const LegalMoves::Move> list = best_.moves().moves(here);
  const double* const widths = bandwidth_.data() + index(list.front());
  double total = 0, sum = 0;
  for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1)
    total += widths[nth_set_bit(rest, 0)];
  const DrawRange all = draws;
  for (std::uint64_t rest = mask; rest != 0;) {
    const unsigned first = nth_set_bit(rest, 0);
    unsigned next = first;
    do {
      sum += widths[nth_set_bit(rest, 0)];
      rest &= rest - 1;
      if (rest != 0) next = nth_set_bit(rest, 0);
    } while (rest != 0 && is_parallel(list[next], list[first]));
    draws.to = rest == 0 ? all.to : all.at(sum / total);
    if (draws.to > share) return first;
    draws.from = draws.to;
  }
  return nth_set_bit(mask, 0);  // unreachable: the range contains `share`
}

std::size_t SinglePaths::link(const LegalMoves::Move& first, RouterId t, double share,
                              const DrawRange& draws) const {
  const double* const shares = share_.data() + index(first);
  std::size_t i = 0;
  if (options_.parallel_links == ParallelLinks::kByDestination) {
    const std::uint64_t units = units_of(best_.moves(), &first, shares);
    const double own = (static_cast<double>(t.index() % units) + 0.5) / static_cast<double>(units);
    while (shares[i] <= own) ++i;
  } else {
    while (draws.at(shares[i]) <= share) ++i;
  }
  return i;
}

// Cheap enough to call per packet: a Philox stream is a counter and a key, so its first number is a
// hash of the pair and takes as long as two draws (14 ns).
RandomStream SinglePaths::random_of(RouterId from, RouterId t) const {
  const std::size_t routers = best_.moves().topology().router_count();
  return {options_.tie_seed, static_cast<std::uint32_t>(from.index() * routers + t.index()),
          RandomPurpose::kTies};
}

double SinglePaths::build(RouterId s, RouterId t, double share, Path& path) const {
  path.clear();
  double same_up_to = 1;
  const LegalMoves& moves = best_.moves();
  std::optional<RandomStream> random;  // created at the first tie
  DrawRange draws;
  LegalMoves::State here = moves.start(s);
  while (here - moves.start(t) >= moves.states_per_router()) {
    const std::uint64_t mask = best_.at(t, here);
    assert(mask != 0);
    unsigned chosen = nth_set_bit(mask, 0);
    if (options_.tie == TieRule::kRandom && !std::has_single_bit(mask)) {
      if (!random || options_.by_destination)
        random = random_of(options_.by_destination ? moves.router_of(here) : s, t);
      chosen = nth_set_bit(mask, random->below(static_cast<std::uint32_t>(std::popcount(mask))));
    } else if (options_.tie == TieRule::kSpread) {
      chosen = spread_tie(here, mask, share, draws);
      same_up_to = std::min(same_up_to, draws.to);
    }
    const LegalMoves::Move* next = &moves.moves(here)[chosen];
    if (!share_.empty()) {
      while (chosen > 0 && is_parallel(next[-1], *next)) --next, --chosen;
      next += link(*next, t, share, draws);
      if (options_.parallel_links == ParallelLinks::kSpread)
        same_up_to = std::min(same_up_to, draws.at(share_[index(*next)]));
    }
    const LegalMoves::Move& move = *next;
    path.push_back({.port = move.port, .hops = 1, .vc_class = move.vc_class});
    here = move.to;
  }
  return same_up_to;
}

void SinglePaths::enumerate(RouterId s, RouterId t,
                            FunctionRef<void(const Path&, double)> visit) const {
  if (s != t && best_.at(t, best_.moves().start(s)) == 0) return;  // a router without nodes
  Path path;
  path.reserve(longest_);
  if (exceeds_path_limit(s, t)) {
    const double offset = random_of(s, t).uniform();
    for (std::uint32_t i = 0; i < kMaxPaths; ++i) {
      build(s, t, spaced_draw(i, offset), path);
      visit(path, 1.0 / kMaxPaths);
    }
    return;
  }
  for (double share = 0; share < 1;) {
    const double up_to = build(s, t, share, path);
    visit(path, up_to - share);
    share = up_to;
  }
}

void SinglePaths::sample(RouterId s, RouterId t, RandomStream& random, Path& path) const {
  const bool draws = options_.tie == TieRule::kSpread ||
                     (!share_.empty() && options_.parallel_links == ParallelLinks::kSpread);
  double share = draws ? random.uniform() : 0;
  if (exceeds_path_limit(s, t))
    share = spaced_draw(static_cast<std::uint32_t>(share * kMaxPaths), random_of(s, t).uniform());
  build(s, t, share, path);
}

}  // namespace orthant
