// Tested by: tests/schedule/solve_test.cpp
#include "schedule/solve.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "schedule/construction/colouring.hpp"
#include "schedule/judge.hpp"
#include "schedule/milp.hpp"
#include "schedule/teams/exact.hpp"

namespace orthant {
namespace {

// With more transfers, one bit per pair of them would exhaust memory, and the search would not end.
constexpr std::size_t kMaxExactTransfers = 20'000;
// Efforts are in units of SearchLimits::effort. Time ends only the search as a whole, so that every
// machine that is fast enough finds the same schedule.
constexpr std::uint64_t kSwitchEffort = 500'000'000;
constexpr std::uint64_t kFirstExactEffort = 20'000'000;
constexpr std::uint64_t kFirstSliceEffort = 10'000'000;
constexpr std::uint64_t kAnyEffort = std::numeric_limits<std::uint64_t>::max();
constexpr double kShareOfGroups =
    0.7;  // share of the remaining effort before the next exact search

class Finder {
 public:
  Finder(const TransferSet& set, const KnownStructure& known, const ScheduleOptions& options)
      : set_(set),
        known_(known),
        options_(options),
        duration_(liquid_bound(set).duration),
        watch_(options.limits) {
    assert(duration_ > 0);
  }

  ScheduleResult find() {
    const ScheduleMethod method = options_.method;
    const bool any = method == ScheduleMethod::kAuto;
    check_capacities();
    if (any || method == ScheduleMethod::kStructured) construct();
    if (result_.frames.empty() && (any || method == ScheduleMethod::kQuotient))
      search_switches(any ? kSwitchEffort : kAnyEffort);
    if (method == ScheduleMethod::kRoundRobin) {
      result_.frames = first_fit(set_);
      result_.method = method;
    }
    if (result_.frames.empty()) {
      const bool small = set_.transfers.size() <= kMaxExactTransfers;
      result_.frames = small ? colour(set_) : first_fit(set_);
      if (!small) result_.method = ScheduleMethod::kRoundRobin;
    }
    if (any || method == ScheduleMethod::kExact)
      search_exactly_for(any ? kFirstExactEffort : kAnyEffort);
    if (any || method == ScheduleMethod::kOrbit) search_groups(any ? kShareOfGroups : 1);
    if (any) search_exactly_for(kAnyEffort);
    if (method == ScheduleMethod::kMilp) search_by_milp();
    if (result_.frames.size() == duration_) result_.verdict = LiquidVerdict::kLiquid;
    result_.shortest = result_.frames.size() == proven_;
    return std::move(result_);
  }

 private:
  // Full teams, and the edge colouring of nodes on switches, require unit capacities.
  void check_capacities() const {
    const bool one_at_a_time =
        options_.method == ScheduleMethod::kExact || options_.method == ScheduleMethod::kQuotient;
    if (one_at_a_time && set_.has_capacities())
      key_error("schedule.method",
                "channels differ in bandwidth, and this method needs equal ones; allowed: auto, "
                "orbit, structured, colouring, milp, round_robin");
  }

  bool done() const { return result_.frames.size() <= proven_ || watch_.over(); }

  void take(Frames frames, ScheduleMethod method) {
    if (frames.size() >= result_.frames.size()) return;
    result_.frames = std::move(frames);
    result_.method = method;
  }

  void construct() {
    const Judgement judgement = judge(set_, known_.construction);
    if (judgement.valid()) {
      result_.frames = known_.construction;
      result_.method = ScheduleMethod::kStructured;
      return;
    }
    if (options_.method == ScheduleMethod::kStructured)
      key_error("schedule.method", "{}",
                known_.construction.empty()
                    ? "no construction is known for these transfers; allowed: all_to_all on tori "
                      "of equal radices that 4 divides"
                    : "the construction is for dor with routing.ties = source");
  }

