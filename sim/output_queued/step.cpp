// The rounds of the output-queued network and the events of a router: the decision of a receiver,
// then all sends that have become possible. docs/output_queued.md walks through it.
#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "sim/kernel/bits.hpp"
#include "sim/kernel/require.hpp"
#include "sim/output_queued/tracing.hpp"
#include "sim/rules/selection.hpp"
#include "sim/rules/space.hpp"

namespace orthant {

// Free space as adaptive algorithms see it.
class OutputQueued::Occupancy final : public LocalOccupancy {
 public:
  Occupancy(const OutputQueued& network, const Router& router)
      : network_(network), router_(router) {}
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    return network_.free_slots(router_, port.value, network_.vc_of(vc_class)) * flits_per_slot();
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t) const override {
    return network_.parts_.router.output_queue.packets * flits_per_slot();
  }

 private:
  std::uint32_t flits_per_slot() const { return network_.parts_.traffic.lengths.longest(); }
  const OutputQueued& network_;
  const Router& router_;
};

// ------------------------------------------------------------------------------------------------
// rounds

void OutputQueued::advance(Tick tick) {
  require(tick < kLastTick, "cycle {}: the clock ends here, with {} ticks per cycle",
          tick / ticks_per_cycle(), ticks_per_cycle());
  for (;;) {
    const Tick start = *std::ranges::min_element(next_event_);
    if (start >= tick) break;
    run_round(start, std::min(tick, start + sizes_.round));
  }
  now_ = tick;
}

// Runs all events before `end`; no message sent in the round arrives before it.
[[gnu::flatten]] void OutputQueued::run_round(Tick start, Tick end) {
  order_.begin_round(start);
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    if (next_event_[r] >= end) continue;
    prefetch(r + 1);
    run_router(router_at(r), end);
  }
  report_deliveries();
  recorder_.report_in_order();
  if (tracing_) tracing_->settle(end);
}

void OutputQueued::prefetch(std::uint32_t r) const {
  constexpr std::size_t kLine = 64;
  if (r >= sizes_.routers) return;
  const std::byte* router = &state_[r * sizes_.router_bytes];
  for (std::size_t i = 0; i < sizes_.router_bytes; i += kLine) __builtin_prefetch(router + i, 1);
}

void OutputQueued::run_router(Router& router, Tick end) {
  Tick& next_of_nodes = next_of_nodes_[router.id];
  const Tick later_arrival = collect_arrivals(router, end);
  for (;;) {
    const bool arrives = next_arrival_ < arrivals_.size();
    const Tick arrival = arrives ? arrivals_[next_arrival_].message.arrival : kNever;
    const Tick free = router.next_free;
    const Tick next = std::min({arrival, free, end});
    if (next_of_nodes < next) {
      now_ = next_of_nodes;
      run_nodes(router, end);
      continue;
    }
    if (next == end) break;
    now_ = next;
    const Cause of_free{router.last, static_cast<std::uint8_t>(sizes_.stride)};
    if (arrival < free ||
        (arrival == free && order_.before(arrivals_[next_arrival_].cause(), of_free))) {
      const Arrival taken = arrivals_[next_arrival_++];
      event_ = order_.add(now_, taken.cause());
      receive(router, taken);
    } else {
      event_ = order_.add(now_, of_free);
    }
    router.last = event_;
    send_all(router);
    if (tracing_) tracing_->look_for_waits(router);
  }
  next_event_[router.id] = std::min({later_arrival, router.next_free, next_of_nodes});
}

// Collects the arrivals before `end`. Returns when the next message arrives over a channel.
Tick OutputQueued::collect_arrivals(Router& router, Tick end) {
  arrivals_.clear();
  next_arrival_ = 0;
  Tick later = kNever;
  for (unsigned p = 0; p < router.channel_ports; ++p) {
    Port& port = port_at(router, p);
    __builtin_prefetch(&state_[port.far_end], 1);  // it is likely to get a message
    for (; port.messages != 0; --port.messages) {
      const Message& message = message_at(port, 0);
      if (message.arrival >= end) {
        later = std::min(later, Tick{message.arrival});
        break;
      }
      order_.prefetch(message.cause);
      if (!message.is_ack) __builtin_prefetch(&descriptors_[message.packet], 1);
      expect({message, static_cast<std::uint8_t>(p), port.peer_port});
      ++port.message_head;
    }
  }
  if (next_of_nodes_[router.id] < end) collect_from_nodes(router, end);
  return later;
}

