// Nodes that run the ranks of a workload (workload_ranks.hpp): where the step differs for them.
// Alarms wake a rank. An arriving packet may wake it before its computation ends, so a rank may
// have several: only the one at generation_calendar_.due() is valid, the others are stale.
//
// Tested by: tests/sim/workload_test.cpp
#pragma once

#include <bit>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Replaces generate().
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::wake(std::uint32_t number) {
  const std::uint32_t place = place_of(senders_[number]);
  run_rank(place);
  generation_calendar_.keep(number, kNever);
  set_alarm(place);
  for (InputQueuedSender& sender : senders_at(place)) {
    const bool was_empty = sender.source.empty();
    // Packets in one piece: the next one follows when the tail of the one before has left.
    const bool sends = kWholePackets && sender.busy_until > now_;
    if (was_empty && (sends || !put_packet(sender))) continue;
    if (!kWholePackets && was_empty) sender.left = sender.source.front().flits;
    Router& router = routers_[sender.router.index()];
    const std::uint64_t port_bit = std::uint64_t{1} << sender.port;
    router.unsent |= port_bit;
    router.sources |= port_bit;
    active_.mark(now_, sender.router.value);
  }
}

// Sets the alarm of the rank's next event, in this visit or later. The first sender of the rank
// keeps the alarm.
template <MaskShape kShape>
void InputQueued<kShape>::set_alarm(std::uint32_t place) {
  InputQueuedSender& sender = senders_at(place).front();
  const auto number = static_cast<std::uint32_t>(place * sources_per_node_);
  sender.source.expect(program_->next(place));
  const Tick tick = next_generation_of(sender);
  if (tick >= generation_calendar_.due(number)) return;
  generation_calendar_.keep(number, tick);
  if (tick < visit_end_)
    schedule_generation(sender, tick);
  else
    alarms_.set(tick, number);
}

// Takes the alarms of this visit.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::take_alarms() {
  alarms_.pop_due(visit_end_, [&](std::uint32_t number, Tick tick) {
    if (generation_calendar_.due(number) == tick) schedule_generation(senders_[number], tick);
  });
}

template <MaskShape kShape>
void InputQueued<kShape>::arrives(const PacketRecord& packet, Tick arrival) {
  const std::uint32_t place = program_->place_of(packet.destination);
  program_->arrives(place, packet.message, (arrival + ticks_per_cycle_ - 1) / ticks_per_cycle_);
  set_alarm(place);
}

// True if the node may take the packet at the head of the input VC: a node whose reply queue is
// full takes no further request.
template <MaskShape kShape>
[[gnu::noinline]] bool InputQueued<kShape>::node_has_space(const Router& router,
                                                           unsigned bit) const {
  const PacketRecord& packet = pool_[ring(router, bit)[input(router, bit).ring_read].packet];
  return program_->has_room(program_->place_of(packet.destination), packet.message);
}

// The node takes the packet; false: earlier heads of this cycle filled it and the packet waits.
template <MaskShape kShape>
[[gnu::noinline]] bool InputQueued<kShape>::enter_node(Router& router, unsigned bit) {
  const PacketRecord& packet = pool_[ring(router, bit)[input(router, bit).ring_read].packet];
  return program_->take(program_->place_of(packet.destination), packet.message);
}

// Ends the packet whose tail left before `tick`. Returns false if no other packet follows.
template <MaskShape kShape>
[[gnu::noinline]] bool InputQueued<kShape>::follow(InputQueuedSender& sender, Tick tick) {
  const bool follows = follow_packet(sender, (tick + ticks_per_cycle_ - 1) / ticks_per_cycle_);
  set_alarm(place_of(sender));
  if (queues_replies_) {  // a request may enter now
    Router& router = routers_[sender.router.index()];
    router.heads |= port(router, sender.port).waiting;
  }
  return follows;
}

// The nics of a message class share its VCs round robin.
template <MaskShape kShape>
std::uint16_t InputQueued<kShape>::vc_of_nic(const InputQueuedSender& sender,
                                             std::uint16_t vcs) const {
  unsigned skip = program_ ? program_->nic(place_of(sender), sender.source.traffic_class()) %
                                 static_cast<unsigned>(std::popcount(vcs))
                           : 0;
  while (skip-- > 0) vcs = static_cast<std::uint16_t>(vcs & (vcs - 1));
  return static_cast<std::uint16_t>(vcs & -vcs);
}

}  // namespace orthant
