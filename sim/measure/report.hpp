// Computes the result of a measured window from the counts.
#pragma once

#include <cstdint>
#include <span>

#include "sim/measure/recorder.hpp"

namespace orthant {

struct Measurement {
  const NetworkParts& parts;
  const WindowCounts& counts;
  std::span<const WindowCounts> class_counts;  // per class of traffic
  Cycle ticks_per_cycle = 1;
  bool until_drained = false;
  std::size_t sending_nodes = 0;
  std::span<const std::uint64_t> backlog_before, backlog_after;  // the window's, flits per node
};

// Fills in the results that follow from the counts and from verdict, window_cycles, channel_flits,
// growing_sources, and the names and verdicts of classes, all set before. Requires a window.
void report(const Measurement& measured, SimulationResult& result);

}  // namespace orthant
