// Bubbles whose rings are single VCs, and the marks of critical bubbles: parts of the phases of the
// step (step.hpp), apart from it for those who do not use them. docs/deadlock.md gives
// the rules and the reasons.
//
// The mark of a ring lies with the sender of a channel, beside the credits that it has there: one
// of these is for the marked slot. So nobody else can use it, and nobody has to be asked.
#pragma once

#include <bit>
#include <cassert>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Every VC of an escape is a ring of its own: a packet goes on in its VC. One that enters finds,
// with flit bubbles, room for all of it and a flit; with critical bubbles, a slot beside the mark.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::stay_in_vc(const Router& router, unsigned bit,
                                                       std::uint16_t length, unsigned vc_class,
                                                       Alternative& way) const {
  if (critical_bubble_) way.room = 1;
  const std::uint32_t ring = rings(router, way.port).out;
  if (ring == 0 || class_adaptive_[vc_class]) return;
  if (goes_on(router, bit, ring, vc_class)) {
    way.vcs = static_cast<std::uint16_t>(1u << vc_of(bit));
  } else if (!critical_bubble_) {
    way.room = static_cast<std::uint16_t>(length + 1);
  }
}

// VCs of the alternative whose only free slot is the marked one, which this head may not take.
template <MaskShape kShape>
[[gnu::noinline]] std::uint16_t InputQueued<kShape>::kept_by_mark(const Router& router,
                                                                  unsigned bit,
                                                                  const Alternative& way) const {
  unsigned kept = marks(router, way.port).here & way.vcs;
  for_each_bit(kept, [&](unsigned vc) {
    if (output(router, way.port, vc).credits > 1) kept &= ~(1u << vc);
  });
  if (kept == 0) return 0;
  const unsigned vc_class = class_of_vc_[static_cast<unsigned>(std::countr_zero(way.vcs))];
  return goes_on(router, bit, rings(router, way.port).out, vc_class)
             ? std::uint16_t{0}
             : static_cast<std::uint16_t>(kept);
}

// A head that nothing but a mark keeps out asks the sender behind it in the ring to take the mark
// for a free slot of its own. Where that one has none, the next slot that goes back there takes the
// mark along: the wish arrives behind all slots that went back before.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::wish_away(const Router& router, unsigned bit) {
  for (const Alternative& way : ways(router, bit)) {
    Marks& out = marks(router, way.port);
    for_each_bit(kept_by_mark(router, bit, way) & ~out.wished & port(router, way.port).free_vcs,
                 [&](unsigned vc) {
                   out.wished |= static_cast<std::uint16_t>(1u << vc);
                   const Port& in = port(router, out.ring_input);
                   const auto sender = static_cast<std::uint16_t>(bit_of(in.peer_port, vc));
                   post_far({in.peer, sender, EventKind::kWish}, in.credit_delay);
                 });
  }
}

// The head of `bit` was granted a slot. Where it was the marked one, its own is marked instead.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::take_slot(const Router& router, unsigned bit) {
  const InputVc& in = input(router, bit);
  Marks& out = marks(router, in.out_port);
  const auto vc = static_cast<std::uint16_t>(1u << in.out_vc);
  if ((out.here & vc) == 0 || output(router, in.out_port, in.out_vc).credits != 0) return;
  assert(port_of(bit) == out.ring_input && vc_of(bit) == in.out_vc);
  out.here &= static_cast<std::uint16_t>(~vc);
  out.wished &= static_cast<std::uint16_t>(~vc);
  marks(router, port_of(bit)).leaving |= vc;
}

// With a slot that goes back to its sender: the mark, where the slot's packet left with it, or
// where somebody here wishes it away.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::return_mark(Router& router, unsigned bit) {
  if (rings(router, port_of(bit)).in == 0) return;
  const Port& in = port(router, port_of(bit));
  const auto vc = static_cast<std::uint16_t>(1u << vc_of(bit));
  Marks& behind = marks(router, port_of(bit));
  Marks& out = marks(router, behind.ring_output);
  if ((behind.leaving & vc) != 0) {
    behind.leaving &= static_cast<std::uint16_t>(~vc);
  } else if ((out.here & out.wished & vc) != 0) {
    out.here &= static_cast<std::uint16_t>(~vc);
    out.wished &= static_cast<std::uint16_t>(~vc);
    router.heads |= port(router, behind.ring_output).waiting;
  } else {
    return;
  }
  const auto sender = static_cast<std::uint16_t>(bit_of(in.peer_port, vc_of(bit)));
  post_far({in.peer, sender, EventKind::kMark}, in.credit_delay);
}

// Returns the marks of those inputs in `sent` whose packet has just sent its tail.
template <MaskShape kShape>
void InputQueued<kShape>::return_marks(Router& router, const Mask& sent) {
  sent.for_each([&](unsigned bit) {
    if (input(router, bit).out_vc == kNoVc) return_mark(router, bit);
  });
}

// Before the routers are stepped, so that a mark is there when its slot is.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::move_mark(const Event& event) {
  Router& router = routers_[event.router.index()];
  const unsigned p = port_of(event.bit);
  const unsigned vc = vc_of(event.bit);
  const Port& to = port(router, p);
  const auto other_end = static_cast<std::uint16_t>(bit_of(to.peer_port, vc));
  const auto mark = static_cast<std::uint16_t>(1u << vc);
  OutputVc& sender = output(router, p, vc);
  switch (event.kind) {
    case EventKind::kMark:
      marks(router, p).here |= mark;
      break;
    case EventKind::kWish:
      if (sender.credits == 0 || (marks(router, p).here & mark) != 0) break;  // it came by itself
      --sender.credits;
      post_far({to.peer, other_end, EventKind::kLent}, to.flit_delay);
      break;
    case EventKind::kLent:
      post_far({to.peer, other_end, EventKind::kBack}, to.credit_delay);
      return_mark(router, event.bit);
      break;
    default:
      ++sender.credits;
      router.heads |= to.waiting;
  }
  active_.mark(now_, event.router.value);
}

}  // namespace orthant
