// The report of a finished workload. Its bound on the completion time is the longest chain of
// operations, each message alone in the network, or the time that some node needs for its flits
// from the delay of its job on, whichever is longer.
//
// Tested by: tests/sim/workload_test.cpp
#include <algorithm>
#include <numeric>
#include <span>

#include "sim/critical_path.hpp"

namespace orthant {
namespace {

// Returns when the longest chain ends in each rank.
std::vector<Cycle> chain_ends(EmptyNetwork& empty, const WorkloadPlan& plan) {
  const Workload& workload = plan.workload();
  struct Earliest {
    Cycle start = 0, end = 0;
  };
  std::vector<std::vector<Earliest>> earliest(workload.ranks());
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
    earliest[rank].resize(workload.of(rank).size());
  visit_in_order(workload, [&](OperationId place, bool is_end) {
    const Operation& operation = workload.of(place.rank)[place.operation];
    Earliest& here = earliest[place.rank][place.operation];
    if (!is_end) {
      here.end = std::max(here.end, here.start);
      if (operation.kind == OperationKind::kComputation)
        here.end = here.start + plan.cycles(operation.amount);
      if (operation.kind == OperationKind::kSend) {
        here.end = here.start + empty.sending(plan.flits(operation.amount));
        Cycle& there = earliest[operation.peer][operation.match].end;
        there = std::max(there, here.start + empty.message(plan, place.rank, operation));
      }
    }
    for (const Successor next : workload.successors(place.rank, place.operation)) {
      if ((next.on_start != 0) == is_end) continue;
      Cycle& start = earliest[place.rank][next.operation].start;
      start = std::max(start, is_end ? here.end : here.start);
    }
  });
  std::vector<Cycle> ends(workload.ranks());
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
    for (const Earliest& operation : earliest[rank])
      ends[rank] = std::max(ends[rank], operation.end);
  return ends;
}

// Returns when the channels of each rank's node are done, counted from the delay of the rank's job:
// when the last packet arrives that the node sends after all its other flits, and when the node
// has taken its last flit after the first one that arrives.
std::vector<Cycle> node_ends(EmptyNetwork& empty, const WorkloadPlan& plan, Ejection ejection) {
  struct Load {
    std::uint64_t sent = 0, taken = 0;
    Cycle last_sent = kNever, last_taken = kNever;
  };
  std::vector<Load> loads(plan.workload().ranks());
  plan.workload().for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
    loads[rank].sent += plan.flits(send.amount);
    loads[send.peer].taken += plan.flits(send.amount);
  });
  plan.workload().for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
    const NodeId from = plan.node_of(rank), to = plan.node_of(send.peer);
    const std::uint64_t last = plan.last_packet_of(plan.flits(send.amount));
    Load &source = loads[rank], &destination = loads[send.peer];
    source.last_sent = std::min(
        source.last_sent, empty.node_cycles(source.sent - last) + empty.packet(from, to, last));
    destination.last_taken =
        std::min(destination.last_taken,
                 empty.packet(from, to, 1) + empty.node_cycles(destination.taken - 1));
  });
  std::vector<Cycle> ends;
  for (const Load& load : loads) {
    const auto rank = static_cast<std::uint32_t>(ends.size());
    Cycle end = load.sent > 0 ? load.last_sent : 0;
    if (load.taken > 0 && ejection != Ejection::kImmediate) end = std::max(end, load.last_taken);
    ends.push_back(end + plan.cycles(plan.job_of(rank).delay));
  }
  return ends;
}

Cycle end_of_rank(std::span<const OperationTimes> operations) {
  Cycle end = 0;
  for (const OperationTimes& operation : operations)
    if (operation.end != kNever) end = std::max(end, operation.end);
  return end;
}

// Returns the least value that at least a share of the values does not exceed. Reorders the values.
std::optional<double> percentile(std::vector<double>& values, double share) {
  if (values.empty()) return std::nullopt;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(place));
  return values[place];
}

