// Error messages for workloads that a file defines wrongly.
#pragma once

#include <string>
#include <string_view>

#include "base/function_ref.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Place of an operation.
struct PlaceInFile {
  std::string where;  // starts its error line: "FILE:3"
  std::string brief;  // follows its name in the error of another operation: "line 3"
  std::string name;   // "l1 of rank 0"
};

// A format's words for sends, receives, ranks and tags.
struct MessageWords {
  std::string_view send = "send", receive = "recv", rank = "rank", tag = "tag";
};

// Returns an error line: "FILE:3: l1 of rank 0 ...; allowed: ...".
std::string problem_text(const WorkloadProblem& problem, const Workload& workload,
                         FunctionRef<PlaceInFile(const OperationId&)> find,
                         const MessageWords& words = {});

}  // namespace orthant
