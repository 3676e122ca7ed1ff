// Measures exact computations on shortest-path policies.
//   scripts/build.sh policy_bench && build/bench/policy_bench
#include <benchmark/benchmark.h>

#include "analysis/policy/optimal_policy.hpp"

namespace {

using namespace orthant;

Offsets square_torus(std::int64_t k) {
  const auto radix = static_cast<std::uint32_t>(k);
  return Offsets(Grid({radix, radix}, true));
}

// Computes the optimal order of every offset for all p, and whether MP is optimal.
void optimum_for_all_p(benchmark::State& state) {
  const Offsets offsets = square_torus(state.range(0));
  for (auto _ : state) {
    for (const OptimalPiece& piece : find_optimal_policy(offsets))
      benchmark::DoNotOptimize(classify_optimality(Policy::kMp, offsets, piece));
  }
}
BENCHMARK(optimum_for_all_p)->Arg(16)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);

// Computes the delivery probability of every offset for one p, in floating point.
void delivery_for_one_p(benchmark::State& state) {
  const Offsets offsets = square_torus(state.range(0));
  const auto policy = static_cast<Policy>(state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(delivery(policy, offsets, 0.95));
}
BENCHMARK(delivery_for_one_p)
    ->ArgsProduct({{128}, {static_cast<int>(Policy::kOptimal), static_cast<int>(Policy::kMp)}})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
