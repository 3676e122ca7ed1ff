// Tested by: tests/traffic/workload_test.cpp
#include "traffic/workload.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "traffic/wildcard_matching.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Executes the operations of a workload in some order, without time.
class Execution {
 public:
  using Visit = FunctionRef<void(OperationId, bool is_end)>;
  Execution(const Workload& workload, Visit visit) : workload_(workload), visit_(visit) {
    first_.reserve(workload.ranks() + 1);
    for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
      first_.push_back(waits_.size());
      if (!workload.choices(rank).empty()) add_choices(rank);
      for (const Operation& operation : workload.of(rank)) {
        // A receive ends after two events: its start, and the arrival of its message.
        waits_.push_back(operation.waits);
        ends_.push_back(operation.kind == OperationKind::kReceive ? 2 : 1);
      }
    }
    first_.push_back(waits_.size());
  }

  // Returns false if some operations never end.
  bool run() {
    for (std::uint32_t rank = 0; rank < workload_.ranks(); ++rank) {
      const auto operations = workload_.of(rank);
      for (std::uint32_t i = 0; i < operations.size(); ++i)
        if (operations[i].waits == 0) started_.push_back({rank, i});
      while (!started_.empty()) {
        const OperationId place = started_.back();
        started_.pop_back();
        start(place);
      }
    }
    return ended_ == workload_.size();
  }

  // Returns a cyclic dependency among the operations that never end. Each operation waits for the
  // previous one, the first for the last.
  std::vector<OperationId> cycle() const {
    // Per operation: one that it waits for.
    std::vector<std::uint32_t> waits_for(waits_.size(), kNone);
    for (std::uint32_t rank = 0; rank < workload_.ranks(); ++rank) add_waits(rank, waits_for);
    std::vector<std::uint32_t> seen(waits_.size());
    std::uint32_t walker = 0;
    while (ends_[walker] == 0) ++walker;
    while (seen[walker]++ == 0) walker = waits_for[walker];
    std::vector<OperationId> places;
    std::uint32_t first = walker;  // the lowest operation of the cycle
    for (std::uint32_t o = waits_for[walker]; o != walker; o = waits_for[o])
      first = std::min(first, o);
    std::uint32_t o = first;
    do {
      places.push_back(place_of(o));
      o = waits_for[o];
    } while (o != first);
    std::reverse(places.begin() + 1, places.end());
    return places;
  }

 private:
  std::size_t number(OperationId place) const { return first_[place.rank] + place.operation; }
  OperationId place_of(std::size_t number) const {
    const auto after = std::ranges::upper_bound(first_, number);
    const auto rank = static_cast<std::uint32_t>(after - first_.begin() - 1);
    return {rank, static_cast<std::uint32_t>(number - first_[rank])};
  }

  void start(OperationId place) {
    const Operation& operation = workload_.of(place.rank)[place.operation];
    visit_(place, false);
    free(place, true);
    if (operation.kind == OperationKind::kSend) arrive({operation.peer, operation.match});
    half_end(place);
  }
  using Kinds = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>;

  void add_choices(std::uint32_t rank) {
    const auto operations = workload_.of(rank);
    Kinds& kinds = choosers_[rank];
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const ReceiveChoice& choice = workload_.choices(rank)[i];
      if (operations[i].kind == OperationKind::kReceive)
        kinds[{choice.source, choice.tag}].push_back(i);
    }
  }
  // With wildcards, a message satisfies every receive that accepts it, so that an operation that
  // never ends here never ends in any execution.
  void arrive(OperationId receive) {
    const auto choosers = choosers_.find(receive.rank);
    if (choosers == choosers_.end()) return half_end(receive);
    const std::uint32_t source = workload_.of(receive.rank)[receive.operation].peer;
    const std::uint32_t tag = workload_.choices(receive.rank)[receive.operation].message_tag;
    for (const std::uint32_t accepted_source : {source, Workload::kAny}) {
      for (const std::uint32_t accepted_tag : {tag, Workload::kAny}) {
        const auto kind = choosers->second.find({accepted_source, accepted_tag});
        if (kind == choosers->second.end()) continue;
        const std::vector<std::uint32_t> all = std::move(kind->second);
        choosers->second.erase(kind);
        for (const std::uint32_t i : all) half_end({receive.rank, i});
      }
    }
  }
  void half_end(OperationId place) {
    if (--ends_[number(place)] != 0) return;
    ++ended_;
    visit_(place, true);
    free(place, false);
  }
  void free(OperationId place, bool on_start) {
    for (const Successor successor : workload_.successors(place.rank, place.operation)) {
      if ((successor.on_start != 0) != on_start) continue;
      const OperationId next{place.rank, successor.operation};
      if (--waits_[number(next)] == 0) started_.push_back(next);
    }
  }

  void add_waits(std::uint32_t rank, std::vector<std::uint32_t>& waits_for) const {
    const auto operations = workload_.of(rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const std::size_t here = number({rank, i});
      const bool has_started = waits_[here] == 0;
      for (const Successor successor : workload_.successors(rank, i)) {
        const bool waits = successor.on_start != 0 ? !has_started : ends_[here] != 0;
        if (waits)
          waits_for[number({rank, successor.operation})] = static_cast<std::uint32_t>(here);
      }
      // A started receive waits for its message, whose send has not started.
      if (has_started && ends_[here] != 0)
        waits_for[here] =
            static_cast<std::uint32_t>(number({operations[i].peer, operations[i].match}));
    }
  }

  const Workload& workload_;
  Visit visit_;
  std::vector<std::size_t> first_;    // [rank]; ranks + 1 entries
  std::vector<std::uint32_t> waits_;  // [operation] dependencies left before it starts
  std::vector<std::uint8_t> ends_;    // [operation] events left before it ends
  std::vector<OperationId> started_;  // ready to start
  // [rank] with wildcards: receives without a message, by the source and tag they accept.
  std::map<std::uint32_t, Kinds> choosers_;
  std::size_t ended_ = 0;
};

}  // namespace

