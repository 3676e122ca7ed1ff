// By Little's law, the number of occupied slots (flits in a buffer or on their way to it, credits
// on their way back) is the rate times the cycles for which a flit occupies its slot: at least the
// credit loop.
//
// If a packet of S flits needs space for all of it, its head waits until enough flits of its
// predecessors have left the buffer B. Let heads leave every T cycles, and B = n S + t - 1 with 1
// <= t <= S. The last of the flits that must have left was sent n T - (S - t) / b cycles before the
// head, and its slot is free again after a loop: T >= (loop + (S - t) / b) / n.
//
// With store and forward, flit j of a packet (0, 1, ...) arrives j / b cycles after the head. It
// leaves no earlier than j / r after the arrival of the tail, which is (S - 1) / b after that of
// the head; r is the rate at which the port feeds the switch. So the flit holds its slot (S - 1 -
// j) / b + j / r longer, and above T >= (loop + (S - 1) / b + (S - t) / r) / n.
//
// Tested by: tests/sim/channel_ceiling_test.cpp
#include "sim/prediction/channel_ceiling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/rules/space.hpp"

namespace orthant {

double ChannelCeilings::per_vc(const ChannelCeiling& channel) const {
  const RouterOptions& router = parts_.router;
  const PacketLengths& lengths = parts_.traffic.lengths;
  const bool stored = router.switching == Switching::kStoreAndForward;
  const auto loop = static_cast<double>(channel.loop_cycles);
  const double buffer = channel.buffer_flits, mean = lengths.mean(), b = channel.bandwidth;
  const double fed = to_double(router.input_speedup) * std::max(1.0, b);
  // Cycles from the start of a packet's head until its flit number `flit` is out of the buffer.
  const auto until = [&](double flit) {
    return loop + (stored ? (mean - 1) / b + flit / fed : flit / b);
  };
  // Rate if a packet takes one of `slots` slots, from its head to its tail's credit.
  const auto by_slots = [&](double slots) { return slots * mean / until(mean - 1); };
  if (counts_packets(router.flow_control))
    return by_slots(buffer_credits(router.flow_control, channel.buffer_flits, lengths.longest()));
  if (router.vc_reuse == VcReuse::kAtomic) return std::min(by_slots(1), buffer / loop);
  if (router.switching == Switching::kWormhole) return buffer / loop;
  if (lengths.parts().size() > 1) {
    double pairs = 0;  // pairs of flits of a packet, on average
    for (const PacketLengths::Part& part : lengths.parts())
      pairs += part.share * part.flits * (part.flits - 1) / 2.0;
    return buffer / (loop + (stored ? pairs / mean * (1 / b + 1 / fed) : 0));
  }
  const double packets = std::floor(buffer / mean);
  const double more = buffer - packets * mean + 1;
  return packets * mean / until(mean - more);
}

ChannelCeiling ChannelCeilings::of(const Channel& channel, std::uint16_t vcs) const {
  const RouterOptions& router = parts_.router;
  const InputBuffers buffers = buffers_behind(router, channel.to, channel.to_port);
  const std::uint16_t there =
      vcs_of_port(parts_.routing.traits().vc_classes, parts_.router, buffers.vcs);
  const ChannelKind kind{channel.latency_cycles, channel.bandwidth};
  const std::uint32_t from = pipeline_of(router, channel.from);
  const std::uint32_t to = pipeline_of(router, channel.to);
  ChannelCeiling ceiling;
  ceiling.vcs = static_cast<std::uint32_t>(std::popcount(unsigned{vcs} & there));
  ceiling.buffer_flits = buffers.flits;
  ceiling.loop_cycles = zero_load_.credit_loop_cycles(kind, false, from, to);
  if (router.switching == Switching::kWormhole && router.vc_reuse != VcReuse::kAtomic)
    ceiling.loop_flits = zero_load_.credit_loop_flits(kind, false, from, to);
  ceiling.bandwidth = to_double(channel.bandwidth);
  ceiling.by_buffers = ceiling.vcs * per_vc(ceiling);
  return ceiling;
}

}  // namespace orthant
