// Programs that a config names with workload.kind and workload.algorithm: collective
// communications, halo exchanges and others, generated as workloads in memory.
//
// Tested by: tests/traffic/programs_test.cpp
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "traffic/programs/rank_writer.hpp"
#include "traffic/workload_plan.hpp"

namespace orthant {

struct ProgramOptions {
  static constexpr std::uint64_t kMaxBytes = 1'000'000'000'000;

  std::vector<std::uint32_t> shape = {};  // workload.shape: ranks along every dimension
  std::uint64_t bytes = 1024;             // meaning depends on the kind
  std::uint32_t iterations = 1;           // >= 1
  std::uint64_t compute = 0;              // time of each iteration
  bool overlap = false;                   // computation overlaps with communication
  std::uint32_t root = 0;                 // broadcast
  std::uint64_t segment_bytes = 4096;     // broadcast, >= 1
  std::uint32_t rounds = 1;               // alltoall, >= 1: parts of each message
  std::uint32_t degree = 4;               // sparse: messages per rank
  std::uint64_t seed = 1;                 // sparse, request_reply
  std::uint32_t window = 1;               // request_reply, >= 1; the next options, too
  std::uint64_t reply_bytes = 1024;
  std::uint64_t service_cycles = 0;               // time of each request
  std::optional<std::uint32_t> reply_queue = {};  // WorkloadJob::reply_queue
  // alltoall, liquid: the order of destinations of each rank; empty: unknown.
  std::vector<std::vector<std::uint32_t>> order = {};

  std::uint32_t ranks() const;
};

// Writes the operations of the writer's rank in one iteration.
using RankBody = std::function<void(RankWriter&)>;

struct ProgramAlgorithm {
  std::string_view name;
  std::string_view summary;
  // Throws KeyError (a key of [workload]) for an option that does not fit.
  RankBody (*make)(const ProgramOptions&) = nullptr;
};

struct ProgramDescription {
  std::string_view kind;
  std::string_view summary;
  std::string_view bytes;                    // meaning of workload.bytes
  std::vector<ProgramAlgorithm> algorithms;  // the first is the default
  KeyRows<ProgramOptions> rows = {};         // its own keys
  bool computes = false;                     // it computes within an iteration, not at its end
  bool iterates = false;                     // its body writes all iterations
  // Lower bound on the bytes that some rank sends or receives in an iteration, for any algorithm;
  // nullptr: unknown.
  double (*least_bytes)(const ProgramOptions&) = nullptr;
  bool all_to_all = false;  // each rank sends as much to every other rank

  std::vector<std::string_view> algorithm_names() const;
};

std::span<const ProgramDescription> program_registry();
const ProgramDescription* find_program(std::string_view kind);
const KeyRows<ProgramOptions>& program_rows();  // of all kinds

// Throws KeyError like ProgramAlgorithm::make.
Workload make_program(const ProgramDescription& kind, const ProgramAlgorithm& algorithm,
                      const ProgramOptions& options);

}  // namespace orthant
