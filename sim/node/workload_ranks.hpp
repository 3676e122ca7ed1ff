// The ranks of a workload as state machines: their waits, their computations and the order of their
// messages. All state of a rank is its own; it learns of other ranks by packets that arrive. The
// node model provides time: it reads next() and calls run() in that cycle.
//
// In each cycle, operations first end; then operations without pending predecessors start, by their
// number. An operation that takes no time ends in the cycle in which it starts.
//
// Invariants:
// 1. an operation starts once, when it waits for nothing; it ends once, not before.
// 2. each queue of a node sends one message at a time; the queues of a message class are served
// round robin, packet by packet.
// 3. a rank that chooses (Workload::choices) takes messages in the order of their arrival, those of
// one cycle in the order of source and send. Of the receives that accept a message, the one that
// started first takes it. Everywhere else a message is known by the receive that matches it,
// whatever receive takes it.
// 4. a node has taken at most WorkloadJob::reply_queue requests whose replies have not left.
//
// Tested by: tests/sim/workload_test.cpp
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "base/fifo.hpp"
#include "base/function_ref.hpp"
#include "sim/measure/recorder.hpp"
#include "sim/node/source.hpp"
#include "sim/result.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

class WorkloadRanks {
 public:
  WorkloadRanks(const WorkloadPlan& plan, std::uint32_t message_classes);

  // Adds the next place, from 0 on; a node without a rank has nothing to do.
  void add_place(NodeId node);
  std::uint32_t place_of(NodeId node) const;

  // Returns the cycle of the next event at the place; kNever: none before a packet arrives.
  Cycle next(std::uint32_t place) const {
    const Rank& rank = ranks_[place];
    return rank.events.empty() ? kNever : rank.events.front().cycle;
  }
  // Runs the events of the place in the cycle next(). Generated packets are also counted at the
  // source of their message class.
  using SourceOf = FunctionRef<Source&(unsigned message_class)>;
  void run(std::uint32_t place, Cycle cycle, Tick tick, Recorder& recorder, SourceOf source_of);
  // Records that a packet for this operation arrives in `cycle`, which has not begun.
  void arrives(std::uint32_t place, std::uint32_t operation, Cycle cycle);
  // Returns the next packet of a message class to send; nullopt: there is none for now. Requires
  // that the previous packet, if any, has left.
  std::optional<PacketStream::Packet> next_packet(std::uint32_t place, unsigned message_class);
  // Records that the previous packet has left before `cycle` begins; call before next_packet().
  void left(std::uint32_t place, unsigned message_class, Cycle cycle);
  // Returns the operation of the receiving rank for which the packet given last is.
  std::uint32_t message(std::uint32_t place, unsigned message_class) const {
    return ranks_[place].turns[message_class].message;
  }
  // Returns the number of the packet given last: 0, 1, ... in the order in which the packets of its
  // message class are generated.
  std::uint64_t number(std::uint32_t place, unsigned message_class) const {
    return ranks_[place].turns[message_class].number;
  }
  // Returns the nic of the packet given last, numbered among the nics of its message class.
  std::uint32_t nic(std::uint32_t place, unsigned message_class) const {
    return ranks_[place].turns[message_class].sending / message_classes_;
  }

  // True if the place can take a packet for this operation now: a full place takes no request.
  bool has_room(std::uint32_t place, std::uint32_t operation) const {
    return ranks_[place].requests < ranks_[place].most_requests || !is_request(place, operation);
  }
  // Takes the packet if there is space for it; otherwise returns false.
  bool take(std::uint32_t place, std::uint32_t operation) {
    if (!has_room(place, operation)) return false;
    if (is_request(place, operation)) ++ranks_[place].requests;
    return true;
  }

  void add_times(WorkloadTimes& times) const;

  // Calls `observe` from now on for every packet when it is generated, with the packet's node and
  // message class, the packet, its number() there and the operation that receives it.
  using OnGeneration =
      std::function<void(NodeId node, unsigned message_class, const PacketStream::Packet&,
                         std::uint64_t number, std::uint32_t message)>;
  void observe_generation(OnGeneration observe) { on_generation_ = std::move(observe); }

