// Chooses the number of active members of a team (base/team.hpp): all of them if each has a core,
// otherwise half as many, down to one. A member that waits for a descheduled one is slower than a
// single member that takes all parts itself.
//
// Both rules use only measured times, so neither depends on the operating system:
// * Shrink if fewer members would have been nearly as fast for a while. Their time is estimated
//   from the times of the parts, since the rest is waiting.
// * Grow after a pause if the additional members have just run without preemption (a probe). The
//   pause doubles with each failure, which bounds the cost of failures to a small share of the
//   time.
//
// Tested by: tests/base/team_size_test.cpp
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace orthant {

// How a team chooses its number of active members: by the free cores, starting with all members or
// with one. For tests: always all, or another number every few steps. Results do not depend on it.
enum class TeamSizing : std::uint8_t { kByCores, kByCoresFromOne, kAll, kRotating };

class TeamSize {
 public:
  using Duration = std::chrono::nanoseconds;  // a time counts from an arbitrary fixed origin

  // A step has `parts`, shared evenly; there are at most `max_members` members, of which
  // `initial_members` start.
  TeamSize(std::size_t parts, std::size_t max_members, std::size_t initial_members, Duration now)
      : parts_(parts), max_members_(max_members), members_(initial_members), since_(now) {}

  std::size_t members() const { return members_; }
  std::size_t smaller() const { return (members_ + 1) / 2; }
  std::size_t larger() const { return std::min(2 * members_, max_members_); }

  // Reports steps of all members that took `elapsed` and ended at `now`; their parts took
  // `stepping` in sum, preemption excluded.
  void observe_steps(Duration now, Duration elapsed, Duration stepping) {
    if (members_ == 1) return;
    const Duration time_of_fewer = stepping * parts_of_one(smaller()) / parts_;
    if (time_of_fewer * 100 >= elapsed * kMinGainPercent) {
      slow_intervals_ = 0;
      lost_ = {};
      return;
    }
    lost_ += std::min(elapsed - time_of_fewer, kMaxLost);
    if (++slow_intervals_ < kSlowIntervals && lost_ < kLongestHiccup) return;
    const bool was_worth_it = now - since_ >= kPausesWorthFailure * pause_;
    const Duration longer = was_worth_it ? kFirstPause : std::min(2 * pause_, kLongestPause);
    pause_ = std::max(longer, kPausePerLoss * lost_);
    members_ = smaller();
    slow_intervals_ = 0;
    lost_ = {};
    since_ = now;
  }

  // True if the additional members up to larger() should run a probe while the others take steps.
  bool is_probe_due(Duration now) const {
    return members_ < max_members_ && now - since_ >= pause_;
  }
  void observe_probe(Duration now, bool had_cores) {
    if (had_cores)
      members_ = larger();
    else
      pause_ = std::max(pause_, std::min(2 * pause_, kLongestPause));
    since_ = now;
  }

  static constexpr Duration kFirstPause = std::chrono::milliseconds(10);
  static constexpr Duration kLongestPause = std::chrono::seconds(1);

 private:
  // Least speedup, in percent, that justifies the larger number of members.
  static constexpr int kMinGainPercent = 120;
  // One slow interval is no evidence, since every system preempts now and then; a long one is.
  static constexpr int kSlowIntervals = 2;
  static constexpr Duration kLongestHiccup = std::chrono::milliseconds(10);
  // Limit on the time lost per interval: if more was lost, the whole program was stopped.
  static constexpr Duration kMaxLost = std::chrono::milliseconds(500);
  // A size that lasted this many pauses was worth the failure that ended it.
  static constexpr int kPausesWorthFailure = 10;
  // A pause lasts so many times the loss, so that failures cost less than a twentieth of the time.
  static constexpr int kPausePerLoss = 20;

  std::size_t parts_of_one(std::size_t members) const { return (parts_ + members - 1) / members; }

  std::size_t parts_, max_members_, members_;
  Duration since_;  // when the number of members or the last probe result changed
  Duration pause_ = kFirstPause;
  int slow_intervals_ = 0;  // consecutive slow intervals
  Duration lost_{};         // time lost in these slow intervals
};

}  // namespace orthant
