// Simulates one point.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/measure/packet_trace.hpp"
#include "sim/options.hpp"
#include "sim/result.hpp"

namespace orthant {

class Checkpoints;
class FlowCounts;
class TimelineLog;

// Called at times with the progress of a run; returns false to stop it (verdict kInterrupted).
using RunProgress = std::function<bool(Cycle done, Cycle expected)>;

inline constexpr Cycle kTimelineCycles = 1'000;

// Called once, when a workload has ended or cannot continue.
class WorkloadLog {
 public:
  virtual ~WorkloadLog() = default;
  // `critical_path`: empty if the workload cannot continue.
  virtual void add(const WorkloadPlan& plan, const WorkloadTimes& times,
                   std::span<const OperationId> critical_path) = 0;
};

// Observers of the simulation of a point.
struct RunObservers {
  RunProgress progress = {};
  PacketLog* packets = nullptr;
  FlowCounts* flows = nullptr;        // sim/measure/flows.hpp
  WorkloadLog* operations = nullptr;  // for a workload
  TraceLog* trace = nullptr;          // sim/measure/packet_trace.hpp
  TraceFilter trace_filter = {};
  std::vector<TimelineLog*> timelines = {};  // sim/timeline.hpp
  Cycle timeline_cycles = kTimelineCycles;   // length of a span, >= 1
  bool activity = false;                     // fills SimulationResult::activity; input-queued
  // Saves checkpoints (sim/kernel/checkpoint.hpp), also when `progress` stops the run. Requires
  // go_with_checkpoints().
  Checkpoints* checkpoints = nullptr;

  // True if no observer would miss the events before the checkpoint from which a run continues;
  // otherwise kNotInCheckpoints is the error.
  bool go_with_checkpoints() const {
    return packets == nullptr && flows == nullptr && timelines.empty() && trace == nullptr;
  }
};

// The outputs whose contents are not in the state of a run.
inline constexpr std::string_view kNotInCheckpoints =
    "no checkpoint holds what output.packets, output.flows, output.timeline, "
    "output.channel_timeline or output.trace has written so far; allowed: without these";

// Simulates one point. The same arguments give the same result, bit for bit, on every machine.
// Throws KeyError if the parts do not fit together (a buffer below the longest packet, ...), or if
// too much is to be observed.
SimulationResult simulate(const NetworkParts& parts, const RunOptions& run,
                          const RunObservers& observers = {});

}  // namespace orthant
