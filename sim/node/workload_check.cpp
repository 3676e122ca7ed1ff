// Checks the ranks of a workload whose state was read.
//
// Tested by: tests/app/damaged_checkpoint_test.py
#include <algorithm>
#include <functional>

#include "sim/node/workload_ranks.hpp"

namespace orthant {

void WorkloadRanks::check(const Archive& archive, Cycle cycle, Nodes nodes) const {
  for (std::uint32_t place = 0; place < ranks_.size(); ++place) {
    const Rank& rank = ranks_[place];
    check_lists(archive, rank, cycle);
    if (rank.number) {
      check_cpus(archive, rank);
      check_starts(archive, rank, check_ends(archive, rank, cycle));
    }
    for (std::uint32_t c = 0; c < message_classes_; ++c)
      check_nics(archive, rank, c, nodes(place, c));
  }
}

// Checks that every listed number is an operation of the list's kind, and that the next event comes
// first.
void WorkloadRanks::check_lists(const Archive& archive, const Rank& rank, Cycle cycle) const {
  const auto all = rank.number ? operations(rank) : std::span<const Operation>();
  archive.check(rank.number || (rank.events.empty() && rank.ready.empty() && rank.posted.empty() &&
                                rank.arrived.empty()),
                "operations of a node without a rank");
  const auto listed = [&](std::uint32_t operation, OperationKind kind) {
    archive.check_below(operation, all.size(), "operations");
    archive.check(all[operation].kind == kind, "an operation of another kind");
  };
  constexpr Cycle kMostCycle = Cycle{1} << 62;
  const auto later = [](const Event& a, const Event& b) { return a.cycle > b.cycle; };
  archive.check(std::ranges::is_heap(rank.events, later), "events out of order");
  for (const Event& event : rank.events) {
    archive.check(event.cycle >= cycle && event.cycle <= kMostCycle, "an event at no such time");
    archive.check_below(event.operation, all.size() + 1, "operations");
  }
  archive.check(std::ranges::is_heap(rank.ready, std::greater()), "operations out of order");
  for (const std::uint32_t operation : rank.ready)
    archive.check_below(operation, all.size(), "operations");
  archive.check(!rank.taken.empty() || (rank.posted.empty() && rank.arrived.empty()),
                "a choice of a rank that has none");
  for (const std::uint32_t operation : rank.posted) listed(operation, OperationKind::kReceive);
  for (const Event& message : rank.arrived) {
    listed(message.operation, OperationKind::kReceive);
    archive.check(message.cycle < cycle, "a message that arrives in the future");
  }
  std::vector<bool> seen(all.size());
  for (std::uint32_t i = 0; i < rank.taken.size(); ++i) {
    const std::uint32_t taken = rank.taken[i];
    if (all[i].kind == OperationKind::kReceive)
      archive.check((taken != Workload::kUnmatched) == (rank.times[i].end != kNever),
                    "a receive without a message");
    if (taken == Workload::kUnmatched) continue;
    listed(taken, OperationKind::kReceive);
    archive.check(!seen[taken], "a message that two receives have taken");
    seen[taken] = true;
  }
  archive.check(rank.requests <= rank.most_requests, "more requests than a node takes");
}

// Checks that only the first computation of each cpu is about to end.
void WorkloadRanks::check_cpus(const Archive& archive, const Rank& rank) const {
  const auto all = operations(rank);
  std::vector<bool> ends(all.size());
  std::size_t ending = 0;
  for (const Event& event : rank.events) {
    if (event.operation == all.size() || all[event.operation].kind != OperationKind::kComputation)
      continue;
    ends[event.operation] = true;
    ++ending;
  }
  for (std::size_t queue = 0; queue < rank.cpus.size(); ++queue) {
    const Queue& cpu = rank.cpus[queue];
    for (const std::uint32_t operation : cpu.waiting) {
      archive.check_below(operation, all.size(), "operations");
      archive.check(
          all[operation].kind == OperationKind::kComputation && all[operation].queue == queue,
          "an operation of another kind");
    }
    if (cpu.waiting.empty()) continue;
    archive.check(ends[cpu.waiting.front()], "a computation that never ends");
    --ending;
  }
  archive.check(ending == 0, "a computation that ends twice");
}

// Checks that operations ended no earlier than they could, and not in the future. Returns when each
// operation really began (a computation: when its cpu took it); kNever: not yet.
std::vector<Cycle> WorkloadRanks::check_ends(const Archive& archive, const Rank& rank,
                                             Cycle cycle) const {
  const auto all = operations(rank);
  std::vector<Cycle> starts;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const auto& [start, end, arrival] = rank.times[i];
    const bool computes = all[i].kind == OperationKind::kComputation;
    archive.check(start == kNever || start < cycle, "an operation that starts in the future");
    starts.push_back(computes ? kNever : start);
    if (end == kNever) continue;
    const Cycle least = computes ? plan_.cycles(all[i].amount) : 0;
    archive.check(start <= end && end < cycle && end - start >= least,
                  "an operation that ends at no such time");
    archive.check(all[i].kind != OperationKind::kReceive || end == std::max(start, arrival),
                  "a receive that ends without its message");
    if (computes) starts.back() = end - least;
  }
  for (const auto& [at, i] : rank.events) {
    if (i == all.size()) continue;
    archive.check(rank.times[i].end == kNever, "an operation that ends twice");
    if (all[i].kind == OperationKind::kReceive)
      archive.check(!rank.taken.empty() || rank.times[i].arrival == at,
                    "a message that arrives twice");
    if (all[i].kind != OperationKind::kComputation) continue;
    const Cycle most = plan_.cycles(all[i].amount);
    archive.check(
        rank.times[i].start != kNever && at - rank.times[i].start >= most && at - most < cycle,
        "a computation that ends at no such time");
    starts[i] = at - most;
  }
  return starts;
}

