// Tested by: tests/schedule/solve_test.cpp
#include "schedule/solve.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "schedule/colouring.hpp"
#include "schedule/exact.hpp"

namespace orthant {
namespace {

// Bits of congestion: beyond it the exact search has no memory, and no hope.
constexpr std::size_t kMostExactTransfers = 20'000;
constexpr double kFirstExactSeconds = 0.1;
constexpr double kFirstSliceSeconds = 0.05;
constexpr double kShareOfGroups = 0.7;  // of the time, before the exact search has its turn again

class Finder {
 public:
  Finder(const TransferSet& set, std::span<const SymmetryGroup> groups,
         const ScheduleOptions& options)
      : set_(set),
        options_(options),
        duration_(liquid_bound(set).duration),
        watch_(options.limits) {
    assert(duration_ > 0);
    for (const SymmetryGroup& group : groups) groups_.push_back(&group);
    own_ = trivial_group(set);
    groups_.push_back(&own_);
  }

  ScheduleResult find() {
    result_.frames = colour(set_);
    const ScheduleMethod method = options_.method;
    const bool any = method == ScheduleMethod::kAuto;
    if (any || method == ScheduleMethod::kExact)
      search_exactly_for(any ? kFirstExactSeconds : options_.limits.seconds);
    if (any || method == ScheduleMethod::kOrbit)
      search_groups(watch_.seconds_left() * (any ? kShareOfGroups : 1));
    if (any) search_exactly_for(watch_.seconds_left());
    if (result_.frames.size() == duration_) result_.verdict = LiquidVerdict::kLiquid;
    result_.shortest = result_.frames.size() == proven_;
    return std::move(result_);
  }

 private:
  bool done() const { return result_.frames.size() <= proven_ || watch_.over(); }

  void take(Frames frames, ScheduleMethod method) {
    if (frames.size() >= result_.frames.size()) return;
    result_.frames = std::move(frames);
    result_.method = method;
  }

  // From the least number of frames not excluded yet upwards.
  void search_exactly_for(double seconds) {
    if (set_.transfers.size() > kMostExactTransfers) return;
    const Congestion congestion(set_);
    const Stopwatch own(watch_.rest(seconds));
    while (!done() && !own.over()) {
      ExactResult found =
          search_exactly(congestion, proven_, {}, own.rest(options_.limits.seconds));
      if (found.end == SearchEnd::kFound) take(std::move(found.frames), ScheduleMethod::kExact);
      if (found.end != SearchEnd::kExhausted) return;
      if (proven_++ == duration_) result_.verdict = LiquidVerdict::kNotLiquid;
    }
  }

  // Every group in turn, for longer and longer, with as many frames as nothing excludes; and one
  // frame less than the best schedule has, which is better than nothing.
  void search_groups(double seconds) {
    const Stopwatch own(watch_.rest(seconds));
    std::uint64_t seed = 1;
    for (double slice = kFirstSliceSeconds; !done() && !own.over(); slice *= 2, ++seed) {
      for (const SymmetryGroup* group : groups_) {
        if (proven_ % group->size() != 0 || done() || own.over()) continue;
        search_orbits_for(*group, proven_, seed, slice);
      }
      const std::size_t fewer = result_.frames.size() - 1;
      if (fewer > proven_) search_orbits_for(own_, fewer, seed, slice);
    }
  }

  void search_orbits_for(const SymmetryGroup& group, std::size_t frames, std::uint64_t seed,
                         double seconds) {
    auto found = search_orbits(set_, group, frames, seed, Stopwatch(watch_.rest(seconds)));
    if (found) take(std::move(*found), ScheduleMethod::kOrbit);
  }

  const TransferSet& set_;
  ScheduleOptions options_;
  std::size_t duration_;
  Stopwatch watch_;
  std::vector<const SymmetryGroup*> groups_;
  SymmetryGroup own_;
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

ScheduleResult find_schedule(const TransferSet& set, std::span<const SymmetryGroup> groups,
                             const ScheduleOptions& options) {
  return Finder(set, groups, options).find();
}

}  // namespace orthant
