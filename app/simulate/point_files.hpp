// The files that the simulations of a point write by themselves: output.packets, output.flows,
// output.timeline, output.operations and output.trace.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "app/output/flow_file.hpp"
#include "app/output/operation_file.hpp"
#include "app/output/output.hpp"
#include "app/output/packet_file.hpp"
#include "app/output/simulation_lines.hpp"
#include "app/output/timeline_file.hpp"
#include "app/output/trace_file.hpp"
#include "app/setup/setup.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// Those of one simulation.
class PointFiles {
 public:
  PointFiles() = default;
  // Throws ConfigError where one cannot be made.
  PointFiles(const Setup& setup, std::uint64_t seed);

  // Of the simulation; it is stopped, too, where a line cannot be written. To be called when this
  // object has its place.
  RunListeners listeners(const RunProgress& watch);
  // Ends the files; of an interrupted simulation there are the timeline and the trace. Throws
  // ConfigError.
  void finish(const SimulationResult& result);

  bool empty() const { return lines_.empty(); }

  // Writes what simulations have left, in their order.
  static void write(std::span<PointFiles* const> simulations, const ResultFiles& files);

 private:
  // Those of a key, of which `own` speaks, too.
  template <class Lines>
  void add(std::string_view key, Lines*& own, std::unique_ptr<Lines> lines);
  std::unique_ptr<SimulationLines> take(std::string_view key);

  std::map<std::string_view, std::unique_ptr<SimulationLines>> lines_;  // by key
  PacketLines* packets_ = nullptr;
  FlowLines* flow_lines_ = nullptr;
  std::optional<FlowCounts> flows_;
  OperationLines* operations_ = nullptr;
  TimelineLines* timeline_ = nullptr;
  TraceFile* trace_ = nullptr;
  TraceFilter trace_filter_;
  Cycle timeline_cycles_ = kTimelineCycles;
};

// Removes what killed runs left of them.
void remove_leftovers_of_point(const OutputFiles& outputs);

// Whether a run that goes on from a checkpoint can still write them.
bool go_with_checkpoints(const OutputFiles& outputs);

}  // namespace orthant
