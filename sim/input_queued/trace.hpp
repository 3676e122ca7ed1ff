// Records of traced packets that the phases of the step (step.hpp) make: see tracing.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/tracing.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::trace(PacketTracer& tracer) {
  name_packets_to(tracer);
  if constexpr (kTraced) tracing_.begin(tracer);
}

template <MaskShape kShape>
void Tracing<kShape>::build(Network& network) {
  network_ = &network;
  inputs_.resize(network.ports_.size() * network.vcs_);
  slots_.resize(inputs_.size());
  last_.resize(network.ports_.size());
  const std::vector<RouterDelays> delays = pipelines_of(network.parts_.router);
  for (std::size_t r = 0; r < network.routers_.size(); ++r) {
    const RouterId id = network.id_of(LocalRouter{r});
    const std::uint32_t cycles = delays[pipeline_of(network.parts_.router, id)].routing;
    routing_.push_back((std::max(cycles, 1u) - 1) * network.ticks_per_cycle_);
  }
  if (network.program_)
    network.program_->observe_generation([this](NodeId node, unsigned message_class,
                                                const PacketStream::Packet& packet,
                                                std::uint64_t number, std::uint32_t receive) {
      const std::uint32_t place = network_->program_->place_of(node);
      generated(network_->senders_at(place)[message_class], packet, number, receive);
    });
}

template <MaskShape kShape>
PacketName Tracing<kShape>::name_of(const PacketProgress& packet) const {
  return network_->pool_.name(packet.packet);
}

template <MaskShape kShape>
const PacketProgress& Tracing<kShape>::front(const Router& router, unsigned bit) const {
  return network_->ring(router, bit)[network_->input(router, bit).ring_read];
}

template <MaskShape kShape>
void Tracing<kShape>::report(const Router& router, const PacketProgress& packet, TraceEvent event) {
  if (tracer_ == nullptr) return;
  event.router = network_->id_of(network_->number_of(router));
  tracer_->report(network_->traced(packet.packet), event);
}

template <MaskShape kShape>
void Tracing<kShape>::generated(const InputQueuedSender& sender, const PacketStream::Packet& packet,
                                std::uint64_t number, std::uint32_t receive) {
  if (tracer_ == nullptr) return;
  tracer_->report(network_->traced(sender.node, sender.source, packet, number, receive),
                  {.tick = network_->now_,
                   .router = network_->id_of(sender.router),
                   .port = sender.port,
                   .kind = TraceKind::kGenerate});
}

// The injected packet is the last one in the ring of its VC.
template <MaskShape kShape>
void Tracing<kShape>::injected(const Router& router, const InputQueuedSender& sender) {
  const unsigned bit = Network::bit_of(sender.port, sender.vc);
  const std::uint16_t slots = network_->packets_.ring_slots();
  const unsigned next = network_->output(router, sender.port, sender.vc).ring_write;
  report(router, network_->ring(router, bit)[(next + slots - 1u) % slots],
         {.tick = network_->now_,
          .flit = static_cast<std::uint16_t>(sender.source.front().flits - sender.left),
          .port = sender.port,
          .vc = sender.vc,
          .kind = TraceKind::kInject});
}

template <MaskShape kShape>
void Tracing<kShape>::arrived(const Router& router, const Mask& flits) {
  const std::uint16_t slots = network_->packets_.ring_slots();
  flits.for_each([&](unsigned bit) {
    Input& in = inputs_[network_->buffer(router, bit)];
    const PacketProgress* ring = network_->ring(router, bit);
    TraceEvent event{.tick = network_->now_,
                     .flit = in.flits,
                     .port = static_cast<std::uint8_t>(Network::port_of(bit)),
                     .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
                     .kind = TraceKind::kArrive};
    report(router, ring[in.slot], event);
    if (in.flits == 0 && in.slot != network_->input(router, bit).ring_read) {
      event.kind = TraceKind::kBlocked;
      event.cause = TraceCause::kBehind;
      event.by = name_of(ring[(in.slot + slots - 1u) % slots]);
      report(router, ring[in.slot], event);
    }
    if (++in.flits < ring[in.slot].length) return;
    in.flits = 0;
    if (++in.slot == slots) in.slot = 0;
  });
}

template <MaskShape kShape>
void Tracing<kShape>::routed(const Router& router, unsigned bit) {
  const auto candidates = network_->candidates(router, bit);
  const unsigned out =
      candidates.empty() ? network_->input(router, bit).out_port : unsigned{candidates[0].port};
  report(router, front(router, bit),
         {.tick = network_->now_ + routing_[network_->number_of(router).index()],
          .port = static_cast<std::uint8_t>(Network::port_of(bit)),
          .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
          .out_port = static_cast<std::uint8_t>(out),
          .kind = TraceKind::kRoute});
}

