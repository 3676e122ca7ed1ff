// Builds the input-queued network: flat arrays from topology, routing, traffic and router options.
#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "sim/input_queued.hpp"
#include "sim/input_queued_shapes.hpp"

namespace orthant {

template <int kStride, int kWords>
InputQueued<kStride, kWords>::InputQueued(const NetworkParts& parts, std::uint32_t ticks_per_cycle)
    : parts_(parts),
      oblivious_(parts.routing.oblivious()),
      adaptive_(parts.routing.adaptive()),
      ticks_per_cycle_(ticks_per_cycle),
      vcs_(parts.router.vcs),
      bubble_(parts.router.flow_control == FlowControl::kBubble),
      whole_packet_(parts.router.switching != Switching::kWormhole),
      store_forward_(parts.router.switching == Switching::kStoreAndForward),
      max_alternatives_(adaptive_ != nullptr ? std::max<std::size_t>(1, adaptive_->max_candidates())
                                             : 1),
      active_(0, 1),
      births_(parts.topology.node_count()),
      pool_(oblivious_ != nullptr ? oblivious_->max_legs() : 0),
      recorder_(parts.topology.node_count()) {
  set_classes();
  set_delays();
  build_routers();
  build_buffers();
  build_wheel();
  set_addresses();
  build_sources();
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::set_classes() {
  const auto& classes = parts_.routing.traits().vc_classes;
  class_vcs_ = split_vcs(classes, vcs_);
  class_of_vc_.assign(vcs_, 0);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    class_adaptive_.push_back(classes[c].adaptive);
    for (unsigned vc = 0; vc < class_vcs_[c].count; ++vc) {
      class_of_vc_[class_vcs_[c].first + vc] = static_cast<std::uint8_t>(c);
    }
  }
  room_matters_ = whole_packet_ || std::any_of(class_adaptive_.begin(), class_adaptive_.end(),
                                               [](bool adaptive) { return adaptive; });
}

// A stage of k >= 1 cycles decides in the last of them; a stage of 0 cycles decides in the cycle in
// which the stage before it did. docs/timing_model.md derives the delays below.
template <int kStride, int kWords>
void InputQueued<kStride, kWords>::set_delays() {
  const RouterOptions& router = parts_.router;
  const auto before_last = [&](std::uint32_t cycles) {
    return cycles == 0 ? 0 : cycles * ticks_per_cycle_ - 1;
  };
  const std::uint32_t vc_gap = router.vc_allocation_delay > 0 ? 1 : 0;
  head_delay_ = router.routing_delay * ticks_per_cycle_ + before_last(router.vc_allocation_delay);
  switched_delay_ = vc_gap + before_last(router.switch_allocation_delay);
  flit_ready_delay_ = before_last(router.switch_allocation_delay);
  has_timers_ = head_delay_ + switched_delay_ + flit_ready_delay_ > 0;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_routers() {
  const Topology& topology = parts_.topology;
  routers_.resize(topology.router_count());
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const RouterId id{r};
    Router& router = routers_[r];
    router.first_port = static_cast<std::uint32_t>(ports_.size());
    router.port_count = static_cast<std::uint16_t>(topology.port_count(id));
    router.channel_ports = static_cast<std::uint16_t>(topology.channel_port_count(id));
    for (std::size_t p = 0; p < router.port_count; ++p) {
      Port port;
      PortInfo info;
      port.free_vcs = static_cast<std::uint16_t>((1u << vcs_) - 1);
      if (p < topology.channel_port_count(id)) {
        build_channel_port(id, PortId{p}, port, info);
      } else {
        build_node_port(id, PortId{p}, port, info);
      }
      ports_.push_back(port);
      port_infos_.push_back(info);
    }
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_channel_port(RouterId r, PortId p, Port& port,
                                                      PortInfo& info) {
  const auto id = parts_.topology.channel_from(r, p);
  if (!id) return;
  const Channel& out = parts_.topology.channel(*id);
  const Channel& in = parts_.topology.channel(out.reverse);
  const RouterOptions& router = parts_.router;
  info.exists = true;
  port.peer = out.to.value;
  port.peer_port = static_cast<std::uint8_t>(out.to_port.value);
  info.channel = id->value;
  info.ring = out.ring ? *out.ring + 1 : 0;
  info.ring_in = in.ring ? *in.ring + 1 : 0;
  set_interval(port, info, out.bandwidth);
  const std::uint32_t switch_gap = router.switch_allocation_delay > 0 ? 1 : 0;
  port.flit_delay = switch_gap + (router.traversal_delay + out.latency_cycles) * ticks_per_cycle_ +
                    serialisation_delay(info);
  port.credit_delay = (out.latency_cycles + router.credit_delay) * ticks_per_cycle_;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_node_port(RouterId r, PortId p, Port& port,
                                                   PortInfo& info) {
  const RouterOptions& router = parts_.router;
  info.exists = port.is_node = true;
  port.peer = r.value;
  port.peer_port = static_cast<std::uint8_t>(p.value);
  info.node = parts_.topology.node_at(r, p).value;
  set_interval(port, info, parts_.nodes.bandwidth);
  const std::uint32_t switch_gap = router.switch_allocation_delay > 0 ? 1 : 0;
  const std::uint32_t extra = serialisation_delay(info);
  port.flit_delay = switch_gap +
                    (router.traversal_delay + parts_.nodes.ejection_latency) * ticks_per_cycle_ +
                    extra;
  info.injection_delay = parts_.nodes.injection_latency * ticks_per_cycle_ + extra;
  port.credit_delay = (parts_.nodes.injection_latency + router.credit_delay) * ticks_per_cycle_;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::set_interval(Port& port, PortInfo& info,
                                                const Rational& bandwidth) const {
  const Rational interval = Rational(ticks_per_cycle_) / bandwidth;
  info.interval_num = static_cast<std::uint32_t>(interval.numerator());
  info.interval_den = static_cast<std::uint32_t>(interval.denominator());
  port.slow = info.interval_num != info.interval_den;
}

// What a flit on a channel slower than one flit per cycle takes beyond that cycle.
template <int kStride, int kWords>
std::uint32_t InputQueued<kStride, kWords>::serialisation_delay(const PortInfo& info) const {
  const std::uint32_t ticks = (info.interval_num + info.interval_den - 1) / info.interval_den;
  return ticks > ticks_per_cycle_ ? ticks - ticks_per_cycle_ : 0;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_buffers() {
  const PacketLengths& lengths = parts_.traffic.lengths;
  const std::uint32_t flits = parts_.router.buffer_flits;
  std::uint32_t packets = 1;
  if (bubble_) {
    buffer_credits_ = flits / lengths.longest();
    packets = buffer_credits_ + 1;  // one slot stays empty, so that full and empty differ
  } else {
    // A first and a last packet with at least one flit each, whole ones between them.
    buffer_credits_ = flits;
    if (flits >= 2) packets = std::min(flits, (flits - 2) / lengths.shortest() + 2);
  }
  ring_slots_ = static_cast<std::uint16_t>(packets);
  inputs_.resize(routers_.size() * kStride * vcs_);
  outputs_.resize(inputs_.size());
  for (auto& out : outputs_) out.credits = static_cast<std::uint16_t>(buffer_credits_);
  const std::size_t buffers = ports_.size() * vcs_;
  alternatives_.resize(buffers * max_alternatives_);
  descriptors_.resize(buffers * ring_slots_);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_wheel() {
  constexpr std::size_t kMostSlots = 64;
  std::vector<Cycle> delays = {head_delay_, switched_delay_, flit_ready_delay_};
  for (const Port& port : ports_) {
    delays.insert(delays.end(), {port.flit_delay, port.credit_delay});
  }
  for (const PortInfo& info : port_infos_) delays.push_back(info.injection_delay);
  std::sort(delays.begin(), delays.end());
  delays.erase(std::unique(delays.begin(), delays.end()), delays.end());
  wheel_slots_ = std::min(kMostSlots, std::bit_ceil<std::size_t>(delays.back() + 1));
  for (const Cycle delay : delays) {
    if (delay >= wheel_slots_) lines_.emplace_back(delay);
  }
  active_ = ActiveWheel(routers_.size(), wheel_slots_);
  arrivals_.resize(routers_.size() * wheel_slots_);
  if (has_timers_) timers_.resize(routers_.size() * wheel_slots_);
}

// Once no array grows any more.
template <int kStride, int kWords>
void InputQueued<kStride, kWords>::set_addresses() {
  for (std::size_t r = 0; r < routers_.size(); ++r) {
    routers_[r].inputs = &inputs_[r * kStride * vcs_];
    routers_[r].outputs = &outputs_[r * kStride * vcs_];
    routers_[r].ports = ports_.data() + routers_[r].first_port;
  }
  for (Port& port : ports_) {
    port.peer_arrivals = &arrivals_[port.peer * wheel_slots_];
    port.peer_buffer =
        static_cast<std::uint32_t>(buffer(routers_[port.peer], bit_of(port.peer_port, 0)));
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::build_sources() {
  const std::size_t nodes = parts_.topology.node_count();
  sources_.reserve(nodes);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    sources_.emplace_back(parts_.traffic, NodeId{n});
    Source& source = sources_.back();
    source.next = source.lead.next();
    const Cycle birth = source.next.birth;
    births_.schedule(n, birth == kNever ? kNever : birth * ticks_per_cycle_);
  }
}

template <int kStride, int kWords>
MemoryEstimate InputQueued<kStride, kWords>::memory() const {
  const auto bytes = [](const auto& v) { return v.size() * sizeof(v[0]); };
  return {bytes(routers_) + bytes(ports_) + bytes(port_infos_) + bytes(inputs_) + bytes(outputs_) +
              bytes(alternatives_) + bytes(arrivals_) + bytes(timers_) + bytes(sources_),
          bytes(descriptors_)};
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

// The fastest channel sets the tick, so that no port moves more than one flit per tick.
static std::uint32_t ticks_for(const NetworkParts& parts) {
  Rational fastest = parts.nodes.bandwidth;
  for (const Channel& c : parts.topology.channels()) fastest = std::max(fastest, c.bandwidth);
  const std::int64_t ticks =
      (fastest.numerator() + fastest.denominator() - 1) / fastest.denominator();
  return static_cast<std::uint32_t>(std::max<std::int64_t>(1, ticks));
}

std::unique_ptr<Network> make_input_queued_network(const NetworkParts& parts) {
  const std::size_t ports = parts.topology.max_port_count();
  const std::uint32_t vcs = parts.router.vcs;
  const std::uint32_t ticks = ticks_for(parts);
  if (ports <= 8 && vcs <= 8) return std::make_unique<InputQueued<8, 1>>(parts, ticks);
  if (ports <= 8) return std::make_unique<InputQueued<8, 2>>(parts, ticks);
  if (ports <= 16 && vcs <= 4) return std::make_unique<InputQueued<16, 1>>(parts, ticks);
  if (ports <= 16) return std::make_unique<InputQueued<16, 4>>(parts, ticks);
  return std::make_unique<InputQueued<64, 16>>(parts, ticks);
}

}  // namespace orthant
