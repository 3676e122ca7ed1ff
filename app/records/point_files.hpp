// The files that the simulations of a point write while they run: output.packets, output.flows,
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

// The files of one simulation.
class PointFiles {
 public:
  PointFiles() = default;
  // Throws ConfigError if a file cannot be made.
  PointFiles(const Setup& setup, std::uint64_t seed);

  // Observers for the simulation; they also stop it when a line cannot be written. To be called
  // once this object has its final address.
  RunObservers observers(const RunProgress& watch);
  // Ends the files; an interrupted simulation leaves only the timeline and the trace. Throws
  // ConfigError.
  void finish(const SimulationResult& result);

  bool empty() const { return lines_.empty(); }

  // Writes the files of these simulations, in their order.
  static void write(std::span<PointFiles* const> simulations, const ResultFiles& files);

 private:
  std::map<std::string_view, std::unique_ptr<SimulationLines>> lines_;  // by key
  RunObservers observers_;                                              // write lines_
};

// Removes temporary files of killed runs.
void remove_leftovers_of_point(const OutputFiles& outputs);

// True if a run that resumes from a checkpoint can still write all files.
bool go_with_checkpoints(const OutputFiles& outputs);

}  // namespace orthant
