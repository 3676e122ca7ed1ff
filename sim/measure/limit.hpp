// Why a network saturates: which of its channels were full in the window.
#pragma once

#include <cstdint>
#include <span>

#include "sim/options.hpp"
#include "sim/result.hpp"

namespace orthant {

// A channel counts as full if it uses at least this share of its bandwidth. The share is below 1,
// since at times a channel waits for credits, and its sender for the switch. Channels of nodes wait
// more, since packets from everywhere meet there by chance; so their share is lower.
inline constexpr double kFullChannel = 0.9;
inline constexpr double kFullNodeChannel = 0.8;

// Counts the nodes that can ever send; any_sends() stops at the first of them.
std::size_t sending_nodes(const Traffic& traffic, std::size_t nodes);
bool any_sends(const Traffic& traffic, std::size_t nodes);

// Returns the flits per cycle that a node's channel or, output-queued, its clock allows.
double injection_rate(const NetworkParts& parts);
// Returns the rate of the busiest source over the load: 1 unless the pattern has rates of its own.
double most_relative_rate(const Traffic& traffic);
// Returns the flits per cycle that a node can receive; infinite if nothing waits for it.
double ejection_rate(const NodeChannelOptions& nodes);

// The memory of source queues, in cycles: 2 v / (b - r)^2, where r flits a cycle are generated with
// the variance v per cycle and b can be sent (the relaxation time of a reflected Brownian motion:
// Abate & Whitt 1987).
struct SourceMemory {
  double longest = 0;  // 0 where generation is regular; infinite where r is not below b
  double sources = 0;  // sum of all memories over the longest: effective number of sources
};
// Samples the nodes of a large network.
SourceMemory source_memory(const NetworkParts& parts);

// Returns the window, in cycles, that holds 25 times the memory of each source, and 100 memories of
// all together: in a shorter window, 95 % intervals contain the mean less often
// (docs/decisions/0034).
double shortest_window(const SourceMemory& memory);

// Flits that crossed channels in a window.
struct ChannelUse {
  Cycle window_cycles = 0;
  std::span<const std::uint64_t> sent, received;   // per node
  std::span<const std::uint64_t> between_routers;  // per channel
  std::span<const NodeId> growing;                 // sources with a growing backlog; empty: any
};

// Returns the limit that binds the growing sources. Compares three uses: of their own channels, on
// average; of the channel of the busiest node to which they send; and of the busiest channel
// between routers. The limit is the fullest one of those that are full.
Limit binding_limit(const NetworkParts& parts, const ChannelUse& use);

}  // namespace orthant
