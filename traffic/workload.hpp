// A workload: what every rank of a program sends, receives and computes, and what waits for what.
// It is a directed acyclic graph. Nothing here says when anything happens: a simulator does.
//
// Of an operation two things can be waited for, that it starts and that it ends. A send ends when
// its last flit has left its node, a receive when it has started and all of its message is there, a
// computation when its time is over. Nothing waits for a receive to be posted (eager messages).
//
// A receive may take a message of any source or any tag. Which one then depends on when messages
// arrive: what has arrived is taken in the order of its arrival, in a cycle of the lowest rank and
// its first send, by the first receive that has started and asks for it.
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
  std::uint64_t amount = 0;  // bytes of a message, or time of a computation
  std::uint32_t peer = 0;    // rank at the other end of a message
  // The receive of a send and the send of a receive, as a number among the operations of `peer`;
  // Workload::kUnmatched: there is none. Where ranks choose(), one way in which all match: the
  // message may be taken by another receive.
  std::uint32_t match = 0;
  std::uint32_t waits = 0;            // for so many other operations of its rank
  std::uint32_t first_successor = 0;  // in the order of operations
  OperationKind kind = OperationKind::kComputation;
  std::uint8_t queue = 0;  // of sends at its node, or of computations: one after the other in each
};
static_assert(sizeof(Operation) == 32);

// An operation of the same rank that waits.
struct Successor {
  std::uint32_t operation : 31;  // number among those of its rank
  std::uint32_t on_start : 1;    // 1: until the other one has started, 0: until it has ended
};
static_assert(sizeof(Successor) == 4);

// An operation: its rank, and its number there.
struct OperationId {
  std::uint32_t rank, operation;

  auto operator<=>(const OperationId&) const = default;
};

// Of a rank some of whose receives take messages of any source or tag.
struct ReceiveChoice {
  std::uint32_t source = 0, tag = 0;  // that the receive asks for; Workload::kAny: whatever
  std::uint32_t message_tag = 0;      // of the message that matches the receive
};

class Workload {
 public:
  // As the peer or the tag of a receive.
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};
  static constexpr std::uint32_t kUnmatched = ~std::uint32_t{0};
  // A packet carries the number of its receive in so many bits.
  static constexpr std::uint32_t kMostOperationsOfRank = 1u << 24;
  // Bytes of a message, or time of a computation, that a file may say.
  static constexpr std::uint64_t kMostAmount = 1'000'000'000'000'000;

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(places_.size()); }
  std::size_t size() const { return operations_.empty() ? 0 : operations_.size() - 1; }
  std::uint64_t messages() const { return messages_; }
  // Operations are numbered rank by rank, in each in the order in which they were added.
  std::span<const Operation> of(std::uint32_t rank) const {
    const Place& place = places_[rank];
    return std::span(operations_).subspan(place.first, place.count);
  }
  std::span<const Successor> successors(std::uint32_t rank, std::uint32_t operation) const {
    const Operation* here = &operations_[places_[rank].first + operation];
    return std::span(successors_)
        .subspan(here->first_successor, here[1].first_successor - here->first_successor);
  }
  // [operation] of a rank; empty: all messages are matched.
  std::span<const ReceiveChoice> choices(std::uint32_t rank) const {
    const Place& place = places_[rank];
    return place.first_choice == kNoChoices
               ? std::span<const ReceiveChoice>()
               : std::span(choices_).subspan(place.first_choice, place.count);
  }
  bool has_choices() const { return !choices_.empty(); }
  // Whether the receive would take the message that matches the other one.
  bool accepts(std::uint32_t rank, std::uint32_t receive, std::uint32_t other) const {
    const ReceiveChoice &wanted = choices(rank)[receive], &sent = choices(rank)[other];
    return (wanted.source == kAny || wanted.source == of(rank)[other].peer) &&
           (wanted.tag == kAny || wanted.tag == sent.message_tag);
  }
  // Calls f(rank, number of the operation in it, operation) for every send.
  template <class F>
  void for_each_send(const F& f) const {
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
      const std::span<const Operation> all = of(rank);
      for (std::uint32_t i = 0; i < all.size(); ++i)
        if (all[i].kind == OperationKind::kSend) f(rank, i, all[i]);
    }
  }
  // Makes computations `factor` >= 0 times as long, rounded up to whole units of time. False: one
  // would last longer than kMostAmount.
  bool scale_times(const Rational& factor);
  // What all of it occupies.
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
  std::vector<Operation> operations_;  // and one more, where the last one's successors end
  std::vector<Successor> successors_;
  std::vector<ReceiveChoice> choices_;  // of all ranks that have some
  std::uint64_t messages_ = 0;
};

// A time that is `factor` >= 0 times as long, rounded up to whole units; nullopt: it would be
// longer than Workload::kMostAmount.
std::optional<std::uint64_t> scaled_time(std::uint64_t time, const Rational& factor);

// The same workload where receives have taken messages: `taken` of a receive of a rank that chooses
// is the receive that the message matched before; kUnmatched: none. It has no choices.
Workload as_chosen(const Workload& workload, FunctionRef<std::uint32_t(OperationId receive)> taken);

// The ranks of the first one, then those of the next. Where the delay of one (there are as many) is
// above 0 its ranks begin with a computation of so much time, which all else waits for.
Workload side_by_side(std::span<const Workload> parts, std::span<const std::uint64_t> delays);

// Builds a workload rank by rank, in any order of ranks. Sends and receives of the same source,
// destination and tag match in the order in which they were added to their ranks.
class WorkloadBuilder {
 public:
  // Room for so many operations and dependencies; more may come.
  explicit WorkloadBuilder(std::uint32_t ranks, std::size_t operations = 0,
                           std::size_t dependencies = 0);

  // Those that are added belong to this rank, up to end_rank(). False: it had its turn.
  bool begin_rank(std::uint32_t rank);
  // Each returns the number of the operation in its rank. `peer`: below the number of ranks.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag,
                     std::uint8_t queue = 0);
  // Workload::kAny as peer and as tag: of any.
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  std::uint32_t compute(std::uint64_t time, std::uint8_t queue = 0);
  // The one waits until the other has ended, or has started.
  void require(std::uint32_t waiting, std::uint32_t other, bool on_start = false);
  // Of the present rank.
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
  std::vector<Dependency> dependencies_;  // of the present rank
};

// Why a workload can never end, or is not what was meant.
struct WorkloadProblem {
  enum class Kind {
    kUnmatchedSend,
    kUnmatchedReceive,
    kShortReceive,  // of fewer bytes than the message has; not looked at in ranks that choose
    kCycle          // each waits for the one before it, the first for the last
  };
  Kind kind;
  std::vector<OperationId> places;  // the operation; short: the receive, its send; cycle: all
};
// The first one by rank and operation, cycles last; nullopt: there is none. Where ranks choose,
// what can end may still lock up, by what they take.
std::optional<WorkloadProblem> find_problem(const Workload& workload);

// Visits the start and the end of every operation that can ever happen, each after what it waits
// for. False where some cannot. Requires that messages match.
bool visit_in_order(const Workload& workload, FunctionRef<void(OperationId, bool is_end)> visit);

}  // namespace orthant
