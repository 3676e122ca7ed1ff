// Inspects a running input-queued network from outside the step: totals, conservation, and the
// graph of waiting packets.
#include <algorithm>
#include <numeric>

#include "sim/input_queued/events.hpp"
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"

namespace orthant {

// Returns the flits sent so far by every port.
template <MaskShape kShape>
std::vector<std::uint64_t> InputQueued<kShape>::port_flits() const {
  std::vector<std::uint64_t> flits;
  flits.reserve(ports_.size());
  for (const Port& port : ports_) flits.push_back(port.flits);
  if constexpr (kWholePackets) {  // counted with the head
    for_each_event([&](const Event& event, Tick due) {
      const Router& router = routers_[event.router.index()];
      const unsigned p = input(router, event.bit).out_port;
      if (event.kind == EventKind::kTail && !port(router, p).is_node)
        flits[router.first_port + p] -= due - now_;
    });
  }
  return flits;
}

template <MaskShape kShape>
std::vector<std::uint64_t> InputQueued<kShape>::backlog_flits() const {
  std::vector<std::uint64_t> flits(senders_.size());
  for (const InputQueuedSender& sender : senders_)
    flits[sender.node.index() * sources_per_node_ + sender.source.traffic_class()] =
        sender.source.backlog_flits();
  return flits;
}

template <MaskShape kShape>
std::vector<std::uint64_t> InputQueued<kShape>::channel_flits() const {
  std::vector<std::uint64_t> flits(parts_.topology.channel_count());
  const std::vector<std::uint64_t> sent = port_flits();
  for (std::size_t p = 0; p < sent.size(); ++p)
    if (port_infos_[p].exists && !ports_[p].is_node) flits[port_infos_[p].channel] = sent[p];
  return flits;
}

template <MaskShape kShape>
std::uint64_t InputQueued<kShape>::flit_hops() const {
  const std::vector<std::uint64_t> sent = port_flits();
  return std::reduce(sent.begin(), sent.end());
}

template <MaskShape kShape>
Census InputQueued<kShape>::census() const {
  Census found;
  for (auto* count : {&found.flits, &found.buffered, &found.credits}) count->resize(inputs_.size());
  found.lent.resize(borders_.size() * vcs_);
  for_each_event([&](const Event& event, Tick) {
    const Router& router = routers_[event.router.index()];
    const std::size_t s = slot(router, event.bit);
    if (event.kind == EventKind::kFlit) ++found.flits[s];
    if (event.kind == EventKind::kCredit || event.kind == EventKind::kSlotReturn)
      ++found.credits[s];
    if (event.kind != EventKind::kSlotLoan) return;  // counted as a credit of the lending sender
    const Port& in = port(router, port_of(event.bit));
    if (in.leads_out())
      ++found.lent[border_vc(in, vc_of(event.bit))];
    else
      ++found.credits[slot(routers_[in.peer.index()], bit_of(in.peer_port, vc_of(event.bit)))];
  });
  for (const Router& router : routers_)
    for (unsigned bit = 0; bit < vc_slots_; ++bit)
      found.buffered[slot(router, bit)] = input(router, bit).occupancy;
  if constexpr (kWholePackets) add_packets(found);
  return found;
}

template <MaskShape kShape>
auto InputQueued<kShape>::behind(const Port& out, unsigned vc, const Census& found) const
    -> BufferState {
  if (out.leads_out()) {
    const BorderVc& end = found.behind[border_vc(out, vc)];
    return {end.flits, end.buffered, end.ring_read, end.front_left};
  }
  const Router& router = routers_[out.peer.index()];
  const unsigned bit = bit_of(out.peer_port, vc);
  const InputVc& in = input(router, bit);
  const std::size_t s = slot(router, bit);
  return {found.flits[s], found.buffered[s], in.ring_read, in.front_left};
}

// Returns the unsent flits of the packet whose head has left through output VC (p, vc).
template <MaskShape kShape>
std::uint16_t InputQueued<kShape>::unsent(const Router& router, unsigned p, unsigned vc) const {
  const std::uint16_t owner = output(router, p, vc).owner;
  if (owner == kNoOwner) return 0;
  const InputVc& in = input(router, owner);
  return in.front_left < in.front_length ? in.front_left : std::uint16_t{0};
}

template <MaskShape kShape>
RouterId InputQueued<kShape>::peer_id(const Router& router, unsigned p) const {
  const Port& out = port(router, p);
  return out.leads_out() ? parts_.topology.channel(ChannelId{info(router, p).channel}).to
                         : id_of(out.peer);
}

// Adds the flits of packets that move in one piece.
template <MaskShape kShape>
void InputQueued<kShape>::add_packets(Census& found) const requires(kShape.whole_packets) {
  const Tick length = lags_.tail;
  for (const Router& router : routers_)
    std::ranges::fill(std::span(found.flits).subspan(slot(router, 0), vc_slots_), 0);
  // Adds a packet whose head arrives or arrived at tick `head`.
  const auto add = [&](const Router& router, unsigned bit, Tick head) {
    const Port& in = port(router, port_of(bit));
    const Tick delay_here = in.is_node ? injection_delay_
                            : in.leads_out()
                                ? border(in).delay_from
                                : port(routers_[in.peer.index()], in.peer_port).flit_delay;
    const Tick delay = delay_here - lags_.arrival;
    const Tick sent = std::min(length, now_ + delay - head);
    const Tick arrived = now_ > head ? std::min(length, now_ - head) : 0;
    found.flits[slot(router, bit)] += static_cast<std::uint16_t>(sent - arrived);
    found.buffered[slot(router, bit)] += static_cast<std::uint16_t>(arrived);
  };
  for (const Router& router : routers_) {
    for (unsigned bit = 0; bit < vc_slots_; ++bit) {
      const InputVc& vc = input(router, bit);
      std::uint16_t& buffered = found.buffered[slot(router, bit)];
      buffered = static_cast<std::uint16_t>(buffered * length);
      const Tick age = static_cast<std::uint32_t>(now_) - vc.arrived_at;
      if (lags_.arrival != 0 || age >= length || (vc.occupancy == 0 && vc.front_left == 0))
        continue;
      buffered -= static_cast<std::uint16_t>(length);  // may be part of the packet being sent
      add(router, bit, now_ - age);
    }
  }
  for_each_event([&](const Event& event, Tick due) {
    const Router& router = routers_[event.router.index()];
    if (event.kind == EventKind::kFlit) add(router, event.bit, due - lags_.arrival);
    if (event.kind == EventKind::kTail)
      found.buffered[slot(router, event.bit)] += static_cast<std::uint16_t>(due - now_);
  });
}

template <MaskShape kShape>
Snapshot InputQueued<kShape>::snapshot(Snapshot::Purpose purpose) const {
  Snapshot snapshot(purpose, now_ / ticks_per_cycle_);
  add_to(snapshot, census());
  return snapshot;
}

template <MaskShape kShape>
void InputQueued<kShape>::add_to(Snapshot& snapshot, const Census& found) const {
  switch (snapshot.purpose()) {
    case Snapshot::Purpose::kConservation:
      return add_flits_and_slots(snapshot, found);
    case Snapshot::Purpose::kWaits:
      for (std::uint32_t r = 0; r < routers_.size(); ++r)
        add_waits(LocalRouter{r}, found, snapshot.waits());
      return;
    case Snapshot::Purpose::kActivity:
      snapshot.activity().resize(parts_.topology.router_count());
      return add_activity(found, snapshot.activity());
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::add_flits_and_slots(Snapshot& snapshot, const Census& found) const {
  std::uint64_t inside = 0;
  for (std::size_t s = 0; s < found.flits.size(); ++s) inside += found.buffered[s] + found.flits[s];
  snapshot.add_flits(flits_inside(), inside);
  for (const Router& router : routers_) {
    add_slots(snapshot, router, found);
    if (holds_) add_holders(snapshot, router);
  }
  if (critical_bubble_) add_marks(snapshot);
}

template <MaskShape kShape>
void InputQueued<kShape>::add_slots(Snapshot& snapshot, const Router& router,
                                    const Census& found) const {
  const RouterId id = id_of(number_of(router));
  for (unsigned p = 0; p < router.port_count; ++p) {
    const Port& channel = port(router, p);
    if (!info(router, p).exists) continue;
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const BufferState receiver = behind(channel, vc, found);
      // Packets in one piece give back their space when they begin to leave.
      const std::uint32_t left = kWholePackets && receiver.front_left == 1;
      const bool is_used = ((info(router, p).vcs >> vc) & 1) != 0;
      snapshot.add({.router = id,
                    .port = PortId{p},
                    .vc = Vc{vc},
                    .all = is_used ? std::uint32_t{info(router, p).buffer_credits} : 0u,
                    .free = output(router, p, vc).credits,
                    .taken = packet_credits_ ? packets_downstream(router, p, vc, found) - left
                                             : std::uint32_t{receiver.buffered} + receiver.flits,
                    .returning = found.credits[slot(router, bit_of(p, vc))]});
    }
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::add_holders(Snapshot& snapshot, const Router& router) const {
  Matching held;
  holding_[number_of(router).index()].for_each([&](unsigned bit) {
    const InputVc& vc = input(router, bit);
    const std::uint64_t in = held.inputs >> port_of(bit);
    const std::uint64_t out = held.outputs >> vc.out_port;
    snapshot.expect(((in | out) & 1) == 0 && vc.front_left > 0 && vc.front_left < vc.front_length,
                    "router {}, port {}, vc {}: holds the switch", id_of(number_of(router)).value,
                    port_of(bit), vc_of(bit));
    held |= {std::uint64_t{1} << port_of(bit), std::uint64_t{1} << vc.out_port};
  });
}

template <MaskShape kShape>
void InputQueued<kShape>::add_marks(Snapshot& snapshot) const {
  std::vector<std::uint32_t> found;  // [ring][VC]
  const auto count = [&](std::uint32_t ring, unsigned vcs) {
    if (ring == 0) return;
    found.resize(std::max<std::size_t>(found.size(), ring * vcs_));
    for_each_bit(vcs, [&](unsigned vc) { ++found[(ring - 1) * vcs_ + vc]; });
  };
  for (const Router& router : routers_) {
    for (unsigned p = 0; p < router.channel_ports; ++p) {
      count(rings(router, p).out, marks(router, p).here);
      count(rings(router, p).in, marks(router, p).leaving);
      for_each_bit(marks(router, p).here, [&](unsigned vc) {
        snapshot.expect(output(router, p, vc).credits > 0,
                        "router {}, port {}, vc {}: the marked slot is taken",
                        id_of(number_of(router)).value, p, vc);
      });
    }
  }
  for (const auto& line : lines_) {
    line.for_each([&](const Event& event, Tick) {
      if (event.kind != EventKind::kMark) return;
      count(rings(routers_[event.router.index()], port_of(event.bit)).out, 1u << vc_of(event.bit));
    });
  }
  std::vector<std::uint32_t> of_vcs;
  for (unsigned vc = 0; vc < vcs_; ++vc)
    of_vcs.push_back(class_adaptive_[class_of_vc_[vc]] ? 0 : 1);
  snapshot.add_marks(found, of_vcs);
}

// Bubble: counts packets that hold a slot downstream of output VC (p, vc): those with a descriptor
// there, and one that was granted the VC and has not sent its head.
template <MaskShape kShape>
std::uint32_t InputQueued<kShape>::packets_downstream(const Router& router, unsigned p, unsigned vc,
                                                      const Census& found) const {
  const Port& channel = port(router, p);
  const OutputVc& sender = output(router, p, vc);
  const std::uint16_t front = behind(channel, vc, found).ring_read;
  const std::uint32_t slots = packets_.ring_slots();
  std::uint32_t packets = (sender.ring_write + slots - front) % slots;
  if (!channel.is_node && sender.owner != kNoOwner) {
    const InputVc& owner = input(router, sender.owner);
    packets += owner.front_left == owner.front_length;
  }
  return packets;
}

template <MaskShape kShape>
bool InputQueued<kShape>::has_stalled_head() {
  bool stalled = false;
  for (Router& router : routers_) {
    Mask fronts;
    for (unsigned p = 0; p < router.port_count; ++p) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned bit = bit_of(p, vc);
        if (input(router, bit).front_left != 0) fronts.set(bit);
        if (kWholePackets && input(router, bit).front_left == 1) router.moved.set(bit);
      }
    }
    stalled = stalled || (fronts & router.watched & ~router.moved).any();
    router.watched = fronts;
    router.moved = {};
  }
  return stalled;
}

template <MaskShape kShape>
void InputQueued<kShape>::add_waits(LocalRouter r, const Census& found, WaitGraph& graph) const {
  const Router& router = routers_[r.index()];
  for (unsigned p = 0; p < router.port_count; ++p) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const unsigned bit = bit_of(p, vc);
      std::vector<WaitGraph::Vertex> blockers;
      if (input(router, bit).front_left == 0 || !add_blockers(r, bit, found, blockers)) {
        continue;
      }
      graph.add(vertex(router, bit), {id_of(r), PortId{p}, Vc{vc}}, std::move(blockers));
    }
  }
}

