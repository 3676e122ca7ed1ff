// Forwarding tables over legal moves: the best moves for every destination and state, and the
// single path of every pair of routers that a tie rule selects from them.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/key_rows.hpp"
#include "base/large_vector.hpp"
#include "routing/graph/legal_moves.hpp"

namespace orthant {

// Selects among equally good moves.
enum class TieRule {
  kLowestId,  // to the router with the lowest id, through the lowest port among parallel channels
  kRandom,    // drawn once for every pair (or every router and destination) and then fixed
  kSpread     // drawn for every packet, in proportion to channel bandwidth; limited to
              // SinglePaths::kMaxPaths paths per pair
};

class BestMoves {
 public:
  // Larger networks have no table.
  static constexpr std::size_t kMaxRouters = 32'768;
  static constexpr std::size_t kMaxBytes = 4'000'000'000;

  // All moves on shortest legal paths, that is, with global knowledge of the network. Throws
  // KeyError("routing.algorithm") if the table would be too large. The result does not depend on
  // `threads`.
  static BestMoves shortest(LegalMoves moves, std::size_t threads = 1);

  // Creates an empty table.
  explicit BestMoves(LegalMoves moves);
  const LegalMoves& moves() const { return moves_; }

  // Bit i is set if the i-th move of the state is among the best towards d; 0 at d.
  std::uint64_t at(RouterId d, LegalMoves::State s) const {
    const std::uint8_t* const place = bytes_.data() + index(d, s);
    switch (mask_bytes_) {
      case 1:
        return *place;
      case 2:
        return read<std::uint16_t>(place);
      case 4:
        return read<std::uint32_t>(place);
      default:
        return read<std::uint64_t>(place);
    }
  }
  // Thread-safe for different destinations.
  void set(RouterId d, LegalMoves::State s, std::uint64_t mask);
  // A source and a destination, both with nodes, that no legal path joins; nullopt: there are none.
  std::optional<std::pair<RouterId, RouterId>> pair_without_path() const;
  std::size_t memory_bytes() const { return bytes_.size(); }

 private:
  std::size_t index(RouterId d, LegalMoves::State s) const {
    return (d.index() * moves_.state_count() + s) * mask_bytes_;
  }
  template <class Mask>
  static Mask read(const std::uint8_t* place) {
    Mask mask;
    std::memcpy(&mask, place, sizeof(mask));
    return mask;
  }

  LegalMoves moves_;
  std::size_t mask_bytes_;  // 1, 2, 4 or 8, enough for the moves of a state
  // [destination][state]: a walk stays in the row of its destination.
  LargeVector<std::uint8_t> bytes_;
};

// The moves of `state` with the fewest remaining hops, given the distances from their ends.
std::uint64_t shortest_moves(const LegalMoves& moves, LegalMoves::State state,
                             const LegalMoves::Distances& distances);

// Options of SinglePaths. A pair of routers has one path, or several that differ in parallel links
// or, with TieRule::kSpread, in ties.
struct SinglePathOptions {
  TieRule tie = TieRule::kLowestId;
  bool by_destination = false;  // ties are drawn per router and destination, not per pair
  std::uint64_t tie_seed = 1;
  ParallelLinks parallel_links = ParallelLinks::kFirst;
};

// ALGORITHM.tie and ALGORITHM.tie_seed, for SinglePathOptions or a struct of keys derived from it.
template <class Keys = SinglePathOptions>
KeyRows<Keys> single_path_rows(const std::string& algorithm, const ReadWhen& when) {
  return {
      {algorithm + ".tie",
       &Keys::tie,
       {{"lowest_id", TieRule::kLowestId},
        {"random", TieRule::kRandom},
        {"spread", TieRule::kSpread}},
       {.when = when,
        .help = "Selects among equally short paths: to the next router with the lowest id, drawn "
                "for every pair, or drawn for every packet, in proportion to bandwidth, from at "
                "most 64 per pair."}},
      {algorithm + ".tie_seed",
       &Keys::tie_seed,
       {.when = when, .help = "Seed of the drawn paths."}},
  };
}

// A trunk is the set of links through which packets in the same state go on to the same router. A
// packet draws one number from [0, 1) and takes, in every trunk of its path, the link at this share
// of the trunk's bandwidth. So each link is taken in proportion to its bandwidth, and a pair has
// only as many paths as its trunks have different shares. With TieRule::kSpread the same number,
// rescaled to its remaining range after each tie, also selects among equally good neighbours. If a
// pair of routers has more than kMaxPaths paths through different routers, it uses kMaxPaths
// equally spaced numbers with a random offset of its own. Each of these numbers has the same
// probability, and averaged over all pairs the shares are unchanged. This bounds analyses that
// enumerate all paths.
class SinglePaths : public ObliviousRouting {
 public:
  static constexpr std::uint32_t kMaxPaths = 64;

  // Every pair of routers with nodes must have a path. The routing does not depend on `threads`.
  SinglePaths(BestMoves best, const SinglePathOptions& options, RoutingTraits traits,
              std::size_t threads = 1);

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override;
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override;
  std::size_t max_legs() const override { return longest_; }

 private:
  // Builds the path of the packets that drew `share`; returns the upper end of the range of draws
  // with the same path.
  double build(RouterId s, RouterId t, double share, Path& path) const;
  // The range [from, to) of the draws of packets that took the same path so far.
  struct DrawRange {
    double from = 0, to = 1;
    double at(double part) const { return part < 1 ? from + (to - from) * part : to; }
  };
  // Selects, among the moves in the mask to different neighbours, the one for packets that drew
  // `share`; narrows `draws` to the packets that take it.
  unsigned spread_tie(LegalMoves::State here, std::uint64_t mask, double share,
                      DrawRange& draws) const;
  void find_trunks();
  std::size_t index(const LegalMoves::Move& move) const {
    return static_cast<std::size_t>(&move - best_.moves().moves(0).data());
  }
  // The link of the trunk starting at `first` that packets to t take if they drew `share`.
  std::size_t link(const LegalMoves::Move& first, RouterId t, double share,
                   const DrawRange& draws) const;
  // Paths from a state to a destination.
  struct Downstream {
    std::uint32_t hops = 0;   // of the longest path
    std::uint32_t paths = 0;  // through different routers, capped at kMaxPaths + 1
    bool known = false;
  };
  void count_paths(RouterId t, std::vector<Downstream>& downstream) const;
  bool exceeds_path_limit(RouterId s, RouterId t) const {
    return !over_limit_.empty() && !over_limit_[t.index()].empty() &&
           over_limit_[t.index()][s.index()];
  }
  // A random stream per pair, or per router and destination; the same on every call.
  RandomStream random_of(RouterId from, RouterId t) const;
  // The i-th of the equally spaced numbers that replace all paths of a pair; 0 <= offset < 1.
  static double spaced_draw(std::uint32_t i, double offset) { return (i + offset) / kMaxPaths; }

  BestMoves best_;
  SinglePathOptions options_;
  std::size_t longest_ = 0;  // hops
  // [destination][source]: true for more than kMaxPaths paths; a row is empty if it has none.
  std::vector<std::vector<bool>> over_limit_;
  // [move]: bandwidth of its channel; only with TieRule::kSpread.
  std::vector<double> bandwidth_;
  // [move]: for a link of a trunk, the cumulative share of the trunk's bandwidth up to and
  // including it; empty without trunks or if packets take the first link.
  std::vector<double> share_;
};

}  // namespace orthant
