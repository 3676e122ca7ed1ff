// Inspects an output-queued network from outside its events: totals, conservation, and the graph of
// waiting packets.
#include <algorithm>

#include "sim/output_queued/output_queued.hpp"

namespace orthant {

std::vector<std::uint64_t> OutputQueued::channel_flits() const {
  std::vector<std::uint64_t> flits(parts_.topology.channel_count());
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    for (unsigned p = 0; p < router_at(r).channel_ports; ++p) {
      const auto channel = parts_.topology.channel_from(RouterId{r}, PortId{p});
      if (channel) flits[channel->index()] = port_at(router_at(r), p).sent_flits;
    }
  }
  return flits;
}

Cycle OutputQueued::cycles_per_flit() const {
  Tick ticks = 0;
  for (const ChannelTimes& channel : channel_times_) ticks = std::max(ticks, channel.packet[1]);
  return std::max<Cycle>(1, ticks / ticks_per_cycle());
}

std::optional<double> OutputQueued::refused_fraction() const {
  if (sent_packets_ == 0) return std::nullopt;
  return static_cast<double>(refused_packets_) / static_cast<double>(sent_packets_);
}

// Within one round trip of the slowest channel every accepted packet is acknowledged and every
// refused packet is sent again: from then on the same attempts repeat with the same result.
std::optional<Tick> OutputQueued::standstill_ticks() const {
  constexpr Tick kRoundTrips = 100;
  return kRoundTrips * (2 * sizes_.longest_delay + source_interval_);
}

// Calls f(router, number of the port, VC) for each queue, including those of sinks.
template <class Self, class F>
void OutputQueued::for_each_queue(Self& self, const F& f) {
  for (std::uint32_t r = 0; r < self.sizes_.routers; ++r) {
    auto& router = self.router_at(r);
    for (unsigned p = 0; p < router.port_count; ++p) {
      if (!self.port_at(router, p).exists) continue;
      const std::size_t vcs = p < router.channel_ports ? self.sizes_.vcs : 1;
      for (unsigned c = 0; c < vcs; ++c) f(router, p, c);
    }
  }
}

// A packet sent over a channel and not yet acknowledged.
struct OutputQueued::Flight {
  std::size_t queue = 0;  // queue_number of the queue it left
  std::uint32_t packet = 0;
  enum class State : std::uint8_t { kUnderWay, kAccepted, kRefused } state = State::kUnderWay;
};

std::vector<OutputQueued::Flight> OutputQueued::flights() const {
  using State = Flight::State;
  std::vector<Flight> flights;
  const auto answer = [](bool accepted) { return accepted ? State::kAccepted : State::kRefused; };
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    const Router& router = router_at(r);
    for (unsigned p = 0; p < router.channel_ports; ++p) {
      const Port& port = port_at(router, p);
      for (unsigned i = 0; i < port.messages; ++i) {
        const Message& message = message_at(port, i);
        if (message.is_ack) {
          flights.push_back(
              {queue_number(r, p, message.vc), message.packet, answer(message.accepted)});
        } else {
          flights.push_back({queue_number(port.peer, port.peer_port, message.vc), message.packet});
        }
      }
      for (unsigned i = 0; i < port.acks; ++i) {
        const Ack& ack = ack_at(port, i);
        flights.push_back(
            {queue_number(port.peer, port.peer_port, ack.vc), ack.packet, answer(ack.accepted)});
      }
    }
  }
  return flights;
}

Snapshot OutputQueued::snapshot(Snapshot::Purpose purpose) const {
  Snapshot snapshot(purpose, now_ / ticks_per_cycle());
  if (purpose == Snapshot::Purpose::kConservation) add_flits_and_slots(snapshot);
  if (purpose == Snapshot::Purpose::kWaits) add_waits(snapshot.waits());
  return snapshot;
}

