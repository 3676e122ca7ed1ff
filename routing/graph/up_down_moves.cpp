#include "routing/graph/up_down_moves.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "base/parallel_for.hpp"

namespace orthant {
namespace {

using State = LegalMoves::State;

// A packet's state is 2 * (virtual network) + phase.
enum Phase : std::uint32_t { kUp = 0, kDown = 1 };

bool leads_up(const Channel& channel, const std::vector<std::uint32_t>& labels) {
  return labels[channel.to.index()] < labels[channel.from.index()];
}

// Selects, among the shortest paths from every state, those that stay farthest from the root: those
// whose smallest label is largest.
class LargestLabels {
 public:
  LargestLabels(const LegalMoves& moves, const std::vector<std::uint32_t>& labels)
      : moves_(moves), labels_(labels), label_(moves.state_count(), 0) {}

  void find(const LegalMoves::Distances& distances) {
    for (const State s : distances.order) {
      const std::uint32_t own = labels_[moves_.router_of(s).index()];
      label_[s] = distances.hops[s] == 0 ? own : std::min(own, best_after(s, distances));
    }
  }
  // Restricts `mask` to the moves of s on such paths.
  std::uint64_t restricted(State s, std::uint64_t mask) const {
    const std::uint32_t own = labels_[moves_.router_of(s).index()];
    std::uint32_t best = 0;
    std::uint64_t kept = 0;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(rest));
      const std::uint32_t label = std::min(own, label_[moves_.moves(s)[i].to]);
      if (label < best) continue;
      if (label > best) kept = 0;
      best = label;
      kept |= rest & -rest;
    }
    return kept;
  }

 private:
  std::uint32_t best_after(State s, const LegalMoves::Distances& distances) const {
    std::uint32_t best = 0;
    for (const LegalMoves::Move& move : moves_.moves(s)) {
      if (distances.hops[move.to] + 1 == distances.hops[s]) best = std::max(best, label_[move.to]);
    }
    return best;
  }

  const LegalMoves& moves_;
  const std::vector<std::uint32_t>& labels_;
  std::vector<std::uint32_t> label_;  // per state
};

// Computes one destination at a time; one object per thread.
class DestinationSearch {
 public:
  DestinationSearch(BestMoves& best, const std::vector<std::uint32_t>& labels)
      : best_(best), labels_(labels) {}

  // Searches breadth first from the destination: every step reaches the neighbours of the routers
  // that the previous step reached.
  void find(RouterId d) {
    const LegalMoves& moves = best_.moves();
    direction_.assign(moves.topology().router_count(), Direction::kNone);
    direction_[d.index()] = Direction::kDown;
    reached_ = {{d, Direction::kDown}};
    while (!reached_.empty()) {
      frontier_.clear();
      for (const auto& [r, direction] : reached_) {
        for (const LegalMoves::Move& move : moves.moves(moves.start(r))) {
          const RouterId next = moves.router_of(move.to);
          if (direction_[next.index()] == Direction::kNone) frontier_.push_back(next);
        }
      }
      std::ranges::sort(frontier_);
      frontier_.erase(std::ranges::unique(frontier_).begin(), frontier_.end());
      reached_.clear();
      for (const RouterId r : frontier_) {
        if (record(d, r, Direction::kDown)) {
          reached_.emplace_back(r, Direction::kDown);
        } else if (record(d, r, Direction::kUp)) {
          reached_.emplace_back(r, Direction::kUp);
        }
      }
      for (const auto& [r, direction] : reached_) direction_[r.index()] = direction;
    }
  }

 private:
  enum class Direction : std::uint8_t { kNone, kDown, kUp };

  // True if r may take `channel` in the given direction.
  bool is_open(const Channel& channel, Direction direction) const {
    const Direction next = direction_[channel.to.index()];
    if (leads_up(channel, labels_)) return direction == Direction::kUp && next != Direction::kNone;
    return direction == Direction::kDown && next == Direction::kDown;
  }

  // Records the moves from r towards d in this direction; returns false if there are none.
  bool record(RouterId d, RouterId r, Direction direction) {
    const LegalMoves& moves = best_.moves();
    bool any = false;
    const State first = moves.start(r);
    for (State s = first; s < first + moves.states_per_router(); ++s) {
      std::uint64_t mask = 0;
      const std::span<const LegalMoves::Move> list = moves.moves(s);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_open(moves.topology().channel(list[i].channel), direction))
          mask |= std::uint64_t{1} << i;
      }
      best_.set(d, s, mask);
      any = any || mask != 0;
    }
    return any;
  }

  BestMoves& best_;
  const std::vector<std::uint32_t>& labels_;
  // State for the current destination.
  std::vector<Direction> direction_;                     // per router
  std::vector<std::pair<RouterId, Direction>> reached_;  // in the last step
  std::vector<RouterId> frontier_;                       // their unreached neighbours
};

}  // namespace

LegalMoves up_down_moves(const Topology& topology, const std::vector<std::uint32_t>& labels,
                         std::uint32_t networks) {
  return LegalMoves(topology, 2 * networks,
                    [&](std::uint32_t state, ChannelId c) -> std::optional<LegalMoves::Step> {
                      const bool up = leads_up(topology.channel(c), labels);
                      const std::uint32_t network = state / 2 + (up && state % 2 == kDown ? 1 : 0);
                      if (network == networks) return std::nullopt;
                      return LegalMoves::Step{.state = 2 * network + (up ? kUp : kDown),
                                              .vc_class = static_cast<std::uint8_t>(network)};
                    });
}

std::vector<Knowledge> knowledge_of(const Topology& topology, const SpanningTree& tree,
                                    const Regions& regions) {
  std::map<std::vector<bool>, std::vector<RouterId>> groups;
  const std::vector<std::vector<bool>> known = known_channels(topology, tree, regions);
  for (std::size_t r = 0; r < regions.size(); ++r) groups[known[regions[r]]].emplace_back(r);
  std::vector<Knowledge> found;
  for (auto& [channels, routers] : groups) found.push_back({channels, std::move(routers)});
  return found;
}

BestMoves seen_shortest(LegalMoves legal, const std::vector<Knowledge>& knowledge,
                        const std::vector<std::uint32_t>* labels, std::size_t threads) {
  BestMoves best(std::move(legal));
  const LegalMoves& moves = best.moves();
  parallel_for(moves.topology().router_count(), threads, [&] {
    std::optional<LargestLabels> largest;
    if (labels != nullptr) largest.emplace(moves, *labels);
    return [&, largest, distances = LegalMoves::Distances()](std::size_t i) mutable {
      const RouterId d{i};
      for (const Knowledge& known : knowledge) {
        moves.find_distances(d, known.channels, distances);
        if (largest) largest->find(distances);
        for (const RouterId r : known.routers) {
          if (r == d) continue;
          const State first = moves.start(r);
          for (State s = first; s < first + moves.states_per_router(); ++s) {
            const std::uint64_t mask = shortest_moves(moves, s, distances);
            best.set(d, s, largest ? largest->restricted(s, mask) : mask);
          }
        }
      }
    };
  });
  return best;
}

BestMoves moves_by_destination(LegalMoves legal, const std::vector<std::uint32_t>& labels,
                               std::size_t threads) {
  BestMoves best(std::move(legal));
  parallel_for(best.moves().topology().router_count(), threads, [&] {
    return [search = DestinationSearch(best, labels)](std::size_t d) mutable {
      search.find(RouterId{d});
    };
  });
  return best;
}

}  // namespace orthant
