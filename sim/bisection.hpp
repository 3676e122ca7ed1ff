// The largest load that a network carries with every seed, by bisection.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.hpp"

namespace orthant {

enum class Stability { kStable, kUnstable, kDoubtful };

// The longest window that is tried, in usual ones: four doublings.
inline constexpr std::uint32_t kLongestWindow = 16;
// The window through which the first seed confirms a load, in usual ones.
inline constexpr std::uint32_t kConfirmingWindow = 8;

// One simulation that a search asks for.
struct Probe {
  double load = 0;
  std::uint32_t seed = 0;           // 0 .. seeds - 1
  std::uint32_t window_factor = 1;  // 1, 2, 4, 8, 16 usual windows
};

struct Probed {
  Stability stability = Stability::kStable;
  std::optional<Cycle> collapse_cycles = {};  // unstable: when the network gave way, if it did
};
using ProbeLoad = std::function<Probed(const Probe& probe)>;

struct LoadGrid {
  double upper = 0;      // > 0
  double tolerance = 0;  // > 0
  std::uint32_t seeds = 1;
};

struct Knee {
  double stable_load = 0;
  // The least load above it at which some seeds collapse within a usual window and others do not,
  // with the cycles of the collapses in the order of the seeds.
  std::optional<double> metastable_from = {};
  std::vector<Cycle> collapse_cycles = {};
};

// The largest of the loads tolerance, 2 tolerance, ... , upper (the last one whatever the
// tolerance) that is stable, taken for monotone; 0 where none is. A doubtful load is probed again
// with twice the window, at most four times; if it is doubtful even then, it counts as unstable.
// The first seed finds it with usual windows: where `upper` is not stable, the search begins at
// guess(), asked for after that probe, and goes from there in growing steps; a guess outside means
// the middle. The answer is a load that every seed carries through a usual window, the first one
// through 8 of them: where the first one found is not, the search goes down from it in growing
// steps. Then it goes up, to where a seed collapses within a usual window or none holds out.
Knee find_knee(const LoadGrid& grid, const ProbeLoad& probe, const std::function<double()>& guess);

}  // namespace orthant
