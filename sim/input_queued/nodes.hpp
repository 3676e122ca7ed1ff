// The sources of the nodes: generation and the last phase of the step (step.hpp).
#pragma once

#include <bit>
#include <cassert>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Free space as adaptive algorithms see it.
template <MaskShape kShape>
class InputQueued<kShape>::Occupancy final : public LocalOccupancy {
 public:
  Occupancy(const InputQueued& network, const Router& router, unsigned first_class)
      : network_(network), router_(router), first_class_(first_class) {}
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    const VcRange range = network_.class_vcs_[first_class_ + vc_class];
    std::uint32_t credits = 0;
    for (unsigned vc = range.first; vc < range.first + range.count; ++vc) {
      credits += network_.output(router_, port.value, vc).credits;
    }
    return credits * flits_per_credit();
  }
  std::uint32_t buffer_flits(PortId port, std::uint8_t vc_class) const override {
    const PortInfo& out = network_.info(router_, port.value);
    const unsigned vcs = out.vcs & network_.class_vcs_[first_class_ + vc_class].mask();
    return static_cast<std::uint32_t>(std::popcount(vcs)) * out.buffer_credits * flits_per_credit();
  }

 private:
  std::uint32_t flits_per_credit() const {
    return network_.bubble_ ? network_.parts_.traffic.lengths.longest() : 1;
  }
  const InputQueued& network_;
  const Router& router_;
  unsigned first_class_;
};

// Schedules a generation at a future tick of the current visit.
template <MaskShape kShape>
void InputQueued<kShape>::schedule_generation(const InputQueuedSender& sender, Tick tick) {
  routers_[sender.router.index()].generating |= std::uint64_t{1} << sender.port;
  active_.mark(tick, sender.router.value);
}

// Generates the packets that are due in a visit after its first tick: out of line to keep the hot
// path small.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::generate_packets(Router& router) {
  for_each_bit(std::exchange(router.generating, 0), [&](unsigned p) {
    const auto first = static_cast<std::uint32_t>(info(router, p).channel * sources_per_node_);
    for (std::uint32_t s = first; s < first + sources_per_node_; ++s) {
      if (generation_calendar_.due(s) == now_) generate(s);
      if (generation_calendar_.due(s) < visit_end_) router.generating |= std::uint64_t{1} << p;
    }
  });
}

template <MaskShape kShape>
void InputQueued<kShape>::generate(std::uint32_t number) {
  if (program_) return wake(number);
  InputQueuedSender& sender = senders_[number];
  Source& source = sender.source;
  const bool was_empty = source.empty();
  source.generate_packets(sender.node, now_, recorder_, lags_of_sources_,
                          [&](const auto& packet, const auto& its_number) {
                            if constexpr (kTraced) tracing_.generated(sender, packet, its_number());
                          });
  if (!kWholePackets && was_empty) sender.left = source.front().flits;
  const Tick next = next_generation_of(sender);
  if (next < visit_end_) {
    generation_calendar_.keep(number, next);
    schedule_generation(sender, next);
  } else {
    generation_calendar_.schedule(number, next);
  }
  Router& router = routers_[sender.router.index()];
  const std::uint64_t port_bit = std::uint64_t{1} << sender.port;
  router.unsent |= port_bit;
  if (kWholePackets && sender.busy_until > now_) return;
  router.sources |= port_bit;
  active_.mark(now_, sender.router.value);
}