std::size_t Workload::bytes() const {
  return places_.size() * sizeof(Place) + operations_.size() * sizeof(Operation) +
         successors_.size() * sizeof(Successor) + choices_.size() * sizeof(ReceiveChoice);
}

std::optional<std::uint64_t> scaled_time(std::uint64_t time, const Rational& factor) {
  const Wide parts = Wide{time} * factor.numerator();
  const Wide scaled = (parts + factor.denominator() - 1) / factor.denominator();
  if (scaled > Wide{Workload::kMaxAmount}) return std::nullopt;
  return static_cast<std::uint64_t>(scaled);
}

bool Workload::scale_times(const Rational& factor) {
  for (Operation& operation : operations_) {
    if (operation.kind != OperationKind::kComputation) continue;
    const std::optional<std::uint64_t> scaled = scaled_time(operation.amount, factor);
    if (!scaled) return false;
    operation.amount = *scaled;
  }
  return true;
}

Workload as_chosen(const Workload& workload, FunctionRef<std::uint32_t(OperationId)> taken) {
  Workload chosen = workload;
  chosen.choices_.clear();
  const auto operation = [&](std::uint32_t rank, std::uint32_t i) -> Operation& {
    return chosen.operations_[chosen.places_[rank].first + i];
  };
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    const auto choices = workload.choices(rank);
    if (choices.empty()) continue;
    chosen.places_[rank].first_choice = Workload::kNoChoices;
    const auto before = workload.of(rank);
    for (const Operation& receive : before)
      if (receive.kind == OperationKind::kReceive)
        operation(receive.peer, receive.match).match = Workload::kUnmatched;
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      if (before[i].kind != OperationKind::kReceive) continue;
      const std::uint32_t message = taken({rank, i});
      Operation& receive = operation(rank, i);
      receive.match = Workload::kUnmatched;
      receive.peer = choices[i].source;
      if (message == Workload::kUnmatched) continue;
      receive.peer = before[message].peer;
      receive.match = before[message].match;
      operation(receive.peer, receive.match).match = i;
    }
  }
  return chosen;
}

Workload side_by_side(std::span<const Workload> parts, std::span<const std::uint64_t> delays) {
  Workload all;
  std::size_t operations = 1, successors = 0;
  for (const Workload& part : parts) {
    operations += part.size() + part.ranks();
    successors += part.successors_.size() + part.size();
  }
  all.operations_.reserve(operations);
  all.successors_.reserve(successors);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::uint32_t first_rank = all.ranks(), shift = delays[p] > 0 ? 1 : 0;
    all.messages_ += parts[p].messages_;
    for (std::uint32_t rank = 0; rank < parts[p].ranks(); ++rank) {
      const auto of_rank = parts[p].of(rank);
      all.places_.push_back(
          {all.operations_.size(), static_cast<std::uint32_t>(of_rank.size() + shift)});
      const auto choices = parts[p].choices(rank);
      if (!choices.empty()) {
        all.places_.back().first_choice = all.choices_.size();
        if (shift != 0) all.choices_.push_back({});
        for (ReceiveChoice choice : choices) {
          if (choice.source != Workload::kAny) choice.source += first_rank;
          all.choices_.push_back(choice);
        }
      }
      const auto first_successor = [&] {
        return static_cast<std::uint32_t>(all.successors_.size());
      };
      if (shift != 0) {
        all.operations_.push_back({.amount = delays[p], .first_successor = first_successor()});
        for (std::uint32_t i = 0; i < of_rank.size(); ++i)
          if (of_rank[i].waits == 0) all.successors_.push_back({i + shift, 0});
      }
      for (std::uint32_t i = 0; i < of_rank.size(); ++i) {
        Operation& operation = all.operations_.emplace_back(of_rank[i]);
        operation.first_successor = first_successor();
        if (shift != 0 && operation.waits == 0) operation.waits = 1;
        if (operation.kind != OperationKind::kComputation) {
          operation.peer += first_rank;
          if (operation.match != Workload::kUnmatched) operation.match += shift;
        }
        for (const Successor next : parts[p].successors(rank, i))
          all.successors_.push_back({next.operation + shift, next.on_start});
      }
    }
  }
  all.operations_.push_back(
      {.first_successor = static_cast<std::uint32_t>(all.successors_.size())});
  return all;
}

