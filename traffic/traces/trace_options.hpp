// Options for converting a trace into a workload.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "traffic/traces/collectives.hpp"

namespace orthant {

struct TraceOptions {
  static constexpr const char* kGroupsFile = "workload.groups_file";
  static constexpr const char* kShape = "workload.shape";

  bool computations = true;  // false: ignore computations
  AlgorithmChoice algorithm = first_algorithm;
  std::string groups_file = {};  // process groups, key kGroupsFile; empty: none
  // Key kShape: ranks along every dimension, given by the user or taken from the routers.
  std::vector<std::uint32_t> shape = {};
  bool shape_is_chosen = false;
  // Receives information, one line each.
  std::function<void(const std::string&)> report = [](const std::string&) {};

  // Returns the shape of all ranks of a trace: `shape` if it has as many ranks, else a line. Throws
  // KeyError(kShape) if the user gave a shape with another number of ranks.
  std::vector<std::uint32_t> shape_of(std::uint32_t ranks) const;
};

}  // namespace orthant
