// The sources of the nodes: births and the last phase of the step (input_queued_step.cpp).
#pragma once

#include <cassert>

#include "sim/input_queued.hpp"

namespace orthant {

// Local free space for adaptive algorithms that choose when a packet starts.
template <MaskShape kShape>
class InputQueued<kShape>::Occupancy final : public LocalOccupancy {
 public:
  Occupancy(const InputQueued& network, const Router& router)
      : network_(network), router_(router) {}
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    const VcRange range = network_.class_vcs_[vc_class];
    std::uint32_t credits = 0;
    for (unsigned vc = range.first; vc < range.first + range.count; ++vc) {
      credits += network_.output(router_, port.value, vc).credits;
    }
    return credits * flits_per_credit();
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t vc_class) const override {
    return network_.class_vcs_[vc_class].count * network_.buffer_credits_ * flits_per_credit();
  }

 private:
  std::uint32_t flits_per_credit() const {
    return network_.bubble_ ? network_.parts_.traffic.lengths.longest() : 1;
  }
  const InputQueued& network_;
  const Router& router_;
};

template <MaskShape kShape>
void InputQueued<kShape>::birth(std::uint32_t node) {
  InputQueuedSender& sender = senders_[node];
  Source& source = sender.source;
  const bool was_empty = source.empty();
  source.take_births(NodeId{node}, now_, recorder_);
  if (was_empty) sender.left = source.front().flits;
  births_.schedule(node, next_birth(senders_[node]));
  const RouterId r = parts_.topology.router_of(NodeId{node});
  const std::uint64_t port_bit = std::uint64_t{1} << parts_.topology.port_of(NodeId{node}).value;
  routers_[r.index()].sources |= port_bit;
  routers_[r.index()].unsent |= port_bit;
  active_.mark(now_, r.value);
}

template <MaskShape kShape>
void InputQueued<kShape>::release(std::uint32_t frame, Cycle cycle) {
  assert(drained() && now_ <= cycle * ticks_per_cycle_);
  for (std::uint32_t node = 0; node < senders_.size(); ++node) {
    senders_[node].source.release(frame, cycle);
    births_.schedule(node, next_birth(senders_[node]));
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::inject(std::uint32_t r, Router& router) {
  for_each_bit(router.sources, [&](unsigned p) {
    const PortInfo& channel = info(router, p);
    InputQueuedSender& sender = senders_[channel.node];
    if (port(router, p).paced && channel.rate.busy(sender.busy_until, cycle_)) return;
    if (!inject_flit(r, router, sender, static_cast<std::uint8_t>(p)))
      router.sources &= ~(std::uint64_t{1} << p);
  });
}

// Sends one flit if it can; false: nothing to do until a credit or a packet comes.
template <MaskShape kShape>
bool InputQueued<kShape>::inject_flit(std::uint32_t r, Router& router, InputQueuedSender& sender,
                                      std::uint8_t node_port) {
  const bool head = sender.left == sender.source.front().flits;
  if (head && !choose_injection_vc(router, sender, node_port)) return false;
  OutputVc& target = output(router, node_port, sender.vc);
  if (bubble_) {
    if (head) --target.credits;
  } else {
    if (target.credits == 0) return false;
    --target.credits;
  }
  if (head) start_packet(r, router, sender, node_port);
  const PortInfo& channel = info(router, node_port);
  post(port(router, node_port), bit_of(node_port, sender.vc), EventKind::kFlit,
       channel.injection_delay);
  if (port(router, node_port).paced) channel.rate.occupy(sender.busy_until, cycle_);
  Source& source = sender.source;
  source.sent(1);
  ++injected_flits_;
  if (--sender.left != 0) return true;
  source.pop();
  if (source.empty()) {
    router.unsent &= ~(std::uint64_t{1} << node_port);
    return false;
  }
  sender.left = source.front().flits;
  return true;
}

template <MaskShape kShape>
bool InputQueued<kShape>::choose_injection_vc(const Router& router, InputQueuedSender& sender,
                                              std::uint8_t node_port) const {
  const bool atomic = parts_.router.vc_reuse == VcReuse::kAtomic;
  const std::uint32_t room = atomic                      ? buffer_credits_
                             : whole_packet_ && !bubble_ ? sender.source.front().flits
                                                         : 1;
  const InjectionVc rule = parts_.router.injection_vc;
  const unsigned start = rule == InjectionVc::kRoundRobin ? sender.vc_pointer : 0;
  std::uint32_t most = 0;
  for (unsigned i = 0; i < vcs_; ++i) {
    const unsigned vc = (start + i) % vcs_;
    const std::uint32_t credits = output(router, node_port, vc).credits;
    if (credits < room || credits <= most) continue;
    sender.vc = static_cast<std::uint8_t>(vc);
    most = credits;
    if (rule != InjectionVc::kMostFree) break;
  }
  if (most == 0) return false;
  sender.vc_pointer = Arbiters::next_vc(sender.vc, vcs_);
  return true;
}

template <MaskShape kShape>
void InputQueued<kShape>::start_packet(std::uint32_t r, const Router& router,
                                       InputQueuedSender& sender, std::uint8_t node_port) {
  PacketDescriptor packet = begin_packet(NodeId{info(router, node_port).node}, sender);
  pool_[packet.packet].injected = now_;
  start_header(RouterId{r}, packet, Occupancy(*this, router), sender);
  OutputVc& injection = output(router, node_port, sender.vc);
  ring(router, bit_of(node_port, sender.vc))[injection.ring_write] = packet;
  if (++injection.ring_write == ring_slots_) injection.ring_write = 0;
}

}  // namespace orthant