  // Archives the ranks; a reader must have the same workload.
  void state(Archive& archive) { archive.filled(ranks_); }
  // The state of a message class at a node: whether the packet given to it has still to leave, and
  // that packet, if its last flit waits at the source.
  struct AtNode {
    bool leaves = false;
    const PacketStream::Packet* front = nullptr;
  };
  // Checks ranks that were read, before `cycle` begins.
  using Nodes = FunctionRef<AtNode(std::uint32_t place, unsigned message_class)>;
  void check(const Archive& archive, Cycle cycle, Nodes nodes) const;

 private:
  struct State {
    std::uint32_t waits = 0;  // predecessors that it still waits for
    // Of a receive: packets still to come. Of a send: packets of its message class generated before
    // it.
    std::uint32_t packets = 0;
  };
  struct Event {
    Cycle cycle;
    std::uint32_t operation;

    void state(Archive& archive) { archive(cycle, operation); }
  };
  // Operations that run one after the other.
  struct Queue {
    Fifo<std::uint32_t> waiting;  // operations
    std::uint64_t left = 0;       // for messages: flits left of the first one

    void state(Archive& archive) { archive(waiting, left); }
  };
  // The round robin over the nics of a message class.
  struct Turn {
    std::uint32_t next = 0;     // next nic to serve
    std::uint32_t sending = 0;  // nic of the packet that was given last
    std::uint32_t message = 0;
    std::uint32_t generated = 0;  // packets
    std::uint32_t number = 0;     // number of the packet given last
  };
  struct Rank {
    std::optional<std::uint32_t> number;
    NodeId node;
    std::vector<State> states;
    std::vector<OperationTimes> times;
    std::vector<Event> events;         // a heap
    std::vector<std::uint32_t> ready;  // a heap
    std::vector<Queue> nics, cpus;
    std::vector<Turn> turns;  // [message class]
    // For a rank that chooses: messages that receives have taken, [operation]; receives that have
    // started and wait; and messages that wait.
    std::vector<std::uint32_t> taken, posted;
    std::vector<Event> arrived;
    std::uint32_t requests = 0;  // requests taken whose replies have not left
    std::uint32_t most_requests = std::numeric_limits<std::uint32_t>::max();

    void state(Archive& archive) {
      archive.filled(states, times, nics, cpus, turns, taken);
      archive(events, ready, requests, posted, arrived);
    }
  };

  std::span<const Operation> operations(const Rank& rank) const {
    return plan_.workload().of(*rank.number);
  }
  bool is_request(std::uint32_t place, std::uint32_t operation) const {
    const Operation& receive = operations(ranks_[place])[operation];
    return plan_.workload().of(receive.peer)[receive.match].queue == kRequestNic;
  }
  void add_event(Rank& rank, Cycle cycle, std::uint32_t operation);
  void start(Rank& rank, std::uint32_t operation, Cycle cycle);
  void start_choosing(Rank& rank, std::uint32_t receive, Cycle cycle);
  void offer(Rank& rank, const Event& message, Cycle cycle);
  void take(Rank& rank, std::uint32_t receive, const Event& message, Cycle cycle);
  void end(Rank& rank, std::uint32_t operation, Cycle cycle);
  void free(Rank& rank, std::uint32_t operation, bool on_start);
  void compute(Rank& rank, std::uint32_t operation, Cycle cycle);
  void report_generation(const Rank& rank, std::uint32_t operation, unsigned message_class) const;
  void check_lists(const Archive& archive, const Rank& rank, Cycle cycle) const;
  void check_cpus(const Archive& archive, const Rank& rank) const;
  std::vector<Cycle> check_ends(const Archive& archive, const Rank& rank, Cycle cycle) const;
  void check_starts(const Archive& archive, const Rank& rank, std::span<const Cycle> starts) const;
  void check_nics(const Archive& archive, const Rank& rank, unsigned message_class,
                  const AtNode& node) const;

  const WorkloadPlan& plan_;
  std::uint32_t message_classes_;
  std::vector<Rank> ranks_;                   // [place]
  std::vector<std::uint32_t> place_of_node_;  // grows
  OnGeneration on_generation_;                // none: no observer
  // Valid while run() runs:
  Recorder* recorder_ = nullptr;
  const SourceOf* source_of_ = nullptr;
  Tick tick_ = 0;
};

// Checks the times of all ranks that were read: a message arrives after it is sent.
void check_messages(const Archive& archive, const Workload& workload, const WorkloadTimes& times);

}  // namespace orthant
