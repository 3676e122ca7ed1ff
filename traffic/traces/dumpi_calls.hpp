// What the MPI calls of a rank come to: sends, receives, computations and collective
// communications in the order of the program, and which of them it waits for.
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
  // kNothing: a message to or from no rank (MPI_PROC_NULL).
  enum class Kind : std::uint8_t { kNothing, kSend, kReceive, kComputation, kWait, kCollective };
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};  // peer or tag, not known yet

  std::uint64_t amount = 0;  // bytes, ns; of a wait and a collective: the first, its number
  std::uint32_t peer = 0;    // of a wait: for so many
  std::uint32_t tag = 0;
  std::uint32_t line = 0;
  Kind kind = Kind::kNothing;
};

struct DumpiRank {
  std::vector<DumpiEvent> events;
  std::vector<std::uint32_t> waited;           // numbers of events
  std::vector<TracedCollective> collectives;   // numbered by their lines
  std::set<std::string, std::less<>> ignored;  // calls that send nothing
};

// Of one of `ranks` ranks. Times between calls become computations where `computes`. Throws
// KeyError "FILE:LINE: ..." where a call makes no sense, or is of a kind that cannot be told.
DumpiRank read_dumpi_calls(const std::string& key, const std::string& file, std::string_view text,
                           std::uint32_t ranks, bool computes);

}  // namespace orthant