// Inserts an arrival in event order among those not yet processed.
void OutputQueued::expect(const Arrival& arrival) {
  std::size_t at = arrivals_.size();
  arrivals_.push_back(arrival);
  const auto comes_first = [&](const Arrival& other) {
    return arrival.message.arrival < other.message.arrival ||
           (arrival.message.arrival == other.message.arrival &&
            order_.before(arrival.cause(), other.cause()));
  };
  for (; at > next_arrival_ && comes_first(arrivals_[at - 1]); --at)
    arrivals_[at] = arrivals_[at - 1];
  arrivals_[at] = arrival;
}

// Reports in the order of time, then of routers.
void OutputQueued::report_deliveries() {
  std::ranges::sort(deliveries_, {}, [](const Delivery& d) { return std::pair(d.time, d.turn); });
  for (const Delivery& delivery : deliveries_) {
    recorder_.ejected(delivery.time, delivery.packet.length);
    recorder_.delivered(delivery.packet, delivery.time, delivery.arrival,
                        [&] { return delivery.number; });
  }
  deliveries_.clear();
}

// ------------------------------------------------------------------------------------------------
// arrivals

void OutputQueued::receive(Router& router, const Arrival& arrival) {
  if (arrival.port >= router.channel_ports) return receive_injected(router, arrival);
  if (arrival.message.is_ack) return receive_ack(router, arrival);
  receive_packet(router, arrival);
}

void OutputQueued::receive_packet(Router& router, const Arrival& arrival) {
  const Message& message = arrival.message;
  const auto vc = static_cast<std::uint8_t>(message.vc);
  const bool accepted = accept(router, message.packet, {arrival.port, vc});
  if (tracing_) tracing_->received(router, message.packet, {arrival.port, vc}, accepted);
  if (accepted) {
    flit_hops_ += flits_of(message.packet);
  } else {
    ++refused_packets_;
  }
  Port& port = port_at(router, arrival.port);
  assert(port.acks < sizes_.ack_slots);
  ack_at(port, port.acks++) = {message.packet, vc, accepted};
  router.acks_waiting |= std::uint64_t{1} << arrival.port;
}

void OutputQueued::receive_ack(Router& router, const Arrival& arrival) {
  const Message& message = arrival.message;
  if (!message.accepted) return put_back(router, arrival.port, message.vc, message.packet);
  ++free_slots(router, arrival.port, message.vc);
  queue_at(port_at(router, arrival.port), message.vc).moved = true;
}

void OutputQueued::receive_injected(Router& router, const Arrival& arrival) {
  const std::uint32_t id = arrival.message.packet;
  const Port& port = port_at(router, arrival.port);
  OutputQueuedSender& sender = senders_[port.peer];
  start_header(RouterId{router.id}, descriptors_[id], Occupancy(*this, router), sender);
  const bool accepted = accept(router, id, {arrival.port});
  if (tracing_) tracing_->received(router, id, {arrival.port}, accepted);
  if (accepted) {
    injected_flits_ += pool_[id].length;
    sender.source.sent(pool_[id].length);
  }
  const ChannelTimes& channel = times(port);
  sender.to_node.push_back(
      {.arrival = now_ + channel.ack + channel.latency, .packet = id, .accepted = accepted});
  sender.plan_next();
  Tick& next = next_of_nodes_[router.id];
  next = std::min(next, sender.next);
}

// ------------------------------------------------------------------------------------------------
// the decision of a receiver

