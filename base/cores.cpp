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

using Clock = std::chrono::steady_clock;

std::size_t usable_cores() {
#ifdef __linux__
  cpu_set_t cores;  // sched_getaffinity fails on machines with more than CPU_SETSIZE cores
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0)
    return std::max<std::size_t>(1, static_cast<std::size_t>(CPU_COUNT(&cores)));
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

#ifdef __linux__
int current_core() { return sched_getcpu(); }

void leave_core(int core) {
  cpu_set_t usable;
  if (core < 0 || core != current_core() || sched_getaffinity(0, sizeof(usable), &usable) != 0)
    return;
  cpu_set_t others = usable;
  CPU_CLR(static_cast<std::size_t>(core), &others);
  if (sched_setaffinity(0, sizeof(others), &others) == 0)  // fails without other cores
    sched_setaffinity(0, sizeof(usable), &usable);
}
#else
int current_core() { return -1; }
void leave_core(int) {}
#endif

bool has_core_since(Clock::time_point start) {
  using namespace std::chrono_literals;
  constexpr Clock::duration kLatest = 6ms;  // some systems wake a thread on the core of its waker
  constexpr Clock::duration kLasts = 8ms;   // twice the time slice of a 250 Hz kernel
  constexpr Clock::duration kGap = 20us;    // a longer gap between two clock reads means preemption
  // Timer interrupts alone take 6 % on some virtual machines; a program that shares the core takes
  // half of the time or more.
  constexpr Clock::duration kMaxLost = kLasts / 4;
  const Clock::time_point begin = Clock::now();
  if (begin - start > kLatest) return false;
  Clock::time_point last = begin;
  Clock::duration lost{};
  while (lost <= kMaxLost && last - begin < kLasts) {
    const Clock::time_point now = Clock::now();
    if (now - last > kGap) lost += now - last;
    last = now;
  }
  return lost <= kMaxLost;
}

bool are_cores_idle(std::size_t threads) {
  if (threads > usable_cores()) return false;
  const Clock::time_point start = Clock::now();
  std::atomic<bool> all = true;
  const int core = current_core();
  const auto watch = [&] {
    if (!has_core_since(start)) all = false;
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) {
        others.emplace_back([&] {
          leave_core(core);
          watch();
        });
        std::this_thread::yield();
      }
    } catch (const std::system_error&) {
      return false;
    }
    watch();
  }
  return all;
}

}  // namespace orthant
