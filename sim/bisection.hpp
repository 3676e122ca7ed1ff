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
  // The least load above stable_load at which, within a usual window, some seeds collapse and
  // others are stable. `collapse_cycles` says when the seeds collapsed, in the order of the seeds.
  std::optional<double> metastable_from = {};
  std::vector<Cycle> collapse_cycles = {};
};

// Returns the largest stable load among tolerance, 2 tolerance, ..., upper (always included), or 0
// if none is stable. Assumes that a load below a stable load is stable.
//
// The search first uses one seed and usual windows. If `upper` is not stable, it calls guess(),
// begins at that load (in the middle, if the guess is out of range) and moves in growing steps.
// Then every seed must carry the load found through a usual window, and the first seed through 8 of
// them; if one does not, the search moves down in growing steps. So far a doubtful probe is
// repeated with twice the window, at most four times, and then counts as unstable.
//
// With several seeds the search finally moves up, to the first load at which, within a usual
// window, all seeds fail or some seed collapses. A seed fails if its probe is unstable. It also
// collapses if, from some cycle on, a notable share of the load stays in the backlog
// (collapse_sample()).
Knee find_knee(const LoadGrid& grid, const ProbeLoad& probe, const std::function<double()>& guess);

}  // namespace orthant