// Returns the credits of output VC (p, vc) once all credits under way have arrived: the free space
// of the buffer downstream of it.
template <MaskShape kShape>
std::uint32_t InputQueued<kShape>::credits_to_come(const Router& router, unsigned p, unsigned vc,
                                                   const Census& found) const {
  if (bubble_) return info(router, p).buffer_credits - packets_downstream(router, p, vc, found);
  const BufferState receiver = behind(port(router, p), vc, found);
  const std::uint32_t buffer =
      kWholePackets ? parts_.router.buffer_flits : info(router, p).buffer_credits;
  const std::uint32_t free = buffer - receiver.buffered - receiver.flits;
  if (!kWholePackets) return free;
  return free / (parts_.router.vc_reuse == VcReuse::kAtomic ? buffer : lags_.tail);
}

// True if the previous sender in the ring has a free slot for the mark, or will have.
template <MaskShape kShape>
bool InputQueued<kShape>::mark_can_go(const Router& router, unsigned out, unsigned vc,
                                      const Census& found) const {
  const Port& in = port(router, marks(router, out).ring_input);
  if (in.leads_out())
    return found.behind[border_vc(in, vc)].credits + found.lent[border_vc(in, vc)] != 0;
  const Router& sender = routers_[in.peer.index()];
  return output(sender, in.peer_port, vc).credits +
             found.credits[slot(sender, bit_of(in.peer_port, vc))] !=
         0;
}

