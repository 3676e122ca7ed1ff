#include "app/points/search_progress.hpp"

#include <algorithm>

namespace orthant {
namespace {

// Of a warm-up that is found by a pilot: the pilot is a quarter of the window, and goes on for a
// quarter of itself.
constexpr double kPilotShare = 0.25 * 1.25;

}  // namespace

SearchProgress::SearchProgress(const RunProgress& total, const RunOptions& run)
    : total_(total),
      warmup_(static_cast<double>(run.warmup.value_or(0))),
      measure_(static_cast<double>(run.measure)) {
  if (!run.warmup) measure_ *= 1 + kPilotShare;
}

double SearchProgress::cycles(double simulations, double windows) const {
  return simulations * warmup_ + windows * measure_;
}

RunProgress SearchProgress::begin(const Probe& probe) {
  before_ += of_this_;
  of_this_ = cycles(1, probe.window_factor);
  const double later = cycles(probe.simulations_after, probe.windows_after);
  return [this, later, most = 0.0](Cycle done, Cycle expected) mutable {
    if (expected == 0 || expected >= kNever) return total_(0, 0);
    // A simulation that goes on longer than it had expected to does not take back what it said.
    most = std::max(most, std::min(1.0, static_cast<double>(done) / static_cast<double>(expected)));
    const double cycles_done = before_ + most * of_this_;
    const double cycles_expected = before_ + of_this_ + later;
    return total_(static_cast<Cycle>(cycles_done), static_cast<Cycle>(cycles_expected));
  };
}

}  // namespace orthant
