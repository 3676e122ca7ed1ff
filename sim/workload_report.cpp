// Two things limit a message alone in the network: its node sends its flits one after the other,
// and its first and its last packet take the latency of a packet over a shortest path. Packets in
// between may go over other paths.
//
// The bound is the longest chain of operations where every message is alone, and no less than the
// flits that some node has to send or take, from the delay of its job on. The critical path is
// followed back from what ended last: a receive that waited for its message goes back to the send,
// everything else to the operation of its rank whose end (or start) let it start.
//
// Tested by: tests/sim/workload_test.cpp
#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <span>

#include "sim/node/channel_kinds.hpp"
#include "sim/node/network.hpp"
#include "sim/prediction/zero_load.hpp"

namespace orthant {
namespace {

using At = WorkloadProblem::Place;

// Latencies of messages in an empty network, where they follow from distances.
class EmptyNetwork {
 public:
  explicit EmptyNetwork(const NetworkParts& parts)
      : parts_(parts), kinds_(channel_kinds(parts.topology)) {
    if (!applies()) return;
    zero_load_.emplace(parts.topology, parts.router, parts.node_channels);
  }
  bool applies() const {
    const bool rates = kinds_.empty() || (kinds_.size() == 1 && kinds_[0].bandwidth <= 1);
    const bool places = parts_.topology.grid() != nullptr || parts_.topology.router_count() == 1;
    return rates && places && parts_.router.model == RouterModel::kInputQueued &&
           !parts_.router.unequal && parts_.node_channels.bandwidth <= 1 &&
           parts_.router.input_speedup <= 1 &&
           parts_.router.switching != Switching::kStoreAndForward;
  }
  // From the start of a message to its arrival.
  Cycle message(const WorkloadPlan& plan, std::uint32_t rank, const Operation& send) {
    const std::uint64_t flits = plan.flits(send.amount), last = last_packet(plan, flits);
    const auto first = std::min<std::uint64_t>(flits, plan.options().packet_flits);
    const NodeId from = plan.node_of(rank), to = plan.node_of(send.peer);
    return std::max(packet(from, to, first), node_cycles(flits - last) + packet(from, to, last));
  }
  static std::uint64_t last_packet(const WorkloadPlan& plan, std::uint64_t flits) {
    return flits - (plan.packets_of(flits) - 1) * plan.options().packet_flits;
  }
  // From the birth of a packet to its arrival.
  Cycle packet(NodeId source, NodeId destination, std::uint64_t flits) {
    const RouterId from = parts_.topology.router_of(source);
    const RouterId to = parts_.topology.router_of(destination);
    const std::uint32_t hops = from == to ? 0 : parts_.topology.grid()->distance(from, to);
    const auto [known, is_new] = latencies_.try_emplace({hops, flits}, 0);
    if (is_new) {
      const ChannelRun run{hops, kinds_.empty() ? ChannelKind() : kinds_[0]};
      known->second = static_cast<Cycle>(zero_load_->latency(std::span(&run, hops > 0 ? 1 : 0),
                                                             static_cast<std::uint32_t>(flits)));
    }
    return known->second;
  }
  // From a flit to the one so many flits behind it, in the channel of a node.
  Cycle node_cycles(std::uint64_t flits) const { return zero_load_->node_cycles(flits); }

