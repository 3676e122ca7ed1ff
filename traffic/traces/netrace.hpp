// Workloads as traces of netrace: the packets of a multiprocessor's caches and memories, with the
// cycle at which each was sent and the packets that it had to arrive before.
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

  std::optional<std::uint64_t> region;   // of those in the header; none: all of the trace
  std::optional<std::uint64_t> packets;  // from the beginning of it; none: all
  Rational time_scale = 1;               // of the cycles of the trace
  // What is worth a warning, in a line.
  std::function<void(const std::string&)> warn = [](const std::string&) {};
};

// More packets are refused: each needs some 200 bytes till the workload is built.
inline constexpr std::uint64_t kMostNetracePackets = 10'000'000;

// A rank for each node of the trace. A packet is sent when its cycle has come and the packets that
// it depends on have arrived at its source. Throws KeyError(key, "FILE: ...") where the file is no
// such trace, and of the keys above where it has not what they ask for.
Workload read_netrace(const std::string& key, const std::string& file, std::size_t nodes,
                      const NetraceOptions& options);

}  // namespace orthant
