// Speed and memory of the step over network sizes: k-ary tori under uniform traffic at a fixed
// share of capacity, so that the work per router and cycle is the same at every size.
// docs/performance.md explains the numbers; bench/sizes.py runs all cases.
//
//   build/bench/size_bench                     a line for each case: name, routers
//   build/bench/size_bench [THREADS] NAME...   CSV, a row for each of these cases; on one thread
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/scenario.hpp"

namespace orthant::bench {
namespace {

struct Series {
  std::string_view routing;
  RouterOptions router;
  std::uint16_t packet_flits;
  double capacity;  // offered load, as a share of the capacity of a torus: 8 / k
  std::size_t most_routers;
};

struct Case {
  Series series;
  std::uint32_t radix, dimensions;

  std::size_t routers() const {
    return static_cast<std::size_t>(std::llround(std::pow(radix, dimensions)));
  }
  std::string_view model() const {
    return series.router.model == RouterModel::kInputQueued ? "input_queued" : "output_queued";
  }
  std::string shape() const {
    std::string text = std::to_string(radix);
    for (std::uint32_t i = 1; i < dimensions; ++i) text += fmt::format("x{}", radix);
    return text;
  }
  std::string name() const {
    return fmt::format("{}_{}_{}vc_{}flits_{}", model(), series.routing, series.router.vcs,
                       series.packet_flits, shape());
  }
};

RouterOptions input_queued(std::uint32_t vcs) { return {.vcs = vcs, .buffer_flits = 8}; }

// The node of Versaci 2013: acknowledgements of 10 bytes for packets of 512.
RouterOptions output_queued(std::uint32_t queues) {
  RouterOptions options;
  options.model = RouterModel::kOutputQueued;
  options.switching = Switching::kStoreAndForward;
  options.flow_control = FlowControl::kBubble;
  options.vcs = queues;
  options.selection = &kMostFreeSpace;
  options.output_queue.ack_flits = Rational(10, 512);
  options.output_queue.half_free_injection = true;
  return options;
}

std::vector<Case> cases() {
  const std::size_t any = std::size_t{1} << 20;
  const std::array<Series, 6> all = {{
      {"dor", input_queued(2), 8, 0.18, any},
      {"dor", input_queued(8), 8, 0.3, any},
      {"dor", input_queued(2), 1, 0.27, any},
      {"minimal_adaptive", input_queued(3), 8, 0.24, any},
      {"dor", output_queued(1), 1, 0.3, 100'000},
      {"abr", output_queued(2), 1, 0.5, 100'000},
  }};
  std::vector<Case> found;
  for (const Series& series : all) {
    for (const std::uint32_t k : {8u, 16u, 32u, 64u, 128u}) found.push_back({series, k, 2});
    for (const std::uint32_t k : {8u, 16u, 24u, 32u, 48u, 64u}) found.push_back({series, k, 3});
  }
  std::erase_if(found, [](const Case& c) { return c.routers() > c.series.most_routers; });
  return found;
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

constexpr std::string_view kHeader =
    "model,dimensions,routers,routing,vcs,packet_flits,load,threads,flit_hops_per_second,"
    "ns_per_flit_hop,ns_least,ns_most,state_bytes_per_router,buffer_bytes_per_router,"
    "resident_bytes_per_router";

// Prints the median, minimum and maximum of five intervals after a warm-up.
void measure(const Case& c, std::uint32_t threads) {
  const double load = c.series.capacity * 8 / c.radix;
  const double before = resident_bytes();
  const Built built({.name = c.name(),
                     .kind = "torus",
                     .radices = std::vector<std::uint32_t>(c.dimensions, c.radix),
                     .routing = c.series.routing,
                     .router = c.series.router,
                     .flits_per_cycle = load,
                     .packet_flits = c.series.packet_flits,
                     .stepping = {.blocks = threads, .threads = threads}});
  Network& network = *built.network;
  const std::size_t routers = c.routers();
  const Cycle ticks = network.ticks_per_cycle();
  // Long enough for several packets to cross the network: four diameters.
  network.advance((100 + 4 * Cycle{c.dimensions} * c.radix / 2) * ticks);
  // About two million flit-hops: the mean distance is a quarter of the radix in each dimension.
  const double hops_per_cycle = static_cast<double>(routers) * load * c.dimensions * c.radix / 4;
  const Cycle stretch = std::max<Cycle>(20, static_cast<Cycle>(2e6 / hops_per_cycle)) * ticks;
  std::array<double, 5> ns{};
  for (double& cost : ns) {
    const std::uint64_t hops = network.flit_hops();
    const auto start = std::chrono::steady_clock::now();
    network.advance(network.now() + stretch);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    cost = took.count() / static_cast<double>(network.flit_hops() - hops);
  }
  std::ranges::sort(ns);
  const MemoryEstimate memory = network.memory();
  const auto per_router = [&](double bytes) { return bytes / static_cast<double>(routers); };
  fmt::print("{},{},{},{},{},{},{:.6g},{},{:.4g},{:.2f},{:.2f},{:.2f},{:.0f},{:.0f},{:.0f}\n",
             c.model(), c.shape(), routers, c.series.routing, c.series.router.vcs,
             c.series.packet_flits, load, threads, 1e9 / ns[2], ns[2], ns.front(), ns.back(),
             per_router(static_cast<double>(memory.router_state_bytes)),
             per_router(static_cast<double>(memory.flit_buffer_bytes)),
             per_router(resident_bytes() - before));
}

// A leading number is the number of threads.
int run(std::vector<std::string_view> names) {
  std::uint32_t threads = 1;
  if (!names.empty() &&
      std::ranges::all_of(names[0], [](char c) { return '0' <= c && c <= '9'; })) {
    std::from_chars(names[0].data(), names[0].data() + names[0].size(), threads);
    names.erase(names.begin());
  }
  const auto all = cases();
  if (names.empty())
    for (const Case& c : all) fmt::print("{} {}\n", c.name(), c.routers());
  else
    fmt::print("{}\n", kHeader);
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(all, name, &Case::name);
    if (found == all.end()) {
      fmt::print(stderr, "size_bench: no case '{}'; without arguments it lists them\n", name);
      return 2;
    }
    measure(*found, std::max(threads, 1u));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace orthant::bench

int main(int argc, char** argv) { return orthant::bench::run({argv + 1, argv + argc}); }
