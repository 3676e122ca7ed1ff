// output.operations: a line for every operation of a workload, written when its simulation ends.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/simulation.hpp"

namespace orthant {

std::vector<Column> operation_columns();

class OperationLines final : public WorkloadLog, public SimulationLines {
 public:
  OperationLines(const std::string& path, std::uint64_t seed)
      : SimulationLines(path, seed, operation_columns()) {}

  void add(const WorkloadPlan& plan, const WorkloadTimes& times,
           std::span<const OperationId> critical_path) override;
};

}  // namespace orthant
