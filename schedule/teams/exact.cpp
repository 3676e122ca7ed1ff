// Tested by: tests/schedule/solve_test.cpp
#include "schedule/teams/exact.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kCategoriesPerCheck = 1'000;  // between two checks of the limits
constexpr std::uint64_t kFirstBudget = 2'000;         // categories before the first restart

// Reorders the transfers of a problem for the search.
TransferSet reordered(const TransferSet& set, const std::vector<std::uint32_t>& order) {
  TransferSet other{.channels = set.channels};
  for (const std::uint32_t t : order)
    other.transfers.push_back({.channels = set.transfers[t].channels});
  return other;
}

// One attempt of the search, until a restart.
class Attempt {
 public:
  Attempt(const Congestion& congestion, std::size_t frames, const TeamReductions& reductions,
          std::uint64_t budget, const Stopwatch& watch)
      : congestion_(congestion),
        reductions_(reductions),
        budget_(budget),
        watch_(watch),
        left_(congestion.transfers()),
        loads_(liquid_bound(congestion.set()).loads),
        frames_left_(frames) {
    left_.set();
  }

  // Returns kStopped if the budget or the time is used up.
  SearchEnd run() {
    if (left_.none()) return SearchEnd::kFound;
    if (frames_left_ == 0) return SearchEnd::kExhausted;
    FullTeams teams(congestion_, left_, bottlenecks(), forced(), reductions_);
    while (true) {
      const std::uint64_t before = teams.categories();
      const auto team = teams.next(std::min(kCategoriesPerCheck, budget_ - categories_));
      categories_ += teams.categories() - before;
      watch_.spend((teams.categories() - before) * effort_of_category());
      if (!team && teams.exhausted()) return SearchEnd::kExhausted;
      if (categories_ >= budget_ || watch_.over()) return SearchEnd::kStopped;
      if (!team) continue;
      take(*team);
      if (const SearchEnd end = run(); end != SearchEnd::kExhausted) return end;
      put_back(*team);
    }
  }

  const std::vector<TransferBits>& teams() const { return chosen_; }
  std::uint64_t categories() const { return categories_; }

 private:
  std::uint64_t effort_of_category() const { return 100 + congestion_.transfers(); }

  // Channels that every remaining frame must use.
  std::vector<std::uint32_t> bottlenecks() const {
    std::vector<std::uint32_t> list;
    for (std::uint32_t c = 0; c < loads_.size(); ++c) {
      if (loads_[c] == frames_left_) list.push_back(c);
    }
    return list;
  }

  // The transfer over the busiest channel that congests with most others.
  TransferBits forced() const {
    const auto busiest = std::ranges::max_element(loads_) - loads_.begin();
    const TransferBits users = congestion_.users(static_cast<std::size_t>(busiest)) & left_;
    std::size_t best = left_.find_first();  // in case no transfer has a channel
    std::size_t most = 0;
    for (std::size_t t = users.find_first(); t != TransferBits::npos; t = users.find_next(t)) {
      const std::size_t count = (congestion_.with(t) & left_).count();
      if (count <= most) continue;
      most = count;
      best = t;
    }
    TransferBits one(left_.size());
    one.set(best);
    return one;
  }

  void take(const TransferBits& team) {
    left_ -= team;
    --frames_left_;
    count(team, -1);
    chosen_.push_back(team);
  }

  void put_back(const TransferBits& team) {
    left_ |= team;
    ++frames_left_;
    count(team, 1);
    chosen_.pop_back();
  }

  void count(const TransferBits& team, int sign) {
    for (std::size_t t = team.find_first(); t != TransferBits::npos; t = team.find_next(t)) {
      for (const std::uint32_t c : congestion_.set().transfers[t].channels)
        loads_[c] += static_cast<std::uint32_t>(sign);
    }
  }

  const Congestion& congestion_;
  TeamReductions reductions_;
  std::uint64_t budget_;
  const Stopwatch& watch_;
  TransferBits left_;
  std::vector<std::uint32_t> loads_;  // per channel, of the remaining transfers
  std::size_t frames_left_;
  std::vector<TransferBits> chosen_;
  std::uint64_t categories_ = 0;
};

Frames frames_of(const std::vector<TransferBits>& teams, const std::vector<std::uint32_t>& order) {
  Frames frames;
  for (const TransferBits& team : teams) {
    auto& frame = frames.emplace_back();
    for (std::size_t t = team.find_first(); t != TransferBits::npos; t = team.find_next(t))
      frame.push_back(order[t]);
    std::ranges::sort(frame);
  }
  return frames;
}

void shuffle(std::vector<std::uint32_t>& order, RandomStream& random) {
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace

ExactResult search_exactly(const Congestion& congestion, std::size_t frames,
                           const TeamReductions& reductions, const SearchLimits& limits) {
  const Stopwatch watch(limits);
  RandomStream random(1, 0, RandomPurpose::kSchedule);
  std::vector<std::uint32_t> order(congestion.transfers());
  std::iota(order.begin(), order.end(), 0);
  ExactResult result;
  for (std::uint64_t budget = kFirstBudget;; budget += budget / 4) {
    const TransferSet set = reordered(congestion.set(), order);
    const Congestion own(set);
    Attempt attempt(own, frames, reductions, budget, watch);
    result.end = attempt.run();
    result.categories += attempt.categories();
    result.effort = watch.spent();
    if (result.end == SearchEnd::kFound) result.frames = frames_of(attempt.teams(), order);
    if (result.end != SearchEnd::kStopped || watch.over()) return result;
    shuffle(order, random);
  }
}

}  // namespace orthant
