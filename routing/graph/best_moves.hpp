// Forwarding tables over legal moves: for every destination and state the moves that look best, and
// the one path for every pair of routers that a rule for ties makes of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/key_rows.hpp"
#include "base/large_vector.hpp"
#include "routing/graph/legal_moves.hpp"

namespace orthant {

// Which of several moves a packet takes that look equally good.
enum class TieRule {
  kLowestId,  // to the router with the lowest id, of several channels to it that of the lowest port
  kRandom,  // drawn once for every pair (or for every router and destination), then always the same
  kSpread   // drawn for every packet, in proportion to the bandwidth of the channels; where a pair
            // has more than SinglePaths::kMostPaths paths, from so many that stand for all
};

class BestMoves {
 public:
  // Larger networks have no table.
  static constexpr std::size_t kMostRouters = 32'768;
  static constexpr std::size_t kMostBytes = 4'000'000'000;

  // All moves on shortest legal paths: what routers find that know the whole network. Throws
  // KeyError("routing.algorithm") where the table would be too large. `threads` does not change the
  // result.
  static BestMoves shortest(LegalMoves moves, std::size_t threads = 1);

  // An empty table.
  explicit BestMoves(LegalMoves moves);
  const LegalMoves& moves() const { return moves_; }

  // Bit i: the i-th move of the state is one of the best towards d; 0 at d.
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
  // Safe to call for different destinations at the same time.
  void set(RouterId d, LegalMoves::State s, std::uint64_t mask);
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
  std::size_t mask_bytes_;  // 1, 2, 4 or 8: as many as the moves of a state need
  // [destination][state]: a walk stays in the row of its destination.
  LargeVector<std::uint8_t> bytes_;
};

// The moves of `state` with the fewest hops to go, by the distances from where they lead.
std::uint64_t shortest_moves(const LegalMoves& moves, LegalMoves::State state,
                             const LegalMoves::Distances& distances);

// A routing with one path for every pair of routers, or several that differ in parallel links or,
// with TieRule::kSpread, in ties.
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
        .help =
            "Which of equally short ways is taken: to the next router with the lowest id, one "
            "drawn for every pair, or one drawn for every packet, in proportion to bandwidth, of "
            "at most 64 for a pair."}},
      {algorithm + ".tie_seed", &Keys::tie_seed, {.when = when, .help = "Seed of the ways drawn."}},
  };
}

// A trunk is all links by which packets in the same state go on to the same router. A packet draws
// one number from 0 to 1 and takes the link at this share of the bandwidth of every trunk on its
// way: each link is taken in proportion to its bandwidth, and a pair has no more paths than its
// trunks have different shares. With TieRule::kSpread the same number, scaled to what is left of
// its range after each tie, chooses among equally good neighbours. A pair of routers with more than
// kMostPaths ways by other routers takes the paths of so many equally spaced numbers, from an
// offset that is drawn for the pair: each with the same probability, and over all pairs each way as
// often as without this bound. So analyses that look at every path end on networks with any number.
class SinglePaths : public ObliviousRouting {
 public:
  static constexpr std::uint32_t kMostPaths = 64;

  // Every pair of routers with nodes must have a path. `threads` does not change the routing.
  SinglePaths(BestMoves best, const SinglePathOptions& options, RoutingTraits traits,
              std::size_t threads = 1);

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override;
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override;
  std::size_t max_legs() const override { return longest_; }

 private:
  // The path of the packets that drew `share`; returns up to which draw it stays the same.
  double build(RouterId s, RouterId t, double share, Path& path) const;
  // The draws, from `from` to below `to`, of packets that have come the same way.
  struct Draws {
    double from = 0, to = 1;
    double at(double part) const { return part < 1 ? from + (to - from) * part : to; }
  };
  // Of the moves in the mask, to different neighbours, the first of those that packets take which
  // drew `share`; `draws` becomes the range of these.
  unsigned spread_tie(LegalMoves::State here, std::uint64_t mask, double share, Draws& draws) const;
  void find_trunks();
  std::size_t index(const LegalMoves::Move& move) const {
    return static_cast<std::size_t>(&move - best_.moves().moves(0).data());
  }
  // Which link of the trunk that begins with `first` packets to t take that drew `share`.
  std::size_t link(const LegalMoves::Move& first, RouterId t, double share,
                   const Draws& draws) const;
  // Of the ways from a state to a destination.
  struct Ahead {
    std::uint32_t hops = 0;   // of the longest way
    std::uint32_t paths = 0;  // ways by other routers, no more counted than kMostPaths + 1; 0: none
    bool known = false;
  };
  void look_ahead(RouterId t, std::vector<Ahead>& ahead) const;
  bool has_too_many(RouterId s, RouterId t) const {
    return !too_many_.empty() && !too_many_[t.index()].empty() && too_many_[t.index()][s.index()];
  }
  // Of a pair, or of a router and a destination: the same at every call.
  RandomStream stream_of(RouterId from, RouterId t) const;
  // The i-th of the numbers that stand for all paths of a pair; offset: from 0 to 1.
  static double spaced(std::uint32_t i, double offset) { return (i + offset) / kMostPaths; }

  BestMoves best_;
  SinglePathOptions options_;
  std::size_t longest_ = 0;  // hops
  // [destination][source]: whether there are more ways than kMostPaths; empty where none are.
  std::vector<std::vector<bool>> too_many_;
  // [move]: the bandwidth of its channel; empty but with TieRule::kSpread.
  std::vector<double> bandwidth_;
  // [move]: of a link of a trunk the share of the trunk's bandwidth up to it and with it; empty
  // where the network has no trunk, or packets take its first link.
  std::vector<double> share_;
};

}  // namespace orthant
