// Upper limits on the parts of a network. sim/ and topology/ check them, the table of keys reports
// them, and fixed-size arrays use them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace orthant::limits {

inline constexpr std::size_t kDimensions = 8;
inline constexpr std::size_t kPorts = 64;  // per router, node ports included
inline constexpr std::uint32_t kVcs = 16;
inline constexpr std::uint32_t kBufferFlits = 32'000;
inline constexpr std::uint32_t kQueuePackets = 255;  // per output queue
inline constexpr std::uint32_t kDelay = 1'000'000;   // cycles, per channel or router stage
inline constexpr std::int64_t kBandwidth = 64;       // flits per cycle
inline constexpr std::int64_t kSpeedup = 16;         // of a switch
inline constexpr std::uint32_t kIterations = 64;     // of an allocator, one match per iteration
// Largest numerator and denominator of a bandwidth; the denominator bounds the cycles per flit.
inline constexpr std::int64_t kBandwidthPart = 1'000'000;
inline constexpr std::uint32_t kTicksPerCycle = 1'000'000;

}  // namespace orthant::limits
