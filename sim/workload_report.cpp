// Two things limit a message alone in the network: its node sends its flits one after the other,
// and its first and its last packet take the latency of a packet over a shortest path. Packets in
// between may go over other paths.
//
// The bound is the longest chain of operations where every message is alone, and no less than the
// flits that some node has to send or take. The critical path is followed back from what ended
// last: a receive that waited for its message goes back to the send, everything else to the
// operation of its rank whose end (or start) let it start.
//
// Tested by: tests/sim/workload_test.cpp
#include <algorithm>
#include <cassert>
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
        here.end = here.start + empty.node_cycles(plan.flits(operation.amount) - 1) + 1;
        Cycle& there = earliest[operation.peer][operation.match].end;
        there = std::max(there, here.start + empty.message(plan, place.rank, operation));
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

// What the channels of some node take: the last packet that it sends, behind all of its other
// flits; the last flit that it takes, behind the first one that arrives.
Cycle node_cycles(EmptyNetwork& empty, const WorkloadPlan& plan, Ejection ejection) {
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
  Cycle most = 0;
  for (const Load& load : loads) {
    if (load.sent > 0) most = std::max(most, load.last_sent);
    if (load.taken > 0 && ejection != Ejection::kImmediate) most = std::max(most, load.last_taken);
  }
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

// When what waits for its start may start: a computation has to wait for its cpu.
Cycle started(const WorkloadPlan& plan, const WorkloadTimes& times, At place) {
  const OperationTimes& at = times[place.rank][place.operation];
  const Operation& operation = plan.workload().of(place.rank)[place.operation];
  return operation.kind == OperationKind::kComputation ? at.end - plan.cycles(operation.amount)
                                                       : at.start;
}

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
  plan.workload().for_each_send([&](std::uint32_t rank, std::uint32_t i, const Operation& send) {
    const auto latency =
        static_cast<double>(times[send.peer][send.match].arrival - times[rank][i].start);
    latencies += latency;
    if (empty.applies())
      slowdowns += latency / static_cast<double>(empty.message(plan, rank, send));
  });
  if (result.messages > 0) {
    const auto messages = static_cast<double>(result.messages);
    result.message_latency_mean = latencies / messages;
    if (empty.applies()) result.slowdown_mean = slowdowns / messages;
  }
  if (empty.applies())
    result.bound_cycles =
        std::max(chain_cycles(empty, plan), node_cycles(empty, plan, parts.node_channels.ejection));
  if (result.completion_cycles > 0)
    result.critical_network_share = network_share(plan, times, result.completion_cycles);
  return result;
}

}  // namespace orthant
