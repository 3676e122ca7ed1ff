// Looks at an output-queued network from outside its events: totals, conservation, who waits for
// whom.
#include <algorithm>

#include "sim/output_queued.hpp"
#include "sim/require.hpp"

namespace orthant {

std::vector<std::uint64_t> OutputQueued::channel_flits() const {
  std::vector<std::uint64_t> flits(parts_.topology.channel_count());
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    for (unsigned p = 0; p < routers_[r].channel_ports; ++p) {
      const Port& port = ports_[port_index(r, p)];
      if (port.exists) flits[port.channel] = port.flits;
    }
  }
  return flits;
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

void OutputQueued::check_conservation() const {
  check_queues();
  std::uint64_t inside = 0;
  const auto add = [&](std::uint32_t packet) { inside += pool_[packet].length; };
  for (std::size_t queue = 0; queue < queues_.size(); ++queue) {
    for (unsigned i = 0; i < queues_[queue].size; ++i) add(waiting_at(queue, i).packet);
  }
  calendar_.for_each([&](const Event& event) {
    const bool refused = event.kind == EventKind::kReply && !event.accepted;
    if (refused || event.kind == EventKind::kPacket) add(event.packet);
  });
  for_each_waiting_reply([&](std::size_t, const Reply& reply) {
    if (!reply.accepted) add(reply.packet);
  });
  require(inside == flits_inside(), "cycle {}: {} flits entered and did not leave, {} are found",
          now_ / ticks_per_cycle(), flits_inside(), inside);
}

void OutputQueued::check_queues() const {
  std::vector<std::uint32_t> taken(queues_.size());
  for (std::size_t q = 0; q < queues_.size(); ++q) taken[q] = queues_[q].size + queues_[q].free;
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    for (unsigned i = 0; i < ports_[port].flights; ++i)
      ++taken[port * sizes_.classes + flight_at(port, i).vc_class];
  }
  for (std::size_t q = 0; q < queues_.size(); ++q) {
    const std::size_t port = q / sizes_.classes;
    require(taken[q] == parts_.router.output_queue.packets,
            "cycle {}, router {}, port {}, class {}: {} slots of {}", now_ / ticks_per_cycle(),
            port / sizes_.stride, port % sizes_.stride, q % sizes_.classes, taken[q],
            parts_.router.output_queue.packets);
  }
}

// Calls f(port that it goes to, reply) for each acknowledgement that waits for its channel.
template <class F>
void OutputQueued::for_each_waiting_reply(const F& f) const {
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const Router& router = routers_[r];
    for (unsigned i = 0; i < router.replies; ++i) {
      const Reply& reply =
          replies_[r * sizes_.reply_slots + ((router.reply_head + i) & (sizes_.reply_slots - 1))];
      const Port& port = ports_[port_index(r, reply.port)];
      f(port_index(port.peer, port.peer_port), reply);
    }
  }
}

bool OutputQueued::has_stalled_head() {
  bool stalled = false;
  for (std::size_t q = 0; q < queues_.size(); ++q) {
    Queue& queue = queues_[q];
    const bool occupied = queue.free < parts_.router.output_queue.packets;
    stalled = stalled || (occupied && queue.watched && !queue.moved);
    queue.watched = occupied;
    queue.moved = false;
  }
  return stalled;
}

// Slots of every queue that are free or will be without anybody moving: those of packets that were
// accepted and whose acknowledgement is under way.
std::vector<std::uint32_t> OutputQueued::free_slots_to_come() const {
  std::vector<std::uint32_t> free;
  free.reserve(queues_.size());
  for (const Queue& queue : queues_) free.push_back(queue.free);
  const auto add = [&](std::size_t port, std::uint32_t packet) {
    for (unsigned i = 0; i < ports_[port].flights; ++i) {
      const Flight& flight = flight_at(port, i);
      if (flight.waiting.packet != packet) continue;
      ++free[port * sizes_.classes + flight.vc_class];
      return;
    }
  };
  calendar_.for_each([&](const Event& event) {
    if (event.kind == EventKind::kReply && event.accepted)
      add(port_index(event.target, event.port), event.packet);
  });
  for_each_waiting_reply([&](std::size_t port, const Reply& reply) {
    if (reply.accepted) add(port, reply.packet);
  });
  return free;
}

// A queue moves when any of its packets can: a refused one does not stop those behind it.
WaitGraph OutputQueued::wait_graph() const {
  WaitGraph graph;
  const std::vector<std::uint32_t> free = free_slots_to_come();
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    for (unsigned p = 0; p < routers_[r].channel_ports; ++p) {
      for (unsigned c = 0; c < sizes_.classes; ++c) add_waits(r, p, c, free, graph);
    }
  }
  return graph;
}

void OutputQueued::add_waits(std::uint32_t r, unsigned p, unsigned vc_class,
                             const std::vector<std::uint32_t>& free, WaitGraph& graph) const {
  const std::size_t port = port_index(r, p);
  const std::size_t queue = queue_index(r, p, vc_class);
  if (free[queue] == parts_.router.output_queue.packets) return;  // empty, or soon so
  std::vector<std::uint32_t> packets;
  for (unsigned i = 0; i < queues_[queue].size; ++i) packets.push_back(waiting_at(queue, i).packet);
  for (unsigned i = 0; i < ports_[port].flights; ++i) {
    const Flight& flight = flight_at(port, i);
    if (flight.vc_class == vc_class) packets.push_back(flight.waiting.packet);
  }
  const Origin origin{ports_[port].peer_port, static_cast<std::uint8_t>(vc_class)};
  std::vector<WaitGraph::Vertex> blockers;
  for (const std::uint32_t packet : packets) {
    if (!add_blockers(ports_[port].peer, packet, origin, free, blockers)) return;
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
        queue_index(receiver, candidate.port.value, class_of(candidate.vc_class));
    if (free[queue] >= room_needed(receiver, origin, candidate)) return false;
    blockers.push_back(static_cast<WaitGraph::Vertex>(queue));
  }
  return true;
}

}  // namespace orthant
