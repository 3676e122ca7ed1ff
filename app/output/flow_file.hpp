// output.flows: a line for every pair of nodes with traffic, written when its simulation ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/output/simulation_lines.hpp"
#include "app/output/table.hpp"
#include "sim/measure/flows.hpp"
#include "sim/result.hpp"

namespace orthant {

std::vector<Column> flow_columns();

class FlowLines final : public SimulationLines {
 public:
  FlowLines(const std::string& path, std::uint64_t seed)
      : SimulationLines(path, seed, flow_columns()) {}

  // Those of a run with this result.
  void add(const FlowCounts& flows, const SimulationResult& result);
};

}  // namespace orthant
