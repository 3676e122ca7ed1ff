// Tested by: tests/sim/workload_test.cpp, tests/app/workload_test.py
#include "traffic/workload_plan.hpp"

#include <cassert>
#include <utility>

#include "base/error.hpp"

namespace orthant {

WorkloadPlan::WorkloadPlan(std::shared_ptr<const Workload> workload, std::size_t nodes,
                           std::vector<NodeId> node_of_rank, const WorkloadOptions& options,
                           std::vector<WorkloadJob> jobs)
    : workload_(std::move(workload)),
      node_of_rank_(std::move(node_of_rank)),
      rank_of_node_(nodes, kNoRank),
      options_(options),
      jobs_(std::move(jobs)) {
  if (jobs_.empty()) jobs_.push_back({.ranks = workload_->ranks()});
  Wide computing = 0;
  for (std::uint32_t rank = 0; rank < workload_->ranks(); ++rank) {
    assert(rank_of_node_[node_of_rank_[rank].index()] == kNoRank);
    rank_of_node_[node_of_rank_[rank].index()] = rank;
    const bool queues_replies = job_of(rank).reply_queue.has_value();
    for (const Operation& operation : workload_->of(rank)) {
      if (queues_replies && operation.kind == OperationKind::kSend &&
          operation.queue == kRequestNic && packets(operation.amount) > 1)
        key_error("workload.packet_flits",
                  "a request of {} flits is more than a packet; allowed with workload.reply_queue: "
                  "at least {}",
                  flits(operation.amount), flits(operation.amount));
      if (operation.kind == OperationKind::kComputation) computing += wide_cycles(operation.amount);
      if (operation.kind == OperationKind::kSend && packets(operation.amount) >= kMaxPackets)
        key_error("workload.bytes_per_flit",
                  "a message of {} bytes has {} packets; allowed: below {}, by more bytes a flit "
                  "or more flits a packet",
                  operation.amount, packets(operation.amount), kMaxPackets);
    }
  }
  if (computing > kMaxCycles)
    key_error("workload.time_unit",
              "the computations last more than {} cycles in all; allowed: shorter ones, or longer "
              "cycles",
              kMaxCycles);
}

const WorkloadJob& WorkloadPlan::job_of(std::uint32_t rank) const {
  return *(std::ranges::upper_bound(jobs_, rank, {}, &WorkloadJob::first_rank) - 1);
}

bool WorkloadPlan::uses_message_class(std::size_t message_class,
                                      std::uint32_t message_classes) const {
  bool used = false;
  workload_->for_each_send([&](std::uint32_t, std::uint32_t, const Operation& send) {
    used = used || class_of_nic(send.queue, message_classes) == message_class;
  });
  return used;
}

Wide WorkloadPlan::wide_cycles(std::uint64_t time) const {
  const Wide numerator = options_.cycle_time.numerator();
  const Wide parts = Wide{time} * options_.cycle_time.denominator();
  return (parts + numerator - 1) / numerator;
}

}  // namespace orthant
