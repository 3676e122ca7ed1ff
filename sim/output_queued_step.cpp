// What happens at each event of the output-queued router: the decision of a receiver, then all
// sends that have become possible. docs/output_queued.md walks through it.
#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "sim/output_queued.hpp"

namespace orthant {

// Local free space for adaptive algorithms that choose when a packet starts.
class OutputQueued::Occupancy final : public LocalOccupancy {
 public:
  Occupancy(const OutputQueued& network, std::uint32_t r) : network_(network), r_(r) {}
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    const unsigned queue_class = network_.class_of(vc_class);
    return network_.queue_at(r_, port.value, queue_class).free * flits_per_slot();
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t) const override {
    return network_.parts_.router.output_queue.packets * flits_per_slot();
  }

 private:
  std::uint32_t flits_per_slot() const { return network_.parts_.traffic.lengths.longest(); }
  const OutputQueued& network_;
  std::uint32_t r_;
};

[[gnu::flatten]] void OutputQueued::advance(Cycle tick) {
  const auto births = [this](Cycle slot) {
    births_.pop_due(slot, [this](std::uint32_t node) {
      const Cycle birth = senders_[node].source.next_birth() * ticks_per_cycle();
      calendar_.push({.time = birth, .target = node, .kind = EventKind::kBirth});
    });
  };
  calendar_.run(
      tick, births, [this](const Event& event) { prefetch(event); },
      [this](const Event& event) {
        if (event.kind != EventKind::kWake) return event.order;
        const Router& router = router_at(event.target);
        return event.time == router.wake_at ? router.order : event.order;
      },
      [this](const Event& event) {
        now_ = event.time;
        handle(event);
      });
  now_ = tick;
}

// What the event will touch, of a network that is larger than the caches.
void OutputQueued::prefetch(const Event& event) const {
  if (event.kind > EventKind::kInjected) return;
  constexpr std::size_t kLine = 64;
  const std::byte* block = &state_[event.target * sizes_.block];
  for (std::size_t i = 0; i < sizes_.ports; i += kLine) __builtin_prefetch(block + i);
  if (event.kind == EventKind::kWake) return;
  const std::byte* port = block + port_part(event.port);
  for (std::size_t i = 0; i < sizes_.port_stride; i += kLine) __builtin_prefetch(port + i);
  if (event.kind != EventKind::kReply) __builtin_prefetch(&descriptors_[event.packet]);
}

void OutputQueued::handle(const Event& event) {
  switch (event.kind) {
    case EventKind::kPacket:
      return receive_packet(event);
    case EventKind::kReply:
      return receive_reply(event);
    case EventKind::kWake:
      if (event.time == router_at(event.target).wake_at) send_all(event.target);
      return;
    case EventKind::kInjected:
      return receive_injected(event);
    case EventKind::kTick:
      return tick();
    case EventKind::kSourceReply:
      return receive_source_reply(event);
    case EventKind::kBirth:
      return birth(event.target);
  }
}

// ------------------------------------------------------------------------------------------------
// arrivals

void OutputQueued::receive_packet(const Event& event) {
  const std::uint32_t r = event.target;
  const bool accepted = accept(r, event.packet, {event.port, event.vc_class});
  if (accepted) {
    flit_hops_ += flits_of(event.packet);
  } else {
    ++refused_packets_;
  }
  Port& port = port_at(r, event.port);
  assert(port.replies < sizes_.reply_slots);
  const std::size_t slot = (port.reply_head + port.replies++) & (sizes_.reply_slots - 1);
  replies_of(r, event.port)[slot] = {event.packet, accepted};
  router_at(r).replying |= std::uint64_t{1} << event.port;
  send_all(r);
}

void OutputQueued::receive_reply(const Event& event) {
  const std::uint32_t r = event.target;
  Port& port = port_at(r, event.port);
  assert(port.flights > 0);
  const Flight flight = flights_of(r, event.port)[port.flight_head];
  port.flight_head = static_cast<std::uint16_t>((port.flight_head + 1) & (sizes_.flight_slots - 1));
  --port.flights;
  if (event.accepted) {
    Queue& queue = queue_at(r, event.port, flight.vc_class);
    ++queue.free;
    queue.moved = true;
  } else {
    put_back(r, event.port, flight);
  }
  send_all(r);
}

void OutputQueued::push_back(std::uint32_t r, unsigned p, unsigned vc_class, std::uint32_t packet) {
  Queue& queue = queue_at(r, p, vc_class);
  slots_of(r, p, vc_class)[(queue.head + queue.size++) & (sizes_.queue_slots - 1)] = packet;
  waiting_classes(r)[p] |= static_cast<std::uint16_t>(1u << vc_class);
  router_at(r).waiting |= std::uint64_t{1} << p;
}

