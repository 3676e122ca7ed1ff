#include "base/cores.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace orthant {

std::size_t usable_cores() {
#ifdef __linux__
  cpu_set_t cores;  // a machine with more than CPU_SETSIZE cores: the call fails
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0)
    return std::max<std::size_t>(1, static_cast<std::size_t>(CPU_COUNT(&cores)));
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

bool has_core_since(std::chrono::steady_clock::time_point start) {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  constexpr Clock::duration kLasts = 8ms;  // twice the tick of a kernel of 250 Hz
  constexpr Clock::duration kGap = 20us;   // between two looks at the clock: something else ran
  Clock::time_point last = start;
  Clock::duration lost{};
  while (lost <= kLasts / 10 && last - start < kLasts) {
    const Clock::time_point now = Clock::now();
    if (now - last > kGap) lost += now - last;
    last = now;
  }
  return lost <= kLasts / 10;
}

bool are_cores_idle(std::size_t threads) {
  if (threads > usable_cores()) return false;
  const auto start = std::chrono::steady_clock::now();
  std::atomic<bool> all = true;
  const auto watch = [&] {
    if (!has_core_since(start)) all = false;
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) others.emplace_back(watch);
    } catch (const std::system_error&) {
      return false;
    }
    watch();
  }
  return all;
}

}  // namespace orthant