  void search_switches(std::uint64_t effort) {
    if (!known_.quotient) {
      if (options_.method == ScheduleMethod::kAuto) return;
      key_error(
          "schedule.method",
          "every switch has one node alone, a pair sends twice, or there is no space for the "
          "pairs that do not send; allowed: quotient for clusters whose switches have several "
          "nodes");
    }
    const Stopwatch own(watch_, effort);
    std::uint64_t seed = 1;
    for (std::uint64_t slice = kFirstSliceEffort; result_.frames.empty() && !own.over();
         slice *= 2) {
      const Stopwatch turn(own, slice);
      if (auto found = known_.quotient(duration_, seed++, turn)) {
        result_.frames = std::move(*found);
        result_.method = ScheduleMethod::kQuotient;
      }
    }
  }

  // Searches upwards from the smallest number of frames not excluded so far.
  void search_exactly_for(std::uint64_t effort) {
    if (set_.has_capacities() || set_.transfers.size() > kMaxExactTransfers) return;
    const Congestion congestion(set_);
    const Stopwatch own(watch_, effort);
    while (!done() && !own.over()) {
      ExactResult found = search_exactly(congestion, proven_, {}, own.rest());
      own.spend(found.effort);
      if (found.end == SearchEnd::kFound) take(std::move(found.frames), ScheduleMethod::kExact);
      if (found.end != SearchEnd::kExhausted) return;
      if (proven_++ == duration_) result_.verdict = LiquidVerdict::kNotLiquid;
    }
  }

  // Replaces the schedule of colour(), which remains the result only if the program finds none in
  // time.
  void search_by_milp() {
    MilpResult found = search_by_integer_program(set_, watch_.rest());
    if (found.min_frames > result_.frames.size())
      throw std::logic_error("the integer program excludes a schedule that exists");
    proven_ = found.min_frames;
    if (proven_ > duration_) result_.verdict = LiquidVerdict::kNotLiquid;
    if (found.frames.empty()) return;
    result_.frames = std::move(found.frames);
    result_.method = ScheduleMethod::kMilp;
  }

  // Searches all groups round robin with increasing effort for the smallest number of frames that
  // is not excluded. Searches the trivial group also for one frame less than the best schedule so
  // far.
  void search_groups(double share) {
    if (done() || !is_searchable(set_, proven_)) return;
    std::vector<SymmetryGroup> groups;
    if (known_.groups) groups = known_.groups(watch_);
    groups.push_back(trivial_group(set_));
    const Stopwatch own = Stopwatch::share_of(watch_, share);
    std::uint64_t seed = 1;
    for (std::uint64_t slice = kFirstSliceEffort; !done() && !own.over(); slice *= 2, ++seed) {
      for (const SymmetryGroup& group : groups) {
        for (const CosetPartition& partition : group.partitions) {
          if (proven_ % partition.cosets != 0 || done() || own.over()) continue;
          search_orbits_for(group, partition, proven_, seed, Stopwatch(own, slice));
        }
      }
      const std::size_t fewer = result_.frames.size() - 1;
      if (fewer > proven_ && is_searchable(set_, fewer))
        search_orbits_for(groups.back(), groups.back().partitions.front(), fewer, seed,
                          Stopwatch(own, slice));
    }
  }

  void search_orbits_for(const SymmetryGroup& group, const CosetPartition& partition,
                         std::size_t frames, std::uint64_t seed, const Stopwatch& turn) {
    auto found = search_orbits(set_, group, partition, frames, seed, turn);
    if (found) take(std::move(*found), ScheduleMethod::kOrbit);
  }

  const TransferSet& set_;
  const KnownStructure& known_;
  ScheduleOptions options_;
  std::size_t duration_;
  Stopwatch watch_;
  ScheduleResult result_;
  std::size_t proven_ = duration_;  // fewer frames are impossible
};

}  // namespace

std::string_view liquid_verdict_name(LiquidVerdict verdict) {
  switch (verdict) {
    case LiquidVerdict::kLiquid:
      return "liquid";
    case LiquidVerdict::kNotLiquid:
      return "not_liquid";
    case LiquidVerdict::kUnknown:
      break;
  }
  return "unknown";
}

ScheduleResult find_schedule(const TransferSet& set, const KnownStructure& known,
                             const ScheduleOptions& options) {
  return Finder(set, known, options).find();
}

}  // namespace orthant
