// Collective communications of a trace, written out as messages: with the algorithms of
// traffic/programs/, or where there are none, as said at CollectiveKind.
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
  kReduce,  // binomial: a broadcast backward
  kAllreduce,
  kReduceScatter,
  kAllgather,
  kAlltoall,
  kGather,   // direct: every rank to the root
  kScatter,  // direct: the root to every rank
  kScan      // from each rank to the next one
};

// What one rank knows of it.
struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::kBarrier;
  std::uint32_t root = 0;
  // Of the vector, in a broadcast and all kinds of reduction; of all parts together, in an
  // all-gather and of those of a rank in an all-to-all; of a part, in a gather and a scatter.
  std::uint64_t bytes = 0;
  // [rank]: bytes that this rank gives to and gets from each rank, where parts differ. Gather and
  // scatter: as the root sees them; all-gather: what it gets. Empty: all parts are equal.
  std::vector<std::uint64_t> gives = {}, gets = {};

  // Whether another rank's can belong to it.
  bool fits(const CollectiveCall& other) const;
};

// How a kind of program goes about it.
using AlgorithmChoice = std::function<const ProgramAlgorithm&(const ProgramDescription&)>;
inline const ProgramAlgorithm& first_algorithm(const ProgramDescription& kind) {
  return kind.algorithms.front();
}

// "workload.KIND_algorithm", which says how those of a kind go.
std::string algorithm_key_of(std::string_view kind);

// Whose messages they are.
struct CollectiveMembers {
  // In the order of their numbers, by which roots and parts are named; empty: all ranks.
  std::span<const std::uint32_t> ranks = {};
  std::uint32_t group = 0;  // another number for other ranks, below 2^22: tags differ
};

class CollectiveWriter {
 public:
  // Tags of their messages are at least this.
  static constexpr std::uint32_t kFirstTag = 1u << 31;

  // `shape`: of the ranks that take part, along every dimension.
  CollectiveWriter(std::vector<std::uint32_t> shape, AlgorithmChoice choice);

  // What number `rank` of the members, the present rank of the builder, does after `start`; returns
  // what ends it. Ranks write those of the same members in the same order. Throws KeyError:
  // "workload.allreduce_algorithm" and so on where the algorithm does not fit, of another key where
  // there are too many operations or bytes.
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

// Whether the config's choice is wrong, not the trace.
bool is_of_algorithm(const KeyError& error);

}  // namespace orthant
