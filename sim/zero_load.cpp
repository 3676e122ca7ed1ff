// The formulas of docs/timing_model.md for any bandwidths.
//
// The head passes every stage after a fixed delay. Let stage h (the source, then each router) send
// the head in tick H(h) into a channel that takes a flit every I(h) ticks. By induction over the
// stages, wormhole and cut-through send flit k in max(arrival + delay, H(h) + floor(k I(h))): gaps
// that an earlier, slower channel has left stay, but a head that is held up by route computation
// and VC allocation lets the flits behind it close up. So the tail is late by the largest of
// floor((S-1) I(h)) less what the routers after stage h give back. With store and forward every
// stage begins when the tail is there, and the terms add up.
//
// Tested by: tests/sim/zero_load_test.cpp, tests/sim/output_queued_timing_test.cpp
#include "sim/zero_load.hpp"

#include <algorithm>
#include <numeric>

namespace orthant {
namespace {

std::uint64_t flits_in(std::uint64_t ticks, const ChannelRate& rate) {  // rounded up
  return (ticks * rate.interval_den + rate.interval_num - 1) / rate.interval_num;
}

}  // namespace

double InputQueuedZeroLoad::latency(std::span<const ChannelRun> path, std::uint32_t flits) const {
  const std::uint64_t scale = timing_.ticks_per_cycle();
  const std::uint64_t held_up = held_up_cycles() * scale;
  const std::uint64_t per_router =
      held_up + (std::uint64_t{router_.switch_allocation_delay} + router_.traversal_delay) * scale;
  const ChannelRate injection = timing_.node_rate();
  const ChannelRate ejection = timing_.ejection_rate();
  const std::uint64_t followers = flits - 1;
  const bool store_forward = router_.switching == Switching::kStoreAndForward;

  std::uint64_t behind = 0;  // ticks from the head to the tail
  const auto pass = [&](const ChannelRate& rate, std::uint64_t channels,
                        std::uint64_t routers_left) {
    const std::uint64_t span = rate.span(followers);
    if (store_forward) {
      behind += channels * span;
    } else if (channels > 0) {
      behind = std::max(behind, span - std::min(span, routers_left * held_up));
    }
  };
  std::uint64_t hops = 0;
  for (const ChannelRun& run : path) hops += run.hops;
  std::uint64_t head = (std::uint64_t{nodes_.injection_latency} + nodes_.ejection_latency) * scale +
                       injection.extra + ejection.extra + (hops + 1) * per_router;
  pass(injection, 1, hops + 1);
  std::uint64_t hops_left = hops;
  for (const ChannelRun& run : path) {
    const ChannelRate rate = timing_.rate(run.channel.bandwidth);
    head += run.hops * (run.channel.latency_cycles * scale + rate.extra);
    hops_left -= run.hops;
    pass(rate, run.hops, hops_left + 1);
  }
  pass(ejection, 1, 0);
  return static_cast<double>(head + behind) / static_cast<double>(scale);
}

std::uint64_t InputQueuedZeroLoad::credit_loop_flits(const ChannelKind& channel,
                                                     bool of_heads) const {
  const ChannelRate rate = timing_.rate(channel.bandwidth);
  const std::uint64_t cycles = std::uint64_t{2} * channel.latency_cycles + router_.traversal_delay +
                               router_.switch_allocation_delay + router_.credit_delay +
                               (of_heads ? held_up_cycles() : 0);
  return flits_in(cycles * timing_.ticks_per_cycle() + rate.extra, rate);
}

std::uint64_t InputQueuedZeroLoad::node_credit_loop_flits(bool of_heads) const {
  const ChannelRate rate = timing_.node_rate();
  const std::uint64_t cycles = std::uint64_t{2} * nodes_.injection_latency +
                               router_.switch_allocation_delay + router_.credit_delay +
                               (of_heads ? held_up_cycles() : 0);
  // The router decides in the last tick of its stage.
  const std::uint64_t early = router_.switch_allocation_delay > 0 ? 1 : 0;
  return flits_in(cycles * timing_.ticks_per_cycle() + rate.extra - early, rate);
}

OutputQueuedZeroLoad::OutputQueuedZeroLoad(const NetworkParts& parts)
    : timing_(parts), nodes_(parts.nodes) {
  // A cycle begins so many ticks after a tick of the node: all multiples of the greatest common
  // divisor of both periods alike.
  const Cycle interval = timing_.source_interval();
  const Cycle step = std::gcd(interval, Cycle{timing_.ticks_per_cycle()});
  const double scale = timing_.ticks_per_cycle();
  wait_.least = static_cast<double>(step) / scale;
  wait_.mean = static_cast<double>(step + interval) / 2 / scale;
  wait_.most = static_cast<double>(interval) / scale;
}

double OutputQueuedZeroLoad::latency(std::span<const ChannelRun> path, std::uint32_t flits) const {
  const Cycle scale = timing_.ticks_per_cycle();
  Cycle ticks = 2 * timing_.flit_ticks(flits, nodes_.bandwidth) +
                (Cycle{nodes_.injection_latency} + nodes_.ejection_latency) * scale;
  for (const ChannelRun& run : path) {
    ticks += run.hops * (run.channel.latency_cycles * scale +
                         timing_.flit_ticks(flits, run.channel.bandwidth));
  }
  return static_cast<double>(ticks) / static_cast<double>(scale);
}

}  // namespace orthant
