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
  kAuto,        // tries the others in an efficient order
  kExact,       // exhaustive search over full teams
  kStructured,  // a known construction for the network
  kOrbit,       // tabu search for one transfer per orbit of a group, the trivial group included
  kQuotient,    // tabu search for pairs of switches, then nodes by edge colouring
  kColouring,   // DSATUR; kRoundRobin beyond 20,000 transfers
  kMilp,        // an integer program; not used by kAuto
  kRoundRobin   // baseline: an order that ignores the network
};

enum class LiquidVerdict {
  kLiquid,     // as many frames as the duration
  kNotLiquid,  // no such schedule exists
  kUnknown     // none was found in time
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
  bool shortest = false;  // proven; always true for liquid schedules
};

// Known properties of the transfers.
struct KnownStructure {
  // Symmetry groups besides the trivial one; called when they are searched.
  std::function<std::vector<SymmetryGroup>(const Stopwatch&)> groups = {};
  Frames construction = {};  // may be a schedule; empty: none
  // search_quotient() of these transfers; empty if it does not apply.
  std::function<std::optional<Frames>(std::size_t frames, std::uint64_t seed, const Stopwatch&)>
      quotient = {};
};

// Requires that some transfer has a channel. Throws KeyError("schedule.method") for kStructured
// without a valid construction, and for kQuotient without a quotient.
ScheduleResult find_schedule(const TransferSet& set, const KnownStructure& known,
                             const ScheduleOptions& options);

}  // namespace orthant
