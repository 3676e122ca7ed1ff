// Flits, credits and heads that cross the border between two blocks of a network: what the step
// (step.hpp) does otherwise for them. The sender puts them into a mailbox
// (send_letter(), send_head()); the receiver takes them out before its next visit (take_mail()),
// and from then on they are where they would be if the sender were one of its own routers.
//
// Tested by: tests/sim/blocks_test.cpp
#pragma once

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::send_letter(const Event& event, const Border& border) {
  const bool downstream = event.kind == EventKind::kFlit || event.kind == EventKind::kLent;
  outgoing_[border.block].written(visits_).letters.push_back(
      {event, downstream ? border.flit_delay : border.credit_delay,
       static_cast<std::uint32_t>(visit_end_ - now_)});
}

// Nothing here asks for the record of a packet whose head has left.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::send_head(const Port& out, unsigned vc,
                                                      std::uint16_t ring_slot,
                                                      const PacketDescriptor& packet) {
  const Border& border = borders_[border_number(out.flit_delay)];
  Sheet<Event>& sheet = outgoing_[border.block].written(visits_);
  CrossingHead& head = sheet.heads.emplace_back();
  head = {packets_.place(border.buffer + vc, ring_slot), packet, pool_[packet.packet]};
  take_hop(head.packet);
  const std::span<const Leg> legs = pool_.legs(packet.packet);
  sheet.legs.insert(sheet.legs.end(), legs.begin(), legs.end());
  if (pool_.keeps_numbers()) sheet.numbers.push_back(pool_.number(packet.packet));
  pool_.release(packet.packet);
}

// Of the visit before, once.
template <MaskShape kShape>
void InputQueued<kShape>::take_mail() {
  if (mail_taken_ == visits_) return;
  mail_taken_ = visits_;
  for (const auto& [incoming, outgoing] : correspondence_)
    incoming->read(visits_).template fetch<false>();
  for (const auto& [incoming, outgoing] : correspondence_) take_sheet(incoming->read(visits_));
}

template <MaskShape kShape>
void InputQueued<kShape>::empty_sheets() {
  for (const auto& [incoming, outgoing] : correspondence_) {
    outgoing->written(visits_).template fetch<true>();
    outgoing->written(visits_).clear();
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::take_sheet(const Sheet<Event>& sheet) {
  std::span<const Leg> legs(sheet.legs.data(), sheet.legs.size());
  std::span<const std::uint64_t> numbers(sheet.numbers);
  for (const CrossingHead& head : sheet.heads) {
    packets_.set(head.slot, head.packet);
    PacketProgress& packet = packets_[head.slot];
    packet.packet = pool_.admit(head.record, legs.first(pool_.max_legs()));
    legs = legs.subspan(pool_.max_legs());
    if (numbers.empty()) continue;
    pool_.set_number(packet.packet, numbers.front());
    numbers = numbers.subspan(1);
  }
  for (const Letter<Event>& letter : sheet.letters) {
    const Cycle sent = now_ - letter.before;
    const bool far = letter.delay > wheel_delay_ || letter.event.kind >= EventKind::kMark;
    if (far) {
      post_on_line(letter.event, letter.delay, sent);
    } else {
      deliver(letter.event, sent + letter.delay);
    }
  }
}

}  // namespace orthant
