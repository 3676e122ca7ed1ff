// Writes what one rank does, iteration by iteration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traffic/workload.hpp"

namespace orthant {

// Operations of a rank that another one waits for; none: for what ended the iteration before.
using After = std::vector<std::uint32_t>;

// Where messages go one after the other. Between two ranks those of the same tag match in order.
struct Lane {
  std::uint8_t tag = 0;
  std::uint8_t queue = 0;  // of the node
};

class RankWriter {
 public:
  static constexpr std::uint8_t kJoins = 1;  // a cpu of their own: nothing computes before them

  // All members throw KeyError("workload.iterations") where the rank has so many operations.
  RankWriter(WorkloadBuilder& builder, std::uint32_t rank,
             std::uint32_t most_operations = Workload::kMostOperationsOfRank)
      : builder_(builder), rank_(rank), most_operations_(most_operations) {}
  // `members`: the ranks that take part, in the order of their numbers in what is written, of which
  // this one is number `rank`. They must live as long as the writer.
  RankWriter(WorkloadBuilder& builder, std::uint32_t rank, std::span<const std::uint32_t> members)
      : RankWriter(builder, rank) {
    members_ = members;
  }
  std::uint32_t rank() const { return rank_; }

  // Each returns the operation. What comes waits as well: later messages of a rank are taken later.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, const After& after, Lane lane = {});
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, const After& after,
                        Lane lane = {});
  std::uint32_t compute(std::uint64_t time, const After& after);

  // Takes no time: stands for all of them.
  std::uint32_t join(const After& after);

  // Computes for `time` when all of the iteration is done, or beside it. Returns what ended it.
  std::uint32_t end_iteration(std::uint64_t time, bool overlap);

  // Begins an iteration behind others that somebody else has written for this rank. It waits for
  // `start`, and its tags count from `first_tag`.
  void begin_iteration(After start, std::uint32_t first_tag);

 private:
  std::uint32_t waiting(std::uint32_t operation, const After& after);
  std::uint32_t rank_of(std::uint32_t number) const {
    return members_.empty() ? number : members_[number];
  }

  WorkloadBuilder& builder_;
  std::uint32_t rank_;
  std::span<const std::uint32_t> members_ = {};  // empty: all ranks
  std::uint32_t most_operations_;
  std::uint32_t first_tag_ = 0;
  After start_;                // what ended the iteration before
  std::uint32_t first_ = 0;    // operation of the present iteration
  std::vector<bool> awaited_;  // [operation - first_]
};

}  // namespace orthant
