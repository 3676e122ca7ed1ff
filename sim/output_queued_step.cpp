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
    const std::size_t queue = network_.queue_index(r_, port.value, network_.class_of(vc_class));
    return network_.queues_[queue].free * flits_per_slot();
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t) const override {
    return network_.parts_.router.output_queue.packets * flits_per_slot();
  }

 private:
  std::uint32_t flits_per_slot() const { return network_.parts_.traffic.lengths.longest(); }
  const OutputQueued& network_;
  std::uint32_t r_;
};

void OutputQueued::advance(Cycle tick) {
  const auto births = [this](Cycle slot) {
    births_.pop_due(slot, [this](std::uint32_t node) {
      const Cycle birth = senders_[node].source.next_birth() * ticks_per_cycle();
      calendar_.push({.time = birth, .target = node, .kind = EventKind::kBirth});
    });
  };
  calendar_.run(tick, births, [this](const Event& event) {
    now_ = event.time;
    handle(event);
  });
  now_ = tick;
}

void OutputQueued::handle(const Event& event) {
  switch (event.kind) {
    case EventKind::kPacket:
      return receive_packet(event);
    case EventKind::kReply:
      return receive_reply(event);
    case EventKind::kWake:
      if (event.packet == routers_[event.target].wake) send_all(event.target);
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
    flit_hops_ += pool_[event.packet].length;
  } else {
    ++refused_packets_;
  }
  Router& router = routers_[r];
  assert(router.replies < sizes_.reply_slots);
  replies_[r * sizes_.reply_slots +
           ((router.reply_head + router.replies++) & (sizes_.reply_slots - 1))] = {
      event.packet, event.port, accepted};
  send_all(r);
}

void OutputQueued::receive_reply(const Event& event) {
  const std::size_t index = port_index(event.target, event.port);
  Port& port = ports_[index];
  assert(port.flights > 0);
  const Flight& flight = flights_[index * sizes_.flight_slots + port.flight_head];
  port.flight_head = static_cast<std::uint16_t>((port.flight_head + 1) & (sizes_.flight_slots - 1));
  --port.flights;
  const std::size_t queue = index * sizes_.classes + flight.vc_class;
  if (event.accepted) {
    ++queues_[queue].free;
    queues_[queue].moved = true;
  } else {
    put_back(queue, flight.waiting);
    waiting_classes_[index] |= static_cast<std::uint16_t>(1u << flight.vc_class);
    routers_[event.target].waiting |= std::uint64_t{1} << event.port;
  }
  send_all(event.target);
}

// A refused packet keeps its place: behind those that entered before it, which are few.
void OutputQueued::put_back(std::size_t queue, const Waiting& waiting) {
  Queue& ring = queues_[queue];
  --ring.head;
  unsigned at = ring.head;
  for (unsigned i = 0; i < ring.size; ++i, ++at) {
    const Waiting& next = slot(queue, at + 1);
    if (static_cast<std::int32_t>(next.number - waiting.number) > 0) break;
    slot(queue, at) = next;
  }
  slot(queue, at) = waiting;
  ++ring.size;
}

void OutputQueued::receive_injected(const Event& event) {
  const std::uint32_t r = event.target;
  const Port& port = ports_[port_index(r, event.port)];
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
  const std::size_t queue = queue_index(r, p, 0);
  Queue& ring = queues_[queue];
  if (ring.free == 0) return false;
  --ring.free;
  slot(queue, ring.head + ring.size++) = {packet, 0};
  routers_[r].waiting |= std::uint64_t{1} << p;
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
    const std::size_t queue = queue_index(r, candidate.port.value, class_of(candidate.vc_class));
    const unsigned free = queues_[queue].free;
    if (free < room_needed(r, origin, candidate)) continue;
    if (parts_.router.selection == Selection::kFirst) return &candidate;
    if (best != nullptr && free <= most) continue;
    best = &candidate;
    most = free;
  }
  return best;
}

// Free slots that the queue must have; docs/deadlock.md gives the reasons.
std::uint32_t OutputQueued::room_needed(std::uint32_t r, Origin origin,
                                        const Candidate& candidate) const {
  const OutputQueueOptions& options = parts_.router.output_queue;
  const bool injected = origin.vc_class == kNoClass;
  if (injected && options.half_free_injection) return options.packets / 2 + 1;
  const std::uint32_t ring = ports_[port_index(r, candidate.port.value)].ring;
  if (ring == 0 || class_adaptive_[candidate.vc_class]) return 1;
  const bool same_queue = !injected && ports_[port_index(r, origin.port)].ring_in == ring &&
                          origin.vc_class == class_of(candidate.vc_class);
  return same_queue ? 1 : 2;
}

void OutputQueued::enter(std::uint32_t r, std::uint32_t packet, const Candidate& candidate) {
  const unsigned p = candidate.port.value;
  const unsigned vc_class = class_of(candidate.vc_class);
  const std::size_t queue = queue_index(r, p, vc_class);
  Router& router = routers_[r];
  Queue& ring = queues_[queue];
  --ring.free;
  slot(queue, ring.head + ring.size++) = {packet, router.number++};
  waiting_classes_[port_index(r, p)] |= static_cast<std::uint16_t>(1u << vc_class);
  router.waiting |= std::uint64_t{1} << p;
  ++pool_[packet].hops;
  PacketDescriptor& descriptor = descriptors_[packet];
  if (adaptive_ != nullptr) {
    descriptor.header.bits = candidate.next_bits;
  } else {
    pool_.take_hop(descriptor);
  }
}

