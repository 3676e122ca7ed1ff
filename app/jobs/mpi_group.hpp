// The ranks of an MPI job as those of one simulation.
#pragma once

#include <memory>

#include "sim/kernel/ranks.hpp"

namespace orthant {

// All ranks of the job, which has begun and has several; to be called by all of them. One thread at
// a time may use it.
std::unique_ptr<Ranks> make_mpi_group();

// Ends the whole job at once, with this exit code.
[[noreturn]] void abort_ranks(int code);

// Broadcasts an instruction when the scope is left, however; nullptr: there are none.
class ScopedBroadcast {
 public:
  ScopedBroadcast(Ranks* ranks, Instruction::Kind kind) : ranks_(ranks), kind_(kind) {}
  ~ScopedBroadcast() {
    if (ranks_ != nullptr) ranks_->broadcast({kind_});
  }
  ScopedBroadcast(const ScopedBroadcast&) = delete;
  ScopedBroadcast& operator=(const ScopedBroadcast&) = delete;

 private:
  Ranks* ranks_;
  Instruction::Kind kind_;
};

}  // namespace orthant
