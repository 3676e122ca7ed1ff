// Looks at an output-queued network from outside its events: totals, conservation, who waits for
// whom.
#include <algorithm>

#include "sim/output_queued.hpp"
#include "sim/require.hpp"

namespace orthant {

std::vector<std::uint64_t> OutputQueued::channel_flits() const {
  std::vector<std::uint64_t> flits(parts_.topology.channel_count());
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    for (unsigned p = 0; p < router_at(r).channel_ports; ++p) {
      const auto channel = parts_.topology.channel_from(RouterId{r}, PortId{p});
      if (channel) flits[channel->index()] = sent_flits(r)[p];
    }
  }
  return flits;
}

Cycle OutputQueued::cycles_per_flit() const {
  Cycle ticks = 0;
  for (const ChannelTimes& channel : channel_times_) ticks = std::max(ticks, channel.packet[1]);
  return std::max<Cycle>(1, ticks / ticks_per_cycle());
}

std::optional<double> OutputQueued::refused_fraction() const {
  if (sent_packets_ == 0) return std::nullopt;
  return static_cast<double>(refused_packets_) / static_cast<double>(sent_packets_);
}

std::vector<std::uint64_t> OutputQueued::backlog_flits() const {
  std::vector<std::uint64_t> flits;
  flits.reserve(senders_.size());
  for (const Sender& sender : senders_) flits.push_back(sender.source.backlog_flits());
  return flits;
}

bool OutputQueued::drained() const {
  return recorder_.ejected_flits() == recorder_.generated_flits() &&
         std::ranges::all_of(
             senders_, [](const Sender& sender) { return sender.source.next_birth() == kNever; });
}

// Calls f(router, port, class) for each queue, the sinks' included.
template <class F>
void OutputQueued::for_each_queue(const F& f) const {
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    for (unsigned p = 0; p < router_at(r).port_count; ++p) {
      if (!port_at(r, p).exists) continue;
      const std::size_t classes = p < router_at(r).channel_ports ? sizes_.classes : 1;
      for (unsigned c = 0; c < classes; ++c) f(r, p, c);
    }
  }
}

void OutputQueued::check_conservation() const {
  check_queues();
  std::uint64_t inside = 0;
  const auto add = [&](std::uint32_t packet) { inside += flits_of(packet); };
  for_each_queue([&](std::uint32_t r, unsigned p, unsigned c) {
    for (unsigned i = 0; i < queue_at(r, p, c).size; ++i) add(waiting_at(r, p, c, i));
  });
  calendar_.for_each([&](const Event& event) {
    const bool refused = event.kind == EventKind::kReply && !event.accepted;
    if (refused || event.kind == EventKind::kPacket) add(event.packet);
  });
  for_each_waiting_reply([&](const Port&, const Reply& reply) {
    if (!reply.accepted) add(reply.packet);
  });
  require(inside == flits_inside(), "cycle {}: {} flits entered and did not leave, {} are found",
          now_ / ticks_per_cycle(), flits_inside(), inside);
}

void OutputQueued::check_queues() const {
  for_each_queue([&](std::uint32_t r, unsigned p, unsigned c) {
    const Queue& queue = queue_at(r, p, c);
    std::uint32_t slots = queue.size + queue.free;
    for (unsigned i = 0; i < port_at(r, p).flights; ++i) slots += flight_at(r, p, i).vc_class == c;
    require(slots == parts_.router.output_queue.packets,
            "cycle {}, router {}, port {}, class {}: {} slots of {}", now_ / ticks_per_cycle(), r,
            p, c, slots, parts_.router.output_queue.packets);
  });
}

// Calls f(port that it leaves through, reply) for each acknowledgement that waits for its channel.
template <class F>
void OutputQueued::for_each_waiting_reply(const F& f) const {
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    for (unsigned p = 0; p < router_at(r).channel_ports; ++p) {
      const Port& port = port_at(r, p);
      const Reply* replies = at<Reply>(r, port_part(p) + sizes_.replies);
      for (unsigned i = 0; i < port.replies; ++i)
        f(port, replies[(port.reply_head + i) & (sizes_.reply_slots - 1)]);
    }
  }
}

