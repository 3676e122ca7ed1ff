// Why a network saturates: which of its channels were full in the window.
#pragma once

#include <cstdint>
#include <span>

#include "sim/options.hpp"
#include "sim/result.hpp"

namespace orthant {

// The share of its bandwidth from which on a channel counts as full. Below 1, since a channel waits
// for credits and its sender for the switch now and then; more so those of nodes, where packets
// from everywhere meet by chance.
inline constexpr double kFullChannel = 0.9;
inline constexpr double kFullNodeChannel = 0.8;

// How many of the nodes can ever send; whether any can, which ends at the first that does.
std::size_t sending_nodes(const Traffic& traffic, std::size_t nodes);
bool any_sends(const Traffic& traffic, std::size_t nodes);

// Flits per cycle that a node can send: what its channel carries or, output-queued, what its clock
// lets it.
double injection_rate(const NetworkParts& parts);
// What the busiest source sends over the load: 1 unless the pattern has rates of its own.
double most_relative_rate(const Traffic& traffic);
// Flits per cycle that a node can receive; infinite where nothing waits for it.
double ejection_rate(const NodeChannelOptions& nodes);

// How long the queues of sources remember, in cycles: 2 v / (b - r)^2, where r flits a cycle are
// generated with the variance v per cycle and b can be sent (the relaxation time of a reflected
// Brownian motion: Abate & Whitt 1987).
struct SourceMemory {
  double longest = 0;  // 0 where generation is regular; infinite where r is not below b
  double sources = 0;  // sum of all memories over the longest: how many sources count
};
// Of large networks a part of the nodes is looked at.
SourceMemory source_memory(const NetworkParts& parts);

// The window, in cycles, that holds 25 times the memory of each source, and 100 memories of all of
// them together: in a shorter one intervals of 95 % hold the mean less often (docs/decisions/0034).
double shortest_window(const SourceMemory& memory);

// Flits that crossed channels in a window.
struct ChannelUse {
  Cycle window_cycles = 0;
  std::span<const std::uint64_t> sent, received;   // per node
  std::span<const std::uint64_t> between_routers;  // per channel
  std::span<const NodeId> growing;                 // sources with a growing backlog; empty: any
};

// The limit that binds the growing sources: their own channels in the mean, the channel of the
// busiest node to which they send, or the busiest channel between routers; of the full ones the
// fullest.
Limit binding_limit(const NetworkParts& parts, const ChannelUse& use);

}  // namespace orthant
