// The keys of [workload], a program whose messages depend on each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/key_rows.hpp"

namespace orthant {

enum class WorkloadFormat {
  kAuto,
  kGoal,
  kCsv,
  kMsccl,
  kDumpi,
  kChakra,
  kNetrace
};                                                             // workload.format
enum class RankMapping { kLinear, kBlocked, kRandom, kFile };  // workload.mapping
enum class WorkloadTimeUnit { kCycles, kNs };                  // workload.time_unit

inline constexpr const char* kWorkloadFile = "workload.file";
inline constexpr const char* kWorkloadAlgorithm = "workload.algorithm";
inline constexpr const char* kWorkloadTimeUnit = "workload.time_unit";

struct WorkloadKeys {
  std::optional<std::string> file;
  WorkloadFormat format = WorkloadFormat::kAuto;
  std::uint64_t chunk_bytes = 1024;
  bool computations = true;
  std::optional<std::string> groups_file;
  std::optional<std::uint64_t> trace_region, trace_packets;
  std::uint64_t bytes_per_flit = 1;
  std::uint32_t packet_flits = 64;
  RankMapping mapping = RankMapping::kLinear;
  std::optional<std::string> mapping_file;
  std::uint64_t mapping_seed = 1;
  std::uint64_t start = 0;
  Rational time_scale = 1;
  WorkloadTimeUnit time_unit = WorkloadTimeUnit::kCycles;
};
const KeyRows<WorkloadKeys>& workload_rows();

}  // namespace orthant
