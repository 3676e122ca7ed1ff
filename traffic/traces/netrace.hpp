// Workloads as traces of netrace: the packets between the caches and memories of a multiprocessor,
// each with its cycle and its dependent packets.
//
// Source: Hestness, Grot, Keckler 2010, "Netrace: Dependency-Driven, Trace-Based Network-on-Chip
// Simulation"; Hestness & Keckler 2011, Technical Report TR-10-11, The University of Texas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/rational.hpp"
#include "traffic/workload.hpp"

namespace orthant {

struct NetraceOptions {
  static constexpr const char* kRegion = "workload.trace_region";
  static constexpr const char* kPackets = "workload.trace_packets";
  static constexpr const char* kTimeScale = "workload.time_scale";

  std::optional<std::uint64_t> region;   // index in the header; nullopt: the whole trace
  std::optional<std::uint64_t> packets;  // number from the start; nullopt: all
  Rational time_scale = 1;               // multiplies the cycles of the trace
  // Receives warnings, one line each.
  std::function<void(const std::string&)> warn = [](const std::string&) {};
};

// Largest number of packets that may be read: each needs about 200 bytes until the workload is
// built.
inline constexpr std::uint64_t kMaxNetracePackets = 10'000'000;

// Returns a workload with a rank for each node of the trace. A packet is sent when its cycle has
// come and the packets that it depends on have arrived at its source or left it; a warning counts
// dependencies on packets of other nodes, which are dropped. Throws KeyError(key, "FILE: ...") if
// the file is no such trace, and KeyError of one of the keys above if the trace lacks what that key
// requests.
Workload read_netrace(const std::string& key, const std::string& file, std::size_t nodes,
                      const NetraceOptions& options);

}  // namespace orthant