bool OutputQueued::accept(Router& router, std::uint32_t packet, Origin origin) {
  const PacketDescriptor& descriptor = descriptors_[packet];
  if (has_arrived(RouterId{router.id}, descriptor)) return enter_sink(router, packet);
  list_candidates(router, descriptor, candidates_);
  const auto free_if_enough = [&](const Candidate& candidate) -> std::uint32_t {
    const std::uint32_t free = free_slots(router, candidate.port.value, vc_of(candidate.vc_class));
    return free < slots_needed(router, origin, candidate) ? 0 : free;
  };
  const auto free_space = [](const Candidate&, std::uint32_t free) { return free; };
  const auto chosen = choose_candidate<std::uint32_t>(*parts_.router.selection, candidates_,
                                                      free_if_enough, free_space);
  if (chosen.open == 0) return false;
  enter(router, packet, *chosen.candidate);
  return true;
}

bool OutputQueued::enter_sink(Router& router, std::uint32_t packet) {
  const unsigned p = descriptors_[packet].eject_port;
  std::uint8_t& free = free_slots(router, p, 0);
  if (free == 0) return false;
  --free;
  push_back(router, p, 0, packet);
  return true;
}

void OutputQueued::list_candidates(const Router& router, const PacketDescriptor& packet,
                                   CandidateList& out) const {
  if (adaptive_ != nullptr) {
    const Occupancy occupancy(*this, router);
    return adaptive_->candidates(RouterId{router.id}, packet.header, &occupancy, out);
  }
  out.assign(1, {.port = PortId{packet.port}, .vc_class = packet.vc_class});
}

// Returns the free slots that the queue must have.
std::uint32_t OutputQueued::slots_needed(const Router& router, Origin origin,
                                         const Candidate& candidate) const {
  const bool injected = origin.vc == kNoVc;
  if (injected && half_queue_slots_ != 0) return half_queue_slots_;
  const Port& out = port_at(router, candidate.port.value);
  const bool goes_on =
      !injected && out.straight == origin.port && origin.vc == vc_of(candidate.vc_class);
  return bubble_slots_needed({.adaptive_class = class_adaptive_[candidate.vc_class],
                              .enters_ring = out.on_ring && !goes_on});
}

void OutputQueued::enter(Router& router, std::uint32_t packet, const Candidate& candidate) {
  const unsigned vc = vc_of(candidate.vc_class);
  --free_slots(router, candidate.port.value, vc);
  push_back(router, candidate.port.value, vc, packet);
  Packet& descriptor = descriptors_[packet];
  descriptor.number = router.number++;
  if (adaptive_ != nullptr) descriptor.header.bits = candidate.next_bits;
  take_hop(descriptor);
}

// ------------------------------------------------------------------------------------------------
// queues of a port

void OutputQueued::push_back(Router& router, unsigned p, unsigned vc, std::uint32_t packet) {
  Port& port = port_at(router, p);
  Queue& queue = queue_at(port, vc);
  slot_at(port, vc, queue.head + queue.size++) = packet;
  set_waiting(router, port, p, vc);
  if (tracing_) tracing_->entered(p, vc);
}

// A refused packet keeps its place behind the packets that entered before it, which are few.
void OutputQueued::put_back(Router& router, unsigned p, unsigned vc, std::uint32_t packet) {
  Port& port = port_at(router, p);
  Queue& queue = queue_at(port, vc);
  const std::uint32_t number = descriptors_[packet].number;
  unsigned place = --queue.head;
  for (unsigned i = 0; i < queue.size; ++i, ++place) {
    const std::uint32_t next = slot_at(port, vc, place + 1);
    if (static_cast<std::int32_t>(descriptors_[next].number - number) > 0) break;
    slot_at(port, vc, place) = next;
  }
  slot_at(port, vc, place) = packet;
  ++queue.size;
  set_waiting(router, port, p, vc);
}

void OutputQueued::set_waiting(Router& router, Port& port, unsigned p, unsigned vc) {
  port.waiting_vcs |= static_cast<std::uint16_t>(1u << vc);
  router.waiting |= std::uint64_t{1} << p;
}

std::uint32_t OutputQueued::pop_front(Router& router, unsigned p, unsigned vc) {
  Port& port = port_at(router, p);
  Queue& queue = queue_at(port, vc);
  const std::uint32_t packet = slot_at(port, vc, queue.head++);
  if (--queue.size == 0) {
    port.waiting_vcs &= static_cast<std::uint16_t>(~(1u << vc));
    if (port.waiting_vcs == 0) router.waiting &= ~(std::uint64_t{1} << p);
  }
  return packet;
}