template <MaskShape kShape>
void Tracing<kShape>::granted(const Router& router, unsigned bit) {
  const auto& vc = network_->input(router, bit);
  granted_.push_back(bit);
  Input& in = inputs_[network_->buffer(router, bit)];
  in.cause = TraceCause::kNone;
  if (network_->packet_credits_ && !network_->port(router, vc.out_port).is_node)
    slots_[network_->buffer(router, Network::bit_of(vc.out_port, vc.out_vc))].push_back(
        name_of(front(router, bit)));
  report(router, front(router, bit),
         {.tick = network_->now_,
          .port = static_cast<std::uint8_t>(Network::port_of(bit)),
          .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
          .out_port = vc.out_port,
          .out_vc = vc.out_vc,
          .kind = TraceKind::kVcGranted});
}

template <MaskShape kShape>
void Tracing<kShape>::report_wait(const Router& router, unsigned bit, const Wait& wait) {
  Input& in = inputs_[network_->buffer(router, bit)];
  if (in.cause == wait.cause && in.by == wait.by) return;
  in.cause = wait.cause;
  in.by = wait.by;
  const auto& vc = network_->input(router, bit);
  report(router, front(router, bit),
         {.tick = network_->now_,
          .by = wait.by,
          .flit = static_cast<std::uint16_t>(vc.front_length - vc.front_left),
          .port = static_cast<std::uint8_t>(Network::port_of(bit)),
          .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
          .out_port = static_cast<std::uint8_t>(wait.out_port),
          .out_vc = static_cast<std::uint8_t>(wait.out_vc),
          .kind = TraceKind::kBlocked,
          .cause = wait.cause});
}

template <MaskShape kShape>
std::optional<PacketName> Tracing<kShape>::first_behind(const Router& router, unsigned out,
                                                        unsigned vc) const {
  const Fifo<PacketName>& taken = slots_[network_->buffer(router, Network::bit_of(out, vc))];
  return taken.empty() ? std::nullopt : std::optional(taken.front());
}

template <MaskShape kShape>
std::optional<PacketName> Tracing<kShape>::granted_at(const Router& router, unsigned out) const {
  for (const unsigned bit : granted_)
    if (network_->input(router, bit).out_port == out) return name_of(front(router, bit));
  return std::nullopt;
}

// Returns why a head gets no VC. If it requested one, it lost to other heads or its node is full.
// Otherwise a rule may exclude a candidate that has space; if none does, the first candidate shows
// why no VC is available.
template <MaskShape kShape>
auto Tracing<kShape>::wait_for_vc(const Router& router, unsigned bit) const -> Wait {
  for (const Asked& asked : asked_) {
    if (asked.bit != bit) continue;
    const auto vc = static_cast<unsigned>(std::countr_zero(asked.vcs));
    const auto winner = granted_at(router, asked.out_port);
    return {winner ? TraceCause::kLostVc : TraceCause::kNode, winner, asked.out_port, vc};
  }
  const auto candidates = network_->candidates(router, bit);
  for (const auto& candidate : candidates) {
    const unsigned vcs = network_->available(router, candidate);
    if (vcs == 0) continue;
    const auto vc = static_cast<unsigned>(std::countr_zero(vcs));
    if (network_->reserved_by_mark(router, bit, candidate) == vcs)
      return {TraceCause::kMark, first_behind(router, candidate.port, vc), candidate.port, vc};
    if (network_->limit_of(router, bit) != InjectionLimit::kNone)
      return {TraceCause::kLimit, {}, candidate.port, vc};
    if (network_->port(router, candidate.port).is_node)
      return {TraceCause::kNode, {}, candidate.port, vc};
  }
  const auto& candidate = candidates.front();
  const unsigned wanted = candidate.vcs & network_->info(router, candidate.port).vcs;
  const unsigned free = wanted & network_->port(router, candidate.port).free_vcs;
  if (free != 0) {
    const auto vc = static_cast<unsigned>(std::countr_zero(free));
    return {TraceCause::kCredit, first_behind(router, candidate.port, vc), candidate.port, vc};
  }
  const auto vc = static_cast<unsigned>(std::countr_zero(wanted));
  const unsigned owner = network_->output(router, candidate.port, vc).owner;
  return {TraceCause::kVcHeld, name_of(front(router, owner)), candidate.port, vc};
}

template <MaskShape kShape>
void Tracing<kShape>::look_for_denied(const Router& router, const Mask& heads) {
  heads.for_each([&](unsigned bit) {
    if (network_->input(router, bit).out_vc != State::kNoVc || router.arrived.test(bit)) return;
    report_wait(router, bit, wait_for_vc(router, bit));
  });
}

