// Speed of the simulator's step on one core, in flit-hops per second: flits that cross a channel
// between routers. Each benchmark builds a network, warms it up and simulates a fixed number of
// cycles per iteration. docs/performance.md explains the numbers.
//
//   build/bench/step_bench --benchmark_counters_tabular=true
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "bench/scenario.hpp"

namespace orthant {
namespace {

using bench::Scenario;

void simulate_step(benchmark::State& state, const Scenario& scenario) {
  const bench::Built built(scenario);
  Network& network = *built.network;
  const std::size_t routers = built.topology->router_count();
  // Large networks warm up in fewer cycles, enough for several packets to cross them.
  network.advance(routers > 10'000 ? 500 : 2'000);
  const std::uint64_t before = network.flit_hops();
  const Cycle cycles = std::max<Cycle>(20, 400'000 / routers);
  const std::clock_t start = std::clock();
  for (auto _ : state) network.advance(network.now() + cycles);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto hops = static_cast<double>(network.flit_hops() - before);
  const double steps =
      static_cast<double>(routers * cycles) * static_cast<double>(state.iterations());
  state.counters["flit_hops"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["ns_per_flit_hop"] = 1e9 * seconds / hops;
  state.counters["ns_per_router_cycle"] = 1e9 * seconds / steps;
  const MemoryEstimate memory = network.memory();
  const auto per_router = [&](std::size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(routers);
  };
  state.counters["state_bytes"] = per_router(memory.router_state_bytes);
  state.counters["buffer_bytes"] = per_router(memory.flit_buffer_bytes);
}

RouterOptions router(std::uint32_t vcs, std::uint32_t buffer_flits = 8) {
  RouterOptions options;
  options.vcs = vcs;
  options.buffer_flits = buffer_flits;
  return options;
}

RouterOptions with_delays(std::uint32_t rd, std::uint32_t vd, std::uint32_t sd) {
  RouterOptions options = router(2);
  options.routing_delay = rd;
  options.vc_allocation_delay = vd;
  options.switch_allocation_delay = sd;
  return options;
}

RouterOptions whole_packet(Switching switching, FlowControl flow_control, std::uint32_t vcs) {
  RouterOptions options = router(vcs, 16);
  options.switching = switching;
  options.flow_control = flow_control;
  return options;
}

// Loads are about half of the saturation load, except the low loads.
std::vector<Scenario> scenarios() {
  const auto cut_through = Switching::kVirtualCutThrough;
  const auto store_forward = Switching::kStoreAndForward;
  const auto credit = FlowControl::kCredit;
  const auto bubble = FlowControl::kBubble;
  const std::vector<std::uint32_t> torus2 = {8, 8};
  const std::vector<std::uint32_t> torus3 = {16, 16, 16};
  const std::vector<std::uint32_t> torus5 = {4, 4, 4, 4, 4};
  const auto bubble_1vc = whole_packet(cut_through, bubble, 1);
  const auto cut_through_2vc = whole_packet(cut_through, credit, 2);
  const auto store_forward_2vc = whole_packet(store_forward, credit, 2);
  auto held_2vc = cut_through_2vc;
  held_2vc.switch_hold = SwitchHold::kPacket;
  auto held_flits_2vc = held_2vc;
  held_flits_2vc.flit_by_flit = true;
  return {
      // The headline.
      {"torus8x8_dor_2vc", "torus", torus2, "dor", router(2), 0.18},
      {"torus16x16x16_dor_2vc", "torus", torus3, "dor", router(2), 0.09},
      // Other settings, which must reach at least half of the headline's speed.
      {"torus8x8_dor_2vc_single_flit", "torus", torus2, "dor", router(2), 0.27, 1},
      {"torus8x8_dor_4vc", "torus", torus2, "dor", router(4), 0.25},
      {"torus8x8_dor_8vc", "torus", torus2, "dor", router(8), 0.3},
      {"torus8x8_dor_16vc", "torus", torus2, "dor", router(16), 0.34},
      {"torus8x8_dor_delays_1_1_1", "torus", torus2, "dor", with_delays(1, 1, 1), 0.15},
      {"torus8x8_dor_delays_2_2_3", "torus", torus2, "dor", with_delays(2, 2, 3), 0.12},
      {"torus8x8_dor_2vc_latency_10", "torus", torus2, "dor", router(2, 32), 0.15, 8, 10},
      {"torus8x8_dor_2vc_latency_100", "torus", torus2, "dor", router(2, 256), 0.15, 8, 100},
      {"torus8x8_minimal_adaptive_4vc", "torus", torus2, "minimal_adaptive", router(4), 0.3},
      {"torus16x16x16_minimal_adaptive_3vc", "torus", torus3, "minimal_adaptive", router(3), 0.12},
      {"torus8x8_cut_through_bubble_1vc", "torus", torus2, "dor", bubble_1vc, 0.2},
      {"torus8x8_cut_through_credit_2vc", "torus", torus2, "dor", cut_through_2vc, 0.18},
      {"torus8x8_store_and_forward_2vc", "torus", torus2, "dor", store_forward_2vc, 0.18},
      // A switch held for whole packets: packets moved at once, and flit by flit.
      {"mesh8x8_held_2vc", "mesh", {8, 8}, "dor", held_2vc, 0.2},
      {"mesh8x8_held_2vc_by_flit", "mesh", {8, 8}, "dor", held_flits_2vc, 0.2},
      {"mesh32x32_held_2vc", "mesh", {32, 32}, "dor", held_2vc, 0.05},
      {"mesh8x8_dor_1vc", "mesh", {8, 8}, "dor", router(1), 0.13},
      {"mesh8x8_dor_2vc", "mesh", {8, 8}, "dor", router(2), 0.18},
      {"mesh16x16_dor_4vc", "mesh", {16, 16}, "dor", router(4), 0.1},
      {"torus4x4x4x4x4_dor_2vc", "torus", torus5, "dor", router(2), 0.36},
      // Large networks.
      {"torus32x32_dor_2vc", "torus", {32, 32}, "dor", router(2), 0.045},
      {"torus32x32x32_dor_2vc", "torus", {32, 32, 32}, "dor", router(2), 0.045},
      {"torus32x32x32_dor_2vc_latency_4", "torus", {32, 32, 32}, "dor", router(2, 16), 0.045, 8, 4},
      // Cost of an idle network.
      {"torus8x8_dor_2vc_load_0.02", "torus", torus2, "dor", router(2), 0.02},
      {"torus8x8_dor_2vc_load_0.001", "torus", torus2, "dor", router(2), 0.001},
      {"torus16x16x16_dor_2vc_load_0.001", "torus", torus3, "dor", router(2), 0.001},
  };
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  const auto scenarios = orthant::scenarios();
  for (const auto& scenario : scenarios) {
    benchmark::RegisterBenchmark(scenario.name.c_str(), [&scenario](benchmark::State& state) {
      orthant::simulate_step(state, scenario);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
