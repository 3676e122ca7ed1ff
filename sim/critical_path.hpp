// The critical path of a workload: the chain of operations that ended last, followed back from its
// end. From a receive that waited for its message it goes back to the send; from any other
// operation it goes back to the operation of the same rank whose end (or start) let it start.
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
  // `waiting`: cycles in which a computation waited for its cpu, which count in neither of the
  // above, and cycles in which a message waited for earlier messages of its nic, at the speed of an
  // idle network. `contention`: cycles of messages beyond that wait and beyond the least time of a
  // lone message. Both are empty if that time is unknown.
  std::optional<Cycle> waiting, contention;
};

// Returns the path of a job whose last operation ended in cycle `end`, from cycle `begin` on.
CriticalPath critical_path(const WorkloadPlan& plan, const WorkloadTimes& times,
                           const WorkloadJob& job, Cycle begin, Cycle end, EmptyNetwork& empty);

}  // namespace orthant
