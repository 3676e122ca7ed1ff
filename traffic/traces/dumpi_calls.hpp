// Translates the MPI calls of a rank into events: sends, receives, computations and collective
// communications in program order, and the waits for them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "traffic/traces/collective_order.hpp"
#include "traffic/traces/dumpi_text.hpp"

namespace orthant {

struct DumpiEvent {
  // kNull: a message to or from MPI_PROC_NULL.
  enum class Kind : std::uint8_t { kNull, kSend, kReceive, kComputation, kWait, kCollective };
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};  // a peer or tag that is still unknown

  // Bytes of a message, or ns of a computation. Of a wait: index of its first event in
  // DumpiRank::waited. Of a collective: its index in DumpiRank::collectives.
  std::uint64_t amount = 0;
  std::uint32_t peer = 0;  // rank; of a wait: number of its events
  std::uint32_t tag = 0;
  std::uint32_t line = 0;
  Kind kind = Kind::kNull;
};

struct DumpiRank {
  std::vector<DumpiEvent> events;
  std::vector<std::uint32_t> waited;           // indices of events
  std::vector<TracedCollective> collectives;   // their numbers are their lines
  std::set<std::string, std::less<>> ignored;  // calls that send nothing
};

// Reads the calls of one of `ranks` ranks. With `computes`, times between calls become
// computations. Throws KeyError "FILE:LINE: ..." for an invalid call, or one that cannot be
// replayed.
DumpiRank read_dumpi_calls(const std::string& key, const std::string& file, std::string_view text,
                           std::uint32_t ranks, bool computes);

}  // namespace orthant
