// The ranks of an MPI job as the ranks of one simulation.
#pragma once

#include <memory>

#include "sim/kernel/ranks.hpp"

namespace orthant {

// Makes a group of all ranks of the job. MPI must have started several ranks, and every rank must
// call this. One thread at a time may use the group.
std::unique_ptr<Ranks> make_mpi_group();

// Ends the whole job at once, with this exit code.
[[noreturn]] void abort_ranks(int code);

// Broadcasts an instruction when the scope is left in any way; nullptr: there are no ranks.
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
