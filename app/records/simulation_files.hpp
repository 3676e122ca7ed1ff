// The files of a simulation, each with its columns and with lines that observe the simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/records/simulation_lines.hpp"
#include "app/setup/setup.hpp"
#include "sim/simulation.hpp"

namespace orthant {

struct FileOf {
  const std::string& path;
  const Setup& setup;
  std::uint64_t seed;

  std::size_t nodes() const { return setup.topology->node_count(); }
};
using LinesOf = std::unique_ptr<SimulationLines>;

// Installs `lines` as one of the observers.
template <class Lines, class Log>
LinesOf observing(std::unique_ptr<Lines> lines, Log*& observer) {
  observer = lines.get();
  return lines;
}
// Installs lines that are written for every span of the run.
template <class Lines>
LinesOf observing_spans(std::unique_ptr<Lines> lines, const FileOf& of, RunObservers& observers) {
  observers.timeline_cycles = of.setup.outputs.timeline_cycles;
  observers.timelines.push_back(lines.get());
  return lines;
}

// output.flows: a line for every pair of nodes with traffic, written when its simulation ends.
std::vector<Column> flow_columns();
LinesOf flow_lines(const FileOf& of, RunObservers& observers);
// output.operations: a line for every operation of a workload, written when its simulation ends.
std::vector<Column> operation_columns();
LinesOf operation_lines(const FileOf& of, RunObservers& observers);
// output.timeline: a line for every span of a simulation. Lines are written as each span ends, so
// that a killed run leaves the spans before.
std::vector<Column> timeline_columns();
LinesOf timeline_lines(const FileOf& of, RunObservers& observers);
// output.channel_timeline: a line for every channel that carried something in a span.
std::vector<Column> channel_timeline_columns();
LinesOf channel_timeline_lines(const FileOf& of, RunObservers& observers);

}  // namespace orthant