// Checks that each operation started when the last of its predecessors let it, on which
// critical_path() relies.
// `starts`: result of check_ends().
void WorkloadRanks::check_starts(const Archive& archive, const Rank& rank,
                                 std::span<const Cycle> starts) const {
  const std::size_t count = rank.times.size();
  std::vector<Cycle> last(count);
  std::vector<std::uint32_t> waits(count);
  std::vector<bool> is_ready(count);
  for (std::uint32_t i = 0; i < count; ++i)
    for (const Successor next : plan_.workload().successors(*rank.number, i)) {
      const Cycle freed = next.on_start != 0 ? starts[i] : rank.times[i].end;
      if (freed == kNever) ++waits[next.operation];
      last[next.operation] = std::max(last[next.operation], freed);
    }
  for (const std::uint32_t i : rank.ready) is_ready[i] = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Cycle start = rank.times[i].start;
    archive.check(
        rank.states[i].waits == waits[i] && is_ready[i] == (waits[i] == 0 && start == kNever),
        "an operation that waits for others than it should");
    archive.check(start == kNever || start == last[i], "an operation that starts at no such time");
  }
}

void check_messages(const Archive& archive, const Workload& workload, const WorkloadTimes& times) {
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    const auto all = workload.of(rank);
    for (std::uint32_t i = 0; i < times[rank].size(); ++i) {
      const Cycle arrival = times[rank][i].arrival;
      if (arrival == kNever) continue;
      archive.check(all[i].kind == OperationKind::kReceive, "a message to no receive");
      const std::uint32_t message = times[rank].taken.empty() ? i : times[rank].taken[i];
      archive.check_below(message, all.size(), "operations");
      const Cycle sent = times[all[message].peer][all[message].match].start;
      archive.check(sent < arrival, "a message that arrives before it is sent");
    }
  }
}

// Checks that each nic with a message is sending it, and that the nics of a message class send one
// packet at a time.
void WorkloadRanks::check_nics(const Archive& archive, const Rank& rank, unsigned message_class,
                               const AtNode& node) const {
  const Turn& turn = rank.turns[message_class];
  const std::size_t nics = rank.nics.size();
  const auto is_nic = [&](std::uint32_t nic) {
    return nic % message_classes_ == message_class && (nic < nics || nic == message_class);
  };
  archive.check(is_nic(turn.next), "a nic that there is not");
  bool any = false;
  for (std::size_t nic = message_class; nic < nics; nic += message_classes_) {
    const Queue& queue = rank.nics[nic];
    for (const std::uint32_t operation : queue.waiting) {
      const auto all = operations(rank);
      archive.check_below(operation, all.size(), "operations");
      archive.check(all[operation].kind == OperationKind::kSend && all[operation].queue == nic,
                    "an operation of another kind");
    }
    if (queue.waiting.empty()) continue;
    any = true;
    const std::uint64_t flits = plan_.flits(operations(rank)[queue.waiting.front()].amount);
    archive.check(queue.left <= flits && (queue.left != 0 || (node.leaves && turn.sending == nic)),
                  "a message that is never sent");
  }
  archive.check(node.leaves || !any, "a message that is never sent");
  if (!node.leaves) return;
  archive.check(
      is_nic(turn.sending) && turn.sending < nics && !rank.nics[turn.sending].waiting.empty(),
      "a packet of no message");
  const Operation& send = operations(rank)[rank.nics[turn.sending].waiting.front()];
  archive.check(turn.message == send.match, "a packet of another message");
  archive.check(node.front == nullptr || node.front->destination == plan_.node_of(send.peer),
                "a packet to another node");
}

}  // namespace orthant
