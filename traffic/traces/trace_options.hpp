// How a trace becomes a workload.
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

  bool computations = true;  // or none of them
  AlgorithmChoice algorithm = first_algorithm;
  std::string groups_file = {};  // of process groups, of key kGroupsFile; empty: none
  // Of key kShape: ranks along every dimension, chosen by the user or as many as there are routers.
  std::vector<std::uint32_t> shape = {};
  bool shape_is_chosen = false;
  // What is worth knowing, in a line.
  std::function<void(const std::string&)> say = [](const std::string&) {};

  // The shape of all ranks of a trace: a line unless `shape` has as many. Throws KeyError(kShape)
  // where a shape that was chosen has not.
  std::vector<std::uint32_t> shape_of(std::uint32_t ranks) const;
};

}  // namespace orthant
