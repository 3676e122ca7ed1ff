// Finds the largest load that a network carries with every seed, by bisection.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.hpp"

namespace orthant {

enum class Stability { kStable, kUnstable, kDoubtful };

// The longest window tried, in usual windows: four doublings.
inline constexpr std::uint32_t kLongestWindow = 16;
// The window through which the first seed confirms a load, in usual windows.
inline constexpr std::uint32_t kConfirmingWindow = 8;

// One simulation that a search requests.
struct Probe {
  double load = 0;
  std::uint32_t seed = 0;           // 0 .. seeds - 1
  std::uint32_t window_factor = 1;  // 1, 2, 4, 8, 16 usual windows
};

struct Probed {
  Stability stability = Stability::kStable;
  std::optional<Cycle> collapse_cycles = {};  // unstable: when the network collapsed, if it did
};
using ProbeLoad = std::function<Probed(const Probe& probe)>;

struct LoadGrid {
  double upper = 0;      // > 0
  double tolerance = 0;  // > 0
  std::uint32_t seeds = 1;
};

struct Knee {
  double stable_load = 0;
  // The least load above stable_load at which some seeds collapse within a usual window and others
  // do not, with the cycles of the collapses in the order of the seeds.
  std::optional<double> metastable_from = {};
  std::vector<Cycle> collapse_cycles = {};
};

// Returns the largest stable load of tolerance, 2 tolerance, ... , upper (always included),
// assuming monotone stability; 0 if none is stable. A doubtful load is probed again with twice the
// window, at most four times; if it stays doubtful, it counts as unstable. The search uses the
// first seed with usual windows: if `upper` is not stable, it begins at guess(), called after that
// probe, and moves in growing steps; a guess outside means the middle. Every seed must carry the
// answer through a usual window, and the first seed through 8 of them: if the load found fails, the
// search moves down in growing steps. Then it moves up, to where a seed collapses within a usual
// window or all seeds fail.
Knee find_knee(const LoadGrid& grid, const ProbeLoad& probe, const std::function<double()>& guess);

}  // namespace orthant
