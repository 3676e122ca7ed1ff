// Array sizes of an input-queued network from its parts.
#include "sim/input_queued/sizes.hpp"

#include <algorithm>
#include <bit>

#include "sim/rules/space.hpp"

namespace orthant {

// True if every rule reads flit credits only to test for space for a packet, and arbitration is
// not random: each credit makes the heads that wait for it draw new ranks.
static bool asks_for_packets_alone(const NetworkParts& parts) {
  const RouterOptions& router = parts.router;
  if (router.flow_control == FlowControl::kBubble) return true;
  const AdaptiveRouting* adaptive = parts.routing.adaptive();
  const bool reads_free_space = adaptive != nullptr && (router.selection->reads_free_space ||
                                                        adaptive->traits().depends_on_occupancy);
  return !reads_free_space && router.injection_limit == InjectionLimit::kNone &&
         router.injection_vc != InjectionVc::kMostFree &&
         router.arbitration != Arbitration::kRandom;
}

// Lags exist where all channels take a flit in every cycle, and a packet is granted its whole space
// downstream and holds the switch: once its head moves, its flits follow cycle by cycle.
PacketLags packet_lags(const NetworkParts& parts, const InputQueuedTiming& timing) {
  const RouterOptions& router = parts.router;
  const PacketLengths& lengths = parts.traffic.lengths;
  const Rational one(1);
  const auto one_pace = [&] {
    return parts.node_channels.bandwidth == one && router.input_speedup == one &&
           std::ranges::all_of(parts.topology.channels(), [](const Channel& channel) {
             return channel.bandwidth == Rational(1);
           });
  };
  if (router.flit_by_flit || router.unequal || parts.sources_per_node() > 1 ||
      parts.queues_replies() || router.switch_hold != SwitchHold::kPacket ||
      router.switching == Switching::kWormhole ||
      router.flow_control == FlowControl::kCriticalBubble ||
      parts.node_channels.ejection == Ejection::kImmediate || timing.has_rounds() || !one_pace() ||
      lengths.shortest() != lengths.longest() || lengths.shortest() < 2 ||
      !asks_for_packets_alone(parts))
    return {};
  const std::uint32_t flits = lengths.longest();
  const bool counts_flits = router.flow_control == FlowControl::kCredit;
  const bool atomic = counts_flits && router.vc_reuse == VcReuse::kAtomic;
  // Buffer space beyond whole packets takes the first flits of the next packet.
  const std::uint32_t beyond = counts_flits && !atomic ? router.buffer_flits % flits : 0;
  return {.tail = flits,
          .arrival = router.switching == Switching::kStoreAndForward ? flits - 1 : 0,
          .credit = flits - 1 - beyond};
}

// Ticks of a visit: at most the shortest delay between routers. Networks that fit the cache are
// faster tick by tick, unless blocks wait for each other after every visit. Packets in one piece,
// marks and rounds of a cycle also go tick by tick.
static std::uint32_t visit_ticks(const NetworkParts& parts, const InputQueuedTiming& timing,
                                 const InputQueuedSizes& sizes) {
  constexpr std::size_t kManyBuffers = 8192;  // with some 2 MB of state
  constexpr std::uint32_t kMost = 8;
  const std::vector<std::uint32_t> delays = timing.delays_between_routers(parts.topology);
  if (timing.has_rounds() || sizes.has_marks || sizes.lags.tail != 0 || delays.empty()) return 1;
  const bool small = sizes.ports * sizes.vcs < kManyBuffers && parts.stepping.blocks == 1;
  const std::uint32_t by_size = small ? 1 : kMost;
  const std::uint32_t asked = parts.stepping.visit_ticks;
  return std::min({asked == 0 ? by_size : asked, std::ranges::min(delays), kMost});
}

InputQueuedSizes::InputQueuedSizes(const NetworkParts& parts, const InputQueuedTiming& timing,
                                   const PacketLags& lags_of_packets)
    : routers(parts.topology.router_count()),
      most_ports(parts.topology.max_port_count()),
      nodes(parts.topology.node_count()),
      sources_per_node(parts.sources_per_node()),
      vcs(parts.router.vcs),
      holds(parts.router.switch_hold == SwitchHold::kPacket && lags_of_packets.tail == 0),
      lags(lags_of_packets),
      has_levels(!std::ranges::all_of(parts.traffic.classes,
                                      [&](const TrafficClass& part) {
                                        return part.priority ==
                                               parts.traffic.classes.front().priority;
                                      })),
      has_rings(parts.router.flow_control != FlowControl::kCredit),
      has_marks(parts.router.flow_control == FlowControl::kCriticalBubble),
      has_paced_channels(timing.has_paced_channels(parts.topology)),
      has_headers(parts.routing.adaptive() != nullptr),
      arbitration(parts.router.arbitration) {
  for (std::size_t r = 0; r < routers; ++r) ports += parts.topology.port_count(RouterId{r});

  const PacketLengths& lengths = parts.traffic.lengths;
  const std::uint32_t flits = largest_buffer(parts.router);
  const std::uint32_t slots = parts.router.injection_limit_slots;
  std::uint32_t packets = 1;
  buffer_credits = orthant::buffer_credits(parts.router.flow_control, flits, lengths.longest());
  if (counts_packets(parts.router.flow_control)) {
    in_transit_credits = (slots + lengths.longest() - 1) / lengths.longest();
    packets = buffer_credits + 1;  // one slot stays empty, so that full and empty differ
  } else {
    // A first and a last packet with at least one flit each, whole ones between them.
    in_transit_credits = slots;
    if (flits >= 2) packets = std::min(flits, (flits - 2) / lengths.shortest() + 2);
  }
  if (lags.tail != 0 && parts.router.flow_control != FlowControl::kBubble)
    buffer_credits = parts.router.vc_reuse == VcReuse::kAtomic ? 1 : flits / lags.tail;
  ring_slots = static_cast<std::uint16_t>(packets);
  const AdaptiveRouting* adaptive = parts.routing.adaptive();
  max_candidates = adaptive ? std::max<std::size_t>(1, adaptive->max_candidates()) : 1;

  constexpr std::size_t kMostSlots = 64;
  unequal_stages = timing.pipelines().size() > 1;
  has_timers = std::ranges::any_of(timing.pipelines(), [](const RouterPipeline& pipeline) {
    return pipeline.head_delay() + pipeline.switched_delay() + pipeline.flit_ready_delay() > 0;
  });
  const std::vector<std::uint32_t> delays = timing.delays(parts.topology, lags);
  lookahead = visit_ticks(parts, timing, *this);
  wheel_slots =
      std::min(kMostSlots, std::bit_ceil<std::size_t>(delays.back() + std::size_t{lookahead}));
  std::ranges::copy_if(delays, std::back_inserter(far_delays),
                       [&](std::uint32_t delay) { return has_marks || delay > wheel_delay(); });
}

InputQueuedSizes InputQueuedSizes::of_block(const NetworkParts& parts, const Cut& cut,
                                            std::size_t block) const {
  InputQueuedSizes part = *this;
  part.routers = cut.size(block);
  part.ports = part.nodes = 0;
  for (std::size_t r = 0; r < part.routers; ++r) {
    const RouterId id = cut.router(block, LocalRouter{r});
    part.ports += parts.topology.port_count(id);
    part.nodes += parts.topology.node_count_of(id);
  }
  return part;
}

}  // namespace orthant
