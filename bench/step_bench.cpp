// Speed of the simulator's step, in flit-hops per second of one core: flits that cross a channel
// between routers. Each benchmark builds a network, warms it up and then simulates a fixed number
// of cycles per iteration.
//
//   build/bench/step_bench --benchmark_counters_tabular=true
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "sim/network.hpp"

namespace orthant {
namespace {

struct Scenario {
  const char* name;
  const char* kind;  // topology
  std::vector<std::uint32_t> radices;
  const char* routing;
  RouterOptions router;
  double flits_per_cycle;  // offered load per node
  std::uint16_t packet_flits = 8;
};

struct Built {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  Traffic traffic;
  std::unique_ptr<Network> network;
};

std::unique_ptr<Built> build(const Scenario& s) {
  auto built = std::make_unique<Built>();
  GridOptions grid;
  grid.radices = s.radices;
  const std::string kind = s.kind;
  built->topology = std::make_unique<Topology>(kind == "mesh" ? make_mesh(grid) : make_torus(grid));
  RoutingOptions routing;
  routing.switching = s.router.switching;
  routing.flow_control = s.router.flow_control;
  built->routing = find_routing(s.routing)->make(*built->topology, routing);
  built->traffic.pattern = find_pattern("uniform")->make(*built->topology, {});
  built->traffic.lengths = PacketLengths::fixed(s.packet_flits);
  InjectionOptions injection;
  injection.flits_per_cycle = s.flits_per_cycle;
  injection.packets_per_cycle = injection.messages_per_cycle = s.flits_per_cycle / s.packet_flits;
  injection.mean_message_flits = s.packet_flits;
  built->traffic.injection = find_injection("bernoulli")->make(injection);
  built->network = make_input_queued_network(
      {*built->topology, *built->routing, built->traffic, s.router, NodeChannelOptions{}});
  built->network->advance(2'000);
  return built;
}

void simulate_step(benchmark::State& state, const Scenario& scenario) {
  const auto built = build(scenario);
  Network& network = *built->network;
  const std::uint64_t before = network.flit_hops();
  const Cycle cycles = 4'000'000 / built->topology->router_count() / 10;
  for (auto _ : state) network.advance(network.now() + cycles);
  const auto hops = static_cast<double>(network.flit_hops() - before);
  state.counters["flit_hops"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["ns_per_flit_hop"] =
      benchmark::Counter(hops * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  const MemoryEstimate memory = network.memory();
  state.counters["state_bytes_per_router"] = static_cast<double>(memory.router_state_bytes) /
                                             static_cast<double>(built->topology->router_count());
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

// Loads are about half of what each network saturates at.
std::vector<Scenario> scenarios() {
  const auto cut_through = Switching::kVirtualCutThrough;
  const auto store_forward = Switching::kStoreAndForward;
  const auto credit = FlowControl::kCredit;
  const auto bubble = FlowControl::kBubble;
  return {
      {"torus8x8_dor_2vc", "torus", {8, 8}, "dor", router(2), 0.25},
      {"torus16x16x16_dor_2vc", "torus", {16, 16, 16}, "dor", router(2), 0.12},
      {"torus8x8_dor_2vc_single_flit", "torus", {8, 8}, "dor", router(2), 0.25, 1},
      {"torus8x8_dor_4vc", "torus", {8, 8}, "dor", router(4), 0.3},
      {"torus8x8_dor_8vc", "torus", {8, 8}, "dor", router(8), 0.3},
      {"torus8x8_dor_16vc", "torus", {8, 8}, "dor", router(16), 0.3},
      {"torus8x8_dor_delays_1_1_1", "torus", {8, 8}, "dor", with_delays(1, 1, 1), 0.2},
      {"torus8x8_dor_delays_2_2_3", "torus", {8, 8}, "dor", with_delays(2, 2, 3), 0.15},
      {"torus8x8_minimal_adaptive_4vc", "torus", {8, 8}, "minimal_adaptive", router(4), 0.3},
      {"torus16x16x16_minimal_adaptive_3vc",
       "torus",
       {16, 16, 16},
       "minimal_adaptive",
       router(3),
       0.15},
      {"torus8x8_cut_through_bubble_1vc",
       "torus",
       {8, 8},
       "dor",
       whole_packet(cut_through, bubble, 1),
       0.25},
      {"torus8x8_cut_through_credit_2vc",
       "torus",
       {8, 8},
       "dor",
       whole_packet(cut_through, credit, 2),
       0.25},
      {"torus8x8_store_and_forward_2vc",
       "torus",
       {8, 8},
       "dor",
       whole_packet(store_forward, credit, 2),
       0.2},
      {"mesh8x8_dor_1vc", "mesh", {8, 8}, "dor", router(1), 0.15},
      {"mesh8x8_dor_2vc", "mesh", {8, 8}, "dor", router(2), 0.2},
      {"mesh16x16_dor_4vc", "mesh", {16, 16}, "dor", router(4), 0.1},
      {"torus4x4x4x4x4_dor_2vc", "torus", {4, 4, 4, 4, 4}, "dor", router(2), 0.4},
      {"torus8x8_dor_2vc_low_load", "torus", {8, 8}, "dor", router(2), 0.02},
  };
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  const auto scenarios = orthant::scenarios();
  for (const auto& scenario : scenarios) {
    benchmark::RegisterBenchmark(scenario.name, [&scenario](benchmark::State& state) {
      orthant::simulate_step(state, scenario);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
