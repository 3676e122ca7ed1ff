// Collective communications of a trace, expanded into messages by the algorithms of
// traffic/programs/, or as stated at CollectiveKind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "traffic/programs/programs.hpp"

namespace orthant {

enum class CollectiveKind : std::uint8_t {
  kBarrier,
  kBroadcast,
  kReduce,  // binomial: a broadcast in reverse
  kAllreduce,
  kReduceScatter,
  kAllgather,
  kAlltoall,
  kGather,   // direct: every rank to the root
  kScatter,  // direct: the root to every rank
  kScan      // from each rank to the next one
};

// The arguments of a collective call at one rank.
struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::kBarrier;
  std::uint32_t root = 0;
  // Broadcast and reductions: bytes of the vector. All-gather: of all parts together. All-to-all:
  // of all parts of a rank. Gather and scatter: of one part.
  std::uint64_t bytes = 0;
  // Per rank: bytes sent to it and bytes received from it, if the parts differ. Empty: all parts
  // are equal. Of a gather only the root has `gets`, of a scatter only the root has `gives`; an
  // all-gather has only `gets`.
  std::vector<std::uint64_t> gives = {}, gets = {};

  // True if another rank's call can belong to the same collective communication.
  bool fits(const CollectiveCall& other) const;
};

// Selects the algorithm for a kind of program.
using AlgorithmChoice = std::function<const ProgramAlgorithm&(const ProgramDescription&)>;
inline const ProgramAlgorithm& first_algorithm(const ProgramDescription& kind) {
  return kind.algorithms.front();
}

// "workload.KIND_algorithm", which selects the algorithm of a kind.
std::string algorithm_key_of(std::string_view kind);

// The participants of a collective communication.
struct CollectiveMembers {
  // Ranks in the order of their numbers, to which roots and parts refer; empty: all ranks.
  std::span<const std::uint32_t> ranks = {};
  std::uint32_t group = 0;  // unique per set of ranks, below 2^22, so that tags differ
};

class CollectiveWriter {
 public:
  // Smallest tag of the messages of collective communications.
  static constexpr std::uint32_t kFirstTag = 1u << 31;

  // `shape`: participating ranks along every dimension.
  CollectiveWriter(std::vector<std::uint32_t> shape, AlgorithmChoice choice);

  // Writes the operations of member number `rank`, which is the builder's current rank. They wait
  // for `start`; the returned operation completes them. All ranks must write the collectives of the
  // same members in the same order. Throws KeyError("workload.allreduce_algorithm") or the like if
  // the algorithm does not fit, and KeyError of another key if there are too many operations or
  // bytes.
  std::uint32_t write(WorkloadBuilder& builder, std::uint32_t rank,
                      const CollectiveCall& collective, std::vector<std::uint32_t> start,
                      const CollectiveMembers& members = {});

 private:
  const RankBody& body_of(std::string_view kind, std::uint64_t bytes, std::uint32_t root);
  void write_body(RankWriter& writer, const CollectiveCall& collective);

  std::vector<std::uint32_t> shape_;
  std::uint32_t ranks_;
  AlgorithmChoice choice_;
  // By kind, bytes and root.
  std::map<std::tuple<std::string_view, std::uint64_t, std::uint32_t>, RankBody> bodies_;
};

// True if the config's algorithm is at fault, not the trace.
bool is_algorithm_error(const KeyError& error);

}  // namespace orthant
