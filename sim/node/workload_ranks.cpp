#include "sim/node/workload_ranks.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace orthant {
namespace {

// Orders by cycle, then by operation, earliest and lowest first.
constexpr auto kLater = [](const auto& a, const auto& b) {
  return a.cycle != b.cycle ? a.cycle > b.cycle : a.operation > b.operation;
};

}  // namespace

WorkloadRanks::WorkloadRanks(const WorkloadPlan& plan, std::uint32_t message_classes)
    : plan_(plan), message_classes_(message_classes) {}

void WorkloadRanks::add_place(NodeId node) {
  const auto place = static_cast<std::uint32_t>(ranks_.size());
  if (node.index() >= place_of_node_.size()) place_of_node_.resize(node.index() + 1);
  place_of_node_[node.index()] = place;
  Rank& rank = ranks_.emplace_back();
  rank.node = node;
  rank.turns.resize(message_classes_);
  for (std::uint32_t c = 0; c < message_classes_; ++c) rank.turns[c].next = c;
  rank.number = plan_.rank_at(node);
  if (!rank.number) return;
  rank.most_requests = plan_.job_of(*rank.number).reply_queue.value_or(rank.most_requests);
  const auto all = operations(rank);
  rank.states.resize(all.size());
  rank.times.resize(all.size());
  if (!plan_.workload().choices(*rank.number).empty())
    rank.taken.assign(all.size(), Workload::kUnmatched);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    State& state = rank.states[i];
    state.waits = all[i].waits;
    if (state.waits == 0) rank.ready.push_back(i);
    if (all[i].kind == OperationKind::kReceive) {
      const Operation& send = plan_.workload().of(all[i].peer)[all[i].match];
      state.packets = static_cast<std::uint32_t>(plan_.packets(send.amount));
      continue;
    }
    std::vector<Queue>& queues = all[i].kind == OperationKind::kSend ? rank.nics : rank.cpus;
    if (queues.size() <= all[i].queue) queues.resize(all[i].queue + 1u);
  }
  // The ready operations are in ascending order, which is a heap. An event without an operation
  // starts them.
  if (!rank.ready.empty()) add_event(rank, 0, static_cast<std::uint32_t>(all.size()));
}

std::uint32_t WorkloadRanks::place_of(NodeId node) const { return place_of_node_[node.index()]; }

void WorkloadRanks::add_event(Rank& rank, Cycle cycle, std::uint32_t operation) {
  rank.events.push_back({cycle, operation});
  std::ranges::push_heap(rank.events, kLater);
}

void WorkloadRanks::run(std::uint32_t place, Cycle cycle, Tick tick, Recorder& recorder,
                        SourceOf source_of) {
  Rank& rank = ranks_[place];
  recorder_ = &recorder;
  source_of_ = &source_of;
  tick_ = tick;
  const auto all = operations(rank);
  std::vector<Event> messages;  // messages to a rank that chooses
  while (true) {
    while (!rank.events.empty() && rank.events.front().cycle <= cycle) {
      assert(rank.events.front().cycle == cycle);
      const std::uint32_t operation = rank.events.front().operation;
      std::ranges::pop_heap(rank.events, kLater);
      rank.events.pop_back();
      if (operation == all.size()) continue;
      if (!rank.taken.empty() && all[operation].kind == OperationKind::kReceive) {
        messages.push_back({cycle, operation});
        continue;
      }
      const bool awaited =
          all[operation].kind == OperationKind::kReceive && rank.times[operation].start == kNever;
      if (!awaited) end(rank, operation, cycle);
    }
    std::ranges::sort(messages, {}, [&](const Event& message) {
      return std::pair(all[message.operation].peer, all[message.operation].match);
    });
    for (const Event& message : messages) offer(rank, message, cycle);
    messages.clear();
    if (rank.ready.empty()) return;
    std::ranges::pop_heap(rank.ready, std::greater());
    const std::uint32_t operation = rank.ready.back();
    rank.ready.pop_back();
    start(rank, operation, cycle);
  }
}

void WorkloadRanks::start(Rank& rank, std::uint32_t operation, Cycle cycle) {
  const Operation& what = operations(rank)[operation];
  OperationTimes& times = rank.times[operation];
  assert(times.start == kNever && rank.states[operation].waits == 0);
  times.start = cycle;
  if (what.kind != OperationKind::kComputation) free(rank, operation, true);
  switch (what.kind) {
    case OperationKind::kReceive:
      if (!rank.taken.empty()) return start_choosing(rank, operation, cycle);
      if (times.arrival <= cycle) end(rank, operation, cycle);
      break;
    case OperationKind::kComputation: {
      Queue& cpu = rank.cpus[what.queue];
      if (cpu.waiting.empty()) compute(rank, operation, cycle);
      cpu.waiting.push_back(operation);
      break;
    }
    case OperationKind::kSend: {
      Queue& nic = rank.nics[what.queue];
      const std::uint64_t flits = plan_.flits(what.amount);
      if (nic.waiting.empty()) nic.left = flits;
      nic.waiting.push_back(operation);
      const unsigned message_class = class_of_nic(what.queue, message_classes_);
      (*source_of_)(message_class).generated(flits);
      std::uint32_t& generated = rank.turns[message_class].generated;
      rank.states[operation].packets = generated;
      generated += static_cast<std::uint32_t>(plan_.packets_of(flits));
      const std::uint64_t longest = plan_.options().packet_flits;
      for (std::uint64_t left = flits; left > 0; left -= std::min(left, longest))
        recorder_->generated(rank.node, tick_, static_cast<std::uint16_t>(std::min(left, longest)),
                             0);
      if (on_generation_) report_generation(rank, operation, message_class);
      break;
    }
  }
}

