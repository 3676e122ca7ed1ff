// The delays of docs/timing_model.md in ticks.
#include "sim/input_queued_timing.hpp"

#include <algorithm>

namespace orthant {

InputQueuedTiming::InputQueuedTiming(const Topology& topology, const RouterOptions& router,
                                     const NodeChannelOptions& node_channels)
    : router_(router), node_channels_(node_channels) {
  Rational fastest = node_channels.bandwidth;
  for (const Channel& channel : topology.channels()) {
    if (channel.bandwidth != fastest) fastest = std::max(fastest, channel.bandwidth);
  }
  fastest = at_least_one(fastest) * at_least_one(router.input_speedup);
  ticks_per_cycle_ = static_cast<std::uint32_t>((fastest.numerator() + fastest.denominator() - 1) /
                                                fastest.denominator());
}

bool InputQueuedTiming::speculates() const {
  return router_.speculative && router_.vc_allocation_delay > 0 &&
         router_.switch_allocation_delay > 0;
}

std::uint32_t InputQueuedTiming::vc_stage() const {
  return speculates() ? std::max(router_.vc_allocation_delay, router_.switch_allocation_delay)
                      : router_.vc_allocation_delay;
}

std::uint32_t InputQueuedTiming::held_up() const {
  return router_.routing_delay + vc_stage() - (speculates() ? router_.switch_allocation_delay : 0);
}

std::uint32_t InputQueuedTiming::head_delay() const {
  return router_.routing_delay * ticks_per_cycle_ + before_last(vc_stage());
}

std::uint32_t InputQueuedTiming::switched_delay() const {
  if (speculates()) return 0;
  const std::uint32_t vc_gap = router_.vc_allocation_delay > 0 ? ticks_per_cycle_ : 0;
  return vc_gap + before_last(router_.switch_allocation_delay);
}

std::uint32_t InputQueuedTiming::flit_ready_delay() const {
  return before_last(router_.switch_allocation_delay);
}

ChannelRate InputQueuedTiming::rate(const Rational& bandwidth) const {
  ChannelRate rate;
  rate.interval_num = static_cast<std::uint32_t>(bandwidth.denominator());
  rate.interval_den = static_cast<std::uint32_t>(bandwidth.numerator());
  const std::uint32_t cycles = (rate.interval_num + rate.interval_den - 1) / rate.interval_den;
  rate.extra = (cycles - 1) * ticks_per_cycle_;
  return rate;
}

std::uint32_t InputQueuedTiming::flit_delay(std::uint32_t latency_cycles,
                                            const ChannelRate& rate) const {
  const std::uint32_t switch_gap = router_.switch_allocation_delay > 0 ? 1 : 0;
  return (switch_gap + router_.traversal_delay + latency_cycles) * ticks_per_cycle_ + rate.extra;
}

std::uint32_t InputQueuedTiming::credit_delay(std::uint32_t latency_cycles) const {
  return (latency_cycles + router_.credit_delay) * ticks_per_cycle_;
}

std::uint32_t InputQueuedTiming::injection_delay() const {
  return node_channels_.injection_latency * ticks_per_cycle_ + node_rate().extra;
}

std::vector<std::uint32_t> InputQueuedTiming::delays(const Topology& topology) const {
  std::vector<std::uint32_t> delays = {head_delay(),
                                       switched_delay(),
                                       flit_ready_delay(),
                                       injection_delay(),
                                       flit_delay(node_channels_.ejection_latency, ejection_rate()),
                                       credit_delay(node_channels_.injection_latency)};
  for (const ChannelKind& kind : channel_kinds(topology)) {
    delays.push_back(flit_delay(kind.latency_cycles, rate(kind.bandwidth)));
    delays.push_back(credit_delay(kind.latency_cycles));
  }
  std::ranges::sort(delays);
  delays.erase(std::unique(delays.begin(), delays.end()), delays.end());
  return delays;
}

}  // namespace orthant
