// Measures how many operations per second are read from a GOAL file: a ring all-reduce whose ranks
// alternate sends and receives; each operation but the first two requires the previous receive.
//   scripts/build.sh goal_bench && build/bench/goal_bench
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <iterator>
#include <string>

#include "traffic/goal_file.hpp"

namespace {

using namespace orthant;

std::string ring_allreduce(std::uint32_t ranks) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  const auto out = std::back_inserter(text);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    fmt::format_to(out, "\nrank {} {{\n", rank);
    const std::uint32_t next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    const std::uint32_t steps = 2 * (ranks - 1);
    for (std::uint32_t step = 0; step < steps; ++step)
      fmt::format_to(out, "l{}: send 64b to {} tag {}\nl{}: recv 64b from {} tag {}\n",
                     2 * step + 1, next, step, 2 * step + 2, last, step);
    for (std::uint32_t step = 1; step < steps; ++step)
      fmt::format_to(out, "l{} requires l{}\nl{} requires l{}\n", 2 * step + 1, 2 * step,
                     2 * step + 2, 2 * step);
    text += "}\n";
  }
  return text;
}

// An item is an operation.
void read_ring_allreduce(benchmark::State& state) {
  const auto ranks = static_cast<std::uint32_t>(state.range(0));
  const std::string text = ring_allreduce(ranks);
  std::int64_t operations = 0;
  for (auto _ : state) {
    const Workload workload = parse_goal("workload.file", "ring.goal", text, ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      operations += static_cast<std::int64_t>(workload.of(rank).size());
  }
  state.SetItemsProcessed(operations);
  state.counters["bytes_of_text"] = static_cast<double>(text.size());
}
BENCHMARK(read_ring_allreduce)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
