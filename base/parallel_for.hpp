// A parallel loop over independent iterations.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace orthant {

// Calls worker(i) once for each i = 0 .. count-1, on at most `threads` threads (0 counts as 1), or
// on fewer if the system refuses more. Each thread has its own worker from make_worker(). The order
// of calls is unspecified, so results must not depend on it. Rethrows the first exception after all
// threads have ended.
template <class MakeWorker>
void parallel_for(std::size_t count, std::size_t threads, const MakeWorker& make_worker) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    auto worker = make_worker();
    for (std::size_t i = next++; i < count; i = next++) worker(i);
  };
  if (std::min(threads, count) <= 1) return work();
  std::mutex mutex;
  std::exception_ptr error;
  {
    std::vector<std::jthread> pool;
    const auto work_or_fail = [&] {
      try {
        work();
      } catch (...) {
        next = count;
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
    };
    try {
      while (pool.size() < std::min(threads, count)) pool.emplace_back(work_or_fail);
    } catch (const std::system_error&) {  // the system refuses more threads
      work_or_fail();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace orthant
