// Array sizes of an input-queued network from its parts.
#include "sim/input_queued_sizes.hpp"

#include <algorithm>
#include <bit>

namespace orthant {

std::uint32_t InputQueuedSizes::credits(const NetworkParts& parts, std::uint32_t flits) {
  const bool bubble = parts.router.flow_control == FlowControl::kBubble;
  return bubble ? flits / parts.traffic.lengths.longest() : flits;
}

InputQueuedSizes::InputQueuedSizes(const NetworkParts& parts, const InputQueuedTiming& timing)
    : routers(parts.topology.router_count()),
      sources(parts.topology.node_count() * std::max<std::size_t>(1, parts.traffic.classes.size())),
      vcs(parts.router.vcs),
      holds(parts.router.switch_hold == SwitchHold::kPacket),
      has_levels(!std::ranges::all_of(parts.traffic.classes,
                                      [&](const TrafficClass& part) {
                                        return part.priority ==
                                               parts.traffic.classes.front().priority;
                                      })),
      arbitration(parts.router.arbitration) {
  for (std::size_t r = 0; r < routers; ++r) ports += parts.topology.port_count(RouterId{r});

  const PacketLengths& lengths = parts.traffic.lengths;
  const std::uint32_t flits = largest_buffer(parts.router);
  const std::uint32_t slots = parts.router.injection_limit_slots;
  std::uint32_t packets = 1;
  buffer_credits = credits(parts, flits);
  if (parts.router.flow_control == FlowControl::kBubble) {
    injection_credits = (slots + lengths.longest() - 1) / lengths.longest();
    packets = buffer_credits + 1;  // one slot stays empty, so that full and empty differ
  } else {
    // A first and a last packet with at least one flit each, whole ones between them.
    injection_credits = slots;
    if (flits >= 2) packets = std::min(flits, (flits - 2) / lengths.shortest() + 2);
  }
  ring_slots = static_cast<std::uint16_t>(packets);
  const AdaptiveRouting* adaptive = parts.routing.adaptive();
  max_alternatives = adaptive ? std::max<std::size_t>(1, adaptive->max_candidates()) : 1;

  constexpr std::size_t kMostSlots = 64;
  unequal_stages = timing.pipelines().size() > 1;
  has_timers = std::ranges::any_of(timing.pipelines(), [](const RouterPipeline& pipeline) {
    return pipeline.head_delay() + pipeline.switched_delay() + pipeline.flit_ready_delay() > 0;
  });
  const std::vector<std::uint32_t> delays = timing.delays(parts.topology);
  wheel_slots = std::min(kMostSlots, std::bit_ceil<std::size_t>(delays.back() + std::size_t{1}));
  std::ranges::copy_if(delays, std::back_inserter(far_delays),
                       [&](std::uint32_t delay) { return delay >= wheel_slots; });
}

}  // namespace orthant
