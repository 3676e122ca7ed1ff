// Why a workload of a file is refused, as an error line.
#pragma once

#include <string>
#include <string_view>

#include "base/function_ref.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// Of an operation.
struct PlaceInFile {
  std::string where;   // begins the line of its error: "FILE:3"
  std::string beside;  // the same behind its name, in the error of another one: "line 3"
  std::string name;    // "l1 of rank 0"
};

// What a format calls sends, receives, ranks and what tells messages of two ranks apart.
struct MessageWords {
  std::string_view send = "send", receive = "recv", rank = "rank", tag = "tag";
};

// "FILE:3: l1 of rank 0 ...; allowed: ...".
std::string problem_text(const WorkloadProblem& problem, const Workload& workload,
                         FunctionRef<PlaceInFile(const OperationId&)> find,
                         const MessageWords& words = {});

}  // namespace orthant
