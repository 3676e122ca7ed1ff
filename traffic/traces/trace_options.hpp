// How a trace becomes a workload.
#pragma once

#include <functional>
#include <string>

#include "traffic/traces/collectives.hpp"

namespace orthant {

struct TraceOptions {
  bool computations = true;  // or none of them
  AlgorithmChoice algorithm = first_algorithm;
  // What is worth knowing, in a line.
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

}  // namespace orthant
