// Writes the operations of one rank, iteration by iteration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traffic/workload.hpp"

namespace orthant {

// Operations of the rank that an operation waits for; empty: the end of the previous iteration.
using Dependencies = std::vector<std::uint32_t>;

// An ordered channel of messages: between two ranks, messages of the same tag match in order.
struct Lane {
  std::uint8_t tag = 0;
  std::uint8_t queue = 0;  // nic of the node
};

class RankWriter {
 public:
  static constexpr std::uint8_t kJoins =
      1;  // a cpu for joins only, so that no computation delays them

  // All members throw KeyError("workload.iterations") if the rank has too many operations.
  RankWriter(WorkloadBuilder& builder, std::uint32_t rank,
             std::uint32_t most_operations = Workload::kMaxOperationsOfRank)
      : builder_(builder), rank_(rank), most_operations_(most_operations) {}
  // `members` lists the participating ranks in the order of their numbers; the writer's rank is
  // number `rank`, and peers are given by number. The list must outlive the writer.
  RankWriter(WorkloadBuilder& builder, std::uint32_t rank, std::span<const std::uint32_t> members)
      : RankWriter(builder, rank) {
    members_ = members;
  }
  std::uint32_t rank() const { return rank_; }

  // Each writes an operation that waits for `after`, and returns it. Receives wait, too, so that
  // later messages of a rank are received later.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, const Dependencies& after,
                     Lane lane = {});
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, const Dependencies& after,
                        Lane lane = {});
  std::uint32_t compute(std::uint64_t time, const Dependencies& after);

  // Returns a zero-time operation that waits for all of `after`.
  std::uint32_t join(const Dependencies& after);

  // Computes for `time` after, or in parallel with, the whole iteration. Returns the operation that
  // ends the iteration.
  std::uint32_t end_iteration(std::uint64_t time, bool overlap);

  // Starts an iteration after operations that others wrote for this rank. The iteration waits for
  // `start`, and its tags start at `first_tag`.
  void begin_iteration(Dependencies start, std::uint32_t first_tag);

 private:
  std::uint32_t waiting(std::uint32_t operation, const Dependencies& after);
  std::uint32_t rank_of(std::uint32_t number) const {
    return members_.empty() ? number : members_[number];
  }

  WorkloadBuilder& builder_;
  std::uint32_t rank_;
  std::span<const std::uint32_t> members_ = {};  // empty: all ranks
  std::uint32_t most_operations_;
  std::uint32_t first_tag_ = 0;
  Dependencies start_;         // end of the previous iteration
  std::uint32_t first_ = 0;    // first operation of the current iteration
  std::vector<bool> awaited_;  // [operation - first_]: another one waits for it
};

}  // namespace orthant
