// Limits of a search in time and effort.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "base/progress_timer.hpp"

namespace orthant {

struct SearchLimits {
  double seconds = 10;
  // Polled during the search; true ends it like the time limit.
  std::function<bool()> stop = {};
  // Effort limit, in units of about a nanosecond. Unlike time, effort is the same on every machine,
  // so it may decide which of several searches continues.
  std::uint64_t effort = std::numeric_limits<std::uint64_t>::max();
};

// Approximate effort that a search spends in this time.
inline std::uint64_t effort_of(double seconds) {
  constexpr double kMax = 1e19;  // about 300 years
  return static_cast<std::uint64_t>(std::min(seconds * 1e9, kMax));
}

class Stopwatch {
 public:
  explicit Stopwatch(SearchLimits limits) : limits_(std::move(limits)) {}
  // Limits a part of a search to this effort, and to what `whole` has left. Effort spent in the
  // part also counts in `whole`, which must outlive it.
  Stopwatch(const Stopwatch& whole, std::uint64_t effort)
      : Stopwatch(SearchLimits{whole.seconds_left(), whole.limits_.stop,
                               std::min(effort, whole.effort_left())}) {
    whole_ = &whole;
  }
  // Limits a part of a search to a share, in (0, 1], of the time and effort that `whole` has left.
  static Stopwatch share_of(const Stopwatch& whole, double share) {
    Stopwatch part(whole, whole.share_of_effort(share));
    part.limits_.seconds *= share;
    return part;
  }

  double seconds() const { return seconds_since(start_); }
  double seconds_left() const { return limits_.seconds - seconds(); }
  std::uint64_t effort_left() const { return limits_.effort - std::min(limits_.effort, spent_); }
  void spend(std::uint64_t effort) const {
    spent_ += effort;
    if (whole_ != nullptr) whole_->spend(effort);
  }
  std::uint64_t spent() const { return spent_; }
  bool over() const {
    return effort_left() == 0 || seconds_left() <= 0 || (limits_.stop && limits_.stop());
  }
  SearchLimits rest() const { return {seconds_left(), limits_.stop, effort_left()}; }

 private:
  // Rounds such that a share of 1 is exactly the whole effort.
  std::uint64_t share_of_effort(double share) const {
    return effort_left() -
           static_cast<std::uint64_t>((1 - share) * static_cast<double>(effort_left()));
  }

  SearchLimits limits_;
  const Stopwatch* whole_ = nullptr;  // the enclosing stopwatch
  mutable std::uint64_t spent_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace orthant
