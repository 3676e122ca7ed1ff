// Many independent items, computed on threads (workers.cpp) or on MPI ranks (mpi_sweep.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "app/jobs/progress.hpp"
#include "app/output/table.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// What came out of one item.
struct ItemResult {
  Row row;
  bool complete = true;  // false: interrupted, the row means nothing
  double seconds = 0;
  std::uint64_t flit_hops = 0;
  std::string message;  // for stderr; empty: nothing to say
};

// Computes one item; called from several threads at once.
using ComputeItem = std::function<ItemResult(std::size_t item, const RunProgress& progress)>;
// Takes one result; called from the calling thread only, in the order in which items end.
using TakeResult = std::function<void(std::size_t item, ItemResult&& result)>;

// Computes `items`, started in their order, on `threads` threads. Returns early, with items left,
// after an interrupt. The first exception of a worker is thrown again here once all have stopped.
void compute_on_threads(std::span<const std::size_t> items, std::size_t threads,
                        const ComputeItem& compute, const TakeResult& take, Progress& progress);

}  // namespace orthant