template <MaskShape kShape>
void Tracing<kShape>::sent(const Router& router, unsigned bit) {
  const auto& vc = network_->input(router, bit);
  const auto& out = network_->port(router, vc.out_port);
  const PacketProgress& packet = front(router, bit);
  const PacketName name = name_of(packet);
  inputs_[network_->buffer(router, bit)].cause = TraceCause::kNone;
  sent_.push_back({bit, vc.out_port, name});
  last_[router.first_port + vc.out_port] = name;
  if (!network_->packet_credits_ && !out.is_node)
    slots_[network_->buffer(router, Network::bit_of(vc.out_port, vc.out_vc))].push_back(name);
  const auto& info = network_->info(router, vc.out_port);
  const std::uint32_t latency =
      out.is_node ? network_->parts_.node_channels.ejection_latency
                  : network_->parts_.topology.channel(ChannelId{info.channel}).latency_cycles;
  TraceEvent event{.tick = network_->now_,
                   .flit = static_cast<std::uint16_t>(vc.front_length - vc.front_left),
                   .port = static_cast<std::uint8_t>(Network::port_of(bit)),
                   .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
                   .out_port = vc.out_port,
                   .out_vc = vc.out_vc,
                   .kind = TraceKind::kSwitchWon};
  report(router, packet, event);
  event.kind = TraceKind::kDepart;
  event.tick +=
      out.flit_delay - latency * network_->ticks_per_cycle_ - network_->pace(info).rate.extra;
  report(router, packet, event);
  if (!out.is_node) return;
  event.kind = TraceKind::kEject;
  event.tick = network_->now_ + out.flit_delay;
  report(router, packet, event);
}

template <MaskShape kShape>
void Tracing<kShape>::consumed(const Router& router, unsigned bit) {
  const auto& vc = network_->input(router, bit);
  const PacketProgress& packet = front(router, bit);
  consumed_.set(bit);
  report(router, packet,
         {.tick = network_->now_ + network_->port(router, vc.out_port).flit_delay,
          .flit = static_cast<std::uint16_t>(vc.front_length - vc.front_left),
          .port = static_cast<std::uint8_t>(Network::port_of(bit)),
          .vc = static_cast<std::uint8_t>(Network::vc_of(bit)),
          .out_port = vc.out_port,
          .kind = TraceKind::kEject});
}

// Returns the packet that holds the input or the output of `bit`, where the switch is held for
// packets.
template <MaskShape kShape>
std::optional<PacketName> Tracing<kShape>::holder_of_switch(const Router& router,
                                                            unsigned bit) const {
  std::optional<PacketName> holder;
  if (!network_->holds_) return holder;
  const unsigned out = network_->input(router, bit).out_port;
  network_->holding_[network_->number_of(router).index()].for_each([&](unsigned other) {
    const bool shares = network_->input(router, other).out_port == out ||
                        Network::port_of(other) == Network::port_of(bit);
    if (shares && other != bit && !holder) holder = name_of(front(router, other));
  });
  return holder;
}

// Returns why a request lost the switch. Names the winner of its output or its input; if there is
// neither, a sender whose input also requested the output.
template <MaskShape kShape>
auto Tracing<kShape>::wait_for_switch(const Router& router, unsigned bit,
                                      const Mask& requests) const -> Wait {
  const auto& vc = network_->input(router, bit);
  Wait wait{TraceCause::kSwitch, {}, vc.out_port, vc.out_vc};
  const auto find = [&](const auto& shares) {
    const auto found = std::ranges::find_if(sent_, shares);
    if (found != sent_.end()) wait.by = found->packet;
    return found != sent_.end();
  };
  const auto asked_too = [&](const Sent& other) {
    bool asked = false;
    requests.for_each([&](unsigned asking) {
      asked |= Network::port_of(asking) == Network::port_of(other.bit) &&
               network_->input(router, asking).out_port == vc.out_port;
    });
    return asked;
  };
  if (find([&](const Sent& other) { return other.out_port == vc.out_port; }) ||
      find([&](const Sent& other) { return Network::port_of(other.bit) == Network::port_of(bit); }))
    return wait;
  if (network_->output_busy(router, vc.out_port)) {
    wait.cause = TraceCause::kChannel;
    wait.by = last_[router.first_port + vc.out_port];
    return wait;
  }
  wait.by = holder_of_switch(router, bit);
  if (!wait.by) find(asked_too);
  return wait;
}

template <MaskShape kShape>
bool Tracing<kShape>::look_for_losers(const Router& router, const Mask& requests) {
  Mask sent = std::exchange(consumed_, {});
  for (const Sent& one : sent_) sent.set(one.bit);
  Mask losers = requests & ~sent & ~router.arrived;
  if (network_->has_rounds_) losers = network_->acting(router, losers);
  losers.for_each(
      [&](unsigned bit) { report_wait(router, bit, wait_for_switch(router, bit, requests)); });
  const Mask stalled = router.present & router.allocated & ~router.credited & ~sent;
  stalled.for_each([&](unsigned bit) {
    const auto& vc = network_->input(router, bit);
    report_wait(router, bit,
                {TraceCause::kCredit, first_behind(router, vc.out_port, vc.out_vc), vc.out_port,
                 vc.out_vc});
  });
  sent_.clear();
  asked_.clear();
  granted_.clear();
  return sent.any();
}

// Removes the packet whose slot downstream of an output is free again.
template <MaskShape kShape>
void Tracing<kShape>::credits_arrived(const Router& router, const Mask& credits) {
  credits.for_each([&](unsigned bit) {
    if (Network::port_of(bit) < router.channel_ports)
      slots_[network_->buffer(router, bit)].pop_front();
  });
}

}  // namespace orthant
