// Tested by: tests/schedule/orbits_test.cpp, tests/schedule/solve_test.cpp
#include "schedule/construction/placement.hpp"

#include <algorithm>
#include <limits>

#include "base/random.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kStepsPerCheck = 256;  // between two checks of the limits

class Tabu {
 public:
  Tabu(const PlacementProblem& problem, std::uint64_t seed)
      : problem_(problem),
        channels_(problem.capacity.size()),
        random_(seed, 0, RandomPurpose::kSchedule),
        uses_(problem.frames * channels_),
        index_in_over_(uses_.size(), kNowhere),
        users_(uses_.size()),
        placed_(problem.items.size()) {
    std::size_t places = 0;
    for (const auto& item : problem.items) {
      first_.push_back(places);
      places += item.variants.size() * problem.frames;
    }
    tabu_until_.resize(places);
    start();
  }

  bool solved() const { return over_.empty(); }
  std::uint64_t effort() const { return evaluated_; }
  const std::vector<Placement>& placements() const { return placed_; }

  // Moves one item out of an overloaded slot, that is a channel in a frame.
  void step() {
    ++now_;
    const std::size_t slot = over_[random_.below(static_cast<std::uint32_t>(over_.size()))];
    Move best;
    std::uint32_t ties = 0;
    for (const std::uint32_t item : users_[slot]) look_at(item, best, ties);
    if (best.delta == kNoMove) return;
    const Placement old = placed_[best.item];
    remove(best.item);
    add(best.item, best.to);
    const auto tenure = static_cast<std::uint64_t>(over_.size()) * 3 / 5 + random_.below(10);
    tabu_until_[place(best.item, old)] = now_ + tenure;
    fewest_ = std::min(fewest_, total_);
  }

 private:
  static constexpr std::int64_t kNoMove = std::numeric_limits<std::int64_t>::max();
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
  struct Move {
    std::int64_t delta = kNoMove;
    std::uint32_t item = 0;
    Placement to;
  };

  const std::vector<std::uint32_t>& channels(std::uint32_t item, std::uint32_t variant) const {
    return problem_.items[item].variants[variant];
  }
  std::size_t place(std::uint32_t item, const Placement& at) const {
    return first_[item] + at.variant * problem_.frames + at.frame;
  }
  std::size_t slot(std::uint32_t frame, std::uint32_t channel) const {
    return frame * channels_ + channel;
  }

  // Places all items greedily in random order.
  void start() {
    std::vector<std::uint32_t> order(problem_.items.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random_.below(static_cast<std::uint32_t>(i))]);
    for (const std::uint32_t item : order) {
      Move best;
      std::uint32_t ties = 0;
      for_each_place(item, [&](const Placement& to, std::int64_t cost) {
        consider({cost, item, to}, best, ties);
      });
      add(item, best.to);
    }
    fewest_ = total_;
  }

  // Calls visit(placement, added overload) for every placement of an unplaced item.
  template <class Visit>
  void for_each_place(std::uint32_t item, const Visit& visit) {
    const auto variants = static_cast<std::uint32_t>(problem_.items[item].variants.size());
    for (std::uint32_t v = 0; v < variants; ++v) {
      const std::vector<std::uint32_t>& list = channels(item, v);
      evaluated_ += (list.size() + 1) * problem_.frames;
      for (std::uint32_t f = 0; f < problem_.frames; ++f) {
        std::int64_t cost = 0;
        for (const std::uint32_t c : list) cost += uses_[slot(f, c)] >= problem_.capacity[c];
        visit(Placement{f, v}, cost);
      }
    }
  }

  void look_at(std::uint32_t item, Move& best, std::uint32_t& ties) {
    const Placement now = placed_[item];
    std::int64_t saved = 0;
    for (const std::uint32_t c : channels(item, now.variant)) {
      std::uint32_t& uses = uses_[slot(now.frame, c)];
      saved += uses > problem_.capacity[c];
      --uses;
    }
    for_each_place(item, [&](const Placement& to, std::int64_t cost) {
      if (to.frame == now.frame && to.variant == now.variant) return;
      const std::int64_t delta = cost - saved;
      const bool aspires = total_ + delta < fewest_;
      if (tabu_until_[place(item, to)] > now_ && !aspires) return;
      consider({delta, item, to}, best, ties);
    });
    for (const std::uint32_t c : channels(item, now.variant)) ++uses_[slot(now.frame, c)];
  }

  // Equally good moves have equal probability.
  void consider(const Move& move, Move& best, std::uint32_t& ties) {
    if (move.delta > best.delta) return;
    ties = move.delta < best.delta ? 1 : ties + 1;
    if (ties == 1 || random_.below(ties) == 0) best = move;
  }

  void add(std::uint32_t item, const Placement& to) {
    placed_[item] = to;
    for (const std::uint32_t c : channels(item, to.variant)) {
      const std::size_t s = slot(to.frame, c);
      users_[s].push_back(item);
      if (++uses_[s] <= problem_.capacity[c]) continue;
      ++total_;
      if (index_in_over_[s] != kNowhere) continue;
      index_in_over_[s] = static_cast<std::uint32_t>(over_.size());
      over_.push_back(s);
    }
  }

  void remove(std::uint32_t item) {
    const Placement& from = placed_[item];
    for (const std::uint32_t c : channels(item, from.variant)) {
      const std::size_t s = slot(from.frame, c);
      users_[s].erase(std::ranges::find(users_[s], item));
      if (--uses_[s] < problem_.capacity[c]) continue;
      --total_;
      if (uses_[s] > problem_.capacity[c]) continue;
      const std::uint32_t at = index_in_over_[s];
      index_in_over_[over_.back()] = at;
      over_[at] = over_.back();
      over_.pop_back();
      index_in_over_[s] = kNowhere;
    }
  }

  const PlacementProblem& problem_;
  std::size_t channels_;
  RandomStream random_;
  std::vector<std::uint32_t> uses_;                // [frame][channel]
  std::vector<std::size_t> over_;                  // slots above capacity
  std::vector<std::uint32_t> index_in_over_;       // [frame][channel]: index into over_
  std::vector<std::vector<std::uint32_t>> users_;  // [frame][channel]: items
  std::vector<Placement> placed_;
  std::vector<std::size_t> first_;         // per item: its first index into tabu_until_
  std::vector<std::uint64_t> tabu_until_;  // [item][variant][frame]
  std::int64_t total_ = 0, fewest_ = 0;    // excess over all capacities: now, and least
  std::uint64_t now_ = 0;
  std::uint64_t evaluated_ = 0;  // uses of a channel in a frame evaluated so far
};

}  // namespace

std::optional<std::vector<Placement>> place(const PlacementProblem& problem, std::uint64_t seed,
                                            const Stopwatch& watch) {
  Tabu search(problem, seed);
  for (std::uint64_t before = 0; !search.solved();) {
    watch.spend(search.effort() - before);
    before = search.effort();
    if (watch.over()) return std::nullopt;
    for (std::uint64_t i = 0; i < kStepsPerCheck && !search.solved(); ++i) search.step();
  }
  return search.placements();
}

}  // namespace orthant
