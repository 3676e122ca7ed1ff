// The ranks of an MPI job as those of one simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/kernel/ranks.hpp"

namespace orthant {

// All ranks of the job, which has begun and has several; to be called by all of them. One thread at
// a time may use it.
std::unique_ptr<Ranks> make_mpi_group();

// Ends the whole job at once, with this exit code.
[[noreturn]] void abort_ranks(int code);

// While it lives, the other ranks are at a point (Instruction::Kind); nullptr: there are none.
class PointOfRanks {
 public:
  PointOfRanks(Ranks* ranks, std::uint64_t point) : ranks_(ranks) {
    if (ranks_ != nullptr) ranks_->say({Instruction::Kind::kPoint, {point}});
  }
  ~PointOfRanks() {
    if (ranks_ != nullptr) ranks_->say({Instruction::Kind::kPointIsOver});
  }
  PointOfRanks(const PointOfRanks&) = delete;
  PointOfRanks& operator=(const PointOfRanks&) = delete;

 private:
  Ranks* ranks_;
};

// Leaving the scope ends the work of the other ranks.
class WorkOfRanks {
 public:
  explicit WorkOfRanks(Ranks* ranks) : ranks_(ranks) {}
  ~WorkOfRanks() {
    if (ranks_ != nullptr) ranks_->say({Instruction::Kind::kEnd});
  }
  WorkOfRanks(const WorkOfRanks&) = delete;
  WorkOfRanks& operator=(const WorkOfRanks&) = delete;

 private:
  Ranks* ranks_;
};

}  // namespace orthant