// A refused packet keeps its place: behind those that entered before it, which are few.
void OutputQueued::put_back(std::uint32_t r, unsigned p, const Flight& flight) {
  Queue& queue = queue_at(r, p, flight.vc_class);
  std::uint32_t* slots = slots_of(r, p, flight.vc_class);
  const std::size_t mask = sizes_.queue_slots - 1;
  const std::uint32_t number = descriptors_[flight.packet].number;
  unsigned place = --queue.head;
  for (unsigned i = 0; i < queue.size; ++i, ++place) {
    const std::uint32_t next = slots[(place + 1) & mask];
    if (static_cast<std::int32_t>(descriptors_[next].number - number) > 0) break;
    slots[place & mask] = next;
  }
  slots[place & mask] = flight.packet;
  ++queue.size;
  waiting_classes(r)[p] |= static_cast<std::uint16_t>(1u << flight.vc_class);
  router_at(r).waiting |= std::uint64_t{1} << p;
}

void OutputQueued::receive_injected(const Event& event) {
  const std::uint32_t r = event.target;
  const Port& port = port_at(r, event.port);
  Sender& sender = senders_[port.peer];
  PacketDescriptor& packet = descriptors_[event.packet];
  PacketRecord& record = pool_[event.packet];
  if (adaptive_ != nullptr && packet.header.destination.value != r) {
    adaptive_->start(RouterId{r}, packet.header, Occupancy(*this, r), sender.routing_random);
    record.detour = adaptive_->detour(RouterId{r}, packet.header);
  }
  const bool accepted = accept(r, event.packet, {event.port});
  if (accepted) {
    injected_flits_ += record.length;
    sender.source.sent(record.length);
  }
  const ChannelTimes& channel = times(port);
  calendar_.push({.time = now_ + channel.ack + channel.latency,
                  .target = port.peer,
                  .packet = event.packet,
                  .kind = EventKind::kSourceReply,
                  .accepted = accepted});
  send_all(r);
}

// ------------------------------------------------------------------------------------------------
// the decision of a receiver

bool OutputQueued::accept(std::uint32_t r, std::uint32_t packet, Origin origin) {
  const PacketDescriptor& descriptor = descriptors_[packet];
  if (has_arrived(r, descriptor)) return enter_sink(r, packet);
  list_candidates(r, descriptor, candidates_);
  const Candidate* candidate = choose(r, origin);
  if (candidate == nullptr) return false;
  enter(r, packet, *candidate);
  return true;
}

bool OutputQueued::enter_sink(std::uint32_t r, std::uint32_t packet) {
  const unsigned p = descriptors_[packet].eject_port;
  Queue& queue = queue_at(r, p, 0);
  if (queue.free == 0) return false;
  --queue.free;
  push_back(r, p, 0, packet);
  return true;
}

void OutputQueued::list_candidates(std::uint32_t r, const PacketDescriptor& packet,
                                   CandidateList& out) const {
  if (adaptive_ != nullptr) return adaptive_->candidates(RouterId{r}, packet.header, out);
  out.assign(1, {.port = PortId{packet.port}, .vc_class = packet.vc_class});
}

const Candidate* OutputQueued::choose(std::uint32_t r, Origin origin) const {
  const Candidate* best = nullptr;
  unsigned most = 0;
  for (const Candidate& candidate : candidates_) {
    if (candidate.escape && best != nullptr) continue;
    const unsigned free = queue_at(r, candidate.port.value, class_of(candidate.vc_class)).free;
    if (free <= most || free < room_needed(r, origin, candidate)) continue;
    best = &candidate;
    if (parts_.router.selection == Selection::kFirst) break;
    most = free;
  }
  return best;
}

// Free slots that the queue must have; docs/deadlock.md gives the reasons.
std::uint32_t OutputQueued::room_needed(std::uint32_t r, Origin origin,
                                        const Candidate& candidate) const {
  const bool injected = origin.vc_class == kNoClass;
  if (injected && half_room_ != 0) return half_room_;
  const std::uint32_t entry = entry_room_[candidate.vc_class];
  if (entry == 1) return 1;
  const Port& out = port_at(r, candidate.port.value);
  const bool same_queue =
      !injected && out.straight == origin.port && origin.vc_class == class_of(candidate.vc_class);
  return same_queue || !out.on_ring ? 1 : entry;
}

void OutputQueued::enter(std::uint32_t r, std::uint32_t packet, const Candidate& candidate) {
  const unsigned vc_class = class_of(candidate.vc_class);
  --queue_at(r, candidate.port.value, vc_class).free;
  push_back(r, candidate.port.value, vc_class, packet);
  Packet& descriptor = descriptors_[packet];
  descriptor.number = router_at(r).number++;
  if (adaptive_ != nullptr) {
    descriptor.header.bits = candidate.next_bits;
    ++descriptor.hops_left;
  } else {
    pool_.take_hop(descriptor);
  }
}

