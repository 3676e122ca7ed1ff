// The delays of docs/timing_model.md in ticks.
#include "sim/input_queued/timing.hpp"

#include <algorithm>

namespace orthant {

bool RouterPipeline::speculates() const {
  return speculative_ && delays_.vc_allocation > 0 && delays_.switch_allocation > 0;
}

std::uint32_t RouterPipeline::vc_stage() const {
  return speculates() ? std::max(delays_.vc_allocation, delays_.switch_allocation)
                      : delays_.vc_allocation;
}

std::uint32_t RouterPipeline::held_up() const {
  return delays_.routing + vc_stage() - (speculates() ? delays_.switch_allocation : 0);
}

std::uint64_t RouterPipeline::cycles() const {
  return std::uint64_t{held_up()} + delays_.switch_allocation + delays_.traversal;
}

std::uint32_t RouterPipeline::head_delay() const {
  return delays_.routing * ticks_per_cycle_ + before_last(vc_stage());
}

std::uint32_t RouterPipeline::switched_delay() const {
  if (speculates()) return 0;
  const std::uint32_t vc_gap = delays_.vc_allocation > 0 ? ticks_per_cycle_ : 0;
  return vc_gap + before_last(delays_.switch_allocation);
}

std::uint32_t RouterPipeline::flit_ready_delay() const {
  return before_last(delays_.switch_allocation);
}

std::uint32_t RouterPipeline::flit_delay(std::uint32_t latency_cycles,
                                         const ChannelRate& rate) const {
  const std::uint32_t switch_gap = delays_.switch_allocation > 0 ? 1 : 0;
  return (switch_gap + delays_.traversal + latency_cycles) * ticks_per_cycle_ + rate.extra;
}

std::uint32_t RouterPipeline::credit_delay(std::uint32_t latency_cycles) const {
  return (latency_cycles + delays_.credit) * ticks_per_cycle_;
}

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
  for (const RouterDelays& delays : pipelines_of(router))
    pipelines_.emplace_back(delays, router.speculative, ticks_per_cycle_);
}

ChannelRate InputQueuedTiming::rate(const Rational& bandwidth) const {
  ChannelRate rate;
  rate.interval_num = static_cast<std::uint32_t>(bandwidth.denominator());
  rate.interval_den = static_cast<std::uint32_t>(bandwidth.numerator());
  const std::uint32_t cycles = (rate.interval_num + rate.interval_den - 1) / rate.interval_den;
  rate.extra = (cycles - 1) * ticks_per_cycle_;
  return rate;
}

bool InputQueuedTiming::has_paced_channels(const Topology& topology) const {
  return paces(node_rate()) ||
         std::ranges::any_of(channel_kinds(topology),
                             [&](const ChannelKind& kind) { return paces(rate(kind.bandwidth)); });
}

std::uint32_t InputQueuedTiming::injection_delay() const {
  return node_channels_.injection_latency * ticks_per_cycle_ + node_rate().extra;
}

std::vector<std::uint32_t> InputQueuedTiming::delays_between_routers(const Topology& topology,
                                                                     const PacketLags& lags) const {
  std::vector<std::uint32_t> delays;
  for (const ChannelKind& kind : channel_kinds(topology)) {
    for (const RouterPipeline& pipeline : pipelines_) {
      delays.push_back(pipeline.flit_delay(kind.latency_cycles, rate(kind.bandwidth)) +
                       lags.arrival);
      delays.push_back(pipeline.credit_delay(kind.latency_cycles) + lags.credit);
    }
  }
  return delays;
}

std::vector<std::uint32_t> InputQueuedTiming::delays(const Topology& topology,
                                                     const PacketLags& lags) const {
  std::vector<std::uint32_t> delays = delays_between_routers(topology, lags);
  delays.insert(delays.end(), {lags.tail, injection_delay() + lags.arrival});
  for (const RouterPipeline& pipeline : pipelines_) {
    delays.insert(delays.end(),
                  {pipeline.head_delay(), pipeline.switched_delay(), pipeline.flit_ready_delay(),
                   pipeline.flit_delay(node_channels_.ejection_latency, ejection_rate()),
                   pipeline.credit_delay(node_channels_.injection_latency) + lags.credit});
  }
  std::ranges::sort(delays);
  delays.erase(std::unique(delays.begin(), delays.end()), delays.end());
  return delays;
}

}  // namespace orthant