WorkloadBuilder::WorkloadBuilder(std::uint32_t ranks, std::size_t operations,
                                 std::size_t dependencies)
    : done_(ranks), chooses_(ranks) {
  workload_.places_.resize(ranks);
  workload_.operations_.reserve(operations + 1);
  workload_.successors_.reserve(dependencies);
}

bool WorkloadBuilder::begin_rank(std::uint32_t rank) {
  if (done_[rank]) return false;
  done_[rank] = true;
  rank_ = rank;
  workload_.places_[rank] = {workload_.operations_.size(), 0};
  return true;
}

std::uint32_t WorkloadBuilder::operations() const { return workload_.places_[rank_].count; }

std::uint32_t WorkloadBuilder::add(const Operation& operation) {
  workload_.operations_.push_back(operation);
  return workload_.places_[rank_].count++;
}

// `match` holds the tag until the messages are matched.
std::uint32_t WorkloadBuilder::send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag,
                                    std::uint8_t queue) {
  ++workload_.messages_;
  return add(
      {.amount = bytes, .peer = peer, .match = tag, .kind = OperationKind::kSend, .queue = queue});
}

std::uint32_t WorkloadBuilder::receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag) {
  if (peer == Workload::kAny || tag == Workload::kAny) chooses_[rank_] = true;
  return add({.amount = bytes, .peer = peer, .match = tag, .kind = OperationKind::kReceive});
}

std::uint32_t WorkloadBuilder::compute(std::uint64_t time, std::uint8_t queue) {
  return add({.amount = time, .kind = OperationKind::kComputation, .queue = queue});
}

void WorkloadBuilder::require(std::uint32_t waiting, std::uint32_t other, bool on_start) {
  dependencies_.push_back({other, {waiting, on_start}});
}

void WorkloadBuilder::end_rank() {
  const Workload::Place& place = workload_.places_[rank_];
  Operation* operations = workload_.operations_.data() + place.first;
  std::vector<Successor>& successors = workload_.successors_;
  const auto before = [](const Dependency& a, const Dependency& b) {
    return std::tuple(a.from, a.successor.operation, a.successor.on_start) <
           std::tuple(b.from, b.successor.operation, b.successor.on_start);
  };
  if (!std::ranges::is_sorted(dependencies_, before)) std::ranges::sort(dependencies_, before);
  auto next = dependencies_.begin();
  for (std::uint32_t i = 0; i < place.count; ++i) {
    operations[i].first_successor = static_cast<std::uint32_t>(successors.size());
    for (; next != dependencies_.end() && next->from == i; ++next) {
      successors.push_back(next->successor);
      ++operations[next->successor.operation].waits;
    }
  }
  dependencies_.clear();
}

// Matches the sends to one rank, which are sorted by sender; the sends of a sender keep their
// order.
void WorkloadBuilder::match(std::uint32_t receiver, std::span<const std::uint32_t> senders,
                            std::span<const std::uint32_t> sends) {
  const auto operation = [&](std::uint32_t rank, std::uint32_t i) -> Operation& {
    return workload_.operations_[workload_.places_[rank].first + i];
  };
  // Either end of a message: `lane` combines its source and tag, `number` is its position among all
  // sends or receives.
  struct End {
    std::uint64_t lane;
    std::uint32_t number;
  };
  const auto take_lane = [](std::uint32_t source, Operation& end) {
    return std::uint64_t{source} << 32 | std::exchange(end.match, Workload::kUnmatched);
  };
  std::vector<End> sent, received;
  sent.reserve(sends.size());
  received.reserve(sends.size());
  for (std::uint32_t s = 0; s < sends.size(); ++s)
    sent.push_back({take_lane(senders[s], operation(senders[s], sends[s])), s});
  for (std::uint32_t i = 0; i < workload_.places_[receiver].count; ++i) {
    Operation& receive = operation(receiver, i);
    if (receive.kind == OperationKind::kReceive)
      received.push_back({take_lane(receive.peer, receive), i});
  }
  const auto in_order = [](std::vector<End>& ends) {
    if (!std::ranges::is_sorted(ends, {}, &End::lane))
      std::ranges::sort(ends, {}, [](const End& end) { return std::pair(end.lane, end.number); });
  };
  in_order(sent);
  in_order(received);
  auto next = sent.begin();
  for (const End& receive : received) {
    while (next != sent.end() && next->lane < receive.lane) ++next;
    if (next == sent.end()) break;
    if (next->lane != receive.lane) continue;
    const std::uint32_t s = next++->number;
    operation(receiver, receive.number).match = sends[s];
    operation(senders[s], sends[s]).match = receive.number;
  }
}