// ------------------------------------------------------------------------------------------------
// sends of a router

// Sends in this order: acknowledgements, packets for sinks, packets for neighbours by port.
void OutputQueued::send_all(Router& router) {
  if (router.next_free <= now_) find_free_channels(router);
  for_each_bit(router.acks_waiting & ~router.busy, [&](unsigned p) {
    // Acknowledgements of length 0 all go at once.
    while ((router.acks_waiting & ~router.busy) >> p & 1) send_ack(router, p);
  });
  // Node ports follow the channel ports, of which there may be 64.
  const std::uint64_t sinks =
      router.channel_ports < 64 ? ~std::uint64_t{0} << router.channel_ports : 0;
  const std::uint64_t sendable = router.waiting & ~router.busy;
  for_each_bit(sendable & sinks, [&](unsigned p) { send_to_sink(router, p); });
  for_each_bit(sendable & ~sinks, [&](unsigned p) { send_packet(router, p); });
}

void OutputQueued::find_free_channels(Router& router) {
  const Tick* ends = ends_of(router);
  Tick next = kNever;
  for_each_bit(router.busy, [&](unsigned p) {
    if (ends[p] <= now_) {
      router.busy &= ~(std::uint64_t{1} << p);
    } else {
      next = std::min(next, ends[p]);
    }
  });
  router.next_free = next;
}

void OutputQueued::occupy(Router& router, unsigned p, Tick duration) {
  if (duration == 0) return;
  const Tick end = now_ + duration;
  ends_of(router)[p] = end;
  router.busy |= std::uint64_t{1} << p;
  router.next_free = std::min(router.next_free, end);
}

void OutputQueued::send_ack(Router& router, unsigned p) {
  Port& port = port_at(router, p);
  const Ack ack = ack_at(port, 0);
  ++port.ack_head;
  if (--port.acks == 0) router.acks_waiting &= ~(std::uint64_t{1} << p);
  const ChannelTimes& channel = times(port);
  if (tracing_) tracing_->ack_departed(router, p);
  occupy(router, p, channel.ack);
  send(port, {.arrival = now_ + channel.ack + channel.latency,
              .vc = ack.vc,
              .is_ack = 1,
              .accepted = ack.accepted,
              .packet = ack.packet,
              .cause = event_});
}

void OutputQueued::send_packet(Router& router, unsigned p) {
  Port& port = port_at(router, p);
  const auto vc = static_cast<unsigned>(std::countr_zero(port.waiting_vcs));
  const std::uint32_t packet = pop_front(router, p, vc);
  if (tracing_) tracing_->departed(router, p, vc, packet);
  const std::uint32_t flits = flits_of(packet);
  const ChannelTimes& channel = times(port);
  port.sent_flits += flits;
  ++sent_packets_;
  occupy(router, p, channel.packet[flits]);
  send(port, {.arrival = now_ + channel.packet[flits] + channel.latency,
              .vc = vc,
              .packet = packet,
              .cause = event_});
}

void OutputQueued::send(const Port& from, const Message& message) {
  Port& to = *part<Port>(state_.front(), from.far_end);
  assert(to.messages < sizes_.message_slots);
  message_at(to, to.messages++) = message;
  Tick& next = next_event_[from.peer];
  next = std::min(next, Tick{message.arrival});
}

void OutputQueued::send_to_sink(Router& router, unsigned p) {
  const std::uint32_t packet = pop_front(router, p, 0);
  ++free_slots(router, p, 0);
  const PacketRecord& record = finish(descriptors_[packet]);
  const Tick duration = times(port_at(router, p)).packet[record.length];
  occupy(router, p, duration);
  const auto turn = static_cast<std::uint32_t>(deliveries_.size());
  const Tick arrival = now_ + duration + ejection_latency_;
  if (tracing_) tracing_->departed(router, p, 0, packet);
  if (tracing_) tracing_->ejected(router, p, packet, arrival);
  deliveries_.push_back({now_, turn, record, arrival, pool_.number(packet)});
  pool_.release(packet);
}

}  // namespace orthant
