#include "sim/critical_path.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "sim/kernel/require.hpp"

namespace orthant {
namespace {

// The predecessors of every operation of a rank.
class Predecessors {
 public:
  struct Predecessor {
    std::uint32_t operation;
    bool on_start;
  };
  explicit Predecessors(const Workload& workload) : workload_(workload), lists_(workload.ranks()) {}

  const std::vector<Predecessor>& of(OperationId id) {
    auto& lists = lists_[id.rank];
    if (lists.empty()) {
      const std::size_t count = workload_.of(id.rank).size();
      lists.resize(count);
      for (std::uint32_t i = 0; i < count; ++i)
        for (const Successor next : workload_.successors(id.rank, i))
          lists[next.operation].push_back({i, next.on_start != 0});
    }
    return lists[id.operation];
  }

 private:
  const Workload& workload_;
  std::vector<std::vector<std::vector<Predecessor>>> lists_;  // filled for requested ranks
};

// The queues of the nics: how long a send waited for earlier messages.
class NicQueues {
 public:
  NicQueues(const WorkloadPlan& plan, const WorkloadTimes& times, const EmptyNetwork& empty)
      : plan_(plan), times_(times), empty_(empty), sends_(times.size()) {}

  // Returns the cycles that `send` waited for its nic: those that earlier messages of the nic,
  // unfinished at the start of `send`, would have needed to leave if the network did not delay
  // them.
  Cycle wait(OperationId send) {
    const auto& sends = sends_of(send.rank);
    const auto place = std::ranges::lower_bound(sends, order(send), {}, [&](std::uint32_t i) {
      return order({send.rank, i});
    });
    const Cycle start = times_[send.rank][send.operation].start;
    Cycle wait = 0;
    for (auto after = place; after != sends.begin(); --after) {
      const OperationId before{send.rank, *std::prev(after)};
      if (order(before).first != order(send).first) break;
      const Cycle end = order(before).second;
      if (end <= start) break;
      const Cycle left = end - std::max(start, turn(sends, std::prev(after), send.rank));
      wait += std::min(left, empty_.sending(plan_.flits(of(before).amount)));
    }
    return wait;
  }

 private:
  using Sends = std::vector<std::uint32_t>;

  const Operation& of(OperationId id) const { return plan_.workload().of(id.rank)[id.operation]; }
  std::pair<unsigned, Cycle> order(OperationId id) const {
    return {of(id).queue, times_[id.rank][id.operation].end};
  }
  // Returns the sends of a rank, nic by nic in the order in which they left.
  const Sends& sends_of(std::uint32_t rank) {
    Sends& sends = sends_[rank];
    if (!sends.empty()) return sends;
    const std::span<const Operation> all = plan_.workload().of(rank);
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (all[i].kind == OperationKind::kSend) sends.push_back(i);
    std::ranges::sort(sends, {}, [&](std::uint32_t i) { return order({rank, i}); });
    return sends;
  }
  // Returns the cycle in which the nic began to send the message.
  Cycle turn(const Sends& sends, Sends::const_iterator send, std::uint32_t rank) const {
    const Cycle start = times_[rank][*send].start;
    if (send == sends.begin()) return start;
    const auto [nic, end] = order({rank, *std::prev(send)});
    return nic == of({rank, *send}).queue ? std::max(start, end) : start;
  }

  const WorkloadPlan& plan_;
  const WorkloadTimes& times_;
  const EmptyNetwork& empty_;
  std::vector<Sends> sends_;  // filled for requested ranks
};

class Search {
 public:
  Search(const WorkloadPlan& plan, const WorkloadTimes& times, EmptyNetwork& empty)
      : plan_(plan),
        times_(times),
        empty_(empty),
        predecessors_(plan.workload()),
        nics_(plan, times, empty) {
    if (empty.applies()) path_.waiting = path_.contention = 0;
  }

  CriticalPath from(OperationId here, Cycle begin) {
    const std::size_t most = operations();
    bool at_end = true;
    while (true) {
      path_.operations.push_back(here);
      if (at_end && of(here).kind == OperationKind::kReceive &&
          times_of(here).arrival > times_of(here).start) {
        here = take_message(here);
        path_.operations.push_back(here);
      } else {
        take(here, at_end);
      }
      const Cycle start = times_of(here).start;
      if (start <= begin) break;
      const auto& before = predecessors_.of(here);
      const auto last = std::ranges::find_if(before, [&](const auto& other) {
        const OperationId there{here.rank, other.operation};
        return (other.on_start ? started(there) : times_of(there).end) == start;
      });
      require(last != before.end() && path_.operations.size() <= most,
              "rank {}, operation {}: starts in cycle {}, when nothing lets it", here.rank,
              here.operation, start);
      here.operation = last->operation;
      at_end = !last->on_start;
    }
    std::ranges::reverse(path_.operations);
    return std::move(path_);
  }

 private:
  const Operation& of(OperationId id) const { return plan_.workload().of(id.rank)[id.operation]; }
  const OperationTimes& times_of(OperationId id) const { return times_[id.rank][id.operation]; }
  std::size_t operations() const {
    std::size_t count = 0;
    for (const RankTimes& of_rank : times_) count += of_rank.size();
    return count;
  }
  // Returns the cycle from which operations that wait for the start of `id` may begin. A
  // computation has started when its cpu takes it.
  Cycle started(OperationId id) const {
    const bool computes = of(id).kind == OperationKind::kComputation;
    return computes ? times_of(id).end - plan_.cycles(of(id).amount) : times_of(id).start;
  }

  // Adds the time from the start of the send to the arrival that the receive waited for. Returns
  // the send.
  OperationId take_message(OperationId receive) {
    const OperationId send{of(receive).peer, of(receive).match};
    const Cycle start = times_of(send).start, taken = times_of(receive).arrival - start;
    const auto least = [&] { return empty_.message(plan_, send.rank, of(send)); };
    add_message(send, taken, least);
    return send;
  }
  // Adds the time from the start of the operation to its end or, unless `to_end`, to the start that
  // its successor waited for.
  void take(OperationId id, bool to_end) {
    const Cycle start = times_of(id).start;
    if (of(id).kind == OperationKind::kComputation) {
      if (path_.waiting) *path_.waiting += started(id) - start;
      if (to_end) path_.computing += times_of(id).end - started(id);
    } else if (of(id).kind == OperationKind::kSend && to_end) {
      const auto least = [&] { return empty_.sending(plan_.flits(of(id).amount)); };
      add_message(id, times_of(id).end - start, least);
    }
  }
  void add_message(OperationId send, Cycle taken, FunctionRef<Cycle()> least) {
    path_.messages += taken;
    if (!empty_.applies()) return;
    const Cycle wait = nics_.wait(send);
    *path_.waiting += wait;
    // A channel with a clock of its own may be a cycle early.
    *path_.contention += taken - std::min(taken, wait + least());
  }

  const WorkloadPlan& plan_;
  const WorkloadTimes& times_;
  EmptyNetwork& empty_;
  Predecessors predecessors_;
  NicQueues nics_;
  CriticalPath path_;
};

}  // namespace

CriticalPath critical_path(const WorkloadPlan& plan, const WorkloadTimes& times,
                           const WorkloadJob& job, Cycle begin, Cycle end, EmptyNetwork& empty) {
  OperationId last{job.first_rank, 0};
  for (std::uint32_t rank = job.first_rank + job.ranks; rank-- > job.first_rank;)
    for (std::uint32_t i = 0; i < times[rank].size(); ++i)
      if (times[rank][i].end == end) last = {rank, i};
  return Search(plan, times, empty).from(last, begin);
}

}  // namespace orthant
