// When a line about long work is due.
#pragma once

#include <chrono>

namespace orthant {

class NowAndThen {
 public:
  // True every five seconds, the first time after as many.
  bool is_due() {
    if (Clock::now() < next_) return false;
    next_ = Clock::now() + kInterval;
    return true;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kInterval{5};

  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + kInterval;
};

}  // namespace orthant
