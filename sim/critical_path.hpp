// The chain of operations that ended a workload last, followed back from its end: a receive that
// waited for its message goes back to the send, any other operation goes back to the operation of
// its rank whose end (or start) let it start.
//
// Tested by: tests/sim/critical_path_test.cpp
#pragma once

#include <optional>
#include <vector>

#include "sim/prediction/empty_network.hpp"
#include "sim/result.hpp"

namespace orthant {

struct CriticalPath {
  std::vector<OperationId> operations;  // in order of time
  // Cycles spent computing, and cycles in which a message was under way or waited for its node.
  Cycle computing = 0, messages = 0;
  // `waiting`: cycles behind another computation of the cpu, which are in neither of the above, or
  // behind earlier messages of the nic, at the speed of an idle network. `contention`: all other
  // cycles of messages beyond the least of a lone message. Empty if that is unknown.
  std::optional<Cycle> waiting, contention;
};

// Returns the path of a job whose last operation ended in cycle `end`, from cycle `begin` on.
CriticalPath critical_path(const WorkloadPlan& plan, const WorkloadTimes& times,
                           const WorkloadJob& job, Cycle begin, Cycle end, EmptyNetwork& empty);

}  // namespace orthant
