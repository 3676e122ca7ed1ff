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
  std::string groups_file = {};           // of process groups, of key kGroupsFile; empty: none
  std::vector<std::uint32_t> shape = {};  // of key kShape: ranks along every dimension
  // What is worth knowing, in a line.
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

}  // namespace orthant
