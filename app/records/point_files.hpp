// The files that the simulations of a point write by themselves: output.packets, output.flows,
// output.timeline, output.operations and output.trace.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>

#include "app/output/output.hpp"
#include "app/records/simulation_lines.hpp"
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
  RunObservers observers(const RunProgress& watch);
  // Ends the files; of an interrupted simulation there are the timeline and the trace. Throws
  // ConfigError.
  void finish(const SimulationResult& result);

  bool empty() const { return lines_.empty(); }

  // Writes what simulations have left, in their order.
  static void write(std::span<PointFiles* const> simulations, const ResultFiles& files);

 private:
  std::map<std::string_view, std::unique_ptr<SimulationLines>> lines_;  // by key
  RunObservers observers_;                                              // these lines
};

// Removes what killed runs left of them.
void remove_leftovers_of_point(const OutputFiles& outputs);

// Whether a run that goes on from a checkpoint can still write them.
bool go_with_checkpoints(const OutputFiles& outputs);

}  // namespace orthant
