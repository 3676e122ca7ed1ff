// How many members of a team (base/team.hpp) take its steps: all of them where each has a core,
// else half as many, down to one. A member that waits for one without a core is slower than a
// member that takes all parts of a step itself.
//
// Both rules go by measured times alone, so that nothing is asked of the operating system:
// * Fewer members, where fewer would have been nearly as fast for a while. They would take the
//   times of the parts, since waiting takes the rest.
// * More members after a pause, if those that would join have just run without interruption (a
//   probe). The pause doubles with each failure, and what failures cost is a small part of it.
//
// Tested by: tests/base/team_size_test.cpp
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace orthant {

// How a team finds the number of its members at work: by the cores that are free, beginning with
// all members or with one. Changes no result. For tests: all of them, and another number after
// every few steps.
enum class TeamSizing : std::uint8_t { kByCores, kByCoresFromOne, kAll, kRotating };

class TeamSize {
 public:
  using Duration = std::chrono::nanoseconds;  // a time is one since any fixed moment

  // Steps have `parts`, of which every member takes nearly as many; there are `most` members, of
  // which `first` begin.
  TeamSize(std::size_t parts, std::size_t most, std::size_t first, Duration now)
      : parts_(parts), most_(most), members_(first), since_(now) {}

  std::size_t members() const { return members_; }
  std::size_t smaller() const { return (members_ + 1) / 2; }
  std::size_t larger() const { return std::min(2 * members_, most_); }

  // Steps of all members took `elapsed` and ended now; their parts took `stepping`, added up, where
  // nobody was interrupted.
  void observe_steps(Duration now, Duration elapsed, Duration stepping) {
    if (members_ == 1) return;
    const Duration of_fewer = stepping * parts_of_one(smaller()) / parts_;
    if (of_fewer * 100 >= elapsed * kLeastGainPercent) {
      slow_ = 0;
      lost_ = {};
      return;
    }
    lost_ += std::min(elapsed - of_fewer, kMostLost);
    if (++slow_ < kSlowInSequence && lost_ < kLongestHiccup) return;
    const bool was_worth_it = now - since_ >= kWorthPauses * pause_;
    const Duration longer = was_worth_it ? kFirstPause : std::min(2 * pause_, kLongestPause);
    pause_ = std::max(longer, kPausePerLoss * lost_);
    members_ = smaller();
    slow_ = 0;
    lost_ = {};
    since_ = now;
  }

  // The members up to larger() are to run by themselves for a moment, while the others take steps.
  bool is_probe_due(Duration now) const { return members_ < most_ && now - since_ >= pause_; }
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
  // The gain of a second member that is worth a core: a fifth.
  static constexpr int kLeastGainPercent = 120;
  // One stretch that is slow says little: a system interrupts everybody now and then. A long one
  // does.
  static constexpr int kSlowInSequence = 2;
  static constexpr Duration kLongestHiccup = std::chrono::milliseconds(10);
  // Of one stretch: in a longer one the whole program was stopped.
  static constexpr Duration kMostLost = std::chrono::milliseconds(500);
  // Steps that lasted so many pauses were worth the failure that ended them.
  static constexpr int kWorthPauses = 10;
  // What failures cost is less than a twentieth of the time.
  static constexpr int kPausePerLoss = 20;

  std::size_t parts_of_one(std::size_t members) const { return (parts_ + members - 1) / members; }

  std::size_t parts_, most_, members_;
  Duration since_;  // when the number of members, or what is known of it, changed last
  Duration pause_ = kFirstPause;
  int slow_ = 0;     // stretches in sequence, so far
  Duration lost_{};  // in them
};

}  // namespace orthant
