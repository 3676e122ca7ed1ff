// A workload: the sends, receives and computations of every rank of a program, and their
// dependencies. It is a directed acyclic graph without times; a simulator provides the times.
//
// An operation can wait for another one's start or end. A send ends when its last flit has left its
// node, a receive when it has started and its whole message has arrived, a computation when its
// time is over. Messages are eager: sends do not wait for receives.
//
// A receive may accept any source or any tag. The message that it takes then depends on arrival
// times. Each message goes to the first started receive that accepts it; messages are taken in
// order of arrival, and those of one cycle in order of their ranks and sends.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "base/rational.hpp"

namespace orthant {

enum class OperationKind : std::uint8_t { kSend, kReceive, kComputation };

struct Operation {
  std::uint64_t amount = 0;  // bytes of a message, or duration of a computation
  std::uint32_t peer = 0;    // rank at the other end
  // The receive of a send, and vice versa, as an index into the operations of `peer`; kUnmatched if
  // there is none. With wildcards this is one possible matching: another receive may take the
  // message.
  std::uint32_t match = 0;
  std::uint32_t waits = 0;            // number of dependencies on other operations of its rank
  std::uint32_t first_successor = 0;  // index of its first Successor
  OperationKind kind = OperationKind::kComputation;
  std::uint8_t queue = 0;  // nic of a send, cpu of a computation; each is sequential
};
static_assert(sizeof(Operation) == 32);

// An operation that waits for another operation of its rank.
struct Successor {
  std::uint32_t operation : 31;  // index within its rank
  std::uint32_t on_start : 1;    // waits for the start (1) or the end (0)
};
static_assert(sizeof(Successor) == 4);

// An operation: its rank, and its index there.
struct OperationId {
  std::uint32_t rank, operation;

  auto operator<=>(const OperationId&) const = default;
};

// The messages that a receive accepts, in a rank with wildcards.
struct ReceiveChoice {
  std::uint32_t source = 0, tag = 0;  // accepted by the receive; kAny: any
  std::uint32_t message_tag = 0;      // of the matched message
};

class Workload {
 public:
  // Wildcard for the peer or tag of a receive.
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};
  static constexpr std::uint32_t kUnmatched = ~std::uint32_t{0};
  // A packet stores the index of its receive in 24 bits.
  static constexpr std::uint32_t kMaxOperationsOfRank = 1u << 24;
  // Largest size or duration that a file may specify.
  static constexpr std::uint64_t kMaxAmount = 1'000'000'000'000'000;

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(places_.size()); }
  std::size_t size() const { return operations_.empty() ? 0 : operations_.size() - 1; }
  std::uint64_t messages() const { return messages_; }
  // The operations of a rank, in the order of addition.
  std::span<const Operation> of(std::uint32_t rank) const {
    const Place& place = places_[rank];
    return std::span(operations_).subspan(place.first, place.count);
  }
  std::span<const Successor> successors(std::uint32_t rank, std::uint32_t operation) const {
    const Operation* here = &operations_[places_[rank].first + operation];
    return std::span(successors_)
        .subspan(here->first_successor, here[1].first_successor - here->first_successor);
  }
  // Per operation of a rank: its choice; empty if the rank has no wildcards.
  std::span<const ReceiveChoice> choices(std::uint32_t rank) const {
    const Place& place = places_[rank];
    return place.first_choice == kNoChoices
               ? std::span<const ReceiveChoice>()
               : std::span(choices_).subspan(place.first_choice, place.count);
  }
  bool has_choices() const { return !choices_.empty(); }
  // True if the receive accepts the message that is matched with the other receive.
  bool accepts(std::uint32_t rank, std::uint32_t receive, std::uint32_t other) const {
    const ReceiveChoice &wanted = choices(rank)[receive], &sent = choices(rank)[other];
    return (wanted.source == kAny || wanted.source == of(rank)[other].peer) &&
           (wanted.tag == kAny || wanted.tag == sent.message_tag);
  }
  // Calls f(rank, index of the operation, operation) for every send.
  template <class F>
  void for_each_send(const F& f) const {
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
      const std::span<const Operation> all = of(rank);
      for (std::uint32_t i = 0; i < all.size(); ++i)
        if (all[i].kind == OperationKind::kSend) f(rank, i, all[i]);
    }
  }
  // Multiplies durations by `factor` >= 0, rounding up. Returns false if one would exceed
  // kMaxAmount.
  bool scale_times(const Rational& factor);
  // Memory in bytes.
  std::size_t bytes() const;

 private:
  friend class WorkloadBuilder;
  friend Workload side_by_side(std::span<const Workload> parts, std::span<const std::uint64_t>);
  friend Workload as_chosen(const Workload& workload, FunctionRef<std::uint32_t(OperationId)>);
  static constexpr std::size_t kNoChoices = ~std::size_t{0};
  struct Place {
    std::size_t first = 0;
    std::uint32_t count = 0;
    std::size_t first_choice = kNoChoices;
  };
  std::vector<Place> places_;          // [rank]
  std::vector<Operation> operations_;  // with a sentinel, which ends the last one's successors
  std::vector<Successor> successors_;
  std::vector<ReceiveChoice> choices_;  // of all ranks with wildcards
  std::uint64_t messages_ = 0;
};