void WorkloadBuilder::match_choices(std::uint32_t receiver, std::span<const std::uint32_t> senders,
                                    std::span<const std::uint32_t> sends) {
  const auto operation = [&](std::uint32_t rank, std::uint32_t i) -> Operation& {
    return workload_.operations_[workload_.places_[rank].first + i];
  };
  std::vector<WildcardMatching::Message> messages;
  for (std::size_t s = 0; s < sends.size(); ++s)
    messages.push_back(
        {senders[s], std::exchange(operation(senders[s], sends[s]).match, Workload::kUnmatched)});
  Workload::Place& place = workload_.places_[receiver];
  place.first_choice = workload_.choices_.size();
  workload_.choices_.resize(place.first_choice + place.count);
  const auto choices = std::span(workload_.choices_).subspan(place.first_choice);
  std::vector<std::uint32_t> receives;
  for (std::uint32_t i = 0; i < place.count; ++i) {
    Operation& receive = operation(receiver, i);
    if (receive.kind != OperationKind::kReceive) continue;
    choices[i].source = receive.peer;
    choices[i].tag = std::exchange(receive.match, Workload::kUnmatched);
    receives.push_back(i);
  }
  // The most specific receives first, since they accept the fewest messages.
  std::ranges::stable_sort(receives, {}, [&](std::uint32_t i) {
    return std::pair(choices[i].tag == Workload::kAny, choices[i].source == Workload::kAny);
  });
  WildcardMatching matching(std::move(messages), Workload::kAny);
  for (const std::uint32_t i : receives) matching.add(choices[i].source, choices[i].tag);
  for (std::size_t s = 0; s < sends.size(); ++s) {
    const WildcardMatching::Message& message = matching.messages()[s];
    if (!message.receive) continue;
    const std::uint32_t i = receives[*message.receive];
    choices[i].message_tag = message.tag;
    operation(receiver, i).peer = senders[s];
    operation(receiver, i).match = sends[s];
    operation(senders[s], sends[s]).match = i;
  }
}

Workload WorkloadBuilder::finish() {
  // Sorts the sends by destination, stably.
  const std::uint32_t ranks = workload_.ranks();
  std::vector<std::size_t> first(ranks + 1);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    for (const Operation& operation : workload_.of(rank))
      if (operation.kind == OperationKind::kSend) ++first[operation.peer + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> senders(first.back()), sends(first.back());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const auto operations = workload_.of(rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      if (operations[i].kind != OperationKind::kSend) continue;
      const std::size_t place = next[operations[i].peer]++;
      senders[place] = rank;
      sends[place] = i;
    }
  }
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const std::size_t count = first[rank + 1] - first[rank];
    const auto from = std::span(senders).subspan(first[rank], count);
    const auto numbers = std::span(sends).subspan(first[rank], count);
    if (chooses_[rank])
      match_choices(rank, from, numbers);
    else
      match(rank, from, numbers);
  }
  workload_.operations_.push_back(
      {.first_successor = static_cast<std::uint32_t>(workload_.successors_.size())});
  return std::move(workload_);
}

bool visit_in_order(const Workload& workload, FunctionRef<void(OperationId, bool is_end)> visit) {
  return Execution(workload, visit).run();
}

std::optional<WorkloadProblem> find_problem(const Workload& workload) {
  using Kind = WorkloadProblem::Kind;
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    const auto operations = workload.of(rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const Operation& operation = operations[i];
      if (operation.kind == OperationKind::kComputation) continue;
      const bool sends = operation.kind == OperationKind::kSend;
      if (operation.match == Workload::kUnmatched)
        return WorkloadProblem{sends ? Kind::kUnmatchedSend : Kind::kUnmatchedReceive, {{rank, i}}};
      if (!sends && workload.choices(rank).empty() &&
          operation.amount < workload.of(operation.peer)[operation.match].amount)
        return WorkloadProblem{Kind::kShortReceive, {{rank, i}, {operation.peer, operation.match}}};
    }
  }
  const auto nothing = [](OperationId, bool) {};
  Execution execution(workload, nothing);
  if (execution.run()) return std::nullopt;
  return WorkloadProblem{Kind::kCycle, execution.cycle()};
}

}  // namespace orthant