template <MaskShape kShape>
void InputQueued<kShape>::release(std::uint32_t frame, Cycle cycle) {
  assert(now_ <= cycle * ticks_per_cycle_);
  for (std::uint32_t node = 0; node < senders_.size(); ++node) {
    senders_[node].source.release(frame, cycle);
    generation_calendar_.schedule(node, next_generation_of(senders_[node]));
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::inject(LocalRouter r, Router& router) {
  for_each_bit(router.sources, [&](unsigned p) {
    const PortInfo& channel = info(router, p);
    InputQueuedSender& sender = *sources_of(channel);
    if constexpr (kWholePackets)
      return inject_packet(r, router, sender, static_cast<std::uint8_t>(p));
    if (port(router, p).paced && pace(channel).rate.busy(sender.busy_until, cycle())) return;
    const auto node_port = static_cast<std::uint8_t>(p);
    if (sources_per_node_ > 1) return inject_one(r, router, node_port);
    if (inject_flit(r, router, sender, node_port, sender.vcs) && sender.left != 0) return;
    router.sources &= ~(std::uint64_t{1} << p);
    if (sender.left == 0) router.unsent &= ~(std::uint64_t{1} << p);
  });
}

// Sends a flit of one of the node's traffic classes: the highest priority with a flit to send,
// round robin among equal ones. A VC takes one packet at a time, so a class does not choose a VC in
// which another has begun.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::inject_one(LocalRouter r, Router& router,
                                                       std::uint8_t node_port) {
  const std::span sources(sources_of(info(router, node_port)), sources_per_node_);
  const auto amid_packet = [](const InputQueuedSender& sender) {
    return sender.left != 0 && sender.left != sender.source.front().flits;
  };
  std::uint16_t begun = 0;
  std::uint64_t asking = 0;
  for (std::size_t c = 0; c < sources.size(); ++c) {
    if (amid_packet(sources[c])) begun |= static_cast<std::uint16_t>(1u << sources[c].vc);
    if (sources[c].left != 0) asking |= std::uint64_t{1} << c;
  }
  const auto all_sent = [&] {
    return std::ranges::all_of(sources, [](const auto& sender) { return sender.left == 0; });
  };
  while (asking != 0) {
    const std::uint64_t first =
        program_ ? asking
                 : highest(asking, [&](unsigned c) { return parts_.traffic.classes[c].priority; });
    const unsigned c = round_robin_pick(first, sources[0].next_turn);
    const auto vcs = static_cast<std::uint16_t>(sources[c].vcs & ~begun);
    if (inject_flit(r, router, sources[c], node_port, vcs)) {
      sources[0].next_turn = static_cast<std::uint16_t>((c + 1) % sources.size());
      if (!all_sent()) return;
      router.unsent &= ~(std::uint64_t{1} << node_port);
      break;
    }
    asking &= ~(std::uint64_t{1} << c);
  }
  router.sources &= ~(std::uint64_t{1} << node_port);
}

// Sends one flit, or returns false if it must wait for a credit. A head chooses one of `vcs`.
template <MaskShape kShape>
bool InputQueued<kShape>::inject_flit(LocalRouter r, Router& router, InputQueuedSender& sender,
                                      std::uint8_t node_port, std::uint16_t vcs) {
  const bool head = sender.left == sender.source.front().flits;
  if (head && !choose_injection_vc(router, sender, node_port, vcs)) return false;
  OutputVc& target = output(router, node_port, sender.vc);
  if (packet_credits_) {
    if (head) --target.credits;
  } else {
    if (target.credits == 0) return false;
    --target.credits;
  }
  if (head) start_packet(r, router, sender, node_port);
  if constexpr (kTraced) tracing_.injected(router, sender);
  const PortInfo& channel = info(router, node_port);
  post(port(router, node_port), bit_of(node_port, sender.vc), EventKind::kFlit, injection_delay_);
  if (port(router, node_port).paced)
    pace(channel).rate.occupy(sources_of(channel)->busy_until, cycle());
  Source& source = sender.source;
  source.sent(1);
  ++injected_flits_;
  if (--sender.left != 0) return true;
  source.pop(lags_of_sources_);
  if (!source.empty() || (program_ && follow(sender, now_ + 1))) sender.left = source.front().flits;
  return true;
}

// Returns the credits that a VC must have for the head of the sender's packet.
template <MaskShape kShape>
std::uint32_t InputQueued<kShape>::injection_space(const Router& router,
                                                   const InputQueuedSender& sender,
                                                   unsigned node_port) const {
  const Hop hop{packet_credits_ ? 1u : sender.source.front().flits,
                info(router, node_port).buffer_credits};
  return std::max(1u, space_needed(parts_.router, hop));
}

template <MaskShape kShape>
bool InputQueued<kShape>::choose_injection_vc(const Router& router, InputQueuedSender& sender,
                                              std::uint8_t node_port, std::uint16_t vcs) const {
  const std::uint32_t space = injection_space(router, sender, node_port);
  const InjectionVc rule = parts_.router.injection_vc;
  if (rule == InjectionVc::kNic) vcs = vc_of_nic(sender, vcs);
  const unsigned start = rule == InjectionVc::kRoundRobin ? sender.vc_pointer : 0;
  std::uint32_t most = 0;
  for (unsigned i = 0; i < vcs_; ++i) {
    const unsigned vc = (start + i) % vcs_;
    if (((vcs >> vc) & 1) == 0) continue;
    const std::uint32_t credits = output(router, node_port, vc).credits;
    if (credits < space || credits <= most) continue;
    sender.vc = static_cast<std::uint8_t>(vc);
    most = credits;
    if (rule != InjectionVc::kMostFree) break;
  }
  if (most == 0) return false;
  sender.vc_pointer = Arbiters::next_vc(sender.vc, vcs_);
  return true;
}

template <MaskShape kShape>
void InputQueued<kShape>::start_packet(LocalRouter r, const Router& router,
                                       InputQueuedSender& sender, std::uint8_t node_port) {
  PacketDescriptor packet = begin_packet(sender.node, sender);
  pool_[packet.packet].injected = now_;
  start_header(id_of(r), packet, Occupancy(*this, router, first_class(packet)), sender);
  OutputVc& injection = output(router, node_port, sender.vc);
  packets_.set(packets_.place(buffer(router, bit_of(node_port, sender.vc)), injection.ring_write),
               packet);
  if (++injection.ring_write == packets_.ring_slots()) injection.ring_write = 0;
}

}  // namespace orthant
