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

// The largest stable i of 0 .. bad - 1; 0 sends nothing and is. Goes up or down from `guess` in
// steps that double, until the answer is enclosed.
template <class IsStable>
std::uint64_t last_stable(std::uint64_t guess, std::uint64_t bad, const IsStable& stable) {
  std::uint64_t good = 0;
  const auto ask = [&](std::uint64_t i) {
    const bool is = stable(i);
    (is ? good : bad) = i;
    return is;
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

}  // namespace

double largest_stable_load(double upper, double tolerance, const ProbeLoad& probe,
                           const std::function<double()>& guess) {
  // A last step that is shorter than a millionth of the others is a rounding error.
  const auto last = static_cast<std::uint64_t>(std::ceil(upper / tolerance - 1e-6));
  const std::uint64_t steps = last == 0 ? 1 : last;
  const auto load_at = [&](std::uint64_t i) { return grid_load(i, steps, upper, tolerance); };
  const auto stable_through = [&](std::uint32_t factor) {
    return [&, factor](std::uint64_t i) { return is_stable(load_at(i), factor, probe); };
  };
  const auto stable = stable_through(1);
  std::uint64_t good = steps;
  if (!stable(steps)) {
    const double near =
        std::clamp(std::round(guess() / tolerance), 0.0, static_cast<double>(steps));
    good = last_stable(static_cast<std::uint64_t>(near), steps, stable);
  }
  // Near its knee a network may hold out for a while before it gives way.
  good = last_stable(good, good + 1, stable_through(kConfirming));
  return good == 0 ? 0 : load_at(good);
}

}  // namespace orthant