 private:
  const NetworkParts& parts_;
  std::vector<ChannelKind> kinds_;
  std::optional<InputQueuedZeroLoad> zero_load_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Cycle> latencies_;
};

// When the longest chain ends in each rank.
std::vector<Cycle> chain_ends(EmptyNetwork& empty, const WorkloadPlan& plan) {
  const Workload& workload = plan.workload();
  struct Earliest {
    Cycle start = 0, end = 0;
  };
  std::vector<std::vector<Earliest>> earliest(workload.ranks());
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
    earliest[rank].resize(workload.of(rank).size());
  visit_in_order(workload, [&](At place, bool is_end) {
    const Operation& operation = workload.of(place.rank)[place.operation];
    Earliest& here = earliest[place.rank][place.operation];
    if (!is_end) {
      here.end = std::max(here.end, here.start);
      if (operation.kind == OperationKind::kComputation)
        here.end = here.start + plan.cycles(operation.amount);
      if (operation.kind == OperationKind::kSend) {
        here.end = here.start + empty.node_cycles(plan.flits(operation.amount) - 1) + 1;
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

// When the channels of the node of each rank are done, from the delay of its job on: the last
// packet that it sends, behind all of its other flits; the last flit that it takes, behind the
// first one that arrives.
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
    const std::uint64_t last = EmptyNetwork::last_packet(plan, plan.flits(send.amount));
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

// What every operation of a rank waits for.
class Predecessors {
 public:
  struct Predecessor {
    std::uint32_t operation;
    bool on_start;
  };
  explicit Predecessors(const Workload& workload) : workload_(workload), lists_(workload.ranks()) {}

  const std::vector<Predecessor>& of(At place) {
    auto& lists = lists_[place.rank];
    if (lists.empty()) {
      const std::size_t count = workload_.of(place.rank).size();
      lists.resize(count);
      for (std::uint32_t i = 0; i < count; ++i)
        for (const Successor next : workload_.successors(place.rank, i))
          lists[next.operation].push_back({i, next.on_start != 0});
    }
    return lists[place.operation];
  }

 private:
  const Workload& workload_;
  std::vector<std::vector<std::vector<Predecessor>>> lists_;  // of ranks that were asked for
};

// When what waits for its start may start: a computation has to wait for its cpu.
Cycle started(const WorkloadPlan& plan, const WorkloadTimes& times, At place) {
  const OperationTimes& at = times[place.rank][place.operation];
  const Operation& operation = plan.workload().of(place.rank)[place.operation];
  return operation.kind == OperationKind::kComputation ? at.end - plan.cycles(operation.amount)
                                                       : at.start;
}

// Cycles of the critical path of a job that ends so in which a message was under way.
Cycle network_cycles(const WorkloadPlan& plan, const WorkloadTimes& times, const WorkloadJob& job,
                     Cycle end) {
  At here{job.first_rank, 0};
  for (std::uint32_t rank = job.first_rank + job.ranks; rank-- > job.first_rank;)
    for (std::uint32_t i = 0; i < times[rank].size(); ++i)
      if (times[rank][i].end == end) here = {rank, i};
  Predecessors predecessors(plan.workload());
  Cycle network = 0;
  bool at_end = true;
  while (true) {
    const OperationTimes& at = times[here.rank][here.operation];
    const Operation& operation = plan.workload().of(here.rank)[here.operation];
    if (at_end) {
      at_end = false;
      if (operation.kind == OperationKind::kReceive && at.arrival > at.start) {
        here = {operation.peer, operation.match};
        network += at.arrival - times[here.rank][here.operation].start;
      } else if (operation.kind == OperationKind::kSend) {
        network += at.end - at.start;
      }
      continue;
    }
    if (at.start == 0) break;
    const auto& before = predecessors.of(here);
    const auto last = std::ranges::find_if(before, [&](const Predecessors::Predecessor& other) {
      const At there{here.rank, other.operation};
      return (other.on_start ? started(plan, times, there)
                             : times[there.rank][there.operation].end) == at.start;
    });
    assert(last != before.end());
    here.operation = last->operation;
    at_end = !last->on_start;
  }
  return network;
}

Cycle end_of_rank(std::span<const OperationTimes> operations) {
  Cycle end = 0;
  for (const OperationTimes& operation : operations)
    if (operation.end != kNever) end = std::max(end, operation.end);
  return end;
}

// Puts the values in another order. The least that a share of them does not pass.
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
  Report(const NetworkParts& parts, const WorkloadTimes& times)
      : plan_(*parts.traffic.workload), times_(times), empty_(parts) {
    if (!empty_.applies()) return;
    bounds_ = chain_ends(empty_, plan_);
    const std::vector<Cycle> nodes = node_ends(empty_, plan_, parts.node_channels.ejection);
    for (std::size_t rank = 0; rank < bounds_.size(); ++rank)
      bounds_[rank] = std::max(bounds_[rank], nodes[rank]);
  }

  // Of a job, from its delay on.
  WorkloadResult of(const WorkloadJob& job) {
    WorkloadResult result;
    result.ranks = job.ranks;
    const Cycle begin = plan_.cycles(job.delay);
    show_ends(job, begin, result);
    show_messages(job, result);
    if (empty_.applies())
      result.bound_cycles =
          std::ranges::max(std::span(bounds_).subspan(job.first_rank, job.ranks)) - begin;
    if (result.completion_cycles > 0)
      result.critical_network_share = static_cast<double>(network_cycles(
                                          plan_, times_, job, begin + result.completion_cycles)) /
                                      static_cast<double>(result.completion_cycles);
    return result;
  }

 private:
  void show_ends(const WorkloadJob& job, Cycle begin, WorkloadResult& result) const {
    double sum = 0;
    result.rank_end_min = kNever;
    for (std::uint32_t rank = job.first_rank; rank < job.first_rank + job.ranks; ++rank) {
      const Cycle end = std::max(begin, end_of_rank(times_[rank])) - begin;
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

  const WorkloadPlan& plan_;
  const WorkloadTimes& times_;
  EmptyNetwork empty_;
  std::vector<Cycle> bounds_;  // [rank]; empty where nothing is known
};

}  // namespace

Cycle completion_cycles(const WorkloadTimes& times) {
  Cycle last = 0;
  for (const auto& rank : times) last = std::max(last, end_of_rank(rank));
  return last;
}

void report_workload(const NetworkParts& parts, const WorkloadTimes& times,
                     SimulationResult& result) {
  const WorkloadPlan& plan = *parts.traffic.workload;
  Report report(parts, times);
  result.workload = report.of({.ranks = plan.workload().ranks()});
  if (plan.jobs().front().name.empty()) return;
  for (const WorkloadJob& job : plan.jobs()) result.jobs.push_back(report.of(job));
}

}  // namespace orthant
