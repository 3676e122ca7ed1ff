// The largest values that the parts of a network may have. sim/ and topology/ hold networks against
// them, the table of keys says them, and arrays are as long as they say.
#pragma once

#include <cstddef>
#include <cstdint>

namespace orthant::limits {

inline constexpr std::size_t kDimensions = 8;
inline constexpr std::size_t kPorts = 64;  // of a router, those to its nodes included
inline constexpr std::uint32_t kVcs = 16;
inline constexpr std::uint32_t kBufferFlits = 32'000;
inline constexpr std::uint32_t kQueuePackets = 255;  // of an output queue
inline constexpr std::uint32_t kDelay = 1'000'000;   // cycles, of a channel or a router's stage
inline constexpr std::int64_t kBandwidth = 64;       // flits per cycle
inline constexpr std::int64_t kSpeedup = 16;         // of a switch
inline constexpr std::uint32_t kIterations = 64;     // of an allocator: a pair of ports each
// Of a bandwidth as a fraction, above and below the line: a channel may take as many cycles per
// flit.
inline constexpr std::int64_t kBandwidthPart = 1'000'000;
inline constexpr std::uint32_t kTicksPerCycle = 1'000'000;

}  // namespace orthant::limits
