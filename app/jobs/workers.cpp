// Worker threads that take items and hand the results to the thread that started them.
#include "app/jobs/workers.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/jobs/interrupt.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// Invariants: `next`, `running`, `error` and `finished` are guarded by `mutex`; `running` counts
// the workers that have not returned.
struct Exchange {
  std::span<const std::size_t> items;
  const ComputeItem& compute;
  const Share& share;  // of each item
  Progress& progress;

  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next = 0;
  std::size_t running = 0;
  std::atomic<bool> stop = false;
  std::exception_ptr error;
  std::deque<std::pair<std::size_t, ItemResult>> finished;
};

struct StopWhenLeft {
  std::atomic<bool>& stop;
  ~StopWhenLeft() { stop = true; }
};

void work(Exchange& exchange, std::size_t worker) {
  std::size_t item = 0;
  const RunProgress watch = [&](Cycle done, Cycle expected) {
    if (expected > 0 && expected < kNever)
      exchange.progress.set_fraction(
          worker, item, std::min(1.0, static_cast<double>(done) / static_cast<double>(expected)));
    return !interrupted() && !exchange.stop;
  };
  std::unique_lock lock(exchange.mutex);
  while (!exchange.stop && !interrupted() && exchange.next < exchange.items.size()) {
    item = exchange.items[exchange.next++];
    lock.unlock();
    ItemResult result;
    std::exception_ptr error;
    try {
      result = exchange.compute(item, exchange.share, watch);
    } catch (...) {
      error = std::current_exception();
    }
    exchange.progress.set_fraction(worker, item, 0);
    lock.lock();
    if (error && !exchange.error) exchange.error = error;
    if (error)
      exchange.stop = true;
    else if (result.complete)
      exchange.finished.emplace_back(item, std::move(result));
    exchange.changed.notify_one();
  }
  --exchange.running;
  exchange.changed.notify_one();
}

// Starts as many workers as the system allows, at least one.
void start_workers(Exchange& exchange, std::size_t threads, std::vector<std::jthread>& workers) {
  exchange.running = threads;
  try {
    while (workers.size() < threads)
      workers.emplace_back([&exchange, w = workers.size()] { work(exchange, w); });
  } catch (const std::system_error& error) {
    const std::string reason = error.code().message();
    if (workers.empty())
      config_error("no thread can be started: {}; allowed: more memory, threads and processes",
                   reason);
    const std::lock_guard lock(exchange.mutex);
    exchange.running -= threads - workers.size();
    exchange.progress.message(
        fmt::format("{} of {} threads could be started: {}", workers.size(), threads, reason),
        true);
  }
}

void compute_batch(std::span<const std::size_t> items, const Batch& batch, bool exactly,
                   const ComputeItem& compute, const TakeResult& take, Progress& progress) {
  const Share share = {.threads = batch.threads_of_one, .exactly = exactly};
  Exchange exchange{items, compute, share, progress, {}, {}, 0, 0, false, {}, {}};
  std::vector<std::jthread> workers;
  const StopWhenLeft stop_when_left{exchange.stop};  // also when take() throws
  start_workers(exchange, batch.workers, workers);
  std::unique_lock lock(exchange.mutex);
  while (exchange.running > 0 || !exchange.finished.empty()) {
    exchange.changed.wait_for(lock, std::chrono::milliseconds(100),
                              [&] { return exchange.running == 0 || !exchange.finished.empty(); });
    std::deque<std::pair<std::size_t, ItemResult>> finished;
    finished.swap(exchange.finished);
    lock.unlock();
    for (auto& [item, result] : finished) {
      progress.item_done(item);
      take(item, std::move(result));
    }
    progress.tick();
    lock.lock();
  }
  if (exchange.error) std::rethrow_exception(exchange.error);
}

}  // namespace

std::vector<Batch> batches(std::size_t items, const ThreadUse& use) {
  if (items == 0) return {};
  const auto of_all = [&](std::size_t count, std::size_t threads_of_one) -> Batch {
    return {count, std::clamp<std::size_t>(use.threads / threads_of_one, 1, count), threads_of_one};
  };
  if (use.exactly) return {of_all(items, use.most_of_one)};
  const std::size_t left = items % use.threads;
  if (left == 0 || use.threads / left < 2 || use.most_of_one < 2) return {of_all(items, 1)};
  std::vector<Batch> found;
  if (items > left) found.push_back(of_all(items - left, 1));
  found.push_back(of_all(left, std::min(use.threads / left, use.most_of_one)));
  return found;
}

void compute_on_threads(std::span<const std::size_t> items, const ThreadUse& use,
                        const ComputeItem& compute, const TakeResult& take, Progress& progress) {
  std::size_t from = 0;
  for (const Batch& batch : batches(items.size(), use)) {
    if (interrupted()) return;
    compute_batch(items.subspan(from, batch.items), batch, use.exactly, compute, take, progress);
    from += batch.items;
  }
}

}  // namespace orthant
