// The formulas of docs/timing_model.md for any bandwidths.
//
// The head passes every stage after a fixed delay. Let stage h (the source, then each router) send
// the head in cycle H(h) into a channel that takes a flit every I(h) cycles. By induction over the
// stages, wormhole and cut-through send flit k in max(arrival + delay, H(h) + floor(k I(h))): gaps
// left by an earlier, slower channel stay, but a head that is held up by route computation and VC
// allocation lets the flits behind it close up. So the tail is late by the largest of floor((S-1)
// I(h)) minus the cycles regained in the routers after stage h. With store and forward every stage
// begins at the arrival of the tail, and the terms add up.
//
// If a cycle has several ticks, the ports act in some of them: the flits are followed one by one.
//
// Tested by: tests/sim/zero_load_test.cpp, tests/sim/output_queued_timing_test.cpp
#include "sim/prediction/zero_load.hpp"

#include <algorithm>
#include <numeric>

namespace orthant {
namespace {

std::uint64_t flits_in(std::uint64_t cycles, const ChannelRate& rate) {  // rounded up
  return (cycles * rate.interval_den + rate.interval_num - 1) / rate.interval_num;
}

}  // namespace

double InputQueuedZeroLoad::latency(std::span<const ChannelRun> path, std::uint32_t flits,
                                    std::uint32_t last_pipeline) const {
  if (timing_.has_rounds()) return clocked_latency(path, flits, last_pipeline);
  const std::vector<RouterPipeline>& pipelines = timing_.pipelines();
  const ChannelRate injection = timing_.node_rate();
  const ChannelRate ejection = timing_.ejection_rate();
  const std::uint64_t followers = flits - 1;
  const bool store_forward = router_.switching == Switching::kStoreAndForward;

  std::uint64_t held_up = 0;  // cycles, in the routers that are still ahead
  std::uint64_t behind = 0;   // cycles from the head to the tail
  const auto pass = [&](const ChannelRate& rate, std::uint64_t channels) {
    const std::uint64_t span = rate.span(followers);
    if (store_forward) {
      behind += channels * span;
    } else if (channels > 0) {
      behind = std::max(behind, span - std::min(span, held_up));
    }
  };
  std::uint64_t head = std::uint64_t{node_channels_.injection_latency} +
                       node_channels_.ejection_latency + injection.extra + ejection.extra;
  const auto add_routers = [&](std::uint64_t routers, const RouterPipeline& pipeline) {
    head += routers * pipeline.cycles();
    held_up += routers * pipeline.held_up();
  };
  for (const ChannelRun& run : path) add_routers(run.hops, pipelines[run.pipeline]);
  add_routers(1, pipelines[last_pipeline]);
  pass(injection, 1);
  for (const ChannelRun& run : path) {
    const ChannelRate rate = timing_.rate(run.channel.bandwidth);
    head += run.hops * (std::uint64_t{run.channel.latency_cycles} + rate.extra);
    held_up -= std::uint64_t{run.hops} * pipelines[run.pipeline].held_up();
    pass(rate, run.hops);
  }
  held_up = 0;
  pass(ejection, 1);
  return static_cast<double>(head + behind);
}

// Ticks at which the flits of a lone packet, generated in cycle 0, reach the next stage.
class InputQueuedZeroLoad::Flits {
 public:
  Flits(const InputQueuedTiming& timing, bool store_forward, std::uint32_t flits)
      : timing_(timing), store_forward_(store_forward), at_(flits) {}

  void leave_source() {
    const PortClock always{timing_.ticks_per_cycle(), 1};
    send(always, timing_.node_rate(), timing_.injection_delay());
  }
  // Passes the flits through the port with this clock into a channel.
  void pass_router(const RouterPipeline& router, const PortClock& feed, const ChannelRate& rate,
                   std::uint32_t latency_cycles) {
    take_front(router);
    send(feed, rate, router.flit_delay(latency_cycles, rate));
  }
  // Passes the flits to the node, without the switch.
  void consume(const RouterPipeline& router, const PortClock& consumption, std::uint32_t delay) {
    take_front(router);
    send(consumption, {1, timing_.ticks_per_cycle()}, delay);
  }
  Tick tail() const { return at_.back(); }

 private:
  // Applies route computation and VC allocation of the head: the stages before the switch.
  void take_front(const RouterPipeline& router) {
    const Tick routed = (store_forward_ ? at_.back() : at_.front()) + router.head_delay();
    const Tick scale = timing_.ticks_per_cycle();
    const Tick granted = (routed + scale - 1) / scale * scale;  // in round 0
    for (Tick& at : at_) at += router.flit_ready_delay();
    at_.front() = std::max(at_.front(), granted + router.switched_delay());
  }
  Tick next_act(Tick tick, const PortClock& clock) const {
    const Tick scale = timing_.ticks_per_cycle();
    while (clock.rounds(tick / scale) <= tick % scale) ++tick;
    return tick;
  }
  void send(const PortClock& clock, const ChannelRate& rate, std::uint32_t delay) {
    const Tick scale = timing_.ticks_per_cycle();
    std::uint64_t busy_until = 0;
    Tick tick = 0;
    for (Tick& at : at_) {
      tick = std::max({tick, at, busy_until / rate.interval_den * scale});
      tick = next_act(tick, clock);
      rate.occupy(busy_until, tick / scale);
      at = tick++ + delay;
    }
  }

