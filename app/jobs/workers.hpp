// Many independent items, computed on threads (workers.cpp) or on MPI ranks (mpi_sweep.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/jobs/progress.hpp"
#include "app/output/table.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// Result of one item.
struct ItemResult {
  Row row;
  bool complete = true;  // false: interrupted, the row is invalid
  double seconds = 0;
  std::uint64_t flit_hops = 0;
  std::string message;  // for stderr; empty: none
};

// Share of the machine for one item.
struct Share {
  std::size_t threads = 1;
  bool exactly = false;    // takes as many threads as cores are free, even for a small network
  Ranks* ranks = nullptr;  // simulate the item together, each with `threads` threads
};
// Computes one item; called from several threads at once.
using ComputeItem =
    std::function<ItemResult(std::size_t item, const Share& share, const RunProgress& progress)>;
// Takes one result; called from the calling thread only, in the order in which items end.
using TakeResult = std::function<void(std::size_t item, ItemResult&& result)>;

// How items share threads.
struct ThreadUse {
  std::size_t threads = 1;      // for all items together
  std::size_t most_of_one = 1;  // per item; more gain nothing
  bool exactly = false;         // each item gets most_of_one
};
// Items computed one after another by `workers` workers, each with threads for its item.
struct Batch {
  std::size_t items, workers, threads_of_one;
  bool operator==(const Batch&) const = default;
};
// Returns the batches in which items are computed: side by side while there are enough items for
// all threads; then the remaining items, each with its share of the threads.
std::vector<Batch> batches(std::size_t items, const ThreadUse& use);

// Computes `items`, starting them in order. Returns early, with items left, after an interrupt.
// Rethrows the first exception of a worker here once all workers have stopped.
void compute_on_threads(std::span<const std::size_t> items, const ThreadUse& use,
                        const ComputeItem& compute, const TakeResult& take, Progress& progress);

}  // namespace orthant
