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

// Says this to the other ranks when the scope is left, however; nullptr: there are none.
class SayAtEnd {
 public:
  SayAtEnd(Ranks* ranks, Instruction::Kind kind) : ranks_(ranks), kind_(kind) {}
  ~SayAtEnd() {
    if (ranks_ != nullptr) ranks_->say({kind_});
  }
  SayAtEnd(const SayAtEnd&) = delete;
  SayAtEnd& operator=(const SayAtEnd&) = delete;

 private:
  Ranks* ranks_;
  Instruction::Kind kind_;
};

}  // namespace orthant