std::optional<double> mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class Report {
 public:
  Report(const NetworkParts& parts, const WorkloadPlan& plan, const WorkloadTimes& times)
      : plan_(plan), times_(times), empty_(parts) {
    if (!empty_.applies()) return;
    bounds_ = chain_ends(empty_, plan_);
    const std::vector<Cycle> nodes = node_ends(empty_, plan_, parts.node_channels.ejection);
    for (std::size_t rank = 0; rank < bounds_.size(); ++rank)
      bounds_[rank] = std::max(bounds_[rank], nodes[rank]);
  }

  // Reports a job, from its delay on.
  WorkloadResult of(const WorkloadJob& job) {
    WorkloadResult result;
    result.ranks = job.ranks;
    const Cycle begin = plan_.cycles(job.delay);
    show_ends(job, begin, result);
    show_messages(job, result);
    if (empty_.applies())
      result.bound_cycles =
          std::ranges::max(std::span(bounds_).subspan(job.first_rank, job.ranks)) - begin;
    if (result.completion_cycles > 0) show_critical_path(job, begin, result);
    return result;
  }

 private:
  void show_ends(const WorkloadJob& job, Cycle begin, WorkloadResult& result) const {
    double sum = 0;
    result.rank_end_min = kNever;
    for (std::uint32_t rank = job.first_rank; rank < job.first_rank + job.ranks; ++rank) {
      const Cycle end = std::max(begin, end_of_rank(times_[rank].operations)) - begin;
      result.completion_cycles = std::max(result.completion_cycles, end);
      result.rank_end_min = std::min(result.rank_end_min, end);
      sum += static_cast<double>(end);
    }
    result.rank_end_mean = sum / job.ranks;
  }
  void show_messages(const WorkloadJob& job, WorkloadResult& result) {
    std::vector<double> latencies, slowdowns;
    plan_.workload().for_each_send([&](std::uint32_t rank, std::uint32_t i, const Operation& send) {
      if (rank < job.first_rank || rank >= job.first_rank + job.ranks) return;
      latencies.push_back(
          static_cast<double>(times_[send.peer][send.match].arrival - times_[rank][i].start));
      if (empty_.applies())
        slowdowns.push_back(latencies.back() /
                            static_cast<double>(empty_.message(plan_, rank, send)));
    });
    result.messages = latencies.size();
    result.message_latency_mean = mean(latencies);
    result.message_latency_p50 = percentile(latencies, 0.5);
    result.message_latency_p95 = percentile(latencies, 0.95);
    result.message_latency_p99 = percentile(latencies, 0.99);
    result.slowdown_mean = mean(slowdowns);
    result.slowdown_p99 = percentile(slowdowns, 0.99);
  }

  void show_critical_path(const WorkloadJob& job, Cycle begin, WorkloadResult& result) {
    CriticalPath path =
        critical_path(plan_, times_, job, begin, begin + result.completion_cycles, empty_);
    const auto share = [&](Cycle cycles) {
      return static_cast<double>(cycles) / static_cast<double>(result.completion_cycles);
    };
    result.critical_network_share = share(path.messages);
    result.critical_computing_share = share(path.computing);
    if (path.waiting) result.critical_waiting_share = share(*path.waiting);
    if (path.contention) result.critical_contention_share = share(*path.contention);
    result.critical_path = std::move(path.operations);
  }

  const WorkloadPlan& plan_;
  const WorkloadTimes& times_;
  EmptyNetwork empty_;
  std::vector<Cycle> bounds_;  // [rank]; empty where nothing is known
};

}  // namespace

Cycle completion_cycles(const WorkloadTimes& times) {
  Cycle last = 0;
  for (const auto& rank : times) last = std::max(last, end_of_rank(rank.operations));
  return last;
}

std::optional<WorkloadPlan> chosen_plan(const WorkloadPlan& plan, const WorkloadTimes& times) {
  if (!plan.workload().has_choices()) return std::nullopt;
  return plan.with(
      std::make_shared<const Workload>(as_chosen(plan.workload(), [&](OperationId receive) {
        return times[receive.rank].taken[receive.operation];
      })));
}

WaitingOperations waiting_operations(const Workload& workload, const WorkloadTimes& times) {
  WaitingOperations waiting;
  for (std::uint32_t rank = 0; rank < times.size(); ++rank) {
    const std::uint64_t before = waiting.operations;
    for (std::uint32_t i = 0; i < times[rank].size(); ++i) {
      if (times[rank][i].start == kNever || times[rank][i].end != kNever) continue;
      if (workload.of(rank)[i].kind == OperationKind::kComputation) continue;
      if (waiting.operations++ == before && waiting.ranks++ < WaitingOperations::kMostNamed)
        waiting.named.push_back({rank, i});
    }
  }
  return waiting;
}

void report_workload(const NetworkParts& parts, const WorkloadPlan& plan,
                     const WorkloadTimes& times, SimulationResult& result) {
  Report report(parts, plan, times);
  result.workload = report.of({.ranks = plan.workload().ranks()});
  if (plan.jobs().front().name.empty()) return;
  for (const WorkloadJob& job : plan.jobs()) result.jobs.push_back(report.of(job));
}

}  // namespace orthant
