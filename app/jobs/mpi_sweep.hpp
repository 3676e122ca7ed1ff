// The ranks of an MPI job as workers of a sweep, or together in one simulation. Outside mpirun, or
// built without MPI, there is one rank, whose threads do the work.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "app/jobs/study.hpp"
#include "base/error.hpp"
#include "sim/kernel/ranks.hpp"

namespace orthant {

// The ranks of this program. Rank 0 hands out items and takes results; the others compute. Leaving
// the scope ends the work of all ranks.
class MpiRanks {
 public:
  MpiRanks();
  ~MpiRanks();
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const { return rank_; }
  // All ranks as a group that simulates one network; nullptr for a single rank. Every rank must
  // call this once.
  std::unique_ptr<Ranks> together() const;
  // Rank 0: computes the items on the other ranks, or on threads if there are none.
  Execution execution(const CommandLine& command, std::size_t most_of_one);
  // Other ranks: computes items that rank 0 sends until it sends none; returns the exit code.
  int serve(const ComputeItem& compute, const Share& share);
  // Other ranks: reports a mistake found before serve(). Rank 0 stops and prints this mistake, or
  // one of its own.
  void hand_over(const ConfigError& error);

 private:
  int rank_ = 0;
  int size_ = 1;
#ifdef ORTHANT_MPI
  bool started_ = false;
  int stopped_ = 0;             // rank 0: workers that have stopped
  bool stop_received_ = false;  // other ranks
#endif
};

// Throws ConfigError if mpirun started several ranks for a verb that runs on one: each would
// compute and write the same.
void refuse_ranks(std::string_view verb);

// Runs a verb on all ranks. A mistake of the user, which all ranks find, is reported by rank 0
// alone.
int on_ranks(const std::function<int(MpiRanks&)>& verb);

}  // namespace orthant