void WorkloadRanks::start_choosing(Rank& rank, std::uint32_t receive, Cycle cycle) {
  const auto message = std::ranges::find_if(rank.arrived, [&](const Event& arrived) {
    return plan_.workload().accepts(*rank.number, receive, arrived.operation);
  });
  if (message == rank.arrived.end()) {
    rank.posted.push_back(receive);
    return;
  }
  const Event taken = *message;
  rank.arrived.erase(message);
  take(rank, receive, taken, cycle);
}

void WorkloadRanks::offer(Rank& rank, const Event& message, Cycle cycle) {
  const auto receive = std::ranges::find_if(rank.posted, [&](std::uint32_t posted) {
    return plan_.workload().accepts(*rank.number, posted, message.operation);
  });
  if (receive == rank.posted.end()) {
    rank.arrived.push_back(message);
    return;
  }
  const std::uint32_t taker = *receive;
  rank.posted.erase(receive);
  take(rank, taker, message, cycle);
}

void WorkloadRanks::take(Rank& rank, std::uint32_t receive, const Event& message, Cycle cycle) {
  rank.taken[receive] = message.operation;
  rank.times[receive].arrival = message.cycle;
  end(rank, receive, cycle);
}

void WorkloadRanks::report_generation(const Rank& rank, std::uint32_t operation,
                                      unsigned message_class) const {
  const Operation& send = operations(rank)[operation];
  const std::uint64_t longest = plan_.options().packet_flits;
  std::uint64_t number = rank.states[operation].packets;
  std::uint64_t left = plan_.flits(send.amount);
  while (left > 0) {
    const auto flits = static_cast<std::uint16_t>(std::min(left, longest));
    on_generation_(rank.node, message_class,
                   {rank.times[operation].start, plan_.node_of(send.peer), flits}, number++,
                   send.match);
    left -= flits;
  }
}

// Begins a computation, which its cpu now takes, and frees the operations that wait for its start.
void WorkloadRanks::compute(Rank& rank, std::uint32_t operation, Cycle cycle) {
  free(rank, operation, true);
  add_event(rank, cycle + plan_.cycles(operations(rank)[operation].amount), operation);
}

void WorkloadRanks::end(Rank& rank, std::uint32_t operation, Cycle cycle) {
  const Operation& what = operations(rank)[operation];
  assert(rank.times[operation].start != kNever && rank.times[operation].end == kNever);
  rank.times[operation].end = cycle;
  if (what.kind == OperationKind::kComputation) {
    Queue& cpu = rank.cpus[what.queue];
    cpu.waiting.pop_front();
    if (!cpu.waiting.empty()) compute(rank, cpu.waiting.front(), cycle);
  }
  free(rank, operation, false);
}

void WorkloadRanks::free(Rank& rank, std::uint32_t operation, bool on_start) {
  for (const Successor successor : plan_.workload().successors(*rank.number, operation)) {
    if ((successor.on_start != 0) != on_start) continue;
    if (--rank.states[successor.operation].waits != 0) continue;
    rank.ready.push_back(successor.operation);
    std::ranges::push_heap(rank.ready, std::greater());
  }
}

void WorkloadRanks::arrives(std::uint32_t place, std::uint32_t operation, Cycle cycle) {
  Rank& rank = ranks_[place];
  assert(rank.states[operation].packets > 0);
  if (--rank.states[operation].packets != 0) return;
  if (rank.taken.empty()) rank.times[operation].arrival = cycle;
  add_event(rank, cycle, operation);
}

std::optional<PacketStream::Packet> WorkloadRanks::next_packet(std::uint32_t place,
                                                               unsigned message_class) {
  Rank& rank = ranks_[place];
  Turn& turn = rank.turns[message_class];
  for (std::size_t tried = message_class; tried < rank.nics.size(); tried += message_classes_) {
    const std::uint32_t number = turn.next;
    turn.next =
        number + message_classes_ < rank.nics.size() ? number + message_classes_ : message_class;
    Queue& nic = rank.nics[number];
    if (nic.waiting.empty()) continue;
    const std::uint32_t operation = nic.waiting.front();
    const Operation& send = operations(rank)[operation];
    const auto flits =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(nic.left, plan_.options().packet_flits));
    const std::uint64_t given =
        (plan_.flits(send.amount) - nic.left) / plan_.options().packet_flits;
    turn.number = rank.states[operation].packets + static_cast<std::uint32_t>(given);
    nic.left -= flits;
    turn.sending = number;
    turn.message = send.match;
    return PacketStream::Packet{rank.times[operation].start, plan_.node_of(send.peer), flits};
  }
  return std::nullopt;
}

void WorkloadRanks::left(std::uint32_t place, unsigned message_class, Cycle cycle) {
  Rank& rank = ranks_[place];
  const std::uint32_t number = rank.turns[message_class].sending;
  Queue& nic = rank.nics[number];
  if (nic.left != 0) return;
  if (number == kReplyNic && rank.requests > 0) --rank.requests;
  add_event(rank, cycle, nic.waiting.front());
  nic.waiting.pop_front();
  if (!nic.waiting.empty()) nic.left = plan_.flits(operations(rank)[nic.waiting.front()].amount);
}

void WorkloadRanks::add_times(WorkloadTimes& times) const {
  for (const Rank& rank : ranks_)
    if (rank.number) times[*rank.number] = {rank.times, rank.taken};
}

}  // namespace orthant