// ------------------------------------------------------------------------------------------------
// sends of a router

// In this order: acknowledgements, packets for sinks, packets for neighbours by port.
void OutputQueued::send_all(std::uint32_t r) {
  Router& router = router_at(r);
  const Cycle* free = free_at(r);
  for (std::uint64_t rest = router.replying; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    // Acknowledgements of no length all go at once.
    while (free[p] <= now_ && (router.replying >> p & 1) != 0) send_reply(r, router, p);
  }
  const std::uint64_t channels = (std::uint64_t{1} << router.channel_ports) - 1;
  for (std::uint64_t rest = router.waiting & ~channels; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    if (free[p] <= now_) send_to_sink(r, router, p);
  }
  for (std::uint64_t rest = router.waiting & channels; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    if (free[p] <= now_) send_packet(r, router, p);
  }
  set_wake(r, router);
}

void OutputQueued::send_reply(std::uint32_t r, Router& router, unsigned p) {
  Port& port = port_at(r, p);
  const Reply& reply = replies_of(r, p)[port.reply_head];
  port.reply_head = static_cast<std::uint16_t>((port.reply_head + 1) & (sizes_.reply_slots - 1));
  if (--port.replies == 0) router.replying &= ~(std::uint64_t{1} << p);
  const ChannelTimes& channel = times(port);
  occupy(r, router, p, channel.ack);
  calendar_.push({.time = now_ + channel.ack + channel.latency,
                  .target = port.peer,
                  .packet = reply.packet,
                  .kind = EventKind::kReply,
                  .port = port.peer_port,
                  .accepted = reply.accepted != 0});
}

void OutputQueued::send_packet(std::uint32_t r, Router& router, unsigned p) {
  std::uint16_t& classes = waiting_classes(r)[p];
  const auto vc_class = static_cast<unsigned>(std::countr_zero(classes));
  Queue& queue = queue_at(r, p, vc_class);
  const std::uint32_t packet = slots_of(r, p, vc_class)[queue.head++ & (sizes_.queue_slots - 1)];
  if (--queue.size == 0) {
    classes &= static_cast<std::uint16_t>(classes - 1);
    if (classes == 0) router.waiting &= ~(std::uint64_t{1} << p);
  }
  Port& port = port_at(r, p);
  assert(port.flights < sizes_.flight_slots);
  const std::size_t slot = (port.flight_head + port.flights++) & (sizes_.flight_slots - 1);
  flights_of(r, p)[slot] = {packet, vc_class};
  const std::uint32_t flits = flits_of(packet);
  const ChannelTimes& channel = times(port);
  sent_flits(r)[p] += flits;
  ++sent_packets_;
  occupy(r, router, p, channel.packet[flits]);
  calendar_.push({.time = now_ + channel.packet[flits] + channel.latency,
                  .target = port.peer,
                  .packet = packet,
                  .kind = EventKind::kPacket,
                  .port = port.peer_port,
                  .vc_class = static_cast<std::uint8_t>(vc_class)});
}

void OutputQueued::send_to_sink(std::uint32_t r, Router& router, unsigned p) {
  Queue& queue = queue_at(r, p, 0);
  const std::uint32_t packet = slots_of(r, p, 0)[queue.head++ & (sizes_.queue_slots - 1)];
  if (--queue.size == 0) {
    waiting_classes(r)[p] = 0;
    router.waiting &= ~(std::uint64_t{1} << p);
  }
  ++queue.free;
  PacketRecord& record = pool_[packet];
  if (adaptive_ != nullptr) record.hops = descriptors_[packet].hops_left;
  const Cycle duration = times(port_at(r, p)).packet[record.length];
  occupy(r, router, p, duration);
  recorder_.flits_ejected(now_, record.length);
  recorder_.delivered(record, now_, now_ + duration + ejection_latency_);
  pool_.release(packet);
}

void OutputQueued::occupy(std::uint32_t r, Router& router, unsigned p, Cycle duration) {
  const Cycle end = now_ + duration;
  free_at(r)[p] = end;
  if (duration != 0) router.wake_at = std::min(router.wake_at, end);
}

// At the earliest end of a transmission. It counts as caused now, whenever it was known before: the
// calendar has it already, unless it is earlier than the one that was set.
void OutputQueued::set_wake(std::uint32_t r, Router& router) {
  if (router.wake_at <= now_) {  // it has come: look for the next one
    router.wake_at = kNever;
    const Cycle* free = free_at(r);
    for (unsigned p = 0; p < router.port_count; ++p) {
      if (free[p] > now_) router.wake_at = std::min(router.wake_at, free[p]);
    }
  }
  router.order = calendar_.renew();
  if (router.wake_at == router.wake_set || router.wake_at == kNever) return;
  router.wake_set = router.wake_at;
  calendar_.push({.time = router.wake_at, .target = r, .kind = EventKind::kWake});
}

