// What one rank does, operation after operation, as a program that waits now and then.
#pragma once

#include <cstdint>
#include <vector>

#include "traffic/traces/collectives.hpp"

namespace orthant {

class RankProgram {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};  // no operation

  // Of the present rank of the builder.
  RankProgram(WorkloadBuilder& builder, std::uint32_t rank, CollectiveWriter& collectives)
      : builder_(builder), rank_(rank), collectives_(collectives) {}

  // Each begins after what was waited for last, and the program goes on at once; returns the
  // operation.
  std::uint32_t send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  std::uint32_t receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag);
  // The program goes on when all of them have ended.
  void wait(std::vector<std::uint32_t> operations);
  // The program goes on when it has ended.
  void compute(std::uint64_t time);
  void collective(const CollectiveCall& what);

 private:
  void join();
  std::uint32_t begun(std::uint32_t operation);
  void go_on_after(std::vector<std::uint32_t> operations);

  WorkloadBuilder& builder_;
  std::uint32_t rank_;
  CollectiveWriter& collectives_;
  std::vector<std::uint32_t> now_;  // what comes waits for these
  std::uint32_t since_ = 0;         // and so do operations from this one on
};

}  // namespace orthant
