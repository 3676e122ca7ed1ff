// Bisection over a grid of loads, so that loads are round numbers and the answer is as wide as the
// tolerance says.
#include "app/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace orthant {
namespace {

// The nearest double to the decimal that i * tolerance means: 0.41, not 0.41000000000000003.
double grid_load(std::uint64_t i, std::uint64_t last, double upper, double tolerance) {
  if (i == last) return upper;
  return std::strtod(fmt::format("{:.12g}", static_cast<double>(i) * tolerance).c_str(), nullptr);
}

constexpr std::uint32_t kConfirming = 8;

bool is_stable(double load, std::uint32_t first_factor, const ProbeLoad& probe) {
  for (std::uint32_t factor = first_factor; factor <= kLongestWindow; factor *= 2) {
    const Stability stability = probe(load, factor);
    if (stability != Stability::kDoubtful) return stability == Stability::kStable;
  }
  return false;
}

// The largest stable i of good .. bad - 1, where `good` is stable and `bad` is not.
template <class IsStable>
std::uint64_t last_stable(std::uint64_t good, std::uint64_t bad, const IsStable& stable) {
  while (bad - good > 1) {
    const std::uint64_t middle = good + (bad - good) / 2;
    (stable(middle) ? good : bad) = middle;
  }
  return good;
}

// The largest stable i of 0 .. last, which is expected to be near `last`; 0 sends nothing and is.
template <class IsStable>
std::uint64_t last_stable_from(std::uint64_t last, const IsStable& stable) {
  std::uint64_t bad = last + 1, good = last;
  for (std::uint64_t step = 1; good > 0 && !stable(good); step *= 2) {
    bad = good;
    good -= std::min(step, good);
  }
  return last_stable(good, bad, stable);
}

}  // namespace

double largest_stable_load(double upper, double tolerance, const ProbeLoad& probe) {
  // A last step that is shorter than a millionth of the others is a rounding error.
  const auto last = static_cast<std::uint64_t>(std::ceil(upper / tolerance - 1e-6));
  const std::uint64_t steps = last == 0 ? 1 : last;
  const auto load_at = [&](std::uint64_t i) { return grid_load(i, steps, upper, tolerance); };
  const auto stable_through = [&](std::uint32_t factor) {
    return [&, factor](std::uint64_t i) { return is_stable(load_at(i), factor, probe); };
  };
  const auto stable = stable_through(1);
  std::uint64_t good = stable(steps) ? steps : last_stable(0, steps, stable);
  // Near its knee a network may hold out for a while before it gives way.
  good = last_stable_from(good, stable_through(kConfirming));
  return good == 0 ? 0 : load_at(good);
}

}  // namespace orthant
