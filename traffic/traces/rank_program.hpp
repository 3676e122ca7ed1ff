// The operations of one rank, written as a sequential program with waits.
#pragma once

#include <cstdint>
#include <vector>

#include "traffic/traces/collectives.hpp"

namespace orthant {

class RankProgram {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};  // no operation

  // Writes to the builder's current rank.
  RankProgram(WorkloadBuilder& builder, std::uint32_t rank, CollectiveWriter& collectives)
      : builder_(builder), rank_(rank), collectives_(collectives) {}

  // Starts the operation after the last wait and continues at once; returns the operation.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  // Continues when all these operations have ended.
  void wait(std::vector<std::uint32_t> operations);
  // Starts the operation after the last wait, and continues when it has ended.
  void compute(std::uint64_t time);
  void collective(const CollectiveCall& what);

 private:
  void join();
  std::uint32_t started(std::uint32_t operation);
  void continue_after(std::vector<std::uint32_t> operations);

  WorkloadBuilder& builder_;
  std::uint32_t rank_;
  CollectiveWriter& collectives_;
  std::vector<std::uint32_t> last_waits_;  // later operations wait for these
  // Operations from this one on already wait for last_waits_.
  std::uint32_t covered_from_ = 0;
};

}  // namespace orthant