bool OutputQueued::has_stalled_head() {
  bool stalled = false;
  for_each_queue([&](std::uint32_t r, unsigned p, unsigned c) {
    if (p >= router_at(r).channel_ports) return;  // a sink always takes its packets
    Queue& queue = queue_at(r, p, c);
    const bool occupied = queue.free < parts_.router.output_queue.packets;
    stalled = stalled || (occupied && queue.watched && !queue.moved);
    queue.watched = occupied;
    queue.moved = false;
  });
  return stalled;
}

// Slots of every queue that are free or will be without anybody moving: those of packets that were
// accepted and whose acknowledgement is under way. By queue_number.
std::vector<std::uint32_t> OutputQueued::free_slots_to_come() const {
  std::vector<std::uint32_t> free(sizes_.routers * sizes_.stride * sizes_.classes);
  for_each_queue([&](std::uint32_t r, unsigned p, unsigned c) {
    free[queue_number(r, p, c)] = queue_at(r, p, c).free;
  });
  const auto add = [&](std::uint32_t r, unsigned p, std::uint32_t packet) {
    for (unsigned i = 0; i < port_at(r, p).flights; ++i) {
      const Flight& flight = flight_at(r, p, i);
      if (flight.packet != packet) continue;
      ++free[queue_number(r, p, flight.vc_class)];
      return;
    }
  };
  calendar_.for_each([&](const Event& event) {
    if (event.kind == EventKind::kReply && event.accepted)
      add(event.target, event.port, event.packet);
  });
  for_each_waiting_reply([&](const Port& port, const Reply& reply) {
    if (reply.accepted) add(port.peer, port.peer_port, reply.packet);
  });
  return free;
}

// A queue moves when any of its packets can: a refused one does not stop those behind it.
WaitGraph OutputQueued::wait_graph() const {
  WaitGraph graph;
  const std::vector<std::uint32_t> free = free_slots_to_come();
  for_each_queue([&](std::uint32_t r, unsigned p, unsigned c) {
    if (p < router_at(r).channel_ports) add_waits(r, p, c, free, graph);
  });
  return graph;
}

void OutputQueued::add_waits(std::uint32_t r, unsigned p, unsigned vc_class,
                             const std::vector<std::uint32_t>& free, WaitGraph& graph) const {
  const std::size_t queue = queue_number(r, p, vc_class);
  if (free[queue] == parts_.router.output_queue.packets) return;  // empty, or soon so
  std::vector<std::uint32_t> packets;
  for (unsigned i = 0; i < queue_at(r, p, vc_class).size; ++i)
    packets.push_back(waiting_at(r, p, vc_class, i));
  const Port& port = port_at(r, p);
  for (unsigned i = 0; i < port.flights; ++i) {
    const Flight& flight = flight_at(r, p, i);
    if (flight.vc_class == vc_class) packets.push_back(flight.packet);
  }
  const Origin origin{port.peer_port, static_cast<std::uint8_t>(vc_class)};
  std::vector<WaitGraph::Vertex> blockers;
  for (const std::uint32_t packet : packets) {
    if (!add_blockers(port.peer, packet, origin, free, blockers)) return;
  }
  graph.add(static_cast<WaitGraph::Vertex>(queue), {RouterId{r}, PortId{p}, Vc{vc_class}},
            std::move(blockers));
}

// False when the receiver has room for the packet, or will have without anybody moving.
bool OutputQueued::add_blockers(std::uint32_t receiver, std::uint32_t packet, Origin origin,
                                const std::vector<std::uint32_t>& free,
                                std::vector<WaitGraph::Vertex>& blockers) const {
  const PacketDescriptor& descriptor = descriptors_[packet];
  if (has_arrived(receiver, descriptor)) return false;
  CandidateList candidates;
  list_candidates(receiver, descriptor, candidates);
  for (const Candidate& candidate : candidates) {
    const std::size_t queue =
        queue_number(receiver, candidate.port.value, class_of(candidate.vc_class));
    if (free[queue] >= room_needed(receiver, origin, candidate)) return false;
    blockers.push_back(static_cast<WaitGraph::Vertex>(queue));
  }
  return true;
}

}  // namespace orthant
