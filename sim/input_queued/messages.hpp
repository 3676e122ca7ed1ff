// Flits, credits and heads that cross the boundary between two blocks of a network: where the step
// (step.hpp) differs for them. The sender puts them into a message buffer (send_across(),
// send_head_across()); the receiver drains it before its next visit (drain_inboxes()), and treats
// them from then on as if the sender were one of its own routers.
//
// Tested by: tests/sim/blocks_test.cpp
#pragma once

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::send_across(const Event& event, const Border& border) {
  const bool downstream = event.kind == EventKind::kFlit || event.kind == EventKind::kSlotLoan;
  outboxes_[border.block].written(visits_).events.push_back(
      {event, downstream ? border.flit_delay : border.credit_delay,
       static_cast<std::uint32_t>(visit_end_ - now_)});
}

// Releases the record: this block no longer needs it once the head has left.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::send_head_across(const Port& out, unsigned vc,
                                                             std::uint16_t ring_slot,
                                                             const PacketDescriptor& packet) {
  const Border& border = borders_[border_number(out.flit_delay)];
  BoundaryMessages& messages = outboxes_[border.block].written(visits_);
  CrossingHead& head = messages.heads.emplace_back();
  head = {packets_.place(border.buffer + vc, ring_slot), packet, pool_[packet.packet]};
  take_hop(head.packet);
  const std::span<const Leg> legs = pool_.legs(packet.packet);
  messages.legs.insert(messages.legs.end(), legs.begin(), legs.end());
  if (pool_.keeps_numbers()) messages.numbers.push_back(pool_.number(packet.packet));
  pool_.release(packet.packet);
}

// Reads the messages of the last visit, once.
template <MaskShape kShape>
void InputQueued<kShape>::drain_inboxes() {
  if (drained_visits_ == visits_) return;
  drained_visits_ = visits_;
  for (const auto& [incoming, outgoing] : links_) incoming->read(visits_).template fetch<false>();
  for (const auto& [incoming, outgoing] : links_) drain(incoming->read(visits_));
}

template <MaskShape kShape>
void InputQueued<kShape>::clear_outboxes() {
  for (const auto& [incoming, outgoing] : links_) {
    outgoing->written(visits_).template fetch<true>();
    outgoing->written(visits_).clear();
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::drain(const BoundaryMessages& messages) {
  std::span<const Leg> legs(messages.legs.data(), messages.legs.size());
  std::span<const std::uint64_t> numbers(messages.numbers);
  for (const CrossingHead& head : messages.heads) {
    packets_.set(head.slot, head.packet);
    PacketProgress& packet = packets_[head.slot];
    packet.packet = pool_.admit(head.record, legs.first(pool_.max_legs()));
    legs = legs.subspan(pool_.max_legs());
    if (numbers.empty()) continue;
    pool_.set_number(packet.packet, numbers.front());
    numbers = numbers.subspan(1);
  }
  for (const BoundaryMessage& message : messages.events) {
    const Tick sent = now_ - message.ticks_to_visit_end;
    const bool far = message.delay > wheel_delay_ || message.event.kind >= EventKind::kMark;
    if (far) {
      post_on_line(message.event, message.delay, sent);
    } else {
      deliver(message.event, sent + message.delay);
    }
  }
}

}  // namespace orthant
