// output.flows: a line for every pair of nodes with traffic, written when its simulation ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/measure/flows.hpp"
#include "sim/result.hpp"

namespace orthant {

std::vector<Column> flow_columns();

class FlowLines final : public SimulationLines {
 public:
  // In a network with so many nodes.
  FlowLines(const std::string& path, std::uint64_t seed, std::size_t nodes)
      : SimulationLines(path, seed, flow_columns()), counts_(nodes) {}

  FlowCounts& counts() { return *counts_; }  // before add_result()
  void add_result(const SimulationResult& result) override;

 private:
  std::optional<FlowCounts> counts_;  // may be large
};

}  // namespace orthant
