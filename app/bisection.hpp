// The largest stable load, by bisection.
#pragma once

#include <cstdint>
#include <functional>

namespace orthant {

enum class Stability { kStable, kUnstable, kDoubtful };

// The longest window that is tried, in usual ones: four doublings.
inline constexpr std::uint32_t kLongestWindow = 16;

// How stable a load is, seen through a window `window_factor` (1, 2, 4, 8, 16) times the usual one.
using ProbeLoad = std::function<Stability(double load, std::uint32_t window_factor)>;

// The largest of the loads tolerance, 2 tolerance, ... , upper (the last one whatever the
// tolerance) that is stable, taken for monotone; 0 where none is. A doubtful load is probed again
// with twice the window, at most four times; if it is doubtful even then, it counts as unstable.
// Where `upper` is not stable, the search begins at guess(), asked for after that probe, and goes
// from there in growing steps; a guess outside means the middle.
// The answer has been stable through 8 times the window; where the first one found is not, a second
// search with that window goes down from it in growing steps.
// Requires 0 < tolerance, 0 < upper.
double largest_stable_load(double upper, double tolerance, const ProbeLoad& probe,
                           const std::function<double()>& guess);

}  // namespace orthant
