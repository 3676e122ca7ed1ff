// A message alone in the network takes the latency of one packet with all its flits, over a
// shortest path: packets of the same message follow each other without a gap.
//
// The bound is the longest chain of operations where every message is alone, and no less than the
// flits that some node has to send or take. The critical path is followed back from what ended
// last: a receive that waited for its message goes back to the send, everything else to the
// operation of its rank whose end (or start) let it start.
//
// Tested by: tests/sim/workload_test.cpp
#include <algorithm>
#include <map>

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
  Cycle latency(NodeId source, NodeId destination, std::uint64_t flits) {
    const RouterId from = parts_.topology.router_of(source);
    const RouterId to = parts_.topology.router_of(destination);
    const std::uint32_t hops = from == to ? 0 : parts_.topology.grid()->distance(from, to);
    const auto [known, is_new] = latencies_.try_emplace({hops, flits}, 0);
    if (is_new) {
      const ChannelRun run{hops, kinds_.empty() ? ChannelKind() : kinds_[0]};
      // Beyond that many flits every further one takes a cycle at least.
      const auto some = static_cast<std::uint32_t>(std::min<std::uint64_t>(flits, 1u << 30));
      known->second =
          static_cast<Cycle>(zero_load_->latency(std::span(&run, hops > 0 ? 1 : 0), some)) + flits -
          some;
    }
    return known->second;
  }

 private:
  const NetworkParts& parts_;
  std::vector<ChannelKind> kinds_;
  std::optional<InputQueuedZeroLoad> zero_load_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Cycle> latencies_;
};

// Calls f(place of the send, send, its flits) for every message.
template <class F>
void for_each_message(const WorkloadPlan& plan, const F& f) {
  for (std::uint32_t rank = 0; rank < plan.workload().ranks(); ++rank) {
    const auto operations = plan.workload().of(rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i)
      if (operations[i].kind == OperationKind::kSend)
        f(At{rank, i}, operations[i], plan.flits(operations[i].amount));
  }
}

Cycle lone_latency(EmptyNetwork& empty, const WorkloadPlan& plan, std::uint32_t rank,
                   const Operation& send) {
  return empty.latency(plan.node_of(rank), plan.node_of(send.peer), plan.flits(send.amount));
}

// The longest chain.
Cycle chain_cycles(EmptyNetwork& empty, const WorkloadPlan& plan) {
  const Workload& workload = plan.workload();
  struct Earliest {
    Cycle start = 0, end = 0;
  };
  std::vector<std::vector<Earliest>> earliest(workload.ranks());
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
    earliest[rank].resize(workload.of(rank).size());
  Cycle last = 0;
  visit_in_order(workload, [&](At place, bool is_end) {
    const Operation& operation = workload.of(place.rank)[place.operation];
    Earliest& here = earliest[place.rank][place.operation];
    if (!is_end) {
      here.end = std::max(here.end, here.start);
      if (operation.kind == OperationKind::kComputation)
        here.end = here.start + plan.cycles(operation.amount);
      if (operation.kind == OperationKind::kSend) {
        here.end = here.start + plan.flits(operation.amount);
        Cycle& there = earliest[operation.peer][operation.match].end;
        there = std::max(there, here.start + lone_latency(empty, plan, place.rank, operation));
      }
    }
    last = std::max(last, here.end);
    for (const Successor next : workload.successors(place.rank, place.operation)) {
      if ((next.on_start != 0) == is_end) continue;
      Cycle& start = earliest[place.rank][next.operation].start;
      start = std::max(start, is_end ? here.end : here.start);
    }
  });
  return last;
}

// What the channels of some node take.
Cycle node_cycles(EmptyNetwork& empty, const WorkloadPlan& plan) {
  struct Load {
    std::uint64_t flits = 0;
    Cycle rest = kNever;  // of one flit, the least
    void add(std::uint64_t more, Cycle latency) {
      flits += more;
      rest = std::min(rest, latency);
    }
  };
  std::vector<Load> sent(plan.workload().ranks()), taken(plan.workload().ranks());
  for_each_message(plan, [&](At place, const Operation& send, std::uint64_t flits) {
    const Cycle latency = empty.latency(plan.node_of(place.rank), plan.node_of(send.peer), 1);
    sent[place.rank].add(flits, latency);
    taken[send.peer].add(flits, latency);
  });
  Cycle most = 0;
  for (const auto* loads : {&sent, &taken})
    for (const Load& load : *loads)
      if (load.flits > 0) most = std::max(most, load.rest + load.flits - 1);
  return most;
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

// The share of the critical path in which a message was under way.
double network_share(const WorkloadPlan& plan, const WorkloadTimes& times, Cycle completion) {
  At here{0, 0};
  for (std::uint32_t rank = times.size(); rank-- > 0;)
    for (std::uint32_t i = 0; i < times[rank].size(); ++i)
      if (times[rank][i].end == completion) here = {rank, i};
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
    for (const auto [other, on_start] : predecessors.of(here)) {
      const OperationTimes& before = times[here.rank][other];
      if ((on_start ? before.start : before.end) != at.start) continue;
      here.operation = other;
      at_end = !on_start;
      break;
    }
  }
  return static_cast<double>(network) / static_cast<double>(completion);
}

}  // namespace

Cycle completion_cycles(const WorkloadTimes& times) {
  Cycle last = 0;
  for (const auto& rank : times)
    for (const OperationTimes& operation : rank)
      if (operation.end != kNever) last = std::max(last, operation.end);
  return last;
}

WorkloadResult report_workload(const NetworkParts& parts, const WorkloadTimes& times) {
  const WorkloadPlan& plan = *parts.traffic.workload;
  WorkloadResult result;
  result.completion_cycles = completion_cycles(times);
  result.ranks = plan.workload().ranks();
  result.messages = plan.workload().messages();
  EmptyNetwork empty(parts);
  double latencies = 0, slowdowns = 0;
  for_each_message(plan, [&](At place, const Operation& send, std::uint64_t) {
    const auto latency = static_cast<double>(times[send.peer][send.match].arrival -
                                             times[place.rank][place.operation].start);
    latencies += latency;
    if (empty.applies())
      slowdowns += latency / static_cast<double>(lone_latency(empty, plan, place.rank, send));
  });
  if (result.messages > 0) {
    const auto messages = static_cast<double>(result.messages);
    result.message_latency_mean = latencies / messages;
    if (empty.applies()) result.slowdown_mean = slowdowns / messages;
  }
  if (empty.applies())
    result.bound_cycles = std::max(chain_cycles(empty, plan), node_cycles(empty, plan));
  if (result.completion_cycles > 0)
    result.critical_network_share = network_share(plan, times, result.completion_cycles);
  return result;
}

}  // namespace orthant