void OutputQueued::add_flits_and_slots(Snapshot& snapshot) const {
  std::uint64_t inside = 0;
  std::vector<std::uint32_t> sent(sizes_.routers * sizes_.stride * sizes_.vcs);  // [queue]
  for (const Flight& flight : flights()) {
    ++sent[flight.queue];
    if (flight.state != Flight::State::kAccepted) inside += flits_of(flight.packet);
  }
  for_each_queue(*this, [&](const Router& router, unsigned p, unsigned c) {
    const Port& port = port_at(router, p);
    const std::uint32_t waiting = queue_at(port, c).size;
    for (unsigned i = 0; i < waiting; ++i) inside += flits_of(waiting_at(port, c, i));
    snapshot.add({.router = RouterId{router.id},
                  .port = PortId{p},
                  .vc = Vc{c},
                  .all = parts_.router.output_queue.packets,
                  .free = free_slots(router, p, c),
                  .taken = waiting + sent[queue_number(router.id, p, c)]});
  });
  snapshot.add_flits(flits_inside(), inside);
}

bool OutputQueued::has_stalled_head() {
  bool stalled = false;
  for_each_queue(*this, [&](Router& router, unsigned p, unsigned c) {
    if (p >= router.channel_ports) return;  // a sink always takes its packets
    Queue& queue = queue_at(port_at(router, p), c);
    const bool occupied = free_slots(router, p, c) < parts_.router.output_queue.packets;
    stalled = stalled || (occupied && queue.watched && !queue.moved);
    queue.watched = occupied;
    queue.moved = false;
  });
  return stalled;
}

// A queue moves when any of its packets can: a refused one does not stop those behind it. Slots of
// packets that were accepted count as free: their acknowledgements need no packet to move.
void OutputQueued::add_waits(WaitGraph& graph) const {
  std::vector<std::uint32_t> free(sizes_.routers * sizes_.stride * sizes_.vcs);
  std::vector<std::vector<std::uint32_t>> packets(free.size());  // not accepted, by queue_number
  for_each_queue(*this, [&](const Router& router, unsigned p, unsigned c) {
    const std::size_t queue = queue_number(router.id, p, c);
    const Port& port = port_at(router, p);
    free[queue] = free_slots(router, p, c);
    for (unsigned i = 0; i < queue_at(port, c).size; ++i)
      packets[queue].push_back(waiting_at(port, c, i));
  });
  for (const Flight& flight : flights()) {
    if (flight.state == Flight::State::kAccepted) {
      ++free[flight.queue];
    } else {
      packets[flight.queue].push_back(flight.packet);
    }
  }
  for_each_queue(*this, [&](const Router& router, unsigned p, unsigned c) {
    if (p >= router.channel_ports) return;  // a sink always takes its packets
    add_waits(router, p, c, packets[queue_number(router.id, p, c)], free, graph);
  });
}

void OutputQueued::add_waits(const Router& router, unsigned p, unsigned vc,
                             const std::vector<std::uint32_t>& packets,
                             const std::vector<std::uint32_t>& free, WaitGraph& graph) const {
  if (packets.empty()) return;
  const Port& port = port_at(router, p);
  const Origin origin{port.peer_port, static_cast<std::uint8_t>(vc)};
  std::vector<WaitGraph::Vertex> blockers;
  for (const std::uint32_t packet : packets) {
    if (!add_blockers(router_at(port.peer), packet, origin, free, blockers)) return;
  }
  graph.add(static_cast<WaitGraph::Vertex>(queue_number(router.id, p, vc)),
            {RouterId{router.id}, PortId{p}, Vc{vc}}, std::move(blockers));
}

// False if the receiver has space for the packet, or will without any packet moving.
bool OutputQueued::add_blockers(const Router& receiver, std::uint32_t packet, Origin origin,
                                const std::vector<std::uint32_t>& free,
                                std::vector<WaitGraph::Vertex>& blockers) const {
  const PacketDescriptor& descriptor = descriptors_[packet];
  if (has_arrived(RouterId{receiver.id}, descriptor)) return false;
  CandidateList candidates;
  if (adaptive_ != nullptr) {
    adaptive_->all_candidates(RouterId{receiver.id}, descriptor.header, candidates);
  } else {
    list_candidates(receiver, descriptor, candidates);
  }
  for (const Candidate& candidate : candidates) {
    const std::size_t queue =
        queue_number(receiver.id, candidate.port.value, vc_of(candidate.vc_class));
    if (free[queue] >= slots_needed(receiver, origin, candidate)) return false;
    blockers.push_back(static_cast<WaitGraph::Vertex>(queue));
  }
  return true;
}

}  // namespace orthant
