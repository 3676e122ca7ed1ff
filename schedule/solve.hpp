// Schedules of a set of transfers: which way to search, and what the result proves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "schedule/construction/orbits.hpp"
#include "schedule/stopwatch.hpp"

namespace orthant {

enum class ScheduleMethod {
  kAuto,        // the others, in the order that pays
  kExact,       // exhaustive search over full teams
  kStructured,  // a construction known for the network
  kOrbit,       // tabu search for one transfer of every orbit of a group, also the trivial one
  kQuotient,    // tabu search for pairs of switches, then nodes by edge colouring
  kColouring,   // DSATUR; of more than 20,000 transfers kRoundRobin instead
  kMilp,        // an integer program; not among those of kAuto
  kRoundRobin   // what an order costs that knows nothing of the network
};

enum class LiquidVerdict {
  kLiquid,     // as many frames as the duration
  kNotLiquid,  // there is no such schedule
  kUnknown     // none was found in time
};
std::string_view liquid_verdict_name(LiquidVerdict verdict);

struct ScheduleOptions {
  ScheduleMethod method = ScheduleMethod::kAuto;
  SearchLimits limits = {};
};

struct ScheduleResult {
  Frames frames;                                       // a schedule, the shortest found
  ScheduleMethod method = ScheduleMethod::kColouring;  // that found it
  LiquidVerdict verdict = LiquidVerdict::kUnknown;
  bool shortest = false;  // proven; always for liquid ones
};

// What is known of the transfers.
struct KnownStructure {
  // Symmetries beside the trivial one; called where they are searched.
  std::function<std::vector<SymmetryGroup>(const Stopwatch&)> groups = {};
  Frames construction = {};  // that may be a schedule; empty: there is none
  // search_quotient() of these transfers; none where that does not apply.
  std::function<std::optional<Frames>(std::size_t frames, std::uint64_t seed, const Stopwatch&)>
      quotient = {};
};

// Requires that some transfer has a channel. Throws KeyError("schedule.method") for kStructured
// without a construction that is a schedule, and for kQuotient without a quotient.
ScheduleResult find_schedule(const TransferSet& set, const KnownStructure& known,
                             const ScheduleOptions& options);

}  // namespace orthant
