// output.channel_timeline: a line for every channel that carried something in a span of a
// simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/timeline.hpp"
#include "topology/topology.hpp"

namespace orthant {

std::vector<Column> channel_timeline_columns();

class ChannelTimelineLines final : public TimelineLog, public SimulationLines {
 public:
  // `topology` must outlive it.
  ChannelTimelineLines(const std::string& path, std::uint64_t seed, const Topology& topology);

  // It is in the file at once, so that a killed run leaves what it had.
  void add(const TimelineRow& row) override;

 private:
  const Topology& topology_;
};

}  // namespace orthant
