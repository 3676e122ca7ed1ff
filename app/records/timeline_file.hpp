// output.timeline: a line for every span of a simulation, written when the span is over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/timeline.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

std::vector<Column> timeline_columns();

class TimelineLines final : public TimelineLog, public SimulationLines {
 public:
  // Of a simulation on so many nodes with this traffic.
  TimelineLines(const std::string& path, std::uint64_t seed, const Traffic& traffic,
                std::size_t nodes);

  // It is in the file at once, so that a killed run leaves what it had.
  void add(const TimelineRow& row) override;

 private:
  double senders_ = 0;
};

}  // namespace orthant
