// Work is flits times their distance, at most what the channels carry, plus a cost for each router
// and cycle. The size of a file is its lines times the mean bytes per line in short runs.
#include "app/points/expected_work.hpp"

#include <algorithm>
#include <cmath>

#include "traffic/workload_plan.hpp"

namespace orthant {
namespace {

// Length of a pilot and of the warm-up it finds, in windows.
constexpr double kPilotWindows = 0.3;
// Largest share of its channels that a network keeps busy.
constexpr double kMostBusy = 0.7;
// Cost of a router with little to do, in flit-hops a cycle.
constexpr double kIdle = 0.02;
// Cost of a point that does nothing, in flit-hops.
constexpr double kSetup = 2'000;

// Mean number of channels between nodes drawn at random, approximately.
double mean_hops(const Topology& topology) {
  const Structure* structure = topology.structure();
  if (structure == nullptr) {
    // Approximates the distance by the diameter of a random graph.
    const auto routers = static_cast<double>(topology.router_count());
    const double degree = static_cast<double>(topology.channel_count()) / routers;
    return std::max(1.0, std::log(routers) / std::log(std::max(2.0, degree - 1)));
  }
  return std::max(1.0, structure->mean_distance());
}

double flits_of(const WorkloadPlan& plan) {
  double flits = 0;
  plan.workload().for_each_send([&](std::uint32_t, std::uint32_t, const Operation& send) {
    flits += static_cast<double>(plan.flits(send.amount));
  });
  return flits;
}

double operations_of(const Workload& workload) {
  double operations = 0;
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
    operations += static_cast<double>(workload.of(rank).size());
  return operations;
}

double cycles_of(const RunOptions& run) {
  const auto measure = static_cast<double>(run.measure);
  return measure + (run.warmup ? static_cast<double>(*run.warmup) : kPilotWindows * measure);
}

// The traffic of a simulation.
struct Volume {
  double flits = 0, packets = 0;
  double cycles = 0;  // time to send it
};

Volume volume_of(const Setup& setup) {
  const Traffic& traffic = setup.traffic;
  const auto nodes = static_cast<double>(setup.topology->node_count());
  const double length = traffic.lengths.mean();
  if (traffic.workload) {
    const double flits = flits_of(*traffic.workload);
    return {flits, std::ceil(flits / traffic.workload->options().packet_flits),
            flits / (nodes * kMostBusy)};
  }
  if (setup.run.until_drained && traffic.messages_per_node) {
    const double packets =
        nodes * static_cast<double>(*traffic.messages_per_node) * traffic.packets_per_message;
    return {packets * length, packets, packets * length / (nodes * kMostBusy)};
  }
  const double cycles = cycles_of(setup.run);
  const double flits = nodes * setup.load_flits * cycles;
  return {flits, flits / length, cycles};
}

// The share of all packets that a trace follows.
double followed(const TraceFilter& filter, const Volume& all, double nodes) {
  const auto share = [&](const auto& chosen) {
    return chosen.empty() ? 1 : static_cast<double>(chosen.size()) / nodes;
  };
  const double from = static_cast<double>(filter.from_cycle);
  const double to =
      filter.to_cycle ? std::min(static_cast<double>(*filter.to_cycle), all.cycles) : all.cycles;
  const double packets = all.packets * share(filter.sources) * share(filter.destinations) *
                         std::clamp((to - from) / std::max(all.cycles, 1.0), 0.0, 1.0) /
                         static_cast<double>(filter.one_in);
  const auto named = static_cast<double>(filter.packets.size());
  return std::min(1.0, (named > 0 ? std::min(named, packets) : packets) / all.packets);
}

// Counts events: a flit enters and leaves each router and its node, and wins the switch in each; a
// head requests a route and a VC.
double trace_events(const Volume& all, double hops) {
  return all.flits * (2 + 3 * (hops + 1)) + all.packets * (1 + 2 * (hops + 1));
}

bool is_json(const std::string& file) { return file.ends_with(".json"); }

}  // namespace

std::vector<ExpectedFile> expected_files(const Setup& setup) {
  // Bytes per line, as measured in short runs.
  constexpr double kEvent = 40, kJsonEvent = 30, kPacket = 31, kFlow = 45, kOperation = 30,
                   kSpan = 73, kChannelSpan = 26;
  const OutputFiles& outputs = setup.outputs;
  const auto asked = {&outputs.packets,          &outputs.flows,
                      &outputs.operations,       &outputs.timeline,
                      &outputs.channel_timeline, &outputs.trace};
  if (std::ranges::none_of(asked, [](const auto* file) { return file->has_value(); })) return {};
  const Volume all = volume_of(setup);
  const auto nodes = static_cast<double>(setup.topology->node_count());
  const double spans = all.cycles / static_cast<double>(outputs.timeline_cycles);
  std::vector<ExpectedFile> files;
  const auto add = [&](std::string_view key, const std::optional<std::string>& file, double bytes) {
    if (file) files.push_back({key, bytes * setup.repetitions});
  };
  add("output.packets", outputs.packets, kPacket * all.packets);
  add("output.flows", outputs.flows, kFlow * std::min(all.packets, nodes * nodes));
  if (const auto& plan = setup.traffic.workload)
    add("output.operations", outputs.operations, kOperation * operations_of(plan->workload()));
  add("output.timeline", outputs.timeline, kSpan * spans);
  add("output.channel_timeline", outputs.channel_timeline,
      kChannelSpan * spans * static_cast<double>(setup.topology->channel_count()));
  if (outputs.trace)
    add("output.trace", outputs.trace,
        (is_json(*outputs.trace) ? kJsonEvent : kEvent) * followed(setup.trace, all, nodes) *
            trace_events(all, mean_hops(*setup.topology)));
  return files;
}

double expected_work(const Setup& setup, LoadAsked load) {
  if (!setup.load_is_possible()) return kSetup;
  const Topology& topology = *setup.topology;
  const Volume volume = volume_of(setup);
  const double most = kMostBusy * static_cast<double>(topology.channel_count()) * volume.cycles;
  const bool full = load == LoadAsked::kEdge || setup.replay != nullptr;
  return kSetup + (full ? most : std::min(most, volume.flits * mean_hops(topology))) +
         kIdle * static_cast<double>(topology.router_count()) * volume.cycles;
}

}  // namespace orthant
