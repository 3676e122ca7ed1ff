// The ranks of an MPI job as workers of a sweep, or together at one simulation. Outside mpirun, or
// built without MPI, there is one rank and threads do the work.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "app/jobs/study.hpp"
#include "base/error.hpp"
#include "sim/kernel/ranks.hpp"

namespace orthant {

// The ranks this program was started with. Rank 0 hands out items and takes results; the others
// compute. Leaving the scope ends the work of all ranks.
class MpiRanks {
 public:
  MpiRanks();
  ~MpiRanks();
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const { return rank_; }
  // All of them, to simulate one network together; nullptr where there is one alone. To be called
  // once, by all.
  std::unique_ptr<Ranks> together() const;
  // Rank 0: who computes the items: the other ranks, or threads where there are none.
  Execution execution(const CommandLine& command, std::size_t most_of_one);
  // Other ranks: computes what rank 0 asks for until it asks for no more; the exit code.
  int serve(const ComputeItem& compute, const Share& share);
  // Other ranks: a mistake found before serve(); rank 0 stops and reports it, or one of its own.
  void hand_over(const ConfigError& error);

 private:
  int rank_ = 0;
  int size_ = 1;
#ifdef ORTHANT_MPI
  bool started_ = false;
  int stopped_ = 0;            // rank 0: workers that need no answer any more
  bool stop_received_ = false;  // other ranks
#endif
};

// For verbs that one rank computes alone: throws ConfigError where mpirun started several, each of
// which would do, and write, the same.
void refuse_ranks(std::string_view verb);

// Runs a verb on all ranks. The user's mistake, which all of them see, is reported by rank 0 alone.
int on_ranks(const std::function<int(MpiRanks&)>& verb);

}  // namespace orthant
