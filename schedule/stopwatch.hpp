// When a search has to end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "base/now_and_then.hpp"

namespace orthant {

struct SearchLimits {
  double seconds = 10;
  // Asked now and then; true ends the search as the time limit does.
  std::function<bool()> stop = {};
  // What the search may cost, in units of about a nanosecond: unlike time the same on every
  // machine, so that it may decide which of several searches has the next turn.
  std::uint64_t effort = std::numeric_limits<std::uint64_t>::max();
};

class Stopwatch {
 public:
  explicit Stopwatch(SearchLimits limits) : limits_(std::move(limits)) {}

  double seconds() const { return seconds_since(start_); }
  double seconds_left() const { return limits_.seconds - seconds(); }
  std::uint64_t effort_left() const { return limits_.effort - std::min(limits_.effort, spent_); }
  void spend(std::uint64_t effort) const { spent_ += effort; }
  std::uint64_t spent() const { return spent_; }
  bool over() const {
    return effort_left() == 0 || seconds_left() <= 0 || (limits_.stop && limits_.stop());
  }
  // What is left of them, at most so much time or effort.
  SearchLimits rest(double seconds) const {
    return {std::min(seconds, seconds_left()), limits_.stop, effort_left()};
  }
  SearchLimits rest_for(std::uint64_t effort) const {
    return {seconds_left(), limits_.stop, std::min(effort, effort_left())};
  }

 private:
  SearchLimits limits_;
  mutable std::uint64_t spent_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace orthant
