// Tested by: tests/sim/limit_test.cpp
#include "sim/measure/limit.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace orthant {
namespace {

std::vector<NodeId> limited_sources(const NetworkParts& parts, const ChannelUse& use) {
  std::vector<NodeId> sources(use.growing.begin(), use.growing.end());
  for (std::size_t n = 0; use.growing.empty() && n < use.sent.size(); ++n)
    if (parts.traffic.sends(NodeId{n})) sources.emplace_back(n);
  return sources;
}

double mean_sent(const ChannelUse& use, std::span<const NodeId> sources) {
  double flits = 0;
  for (const NodeId source : sources) flits += static_cast<double>(use.sent[source.index()]);
  return sources.empty() ? 0 : flits / static_cast<double>(sources.size());
}

// Returns the most flits received by a destination of these sources, a sample of them if many.
double most_received(const NetworkParts& parts, const ChannelUse& use,
                     std::span<const NodeId> sources) {
  constexpr std::size_t kMostRows = 100;
  std::uint64_t most = 0;
  const std::size_t step = sources.size() / kMostRows + 1;
  for (std::size_t i = 0; i < sources.size(); i += step)
    parts.traffic.row(sources[i], [&](NodeId destination, double) {
      most = std::max(most, use.received[destination.index()]);
    });
  return static_cast<double>(most);
}

double node_use(const NetworkParts& parts, const ChannelUse& use) {
  const std::vector<NodeId> sources = limited_sources(parts, use);
  const double sent = mean_sent(use, sources) / injection_rate(parts);
  if (parts.node_channels.ejection == Ejection::kImmediate) return sent;
  return std::max(sent,
                  most_received(parts, use, sources) / to_double(parts.node_channels.bandwidth));
}

double channel_use(const Topology& topology, const ChannelUse& use) {
  double most = 0;
  for (std::size_t c = 0; c < use.between_routers.size(); ++c)
    most = std::max(most, static_cast<double>(use.between_routers[c]) /
                              to_double(topology.channel(ChannelId{c}).bandwidth));
  return most;
}

}  // namespace

std::size_t sending_nodes(const Traffic& traffic, std::size_t nodes) {
  std::size_t sending = 0;
  for (std::size_t n = 0; n < nodes; ++n) sending += traffic.sends(NodeId{n});
  return sending;
}

bool any_sends(const Traffic& traffic, std::size_t nodes) {
  for (std::size_t n = 0; n < nodes; ++n)
    if (traffic.sends(NodeId{n})) return true;
  return false;
}

double injection_rate(const NetworkParts& parts) {
  const double bandwidth = to_double(parts.node_channels.bandwidth);
  const double interval = to_double(parts.router.output_queue.source_interval);
  if (parts.router.model != RouterModel::kOutputQueued || interval == 0) return bandwidth;
  return std::min(bandwidth, parts.traffic.lengths.mean() / interval);
}

double most_relative_rate(const Traffic& traffic) {
  return traffic.pattern->mean_rate() ? traffic.pattern->largest_rate() : 1;
}

namespace {

// Flit generation at a source: the long-run mean per cycle, and its variance.
struct FlitGeneration {
  double mean = 0, variance = 0;
};

// Returns the generation at a source that sends only the share `share` of its messages.
FlitGeneration flit_generation(const Traffic& traffic, NodeId source, double share) {
  const GenerationRate generation = traffic.injection->rate(source);
  const double packets = traffic.packets_per_message;
  const double flits = packets * traffic.lengths.mean();
  const double sent = generation.per_cycle * share;
  const double dispersion = share * generation.dispersion + (1 - share);
  return {sent * flits, sent * (packets * traffic.lengths.variance() + dispersion * flits * flits)};
}

double share_sent(const Traffic& traffic, NodeId source) {
  double share = 0;
  if (traffic.pattern->mean_rate()) return 1;
  traffic.row(source, [&](NodeId, double part) { share += part; });
  return std::min(share, 1.0);
}

void add_generation(const Traffic& traffic, NodeId source, FlitGeneration& all) {
  if (!traffic.sends(source)) return;
  const FlitGeneration generation = flit_generation(traffic, source, share_sent(traffic, source));
  all.mean += generation.mean;
  all.variance += generation.variance;
}

// A variance below this is the rounding error of a share that is 1.
constexpr double kRegular = 1e-9;

}  // namespace

SourceMemory source_memory(const NetworkParts& parts) {
  constexpr std::size_t kMostShares = 1'000'000;
  const std::size_t nodes = parts.topology.node_count();
  const std::size_t step = nodes / std::min(nodes, kMostShares / nodes + 1);
  const double rate = injection_rate(parts);
  SourceMemory memory;
  for (std::size_t n = 0; n < nodes; n += step) {
    FlitGeneration generation;
    if (parts.traffic.classes.empty()) add_generation(parts.traffic, NodeId{n}, generation);
    for (const TrafficClass& part : parts.traffic.classes)
      add_generation(part.traffic, NodeId{n}, generation);
    if (generation.variance < kRegular) continue;
    const double spare = rate - generation.mean;
    if (spare <= 0) return {std::numeric_limits<double>::infinity(), 1};
    const double cycles = 2 * generation.variance / (spare * spare);
    memory.longest = std::max(memory.longest, cycles);
    memory.sources += cycles * static_cast<double>(step);
  }
  if (memory.longest > 0) memory.sources /= memory.longest;
  return memory;
}

double shortest_window(const SourceMemory& memory) {
  constexpr double kOfEach = 25;
  constexpr double kOfAll = 100;
  if (memory.longest == 0) return 0;
  return memory.longest * std::max(kOfEach, kOfAll / memory.sources);
}

double ejection_rate(const NodeChannelOptions& nodes) {
  return nodes.ejection == Ejection::kImmediate ? std::numeric_limits<double>::infinity()
                                                : to_double(nodes.bandwidth);
}

Limit binding_limit(const NetworkParts& parts, const ChannelUse& use) {
  const auto window = static_cast<double>(use.window_cycles);
  const double node = node_use(parts, use) / window;
  const double channel = channel_use(parts.topology, use) / window;
  const bool full_channel = channel >= kFullChannel;
  // Between the thresholds a node's channel counts as full only if the channels between routers are
  // below both: otherwise both kinds wait for a VC.
  const bool full_node = node >= (channel < kFullNodeChannel ? kFullNodeChannel : kFullChannel);
  if (full_node && (!full_channel || node >= channel)) return Limit::kNode;
  return full_channel ? Limit::kChannel : Limit::kRouting;
}

}  // namespace orthant
