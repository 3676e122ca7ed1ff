// The chain of operations that ended a workload last, followed back from its end: a receive that
// waited for its message goes back to the send, everything else to the operation of its rank whose
// end (or start) let it start.
//
// Tested by: tests/sim/critical_path_test.cpp
#pragma once

#include <optional>
#include <vector>

#include "sim/prediction/empty_network.hpp"
#include "sim/result.hpp"

namespace orthant {

struct CriticalPath {
  std::vector<OperationId> operations;  // the first one first
  // Cycles: in which it computed; in which a message was under way or waited for its node.
  Cycle computing = 0, messages = 0;
  // Cycles: in which a cpu was busy with another computation, which are beside those two, or a nic
  // with another message, for as long as that takes to leave an idle network's node; and all else
  // that messages took beyond the least of one alone. Empty where that is not known.
  std::optional<Cycle> waiting, contention;
};

// Of a job whose last operation ended in cycle `end`, from cycle `begin` on.
CriticalPath critical_path(const WorkloadPlan& plan, const WorkloadTimes& times,
                           const WorkloadJob& job, Cycle begin, Cycle end, EmptyNetwork& empty);

}  // namespace orthant
