// Bisection over a grid of loads, so that loads are round numbers and the answer is accurate to the
// tolerance.
//
// Tested by: tests/sim/bisection_test.cpp
#include "sim/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

namespace orthant {
namespace {

// Returns the last i of good .. bad - 1 for which `holds`, which is true for good and false for
// bad. Begins at `guess`, if it lies between, and moves up or down from there in doubling steps
// until the answer is enclosed.
template <class Holds>
std::uint64_t last_that_holds(std::uint64_t good, std::uint64_t guess, std::uint64_t bad,
                              const Holds& holds) {
  const auto ask = [&](std::uint64_t i) {
    const bool does = holds(i);
    (does ? good : bad) = i;
    return does;
  };
  if (guess > good && guess < bad) {
    const bool up = ask(guess);
    std::uint64_t i = guess;
    for (std::uint64_t step = 1;; step *= 2) {
      i = up ? i + step : i - std::min(step, i);
      if (i <= good || i >= bad || ask(i) != up) break;
    }
  }
  while (bad - good > 1) ask(good + (bad - good) / 2);
  return good;
}

class KneeSearch {
 public:
  KneeSearch(const LoadGrid& grid, const ProbeLoad& probe) : grid_(grid), probe_(probe) {
    // A last step shorter than a millionth of the others is a rounding error.
    const double steps = std::ceil(grid.upper / grid.tolerance - 1e-6);
    steps_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps));
  }

  Knee find(const std::function<double()>& guess) {
    std::uint64_t good = steps_;
    if (!carries(steps_, 0, 1)) {
      const double near =
          std::clamp(std::round(guess() / grid_.tolerance), 0.0, static_cast<double>(steps_));
      good = last_carried_by_one_seed(static_cast<std::uint64_t>(near));
    }
    good = last_carried_by_all(good);
    return go_up(good);
  }

 private:
  // Returns the double nearest to the decimal i * tolerance: 0.41, not 0.41000000000000003.
  double load_at(std::uint64_t i) const {
    if (i == 0 || i == steps_) return i == 0 ? 0 : grid_.upper;
    const double load = static_cast<double>(i) * grid_.tolerance;
    return std::strtod(fmt::format("{:.12g}", load).c_str(), nullptr);
  }

  // Simulates one seed at one load through one window, at most once.
  const Probed& ask(std::uint64_t i, std::uint32_t seed, std::uint32_t factor) {
    const auto [entry, is_new] = asked_.try_emplace({i, seed, factor});
    if (is_new) entry->second = probe_({load_at(i), seed, factor});
    return entry->second;
  }

  // Uses the shortest window that decides, from `factor` usual windows on.
  bool carries(std::uint64_t i, std::uint32_t seed, std::uint32_t factor) {
    for (; factor <= kLongestWindow; factor *= 2) {
      const Stability stability = ask(i, seed, factor).stability;
      if (stability != Stability::kDoubtful) return stability == Stability::kStable;
    }
    return false;
  }

  std::uint64_t last_carried_by_one_seed(std::uint64_t guess) {
    return last_that_holds(0, guess, steps_, [&](std::uint64_t i) { return carries(i, 0, 1); });
  }

  std::uint64_t last_carried_by_all(std::uint64_t good) {
    return last_that_holds(0, good, good + 1, [&](std::uint64_t i) {
      // Tries the other seeds first: their window is shorter.
      for (std::uint32_t seed = 1; seed < grid_.seeds; ++seed)
        if (!carries(i, seed, 1)) return false;
      return carries(i, 0, kConfirmingWindow);
    });
  }

  // Outcomes of all seeds within a usual window; some may have no verdict yet.
  struct Seeds {
    std::uint32_t hold_out = 0;
    std::uint32_t give_way = 0;
    std::vector<Cycle> collapse_cycles;
  };
  Seeds watch_seeds(std::uint64_t i) {
    Seeds seeds;
    for (std::uint32_t seed = 0; seed < grid_.seeds; ++seed) {
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
        1 + last_that_holds(good, good + 1, steps_, [&](std::uint64_t i) {
          const Seeds seeds = watch_seeds(i);
          return seeds.give_way < grid_.seeds && seeds.collapse_cycles.empty();
        });
    const Seeds seeds = watch_seeds(first);
    if (seeds.hold_out == 0 || seeds.collapse_cycles.empty()) return knee;
    knee.metastable_from = load_at(first);
    knee.collapse_cycles = seeds.collapse_cycles;
    return knee;
  }

  const LoadGrid& grid_;
  const ProbeLoad& probe_;
  std::uint64_t steps_ = 1;
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, Probed> asked_;
};

}  // namespace

Knee find_knee(const LoadGrid& grid, const ProbeLoad& probe, const std::function<double()>& guess) {
  return KneeSearch(grid, probe).find(guess);
}

}  // namespace orthant
