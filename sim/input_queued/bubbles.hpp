// Bubbles whose rings are single VCs, and the marks of critical bubbles: parts of the phases of the
// step (step.hpp), out of line to keep the hot path small. docs/deadlock.md gives the rules and the
// reasons.
//
// The mark of a ring, its token, lies with the sender of a channel, beside its credits, one of
// which is for the marked slot. So no other packet can use that slot.
#pragma once

#include <bit>
#include <cassert>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Returns the candidate's VCs whose only free slot is the marked one, which this head may not take.
template <MaskShape kShape>
[[gnu::noinline]] std::uint16_t InputQueued<kShape>::reserved_by_mark(
    const Router& router, unsigned bit, const OutputCandidate& candidate) const {
  const unsigned marked =
      critical_bubble_ ? marks(router, candidate.port).here & candidate.vcs : 0u;
  if (marked == 0) return 0;
  const unsigned vc_class = class_of_vc_[static_cast<unsigned>(std::countr_zero(marked))];
  return enters_ring(router, bit, candidate.port, vc_class)
             ? vcs_reserved_by_mark(marked, credits_at(router, candidate.port))
             : std::uint16_t{0};
}

// Requests a token move where only a mark keeps a head out: the previous sender in the ring takes
// the mark for a free slot of its own. A sender without one does nothing: the next slot that
// returns to it takes the mark along, since the request arrives after all earlier ones.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::request_token_move(const Router& router, unsigned bit) {
  for (const OutputCandidate& candidate : candidates(router, bit)) {
    Marks& out = marks(router, candidate.port);
    for_each_bit(reserved_by_mark(router, bit, candidate) & ~out.requested &
                     port(router, candidate.port).free_vcs,
                 [&](unsigned vc) {
                   out.requested |= static_cast<std::uint16_t>(1u << vc);
                   const Port& in = port(router, out.ring_input);
                   const auto sender = static_cast<std::uint16_t>(bit_of(in.peer_port, vc));
                   post_far({in.peer, sender, EventKind::kTokenRequest}, in.credit_delay);
                 });
  }
}

// Grants a slot to the head of `bit`. If it was marked, the mark moves to the head's own slot.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::take_slot(const Router& router, unsigned bit) {
  const InputVc& in = input(router, bit);
  Marks& out = marks(router, in.out_port);
  const auto vc = static_cast<std::uint16_t>(1u << in.out_vc);
  if ((out.here & vc) == 0 || output(router, in.out_port, in.out_vc).credits != 0) return;
  assert(port_of(bit) == out.ring_input && vc_of(bit) == in.out_vc);
  out.here &= static_cast<std::uint16_t>(~vc);
  out.requested &= static_cast<std::uint16_t>(~vc);
  marks(router, port_of(bit)).leaving |= vc;
}

// Returns the mark with a slot that goes back to its sender, where the slot's packet left with the
// mark or a head here has requested that it moves.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::return_mark(Router& router, unsigned bit) {
  if (rings(router, port_of(bit)).in == 0) return;
  const Port& in = port(router, port_of(bit));
  const auto vc = static_cast<std::uint16_t>(1u << vc_of(bit));
  Marks& behind = marks(router, port_of(bit));
  Marks& out = marks(router, behind.ring_output);
  if ((behind.leaving & vc) != 0) {
    behind.leaving &= static_cast<std::uint16_t>(~vc);
  } else if ((out.here & out.requested & vc) != 0) {
    out.here &= static_cast<std::uint16_t>(~vc);
    out.requested &= static_cast<std::uint16_t>(~vc);
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

// Called before the routers are stepped, so that a mark arrives no later than its slot.
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
    case EventKind::kTokenRequest:
      assert((marks(router, p).here & mark) == 0);  // it arrives after the request
      if (sender.credits == 0) break;
      --sender.credits;
      post_far({to.peer, other_end, EventKind::kSlotLoan}, to.flit_delay);
      break;
    case EventKind::kSlotLoan:
      post_far({to.peer, other_end, EventKind::kSlotReturn}, to.credit_delay);
      return_mark(router, event.bit);
      break;
    default:
      ++sender.credits;
      router.heads |= to.waiting;
  }
  active_.mark(now_, event.router.value);
}

}  // namespace orthant
