// Builds the input-queued network: flat arrays from topology, routing, traffic and router options.
#include <algorithm>
#include <cassert>
#include <memory>
#include <span>
#include <type_traits>

#include "base/error.hpp"
#include "sim/blocks/block_network.hpp"
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"
#include "sim/input_queued/trace.hpp"

namespace orthant {
namespace {

// [1 + ring]: the router with the smallest id that has a channel of the ring.
std::vector<std::optional<RouterId>> first_routers_of_rings(const NetworkParts& parts) {
  std::vector<std::optional<RouterId>> first;
  for (const Channel& channel : parts.topology.channels()) {
    const auto ring = ring_along(parts.router.bubble_dimensions, channel);
    if (!ring) continue;
    if (*ring + 1 >= first.size()) first.resize(*ring + 2);
    std::optional<RouterId>& router = first[*ring + 1];
    if (!router || channel.from < *router) router = channel.from;
  }
  return first;
}

}  // namespace

template <MaskShape kShape>
InputQueued<kShape>::InputQueued(const NetworkParts& parts, const InputQueuedTiming& timing,
                                 const InputQueuedSizes& sizes, const Cut& cut, std::uint32_t block)
    : NodeModel(parts, timing.ticks_per_cycle(), sizes.nodes),
      block_(block),
      first_router_(cut.router(block, LocalRouter{0}).value),
      listed_(!cut.has_ranges()),
      list_(cut.list(block).begin(), cut.list(block).end()),
      outboxes_(cut.blocks()),
      vcs_(parts.router.vcs),
      bubble_(counts_packets(parts.router.flow_control)),
      critical_bubble_(parts.router.flow_control == FlowControl::kCriticalBubble),
      vc_rings_(critical_bubble_ || parts.router.flow_control == FlowControl::kFlitBubble),
      packet_credits_(kWholePackets || bubble_),
      store_forward_(!kWholePackets && parts.router.switching == Switching::kStoreAndForward),
      plain_islip_(parts.router.allocator == Allocator::kIslip &&
                   parts.router.allocator_iterations == 1 &&
                   parts.router.arbitration == Arbitration::kRoundRobin && !sizes.has_levels),
      plain_switch_(!sizes.holds && !critical_bubble_ && !timing.has_rounds() &&
                    parts.node_channels.ejection != Ejection::kImmediate &&
                    std::ranges::none_of(timing.pipelines(), &RouterPipeline::speculates)),
      holds_(sizes.holds),
      queues_replies_(parts.queues_replies()),
      slow_vc_choice_(parts.router.injection_limit != InjectionLimit::kNone || critical_bubble_ ||
                      queues_replies_),
      immediate_ejection_(parts.node_channels.ejection == Ejection::kImmediate),
      has_message_classes_(parts.router.message_classes > 1),
      has_timers_(sizes.has_timers),
      has_rounds_(timing.has_rounds()),
      in_transit_credits_(sizes.in_transit_credits),
      lags_(sizes.lags),
      injection_delay_(timing.injection_delay() + sizes.lags.arrival),
      eject_delay_(timing.pipelines().front().flit_delay(parts.node_channels.ejection_latency,
                                                         timing.ejection_rate())),
      vc_slots_(static_cast<std::uint32_t>(sizes.vc_slots_of_router(kStride))),
      max_candidates_(sizes.max_candidates),
      wheel_slots_(sizes.wheel_slots),
      lookahead_(sizes.lookahead),
      wheel_delay_(sizes.wheel_delay()),
      packets_(sizes.ring_slots),
      active_(sizes.routers, sizes.wheel_slots),
      injecting_(lags_.tail),
      ejecting_(kWholePackets ? lags_.tail - 1 : 0),
      generation_calendar_(sizes.sources()) {
  for (const std::uint32_t delay : sizes.far_delays)
    for (std::uint32_t i = 0; i < lookahead_; ++i) lines_.emplace_back(delay);
  build_routers(timing, sizes, cut);
  place_senders();
  set_classes();
  set_stages(timing);
  build_arrays(sizes);
  set_addresses();
  fill_buffers(sizes);
  if (critical_bubble_) mark_slots();
  if constexpr (kTraced) tracing_.build(*this);
  if (program_) recorder_.observe(this);
  for (std::uint32_t place = 0; program_ && place < sizes.nodes; ++place) set_alarm(place);
  for (std::uint32_t s = 0; !program_ && s < sizes.sources(); ++s)
    generation_calendar_.schedule(s, next_generation_of(senders_[s]));
}

// Returns the lowest `count` of these VCs.
static std::uint16_t first_of(unsigned vcs, std::uint32_t count) {
  unsigned others = vcs;
  for (std::uint32_t i = 0; i < count; ++i) others &= others - 1;
  return static_cast<std::uint16_t>(vcs & ~others);
}

template <MaskShape kShape>
void InputQueued<kShape>::set_classes() {
  class_of_vc_.assign(vcs_, 0);
  for (std::size_t c = 0; c < class_vcs_.size(); ++c) {
    for (unsigned vc = 0; vc < class_vcs_[c].count; ++vc)
      class_of_vc_[class_vcs_[c].first + vc] = static_cast<std::uint8_t>(c);
  }
  for (const VcRange& own : vcs_of_message_classes(parts_.router))
    message_vcs_.push_back(own.mask());
  const RouterOptions& router = parts_.router;
  space_matters_ = router.switching != Switching::kWormhole || vc_rings_ ||
                   router.injection_limit != InjectionLimit::kNone ||
                   router.vc_reuse == VcReuse::kAtomic ||
                   std::ranges::find(class_adaptive_, true) != class_adaptive_.end();
}

template <MaskShape kShape>
void InputQueued<kShape>::place_senders() {
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const Router& router = routers_[r];
    for (unsigned p = router.channel_ports; p < router.port_count; ++p) {
      const std::size_t first = senders_.size();
      const NodeId node = parts_.topology.node_at(id_of(LocalRouter{r}), PortId{p});
      info(router, p).channel = static_cast<std::uint32_t>(first / sources_per_node_);
      add_senders(node);
      for (std::size_t s = first; s < senders_.size(); ++s) {
        senders_[s].node = node;
        senders_[s].router = LocalRouter{r};
        senders_[s].port = static_cast<std::uint8_t>(p);
      }
    }
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::set_stages(const InputQueuedTiming& timing) {
  const auto stages = [](const RouterPipeline& of) {
    return Stages{of.head_delay(), of.switched_delay(), of.flit_ready_delay(), of.speculates()};
  };
  stages_ = stages(timing.pipelines().front());
  if (timing.pipelines().size() == 1) return;
  for (std::size_t r = 0; r < routers_.size(); ++r)
    stages_of_.push_back(stages(timing.pipeline(id_of(LocalRouter{r}))));
}

template <MaskShape kShape>
void InputQueued<kShape>::build_routers(const InputQueuedTiming& timing,
                                        const InputQueuedSizes& sizes, const Cut& cut) {
  const Topology& topology = parts_.topology;
  routers_.resize(sizes.routers);
  ports_.reserve(sizes.ports);
  port_infos_.reserve(sizes.ports);
  rings_.resize(sizes.rings());
  busy_until_.resize(sizes.paced());
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const RouterId id = id_of(LocalRouter{r});
    Router& router = routers_[r];
    router.first_port = static_cast<std::uint32_t>(ports_.size());
    router.port_count = static_cast<std::uint16_t>(topology.port_count(id));
    router.channel_ports = static_cast<std::uint16_t>(topology.channel_port_count(id));
    for (std::size_t p = 0; p < router.port_count; ++p) {
      Port port;
      PortInfo info;
      if (p < topology.channel_port_count(id)) {
        build_channel_port(timing, id, PortId{p}, cut, port, info);
      } else {
        build_node_port(timing, id, port, info);
        port.peer = LocalRouter{r};
        port.peer_port = static_cast<std::uint8_t>(p);
      }
      ports_.push_back(port);
      port_infos_.push_back(info);
    }
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::build_channel_port(const InputQueuedTiming& timing, RouterId r, PortId p,
                                             const Cut& cut, Port& port, PortInfo& info) {
  const auto id = parts_.topology.channel_from(r, p);
  if (!id) return;
  const Channel& out = parts_.topology.channel(*id);
  const Channel& in = parts_.topology.channel(out.reverse);
  info.exists = true;
  const Place peer = cut.place(out.to);
  port.peer = peer.router;
  port.peer_port = static_cast<std::uint8_t>(out.to_port.value);
  info.channel = id->value;
  const auto number = [&](const Channel& channel) {
    const auto ring = ring_along(parts_.router.bubble_dimensions, channel);
    return ring ? *ring + 1 : 0;
  };
  if (!rings_.empty()) rings_[ports_.size()] = {number(out), number(in)};
  set_pace(timing, port, info, in.bandwidth, out.bandwidth);
  port.flit_delay =
      timing.pipeline(r).flit_delay(out.latency_cycles, pace(info).rate) + lags_.arrival;
  port.credit_delay = timing.pipeline(r).credit_delay(out.latency_cycles) + lags_.credit;
  if (peer.block == block_) return;
  borders_.push_back({peer.block, port.flit_delay, port.credit_delay});
  port.flit_delay = port.credit_delay =
      State::kBorder + static_cast<std::uint32_t>(borders_.size() - 1);
}

template <MaskShape kShape>
void InputQueued<kShape>::build_node_port(const InputQueuedTiming& timing, RouterId r, Port& port,
                                          PortInfo& info) {
  info.exists = port.is_node = true;
  set_pace(timing, port, info, parts_.node_channels.bandwidth, parts_.node_channels.bandwidth);
  port.flit_delay =
      timing.pipeline(r).flit_delay(parts_.node_channels.ejection_latency, timing.ejection_rate());
  port.credit_delay =
      timing.pipeline(r).credit_delay(parts_.node_channels.injection_latency) + lags_.credit;
}

// Sets the rates and clocks of the channels that arrive and leave.
template <MaskShape kShape>
void InputQueued<kShape>::set_pace(const InputQueuedTiming& timing, Port& port, PortInfo& info,
                                   const Rational& in, const Rational& out) {
  const PortPace pace{index_of(timing.feed_clock(in)), index_of(timing.channel_clock(in)),
                      index_of(timing.channel_clock(out)), timing.rate(out)};
  const auto found = std::ranges::find(paces_, pace);
  info.pace = static_cast<std::uint16_t>(found - paces_.begin());
  if (found == paces_.end()) paces_.push_back(pace);
  port.paced = timing.paces(pace.rate);
}

template <MaskShape kShape>
std::uint16_t InputQueued<kShape>::index_of(const PortClock& clock) {
  const auto found = std::ranges::find(clocks_, clock);
  const auto index = found - clocks_.begin();
  if (found == clocks_.end()) clocks_.push_back(clock);
  return static_cast<std::uint16_t>(index);
}

template <MaskShape kShape>
void InputQueued<kShape>::build_arrays(const InputQueuedSizes& sizes) {
  inputs_.resize(sizes.vc_slots(kStride));
  outputs_.resize(sizes.vc_slots(kStride));
  output_candidates_.resize(sizes.output_candidates());
  next_bits_.resize(sizes.next_bits());
  packets_.resize(sizes.descriptors(), sizes.headers());
  arrivals_.resize(sizes.arrivals());
  timers_.resize(sizes.timers());
  ranks_.resize(sizes.ranks(kStride));
  if (sizes.has_levels) levels_.resize(sizes.vc_slots(kStride));
  sees_heads_ = !ranks_.empty() || !levels_.empty();
  for (std::size_t i = 0; i < ranks_.size(); ++i)  // by port, then by VC
    ranks_[i] = port_of(i % vc_slots_) * vcs_ + vc_of(i % vc_slots_);
  if (holds_) holding_.resize(sizes.routers);
  for (std::size_t r = 0; r < sizes.arbitration_rngs(); ++r)
    arbitration_rng_.emplace_back(parts_.traffic.seed, id_of(LocalRouter{r}).value,
                                  RandomPurpose::kArbitration);
}

// Called once no array grows any more.
template <MaskShape kShape>
void InputQueued<kShape>::set_addresses() {
  for (std::size_t r = 0; r < routers_.size(); ++r) {
    routers_[r].inputs = &inputs_[r * vc_slots_];
    routers_[r].outputs = &outputs_[r * vc_slots_];
    routers_[r].ports = ports_.data() + routers_[r].first_port;
  }
  for (Port& port : ports_) {
    if (port.leads_out()) continue;
    port.peer_buffer =
        static_cast<std::uint32_t>(buffer(routers_[port.peer.index()], bit_of(port.peer_port, 0)));
  }
}

// The output VCs of a port are the buffers at the neighbour's input port.
template <MaskShape kShape>
void InputQueued<kShape>::fill_buffers(const InputQueuedSizes& sizes) {
  for (const Router& router : routers_) {
    for (unsigned p = 0; p < router.port_count; ++p) {
      Port& out = port(router, p);
      PortInfo& all = info(router, p);
      const RouterId behind = out.is_node || !all.exists
                                  ? id_of(number_of(router))
                                  : parts_.topology.channel(ChannelId{all.channel}).to;
      const InputBuffers buffers = buffers_behind(parts_.router, behind, PortId{out.peer_port});
      all.vcs = out.free_vcs =
          vcs_of_port(parts_.routing.traits().vc_classes, parts_.router, buffers.vcs);
      all.buffer_credits = static_cast<std::uint16_t>(
          kWholePackets ? sizes.buffer_credits
                        : buffer_credits(parts_.router.flow_control, buffers.flits,
                                         parts_.traffic.lengths.longest()));
      for_each_bit(all.vcs,
                   [&](unsigned vc) { output(router, p, vc).credits = all.buffer_credits; });
    }
  }
  for (InputQueuedSender& sender : senders_) {
    const unsigned there = info(routers_[sender.router.value], sender.port).vcs;
    sender.vcs = first_of(vcs_of_source(sender.source.traffic_class()) & there,
                          parts_.router.injection_vcs.value_or(vcs_));
  }
}

// Marks one free slot in each VC of every ring, downstream of its first router. A router is in a
// ring once.
template <MaskShape kShape>
void InputQueued<kShape>::mark_slots() {
  marks_.resize(ports_.size());
  const auto first = first_routers_of_rings(parts_);
  for (const Router& router : routers_) {
    for (unsigned out = 0; out < router.channel_ports; ++out) {
      const std::uint32_t ring = rings(router, out).out;
      if (ring == 0) continue;
      unsigned in = 0;
      while (rings(router, in).in != ring) ++in;
      marks(router, out).ring_input = static_cast<std::uint8_t>(in);
      marks(router, in).ring_output = static_cast<std::uint8_t>(out);
      for (unsigned vc = 0; vc < vcs_ && first[ring] == id_of(number_of(router)); ++vc) {
        if (!class_adaptive_[class_of_vc_[vc]])
          marks(router, out).here |= static_cast<std::uint16_t>(1u << vc);
      }
    }
  }
}

template <MaskShape kShape>
MemoryEstimate InputQueued<kShape>::memory() const {
  const auto bytes = [](const auto& v) { return v.size() * sizeof(v[0]); };
  return {bytes(routers_) + bytes(ports_) + bytes(port_infos_) + bytes(inputs_) + bytes(outputs_) +
              bytes(output_candidates_) + bytes(next_bits_) + bytes(arrivals_) + bytes(timers_) +
              bytes(ranks_) + bytes(holding_) + bytes(levels_) + bytes(marks_) + bytes(heads_) +
              bytes(arbitration_rng_) + bytes(senders_) + bytes(stages_of_) + bytes(rings_) +
              bytes(busy_until_),
          packets_.bytes()};
}

template <MaskShape kShape>
MemoryEstimate InputQueued<kShape>::memory_of(const InputQueuedSizes& sizes) {
  const std::size_t router_bytes =
      sizes.routers * sizeof(Router) + sizes.ports * (sizeof(Port) + sizeof(PortInfo)) +
      sizes.vc_slots(kStride) * (sizeof(InputVc) + sizeof(OutputVc)) +
      sizes.output_candidates() * sizeof(OutputCandidate) +
      sizes.next_bits() * sizeof(std::uint32_t) + sizes.arrivals() * sizeof(Arrivals) +
      sizes.timers() * sizeof(Timers) + sizes.ranks(kStride) * sizeof(std::uint64_t) +
      (sizes.holds ? sizes.routers * sizeof(Mask) : 0) +
      (sizes.has_marks ? sizes.ports * sizeof(Marks) : 0) +
      sizes.arbitration_rngs() * sizeof(RandomStream) +
      (sizes.has_levels ? sizes.vc_slots(kStride) : 0) +
      sizes.sources() * sizeof(InputQueuedSender) +
      (sizes.unequal_stages ? sizes.routers * sizeof(Stages) : 0) + sizes.rings() * sizeof(Rings) +
      sizes.paced() * sizeof(std::uint64_t);
  return {router_bytes,
          sizes.descriptors() * sizeof(PacketProgress) + sizes.headers() * sizeof(Header)};
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

// Calls `use` with a router type and the arguments of its constructor: the first type of a list
// that holds the network's ports and VCs, and that moves packets in one piece if possible.
template <const auto& kList, std::size_t kIndex = 0, class Use>
static auto with_shape_of(const NetworkParts& parts, const InputQueuedTiming& timing,
                          const Use& use) {
  constexpr MaskShape kShape = kList[kIndex];
  const PacketLags lags = kShape.whole_packets ? packet_lags(parts, timing) : PacketLags{};
  if constexpr (kIndex + 1 < kList.size()) {
    if (!kShape.holds(parts.topology.max_port_count(), parts.router.vcs) ||
        (kShape.whole_packets && lags.tail == 0))
      return with_shape_of<kList, kIndex + 1>(parts, timing, use);
  }
  return use(std::type_identity<InputQueued<kShape>>{}, InputQueuedSizes(parts, timing, lags));
}

template <class Use>
static auto with_shape(const NetworkParts& parts, const InputQueuedTiming& timing, const Use& use) {
  return parts.stepping.traced ? with_shape_of<kTracedShapes>(parts, timing, use)
                               : with_shape_of<kShapes>(parts, timing, use);
}

template <class InputQueuedBlock>
static std::unique_ptr<Network> make_blocks(const NetworkParts& parts,
                                            const InputQueuedTiming& timing,
                                            const InputQueuedSizes& sizes) {
  const Cut cut =
      parts.stepping.block_of_routers.empty()
          ? cut_for_few_crossings(parts.topology,
                                  std::min<std::size_t>(parts.stepping.blocks, sizes.routers))
          : Cut(parts.stepping.block_of_routers);
  const auto make_block = [&](std::size_t b) -> std::unique_ptr<Block> {
    return std::make_unique<InputQueuedBlock>(parts, timing, sizes.of_block(parts, cut, b), cut,
                                              static_cast<std::uint32_t>(b));
  };
  if (cut.blocks() == 1) return make_block(0);
  if (Ranks* const ranks = parts.stepping.ranks) {
    assert(cut.blocks() >= ranks->size());
    if (ranks->rank() == 0) ranks->broadcast({Instruction::Kind::kBuild, {parts.stepping.blocks}});
  }
  return std::make_unique<BlockNetwork>(parts, cut, make_block);
}

std::unique_ptr<Network> make_input_queued_network(const NetworkParts& parts) {
  const InputQueuedTiming timing(parts.topology, parts.router, parts.node_channels);
  return with_shape(parts, timing,
                    [&]<class Shape>(std::type_identity<Shape>,
                                     const InputQueuedSizes& sizes) -> std::unique_ptr<Network> {
                      return make_blocks<Shape>(parts, timing, sizes);
                    });
}

MemoryEstimate input_queued_memory(const NetworkParts& parts) {
  const InputQueuedTiming timing(parts.topology, parts.router, parts.node_channels);
  return with_shape(parts, timing,
                    [&]<class Shape>(std::type_identity<Shape>, const InputQueuedSizes& sizes) {
                      return Shape::memory_of(sizes);
                    });
}

}  // namespace orthant
