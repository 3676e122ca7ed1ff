// Bisection over a grid of loads, so that loads are round numbers and the answer is as wide as the
// tolerance says.
#include "app/bisection.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace orthant {
namespace {

// The nearest double to the decimal that i * tolerance means: 0.41, not 0.41000000000000003.
double grid_load(std::uint64_t i, std::uint64_t last, double upper, double tolerance) {
  if (i == last) return upper;
  return std::strtod(fmt::format("{:.12g}", static_cast<double>(i) * tolerance).c_str(), nullptr);
}

bool is_stable(double load, const ProbeLoad& probe) {
  constexpr std::uint32_t kLongest = 16;  // 2^4: four repetitions
  for (std::uint32_t factor = 1; factor <= kLongest; factor *= 2) {
    const Stability stability = probe(load, factor);
    if (stability != Stability::kDoubtful) return stability == Stability::kStable;
  }
  return false;
}

}  // namespace

double largest_stable_load(double upper, double tolerance, const ProbeLoad& probe) {
  // A last step that is shorter than a millionth of the others is a rounding error.
  const auto last = static_cast<std::uint64_t>(std::ceil(upper / tolerance - 1e-6));
  const std::uint64_t steps = last == 0 ? 1 : last;
  const auto stable = [&](std::uint64_t i) {
    return is_stable(grid_load(i, steps, upper, tolerance), probe);
  };
  if (stable(steps)) return upper;
  std::uint64_t good = 0, bad = steps;  // 0 sends nothing and is stable
  while (bad - good > 1) {
    const std::uint64_t middle = good + (bad - good) / 2;
    (stable(middle) ? good : bad) = middle;
  }
  return good == 0 ? 0 : grid_load(good, steps, upper, tolerance);
}

}  // namespace orthant