// ------------------------------------------------------------------------------------------------
// sends of a router

// In this order: acknowledgements, packets for sinks, packets for neighbours by port.
void OutputQueued::send_all(std::uint32_t r) {
  Router& router = routers_[r];
  if (router.replies != 0) send_replies(r, router);
  const std::uint64_t channels = (std::uint64_t{1} << router.channel_ports) - 1;
  for (std::uint64_t rest = router.waiting & ~channels; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    if (idle(port_index(r, p))) send_to_sink(r, router, p);
  }
  for (std::uint64_t rest = router.waiting & channels; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    if (idle(port_index(r, p))) send_packet(r, router, p);
  }
  set_wake(r, router);
}

// In the order of arrival, each if its channel is free.
void OutputQueued::send_replies(std::uint32_t r, Router& router) {
  Reply* ring = &replies_[r * sizes_.reply_slots];
  const std::size_t mask = sizes_.reply_slots - 1;
  unsigned kept = 0;
  for (unsigned i = 0; i < router.replies; ++i) {
    const Reply reply = ring[(router.reply_head + i) & mask];
    if (idle(port_index(r, reply.port))) {
      post_reply(r, reply);
    } else {
      ring[(router.reply_head + kept++) & mask] = reply;
    }
  }
  router.replies = kept;
}

void OutputQueued::post_reply(std::uint32_t r, const Reply& reply) {
  const std::size_t index = port_index(r, reply.port);
  const Port& port = ports_[index];
  const ChannelTimes& channel = times(port);
  free_at_[index] = now_ + channel.ack;
  calendar_.push({.time = now_ + channel.ack + channel.latency,
                  .target = port.peer,
                  .packet = reply.packet,
                  .kind = EventKind::kReply,
                  .port = port.peer_port,
                  .accepted = reply.accepted});
}

void OutputQueued::send_packet(std::uint32_t r, Router& router, unsigned p) {
  const std::size_t index = port_index(r, p);
  Port& port = ports_[index];
  const auto vc_class = static_cast<unsigned>(std::countr_zero(waiting_classes_[index]));
  const std::size_t queue = index * sizes_.classes + vc_class;
  Queue& ring = queues_[queue];
  const Waiting waiting = slot(queue, ring.head++);
  if (--ring.size == 0) {
    waiting_classes_[index] &= static_cast<std::uint16_t>(waiting_classes_[index] - 1);
    if (waiting_classes_[index] == 0) router.waiting &= ~(std::uint64_t{1} << p);
  }
  assert(port.flights < sizes_.flight_slots);
  const std::size_t at = (port.flight_head + port.flights++) & (sizes_.flight_slots - 1);
  flights_[index * sizes_.flight_slots + at] = {waiting, static_cast<std::uint8_t>(vc_class)};
  const std::uint16_t flits = pool_[waiting.packet].length;
  const ChannelTimes& channel = times(port);
  free_at_[index] = now_ + channel.packet[flits];
  port.flits += flits;
  ++sent_packets_;
  calendar_.push({.time = free_at_[index] + channel.latency,
                  .target = port.peer,
                  .packet = waiting.packet,
                  .kind = EventKind::kPacket,
                  .port = port.peer_port,
                  .vc_class = static_cast<std::uint8_t>(vc_class)});
}

void OutputQueued::send_to_sink(std::uint32_t r, Router& router, unsigned p) {
  const std::size_t index = port_index(r, p);
  const std::size_t queue = queue_index(r, p, 0);
  Queue& ring = queues_[queue];
  const std::uint32_t packet = slot(queue, ring.head++).packet;
  if (--ring.size == 0) router.waiting &= ~(std::uint64_t{1} << p);
  ++ring.free;
  const PacketRecord& record = pool_[packet];
  free_at_[index] = now_ + times(ports_[index]).packet[record.length];
  recorder_.flits_ejected(now_, record.length);
  recorder_.delivered(record, now_, free_at_[index] + ejection_latency_);
  pool_.release(packet);
}

// At the earliest end of a transmission. It counts as caused now, whenever it was known before.
void OutputQueued::set_wake(std::uint32_t r, Router& router) {
  Cycle earliest = kNever;
  const Cycle* free_at = &free_at_[port_index(r, 0)];
  for (unsigned p = 0; p < router.port_count; ++p) {
    if (free_at[p] > now_ && free_at[p] < earliest) earliest = free_at[p];
  }
  ++router.wake;
  if (earliest == kNever) return;
  calendar_.push({.time = earliest, .target = r, .packet = router.wake, .kind = EventKind::kWake});
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
  const ChannelTimes& channel = times(ports_[port_index(r.value, p)]);
  sender.channel_free = now_ + channel.packet[pool_[packet].length];
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
  PacketDescriptor packet;
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
    pool_.set_path(path_, packet);
  }
  descriptors_[id] = packet;
  sender.source.pop();
  return id;
}

}  // namespace orthant