// Returns false if the front packet of `bit` can move, or will once something under way arrives.
template <MaskShape kShape>
bool InputQueued<kShape>::add_blockers(LocalRouter r, unsigned bit, const Census& found,
                                       std::vector<WaitGraph::Vertex>& blockers) const {
  const Router& router = routers_[r.index()];
  const InputVc& vc = input(router, bit);
  if (router.arrived.test(bit)) return false;
  if (vc.out_vc != kNoVc) {  // waits for a credit, or for the rest of the packet
    if (vc.occupancy == 0 || packet_credits_ || port(router, vc.out_port).is_node ||
        credits_to_come(router, vc.out_port, vc.out_vc, found) != 0) {
      return false;
    }
    blockers.push_back(downstream_vertex(router, vc.out_port, vc.out_vc));
    return true;
  }
  const auto credits = [&](unsigned p, unsigned out_vc) {
    const bool free = output(router, p, out_vc).owner == kNoOwner;
    return free ? credits_to_come(router, p, out_vc, found) : 0u;
  };
  const auto channel_of = [&](unsigned p) { return channel_vcs(router, p); };
  const unsigned first = candidates(router, bit).front().port;
  const bool at_destination = port(router, first).is_node;
  if (at_destination && queues_replies_ && !node_has_space(router, bit))
    return add_blockers_of_replies(router, first, found, blockers);
  const InjectionLimit limit = at_destination ? InjectionLimit::kNone : limit_of(router, bit);
  const bool stopped = limit == InjectionLimit::kAlo &&
                       !at_least_one_is_free(candidates(router, bit), channel_of, credits);
  bool can_move = false;
  for (const OutputCandidate& candidate : candidates(router, bit)) {
    // VCs that router.injection_limit lets the head enter once all credits have arrived.
    const unsigned may_enter =
        limit == InjectionLimit::kInTransit
            ? vcs_beside_transit(candidate, wanted_credits(router, bit), channel_of, credits)
        : stopped ? 0u
                  : candidate.vcs;
    for_each_bit(candidate.vcs & info(router, candidate.port).vcs, [&](unsigned out_vc) {
      const OutputVc& out = output(router, candidate.port, out_vc);
      const bool kept = ((reserved_by_mark(router, bit, candidate) >> out_vc) & 1) != 0;
      if (out.owner != kNoOwner) {
        blockers.push_back(vertex(router, out.owner));
      } else if (((may_enter >> out_vc) & 1) == 0) {  // waits for VCs that are not empty
        if (credits(candidate.port, out_vc) < info(router, candidate.port).buffer_credits)
          blockers.push_back(downstream_vertex(router, candidate.port, out_vc));
      } else if (candidate.space == 0 || credits_to_come(router, candidate.port, out_vc, found) >=
                                             candidate.space + unsigned{kept}) {
        can_move = true;
      } else if (kept && mark_can_go(router, candidate.port, out_vc, found)) {
        can_move = true;
      } else {
        if (kept)  // a packet there would take the mark along
          blockers.push_back(
              vertex(router, bit_of(marks(router, candidate.port).ring_input, out_vc)));
        blockers.push_back(downstream_vertex(router, candidate.port, out_vc));
      }
    });
  }
  return !can_move;
}

// Adds what a full node waits for: its next reply, or a packet before that reply, must leave.
// Returns false if this packet can leave, or if there is none yet because the node still computes.
template <MaskShape kShape>
bool InputQueued<kShape>::add_blockers_of_replies(const Router& router, unsigned p,
                                                  const Census& found,
                                                  std::vector<WaitGraph::Vertex>& blockers) const {
  const std::size_t first = info(router, p).channel * sources_per_node_;
  const InputQueuedSender& sender =
      senders_[first + class_of_nic(kReplyNic, parts_.router.message_classes)];
  if (sender.left == 0) return false;
  const bool head = sender.left == sender.source.front().flits;
  const std::uint32_t space = head ? injection_space(router, sender, p) : 1;
  unsigned vcs = head ? sender.vcs : 1u << sender.vc;
  if (head && parts_.router.injection_vc == InjectionVc::kNic) vcs = vc_of_nic(sender, sender.vcs);
  bool can_leave = packet_credits_ && !head;
  for_each_bit(vcs, [&](unsigned vc) {
    if (credits_to_come(router, p, vc, found) >= space) can_leave = true;
    blockers.push_back(downstream_vertex(router, p, vc));
  });
  return !can_leave;
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
