// Tested by: tests/sim/workload_test.cpp, tests/app/workload_test.py
#include "traffic/workload_plan.hpp"

#include <cassert>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace orthant {

WorkloadPlan::WorkloadPlan(std::shared_ptr<const Workload> workload, std::size_t nodes,
                           std::vector<NodeId> node_of_rank, const WorkloadOptions& options)
    : workload_(std::move(workload)),
      node_of_rank_(std::move(node_of_rank)),
      rank_of_node_(nodes, kNoRank),
      options_(options) {
  for (std::uint32_t rank = 0; rank < workload_->ranks(); ++rank) {
    assert(rank_of_node_[node_of_rank_[rank].index()] == kNoRank);
    rank_of_node_[node_of_rank_[rank].index()] = rank;
    for (const Operation& operation : workload_->of(rank))
      if (operation.kind == OperationKind::kSend && packets(operation.amount) >= kMostPackets)
        key_error("workload.bytes_per_flit",
                  "a message of {} bytes has {} packets; allowed: below {}, by more bytes a flit "
                  "or more flits a packet",
                  operation.amount, packets(operation.amount), kMostPackets);
  }
}

Cycle WorkloadPlan::cycles(std::uint64_t time) const {
  if (options_.cycles_per_time == 1) return time;
  constexpr double kRounding = 1e-9;  // 3 ns of 0.1 ns are 30 cycles
  return static_cast<Cycle>(
      std::ceil(static_cast<double>(time) * options_.cycles_per_time * (1 - kRounding)));
}

}  // namespace orthant
