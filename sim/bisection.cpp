// Bisection over a grid of loads, so that loads are round numbers and the answer is as wide as the
// tolerance says.
//
// Tested by: tests/sim/bisection_test.cpp
#include "sim/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

namespace orthant {
namespace {

constexpr std::uint32_t kConfirming = 8;

// What a question about a load, or several, is expected to take.
struct SearchCost {
  double simulations = 0, windows = 0;

  SearchCost operator+(const SearchCost& other) const {
    return {simulations + other.simulations, windows + other.windows};
  }
  friend SearchCost operator*(double times, const SearchCost& cost) {
    return {times * cost.simulations, times * cost.windows};
  }
};

// The last i of good .. bad - 1 for which `holds`, which good does and bad does not. Begins at
// `guess`, if it lies between, and goes up or down from there in steps that double until the answer
// is enclosed. `holds` learns how many questions are expected after it: that the answer is within
// three of the guess, and as many as it takes to halve what is enclosed.
template <class Holds>
std::uint64_t last_that_holds(std::uint64_t good, std::uint64_t guess, std::uint64_t bad,
                              const Holds& holds) {
  const auto halvings = [](std::uint64_t width) {
    return static_cast<int>(std::bit_width(width - 1));
  };
  const auto ask = [&](std::uint64_t i, int after) {
    const bool does = holds(i, after);
    (does ? good : bad) = i;
    return does;
  };
  if (guess > good && guess < bad) {
    const bool up = ask(guess, 3);
    std::uint64_t i = guess;
    for (std::uint64_t step = 1;; step *= 2) {
      i = up ? i + step : i - std::min(step, i);
      if (i <= good || i >= bad || ask(i, step == 1 ? 2 : halvings(step)) != up) break;
    }
  }
  while (bad - good > 1) {
    const std::uint64_t middle = good + (bad - good) / 2;
    ask(middle, halvings(std::max(middle - good, bad - middle)));
  }
  return good;
}

class KneeSearch {
 public:
  KneeSearch(const LoadGrid& grid, const ProbeLoad& probe) : grid_(grid), probe_(probe) {
    // A last step that is shorter than a millionth of the others is a rounding error.
    const double steps = std::ceil(grid.upper / grid.tolerance - 1e-6);
    steps_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps));
  }

  Knee find(const std::function<double()>& guess) {
    std::uint64_t good = steps_;
    after_ = 4 * kOne + to_confirm() + to_go_up();
    if (!carries(steps_, 0, 1)) {
      const double near =
          std::clamp(std::round(guess() / grid_.tolerance), 0.0, static_cast<double>(steps_));
      good = last_carried_by_one_seed(static_cast<std::uint64_t>(near));
    }
    good = last_carried_by_all(good);
    return go_up(good);
  }

 private:
  static constexpr SearchCost kOne = {1, 1};

  // A load that is not carried shows it soon: half of what it takes to confirm one that is.
  SearchCost confirmation() const { return {1.0 * grid_.seeds, kConfirming + grid_.seeds - 1.0}; }
  SearchCost to_confirm() const { return 2 * confirmation(); }
  SearchCost to_go_up() const { return 2.0 * grid_.seeds * kOne; }

  // The nearest double to the decimal that i * tolerance means: 0.41, not 0.41000000000000003.
  double load_at(std::uint64_t i) const {
    if (i == 0 || i == steps_) return i == 0 ? 0 : grid_.upper;
    const double load = static_cast<double>(i) * grid_.tolerance;
    return std::strtod(fmt::format("{:.12g}", load).c_str(), nullptr);
  }

  // One seed at one load through one window; nothing is simulated twice.
  const Probed& ask(std::uint64_t i, std::uint32_t seed, std::uint32_t factor) {
    const auto [entry, is_new] = asked_.try_emplace({i, seed, factor});
    if (is_new)
      entry->second = probe_({load_at(i), seed, factor, after_.simulations, after_.windows});
    return entry->second;
  }

  // Through the shortest window that tells, from `factor` usual ones on.
  bool carries(std::uint64_t i, std::uint32_t seed, std::uint32_t factor) {
    for (; factor <= kLongestWindow; factor *= 2) {
      const Stability stability = ask(i, seed, factor).stability;
      if (stability != Stability::kDoubtful) return stability == Stability::kStable;
    }
    return false;
  }

  std::uint64_t last_carried_by_one_seed(std::uint64_t guess) {
    return last_that_holds(0, guess, steps_, [&](std::uint64_t i, int questions_after) {
      after_ = questions_after * kOne + to_confirm() + to_go_up();
      return carries(i, 0, 1);
    });
  }

  std::uint64_t last_carried_by_all(std::uint64_t good) {
    return last_that_holds(0, good, good + 1, [&](std::uint64_t i, int questions_after) {
      const SearchCost later = 0.5 * questions_after * confirmation() + to_go_up();
      // The other seeds first: theirs is the shorter window.
      for (std::uint32_t seed = 1; seed < grid_.seeds; ++seed) {
        after_ = (grid_.seeds - 1.0 - seed) * kOne + SearchCost{1, kConfirming} + later;
        if (!carries(i, seed, 1)) return false;
      }
      after_ = later;
      return carries(i, 0, kConfirming);
    });
  }

  // What all seeds do within a usual window; some may have no verdict yet.
  struct Seeds {
    std::uint32_t hold_out = 0;
    std::uint32_t give_way = 0;
    std::vector<Cycle> collapse_cycles;
  };
  Seeds watch_seeds(std::uint64_t i, const SearchCost& later) {
    Seeds seeds;
    for (std::uint32_t seed = 0; seed < grid_.seeds; ++seed) {
      after_ = (grid_.seeds - 1.0 - seed) * kOne + later;
      const Probed& seen = ask(i, seed, 1);
      seeds.hold_out += seen.stability == Stability::kStable;
      seeds.give_way += seen.stability == Stability::kUnstable;
      if (seen.collapse_cycles) seeds.collapse_cycles.push_back(*seen.collapse_cycles);
    }
    return seeds;
  }

  Knee go_up(std::uint64_t good) {
    Knee knee{.stable_load = load_at(good)};
    if (good == steps_ || grid_.seeds == 1) return knee;
    const std::uint64_t first =
        1 + last_that_holds(good, good + 1, steps_, [&](std::uint64_t i, int questions_after) {
          const Seeds seeds = watch_seeds(i, std::min(1, questions_after) * grid_.seeds * kOne);
          return seeds.give_way < grid_.seeds && seeds.collapse_cycles.empty();
        });
    const Seeds seeds = watch_seeds(first, {});
    if (seeds.hold_out == 0 || seeds.collapse_cycles.empty()) return knee;
    knee.metastable_from = load_at(first);
    knee.collapse_cycles = seeds.collapse_cycles;
    return knee;
  }

  const LoadGrid& grid_;
  const ProbeLoad& probe_;
  std::uint64_t steps_ = 1;
  SearchCost after_;  // expected after the next probe
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, Probed> asked_;
};

}  // namespace

Knee find_knee(const LoadGrid& grid, const ProbeLoad& probe, const std::function<double()>& guess) {
  return KneeSearch(grid, probe).find(guess);
}

}  // namespace orthant
