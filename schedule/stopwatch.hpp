// When a search has to end.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace orthant {

struct SearchLimits {
  double seconds = 10;
  // Asked now and then; true ends the search as the time limit does.
  std::function<bool()> stop = {};
};

class Stopwatch {
 public:
  explicit Stopwatch(SearchLimits limits) : limits_(std::move(limits)) {}

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double seconds_left() const { return limits_.seconds - seconds(); }
  bool over() const { return seconds_left() <= 0 || (limits_.stop && limits_.stop()); }
  // What is left of them, at most so many seconds.
  SearchLimits rest(double most) const { return {std::min(most, seconds_left()), limits_.stop}; }

 private:
  SearchLimits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace orthant
