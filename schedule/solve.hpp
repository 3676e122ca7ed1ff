// Finds schedules for a set of transfers: selects a search, and states what its result proves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "schedule/construction/orbits.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {

enum class ScheduleMethod {
  kAuto,        // tries the other methods except kMilp in an efficient order
  kExact,       // exhaustive search over full teams
  kStructured,  // a known construction for the network
  kOrbit,       // tabu search: one transfer per orbit of a symmetry group, which may be trivial
  kQuotient,    // tabu search by pairs of switches; edge colouring then assigns the nodes
  kColouring,   // DSATUR; beyond 20,000 transfers the same as kRoundRobin
  kMilp,        // an integer program; not used by kAuto
  kRoundRobin   // baseline: an order that ignores the network
};

enum class LiquidVerdict {
  kLiquid,     // a schedule has as many frames as the duration
  kNotLiquid,  // no such schedule exists
  kUnknown     // no such schedule was found in time
};
std::string_view liquid_verdict_name(LiquidVerdict verdict);

struct ScheduleOptions {
  ScheduleMethod method = ScheduleMethod::kAuto;
  SearchLimits limits = {};
};

struct ScheduleResult {
  Frames frames;                                       // the shortest schedule found
  ScheduleMethod method = ScheduleMethod::kColouring;  // the method that found it
  LiquidVerdict verdict = LiquidVerdict::kUnknown;
  bool shortest = false;  // proven to have the fewest frames, as every liquid schedule is
};

// Known properties of the transfers.
struct KnownStructure {
  // Returns the symmetry groups besides the trivial one; called only when groups are searched.
  std::function<std::vector<SymmetryGroup>(const Stopwatch&)> groups = {};
  Frames construction = {};  // a candidate, which find_schedule() checks; empty: none
  // Calls search_quotient() for these transfers; empty if has_quotient() is false.
  std::function<std::optional<Frames>(std::size_t frames, std::uint64_t seed, const Stopwatch&)>
      quotient = {};
};

// Requires that some transfer has a channel. Throws KeyError("schedule.method") for kStructured
// without a valid construction, and for kQuotient without a quotient.
ScheduleResult find_schedule(const TransferSet& set, const KnownStructure& known,
                             const ScheduleOptions& options);

}  // namespace orthant