// ------------------------------------------------------------------------------------------------
// nodes

void OutputQueued::birth(std::uint32_t node) {
  Sender& sender = senders_[node];
  sender.source.take_births(NodeId{node}, now_, recorder_);
  schedule_birth(node);
  schedule_send(node, sender);
}

void OutputQueued::schedule_birth(std::uint32_t node) {
  const Cycle birth = senders_[node].source.next_birth();
  if (birth == kNever) return;
  const Cycle tick = birth * ticks_per_cycle();
  const Cycle slot = tick >> calendar_.shift();
  if (slot == now_ >> calendar_.shift()) {  // births_ have been asked for this slot already
    calendar_.push({.time = tick, .target = node, .kind = EventKind::kBirth});
  } else {
    births_.schedule(node, slot);
  }
}

void OutputQueued::receive_source_reply(const Event& event) {
  Sender& sender = senders_[event.target];
  --sender.outstanding;
  if (!event.accepted) sender.refused.push_back(event.packet);
  schedule_send(event.target, sender);
}

// At the next tick after now at which the channel is free, or as far as ticks are planned.
void OutputQueued::schedule_send(std::uint32_t node, Sender& sender) {
  const auto& window = parts_.router.output_queue.source_window;
  if (sender.scheduled || (sender.refused.empty() && sender.source.empty()) ||
      (window && sender.outstanding >= *window)) {
    return;
  }
  constexpr Cycle kSlots = OutputQueuedSizes::kTickSlots;
  const Cycle present = now_ / source_interval_;
  const Cycle free = (sender.channel_free + source_interval_ - 1) / source_interval_;
  const Cycle tick = std::clamp(free, present + 1, present + kSlots - 1);
  sender.scheduled = true;
  ticking_.mark(tick, node);
  const std::uint32_t slot = 1u << (tick % kSlots);
  if ((ticks_posted_ & slot) != 0) return;
  ticks_posted_ |= slot;
  calendar_.push({.time = tick * source_interval_, .kind = EventKind::kTick});
}

// All nodes that may send, in the order of their ids.
void OutputQueued::tick() {
  const Cycle tick = now_ / source_interval_;
  ticks_posted_ &= ~(1u << (tick % OutputQueuedSizes::kTickSlots));
  ticking_.run(tick, [this](std::uint32_t node) {
    Sender& sender = senders_[node];
    sender.scheduled = false;
    if (sender.channel_free <= now_) send_from_node(node);
    schedule_send(node, sender);
  });
}

void OutputQueued::send_from_node(std::uint32_t node) {
  Sender& sender = senders_[node];
  std::uint32_t packet;
  if (sender.refused.empty()) {
    packet = start_packet(node, sender);
  } else {
    packet = sender.refused.front();
    sender.refused.erase(sender.refused.begin());
  }
  pool_[packet].injected = now_;
  const RouterId r = parts_.topology.router_of(NodeId{node});
  const unsigned p = parts_.topology.port_of(NodeId{node}).value;
  const ChannelTimes& channel = times(port_at(r.value, p));
  sender.channel_free = now_ + channel.packet[flits_of(packet)];
  ++sender.outstanding;
  calendar_.push({.time = sender.channel_free + channel.latency,
                  .target = r.value,
                  .packet = packet,
                  .kind = EventKind::kInjected,
                  .port = static_cast<std::uint8_t>(p)});
}

std::uint32_t OutputQueued::start_packet(std::uint32_t node, Sender& sender) {
  const PacketStream::Packet& front = sender.source.front();
  const std::uint32_t id = pool_.allocate();
  if (id == descriptors_.size()) descriptors_.emplace_back();
  Packet packet;
  packet.packet = id;
  packet.length = front.flits;
  packet.eject_port = static_cast<std::uint8_t>(parts_.topology.port_of(front.destination).value);
  packet.header.destination = parts_.topology.router_of(front.destination);
  pool_[id] = {.birth = front.birth * ticks_per_cycle(),
               .source = NodeId{node},
               .destination = front.destination,
               .length = front.flits};
  if (oblivious_ != nullptr) {
    oblivious_->sample(parts_.topology.router_of(NodeId{node}), packet.header.destination,
                       sender.routing_random, path_);
    pool_[id].hops = pool_.set_path(path_, packet);
  }
  descriptors_[id] = packet;
  sender.source.pop();
  return id;
}

}  // namespace orthant