  const InputQueuedTiming& timing_;
  bool store_forward_;
  std::vector<Tick> at_;
};

double InputQueuedZeroLoad::clocked_latency(std::span<const ChannelRun> path, std::uint32_t flits,
                                            std::uint32_t last_pipeline) const {
  Flits packet(timing_, router_.switching == Switching::kStoreAndForward, flits);
  packet.leave_source();
  Rational bandwidth = node_channels_.bandwidth;  // bandwidth of the channel into the router
  for (const ChannelRun& run : path) {
    const Rational& out = run.channel.bandwidth;
    const ChannelRate rate = timing_.rate(out);
    for (std::uint32_t hop = 0; hop < run.hops; ++hop) {
      packet.pass_router(timing_.pipelines()[run.pipeline], timing_.feed_clock(bandwidth), rate,
                         run.channel.latency_cycles);
      bandwidth = out;
    }
  }
  const bool immediate = node_channels_.ejection == Ejection::kImmediate;
  const ChannelRate ejection = timing_.ejection_rate();
  const RouterPipeline& last = timing_.pipelines()[last_pipeline];
  if (immediate) {
    packet.consume(last, timing_.channel_clock(bandwidth),
                   last.flit_delay(node_channels_.ejection_latency, ejection));
  } else {
    packet.pass_router(last, timing_.feed_clock(bandwidth), ejection,
                       node_channels_.ejection_latency);
  }
  return static_cast<double>(packet.tail()) / static_cast<double>(timing_.ticks_per_cycle());
}

// Sums the sender's traversal, the channel, the receiver's stages for the flit, and the way back.
std::uint64_t InputQueuedZeroLoad::credit_loop_cycles(const ChannelKind& channel, bool of_heads,
                                                      std::uint32_t from_pipeline,
                                                      std::uint32_t to_pipeline) const {
  const RouterPipeline& to = timing_.pipelines()[to_pipeline];
  const std::uint64_t ticks = std::uint64_t{timing_.pipelines()[from_pipeline].flit_delay(
                                  channel.latency_cycles, timing_.rate(channel.bandwidth))} +
                              to.flit_ready_delay() + to.credit_delay(channel.latency_cycles);
  return ticks / timing_.ticks_per_cycle() + (of_heads ? to.held_up() : 0);
}

std::uint64_t InputQueuedZeroLoad::node_credit_loop_cycles(bool of_heads,
                                                           std::uint32_t pipeline) const {
  const RouterPipeline& router = timing_.pipelines()[pipeline];
  const std::uint64_t ticks = std::uint64_t{timing_.injection_delay()} + router.flit_ready_delay() +
                              router.credit_delay(node_channels_.injection_latency);
  return ticks / timing_.ticks_per_cycle() + (of_heads ? router.held_up() : 0);
}

std::uint64_t InputQueuedZeroLoad::credit_loop_flits(const ChannelKind& channel, bool of_heads,
                                                     std::uint32_t from_pipeline,
                                                     std::uint32_t to_pipeline) const {
  return flits_in(credit_loop_cycles(channel, of_heads, from_pipeline, to_pipeline),
                  timing_.rate(channel.bandwidth));
}

std::uint64_t InputQueuedZeroLoad::node_credit_loop_flits(bool of_heads,
                                                          std::uint32_t pipeline) const {
  return flits_in(node_credit_loop_cycles(of_heads, pipeline), timing_.node_rate());
}

OutputQueuedZeroLoad::OutputQueuedZeroLoad(const NetworkParts& parts)
    : timing_(parts), node_channels_(parts.node_channels) {
  // A cycle begins a number of ticks after a tick of the node: all multiples of the greatest common
  // divisor of both periods are equally likely.
  const Tick interval = timing_.source_interval();
  const Tick step = std::gcd(interval, Tick{timing_.ticks_per_cycle()});
  const double scale = timing_.ticks_per_cycle();
  wait_.least = static_cast<double>(step) / scale;
  wait_.mean = static_cast<double>(step + interval) / 2 / scale;
  wait_.most = static_cast<double>(interval) / scale;
}

double OutputQueuedZeroLoad::latency(std::span<const ChannelRun> path, std::uint32_t flits) const {
  const Tick scale = timing_.ticks_per_cycle();
  Tick ticks = 2 * timing_.flit_ticks(flits, node_channels_.bandwidth) +
               (Tick{node_channels_.injection_latency} + node_channels_.ejection_latency) * scale;
  for (const ChannelRun& run : path) {
    ticks += run.hops * (run.channel.latency_cycles * scale +
                         timing_.flit_ticks(flits, run.channel.bandwidth));
  }
  return static_cast<double>(ticks) / static_cast<double>(scale);
}

}  // namespace orthant
