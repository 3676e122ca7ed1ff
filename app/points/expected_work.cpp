// Flits times the distance they go, at most what the channels carry, and something for each router
// and cycle.
#include "app/points/expected_work.hpp"

#include <algorithm>
#include <cmath>

#include "traffic/workload_plan.hpp"

namespace orthant {
namespace {

// A pilot and the warm-up it finds, in windows.
constexpr double kPilotWindows = 0.3;
// Of its channels that a network keeps busy at most.
constexpr double kMostBusy = 0.7;
// Of a router that has little to do, in flit-hops a cycle.
constexpr double kIdle = 0.02;
// Of a point that does nothing, in flit-hops.
constexpr double kSetup = 2'000;

// Channels that a packet crosses, about: between nodes drawn at random.
double mean_hops(const Topology& topology) {
  if (!topology.grid()) {
    // A random graph has so many steps from end to end.
    const auto routers = static_cast<double>(topology.router_count());
    const double degree = static_cast<double>(topology.channel_count()) / routers;
    return std::max(1.0, std::log(routers) / std::log(std::max(2.0, degree - 1)));
  }
  const Grid& grid = *topology.grid();
  double hops = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const double k = grid.radix(d);
    hops += grid.has_ring(d) ? k / 4 : (k * k - 1) / (3 * k);
  }
  return std::max(1.0, hops);
}

double flits_of(const WorkloadPlan& plan) {
  double flits = 0;
  plan.workload().for_each_send([&](std::uint32_t, std::uint32_t, const Operation& send) {
    flits += static_cast<double>(plan.flits(send.amount));
  });
  return flits;
}

double cycles_of(const RunOptions& run) {
  const auto measure = static_cast<double>(run.measure);
  return measure + (run.warmup ? static_cast<double>(*run.warmup) : kPilotWindows * measure);
}

}  // namespace

double expected_work(const Setup& setup, LoadAsked load) {
  if (!setup.load_is_possible()) return kSetup;
  const Traffic& traffic = setup.traffic;
  const Topology& topology = *setup.topology;
  const auto nodes = static_cast<double>(topology.node_count());
  const auto most = kMostBusy * static_cast<double>(topology.channel_count());  // a cycle
  const double hops = mean_hops(topology);
  if (traffic.workload) return kSetup + hops * flits_of(*traffic.workload);
  if (setup.run.until_drained && traffic.messages_per_node)
    return kSetup + nodes * hops * static_cast<double>(*traffic.messages_per_node) *
                        traffic.packets_per_message * traffic.lengths.mean();
  const bool full = load == LoadAsked::kEdge || setup.replay != nullptr;
  const double crossed = full ? most : std::min(most, nodes * hops * setup.load_flits);
  return kSetup +
         cycles_of(setup.run) * (crossed + kIdle * static_cast<double>(topology.router_count()));
}

}  // namespace orthant
