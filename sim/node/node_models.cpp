#include "sim/node/node_models.hpp"

#include <algorithm>

#include "sim/kernel/ranks.hpp"

namespace orthant {

std::unique_ptr<Network> make_network(const NetworkParts& parts) {
  return parts.router.model == RouterModel::kOutputQueued ? make_output_queued_network(parts)
                                                          : make_input_queued_network(parts);
}

std::size_t useful_threads(const NetworkParts& parts) {
  constexpr std::size_t kLeastRouters = 32;  // per thread; docs/performance.md
  if (parts.router.model == RouterModel::kOutputQueued) return 1;
  return std::max<std::size_t>(1, parts.topology.router_count() / kLeastRouters);
}

void follow(const NetworkParts& parts) {
  Ranks& ranks = *parts.stepping.ranks;
  NetworkParts own = parts;
  for (Instruction next = ranks.next_instruction(); next.kind == Instruction::Kind::kBuild;
       next = ranks.next_instruction()) {
    own.stepping.blocks = static_cast<std::uint32_t>(next.numbers[0]);
    make_network(own)->follow();
  }
}

bool can_be_shared(const NetworkParts& parts, std::size_t ranks) {
  return parts.router.model == RouterModel::kInputQueued && !parts.stepping.traced &&
         ranks <= parts.topology.router_count();
}

std::vector<VcRange> vcs_of_classes(std::span<const VcClass> classes, const RouterOptions& router) {
  if (router.model == RouterModel::kOutputQueued) return split_vcs_by_priority(classes, router.vcs);
  std::vector<VcRange> ranges;
  for (const VcRange& own : vcs_of_message_classes(router)) {
    for (VcRange range : split_vcs(classes, own.count)) {
      range.first = static_cast<std::uint8_t>(range.first + own.first);
      ranges.push_back(range);
    }
  }
  return ranges;
}

std::vector<VcRange> vcs_of_classes(const NetworkParts& parts) {
  return vcs_of_classes(parts.routing.traits().vc_classes, parts.router);
}

std::vector<VcRange> vcs_of_message_classes(const RouterOptions& router) {
  return split_vcs(std::vector<VcClass>(router.message_classes), router.vcs);
}

std::vector<const ObliviousRouting*> oblivious_of_sources(const NetworkParts& parts) {
  std::vector<const ObliviousRouting*> routings;
  for (std::size_t s = 0; s < parts.sources_per_node(); ++s) {
    // No packet has a message class without a routing.
    const Routing* own = parts.class_routings.empty()
                             ? &parts.routing
                             : parts.class_routings[parts.message_class_of(s)];
    routings.push_back(own != nullptr ? own->oblivious() : nullptr);
  }
  return routings;
}

std::size_t max_legs(const NetworkParts& parts) {
  std::size_t most = 0;
  for (const ObliviousRouting* routing : oblivious_of_sources(parts))
    if (routing != nullptr) most = std::max(most, routing->max_legs());
  return most;
}

// Returns the bytes that a run keeps beside its routers: the recorder's counts of each node and
// traffic class; generation calendars; backlog samples of a byte each; the flits of each channel;
// three counts for every VC of a port, while flits and credits are counted; and the program itself.
static std::size_t bookkeeping_bytes(const NetworkParts& parts) {
  constexpr std::size_t kProgram = std::size_t{16} << 20;  // /usr/bin/time of a run of 16 routers
  constexpr std::size_t kCounts = 3 * sizeof(std::uint64_t);
  constexpr std::size_t kGeneration = sizeof(Cycle) + sizeof(std::uint32_t);
  constexpr std::size_t kCensus = 3 * sizeof(std::uint16_t);
  const Topology& topology = parts.topology;
  const std::size_t nodes = topology.node_count();
  const std::size_t sources = nodes * parts.sources_per_node();
  const std::size_t vcs = (topology.channel_count() + nodes) * parts.router.vcs;
  return kProgram + nodes * kCounts * (1 + parts.traffic.classes.size()) +
         sources * (kGeneration + kBacklogSamples + 1) +
         topology.channel_count() * sizeof(std::uint64_t) + vcs * kCensus;
}

MemoryEstimate estimate_memory(const NetworkParts& parts) {
  MemoryEstimate memory = parts.router.model == RouterModel::kOutputQueued
                              ? output_queued_memory(parts)
                              : input_queued_memory(parts);
  memory.bookkeeping_bytes = bookkeeping_bytes(parts);
  return memory;
}

}  // namespace orthant
