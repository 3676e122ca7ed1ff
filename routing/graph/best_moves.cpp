#include "routing/graph/best_moves.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <ranges>

#include "base/error.hpp"
#include "base/parallel_for.hpp"

namespace orthant {
namespace {

// Hops to go from a state.
constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoWay = kUnknown - 1;

// The place of the n-th set bit of a mask that has more than n.
unsigned set_bit(std::uint64_t mask, std::uint32_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

// Two links from one router to another, after which a packet may go on alike.
bool is_parallel(const LegalMoves::Move& a, const LegalMoves::Move& b) {
  return a.to == b.to && a.vc_class == b.vc_class;
}

Rational bandwidth(const LegalMoves& moves, const LegalMoves::Move& move) {
  return moves.topology().channel(move.channel).bandwidth;
}

// The bandwidth of a trunk in units of the greatest common one of its links, at most about as many
// as a network has routers. `shares`: as SinglePaths::share_, from the first link on.
std::uint64_t units_of(const LegalMoves& moves, const LegalMoves::Move* first,
                       const double* shares) {
  Rational unit = bandwidth(moves, *first), total = unit;
  for (std::size_t i = 1; shares[i - 1] < 1; ++i) {
    const Rational next = bandwidth(moves, first[i]);
    const Rational smaller = common_unit(unit, next);
    total += next;
    if (total < smaller * std::int64_t{BestMoves::kMostRouters}) unit = smaller;
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
  if (routers > kMostRouters || bytes > kMostBytes)
    key_error("routing.algorithm",
              "the forwarding tables of {} routers take {} MB; allowed: {} routers, {} MB", routers,
              bytes / 1'000'000, kMostRouters, kMostBytes / 1'000'000);
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
  if (options_.parallel_links != ParallelLinks::kFirst) find_trunks();
  std::vector<std::size_t> longest(best_.moves().topology().router_count());
  parallel_for(longest.size(), threads, [&] {
    return [&, hops = std::vector<std::uint32_t>()](std::size_t t) mutable {
      longest[t] = longest_to(RouterId{t}, hops);
    };
  });
  longest_ = *std::ranges::max_element(longest);
}

// Follows the first of the best moves of every state, each once. Where a draw between the best ones
// may change the number of hops, the paths themselves are walked.
std::size_t SinglePaths::longest_to(RouterId t, std::vector<std::uint32_t>& hops) const {
  const LegalMoves& moves = best_.moves();
  hops.assign(moves.state_count(), kUnknown);
  std::vector<LegalMoves::State> way;
  for (LegalMoves::State s = 0; s < moves.state_count(); ++s) {
    LegalMoves::State here = s;
    for (; hops[here] == kUnknown; here = moves.moves(here)[set_bit(best_.at(t, here), 0)].to) {
      way.push_back(here);
      if (best_.at(t, here) != 0) continue;
      hops[here] = moves.router_of(here) == t ? 0 : kNoWay;
      way.pop_back();
      break;
    }
    for (; !way.empty(); way.pop_back()) {
      hops[way.back()] = hops[here] == kNoWay ? kNoWay : hops[here] + 1;
      here = way.back();
    }
  }
  const Topology& topology = moves.topology();
  const std::size_t routers = topology.router_count();
  const auto has_way = [&](RouterId s) { return hops[moves.start(s)] != kNoWay; };
  assert(!topology.has_nodes(t) ||
         std::ranges::none_of(std::views::iota(std::size_t{0}, routers), [&](std::size_t s) {
           return topology.has_nodes(RouterId{s}) && !has_way(RouterId{s});
         }));
  const bool walk = options_.tie != TieRule::kLowestId && choice_changes_hops(t, hops);
  std::size_t longest = 0;
  Path path;
  for (std::size_t s = 0; s < routers; ++s) {
    if (!has_way(RouterId{s})) continue;
    longest = std::max<std::size_t>(
        longest, walk ? longest_path(RouterId{s}, t, path) : hops[moves.start(RouterId{s})]);
  }
  return longest;
}

std::size_t SinglePaths::longest_path(RouterId s, RouterId t, Path& path) const {
  std::size_t longest = 0;
  for (double share = 0; share < 1;) {
    share = build(s, t, share, path);
    longest = std::max(longest, path.size());
  }
  return longest;
}

bool SinglePaths::choice_changes_hops(RouterId t, const std::vector<std::uint32_t>& hops) const {
  const LegalMoves& moves = best_.moves();
  for (LegalMoves::State s = 0; s < moves.state_count(); ++s) {
    if (hops[s] == kNoWay) continue;
    for (std::uint64_t rest = best_.at(t, s); rest != 0; rest &= rest - 1) {
      if (hops[moves.moves(s)[set_bit(rest, 0)].to] + 1 != hops[s]) return true;
    }
  }
  return false;
}

// A trunk's moves follow each other, by ascending port.
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
                                 Draws& draws) const {
  const std::span<const LegalMoves::Move> list = best_.moves().moves(here);
  const auto width = [&](std::uint64_t rest) {
    return to_double(bandwidth(best_.moves(), list[set_bit(rest, 0)]));
  };
  double total = 0, sum = 0;
  for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) total += width(rest);
  const Draws all = draws;
  for (std::uint64_t rest = mask; rest != 0;) {
    const unsigned first = set_bit(rest, 0);
    unsigned next = first;
    do {
      sum += width(rest);
      rest &= rest - 1;
      if (rest != 0) next = set_bit(rest, 0);
    } while (rest != 0 && is_parallel(list[next], list[first]));
    draws.to = rest == 0 ? all.to : all.at(sum / total);
    if (draws.to > share) return first;
    draws.from = draws.to;
  }
  return set_bit(mask, 0);  // not reached: the range holds `share`
}

std::size_t SinglePaths::link(const LegalMoves::Move& first, RouterId t, double share,
                              const Draws& draws) const {
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

double SinglePaths::build(RouterId s, RouterId t, double share, Path& path) const {
  path.clear();
  double same_up_to = 1;
  const LegalMoves& moves = best_.moves();
  const std::size_t routers = moves.topology().router_count();
  const auto stream = [&](RouterId from) {
    return RandomStream(options_.tie_seed,
                        static_cast<std::uint32_t>(from.index() * routers + t.index()),
                        RandomPurpose::kTies);
  };
  std::optional<RandomStream> random;  // made where there is a tie
  Draws draws;
  LegalMoves::State here = moves.start(s);
  while (here - moves.start(t) >= moves.states_per_router()) {
    const std::uint64_t mask = best_.at(t, here);
    assert(mask != 0);
    unsigned chosen = set_bit(mask, 0);
    if (options_.tie == TieRule::kRandom && !std::has_single_bit(mask)) {
      if (!random || options_.by_destination)
        random = stream(options_.by_destination ? moves.router_of(here) : s);
      chosen = set_bit(mask, random->below(static_cast<std::uint32_t>(std::popcount(mask))));
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
  if (s != t && best_.at(t, best_.moves().start(s)) == 0) return;  // of routers without nodes
  Path path;
  path.reserve(longest_);
  for (double share = 0; share < 1;) {
    const double up_to = build(s, t, share, path);
    visit(path, up_to - share);
    share = up_to;
  }
}

void SinglePaths::sample(RouterId s, RouterId t, RandomStream& random, Path& path) const {
  const bool draws = options_.tie == TieRule::kSpread ||
                     (!share_.empty() && options_.parallel_links == ParallelLinks::kSpread);
  build(s, t, draws ? random.uniform() : 0, path);
}

}  // namespace orthant