// A duration multiplied by `factor` >= 0, rounded up; nullopt if it would exceed kMaxAmount.
std::optional<std::uint64_t> scaled_time(std::uint64_t time, const Rational& factor);

// Resolves the wildcards. For each receive of a rank with wildcards, `taken` returns the receive
// with which the message that it took is matched; kUnmatched: it took no message.
Workload as_chosen(const Workload& workload, FunctionRef<std::uint32_t(OperationId receive)> taken);

// Concatenates the ranks of several workloads. If a part's delay (one per part) is above 0, its
// ranks start with a computation of that duration, for which all other operations wait.
Workload side_by_side(std::span<const Workload> parts, std::span<const std::uint64_t> delays);

// Builds a workload rank by rank, in any order of ranks. Sends and receives of the same source,
// destination and tag match in the order in which they were added to their ranks.
class WorkloadBuilder {
 public:
  // Reserves memory for this many operations and dependencies; more may be added.
  explicit WorkloadBuilder(std::uint32_t ranks, std::size_t operations = 0,
                           std::size_t dependencies = 0);

  // Operations added up to end_rank() belong to this rank. Returns false if it was built before.
  bool begin_rank(std::uint32_t rank);
  // Each returns the index of the operation in its rank. `peer` must be below the number of ranks.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag,
                     std::uint8_t queue = 0);
  // Workload::kAny is the wildcard for peer and tag.
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  std::uint32_t compute(std::uint64_t time, std::uint8_t queue = 0);
  // Makes `waiting` wait until `other` has ended, or has started.
  void require(std::uint32_t waiting, std::uint32_t other, bool on_start = false);
  // Number of operations of the current rank.
  std::uint32_t operations() const;
  void end_rank();

  // Matches messages. Nothing may be added afterwards.
  Workload finish();

 private:
  struct Dependency {
    std::uint32_t from;
    Successor successor;
  };
  std::uint32_t add(const Operation& operation);
  void match(std::uint32_t receiver, std::span<const std::uint32_t> senders,
             std::span<const std::uint32_t> sends);
  void match_choices(std::uint32_t receiver, std::span<const std::uint32_t> senders,
                     std::span<const std::uint32_t> sends);

  Workload workload_;
  std::vector<bool> done_;     // [rank]
  std::vector<bool> chooses_;  // [rank]
  std::uint32_t rank_ = 0;
  std::vector<Dependency> dependencies_;  // of the current rank
};

// A reason why a workload can never end, or is inconsistent.
struct WorkloadProblem {
  enum class Kind {
    kUnmatchedSend,
    kUnmatchedReceive,
    kShortReceive,  // shorter than its message; not checked in ranks with wildcards
    kCycle          // each operation waits for the previous one, the first for the last
  };
  Kind kind;
  std::vector<OperationId>
      places;  // the operation; kShortReceive: the receive and its send; kCycle: the cycle
};
// Finds the first problem by rank and operation, cycles last; nullopt if there is none. With
// wildcards, a workload without a problem may still deadlock.
std::optional<WorkloadProblem> find_problem(const Workload& workload);

// Visits every start and every end of an operation that can happen: the start after all that the
// operation waits for, the end after the start. Returns false if some operation never ends.
// Requires matched messages.
bool visit_in_order(const Workload& workload, FunctionRef<void(OperationId, bool is_end)> visit);

}  // namespace orthant
