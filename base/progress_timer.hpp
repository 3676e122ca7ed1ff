// Elapsed time of a long computation, and a timer for its progress lines.
#pragma once

#include <chrono>

namespace orthant {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class ProgressTimer {
 public:
  // Returns true at most once every five seconds.
  bool is_due() {
    if (Clock::now() < next_) return false;
    next_ = Clock::now() + kInterval;
    return true;
  }
  double seconds() const { return seconds_since(start_); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kInterval{5};

  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + kInterval;
};

}  // namespace orthant
