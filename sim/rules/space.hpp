// Free space that flow control requires in a buffer before a packet is granted its VC, and the VCs
// that have it. Space is counted in credits: flits, or packets where a credit is for a whole
// packet. docs/deadlock.md gives the reasons.
//
// Tested by: tests/sim/rules_test.cpp
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/kernel/bits.hpp"
#include "sim/options.hpp"

namespace orthant {

// Returns the credits for a buffer of `flits` flits.
constexpr std::uint32_t buffer_credits(FlowControl flow_control, std::uint32_t flits,
                                       std::uint32_t longest_packet) {
  return counts_packets(flow_control) ? flits / longest_packet : flits;
}

// A candidate that a head waiting for an output VC may request.
struct OutputCandidate {
  std::uint8_t port = 0;
  bool escape = false;
  std::uint16_t vcs = 0;    // bit per VC of the class
  std::uint16_t space = 0;  // credits that the VC must have

  bool operator==(const OutputCandidate&) const = default;
};

// A packet waiting for a channel, and the VC class that it would use there.
struct Hop {
  std::uint32_t packet_credits = 1;  // for the whole packet
  std::uint32_t buffer_credits = 1;  // per VC
  bool adaptive_class = false;       // not an escape
  bool enters_ring = false;          // bubbles: the packet is not yet on the ring in this class
};

// Returns the packet slots that bubbles ask for: a packet that enters the ring of an escape leaves
// a slot free.
constexpr std::uint32_t bubble_slots_needed(const Hop& hop) {
  return hop.enters_ring && !hop.adaptive_class ? 2 : 1;
}

// Returns the credits that an output VC must have before it is granted. A wormhole packet needs
// none, since its flits follow one by one; but an adaptive VC must be empty or take the whole
// packet.
constexpr std::uint32_t space_needed(const RouterOptions& router, const Hop& hop) {
  const std::uint32_t slots = bubble_slots_needed(hop);
  if (router.flow_control == FlowControl::kBubble) return slots;
  if (router.flow_control == FlowControl::kCriticalBubble) return 1;  // see vcs_reserved_by_mark()
  if (router.flow_control == FlowControl::kFlitBubble && slots > 1) return hop.packet_credits + 1;
  if (router.vc_reuse == VcReuse::kAtomic) return hop.buffer_credits;
  if (router.switching != Switching::kWormhole) return hop.packet_credits;
  if (!hop.adaptive_class || router.vc_reuse == VcReuse::kAny) return 0;
  return std::min(hop.packet_credits, hop.buffer_credits);
}

// Returns those of `vcs` with `space` credits. credits(vc): free space of the VC.
template <class Credits>
std::uint16_t vcs_with_space(unsigned vcs, std::uint32_t space, const Credits& credits) {
  if (space != 0) {
    for_each_bit(vcs, [&](unsigned vc) {
      if (credits(vc) < space) vcs &= ~(1u << vc);
    });
  }
  return static_cast<std::uint16_t>(vcs);
}

// Critical bubbles: returns those of the `marked` VCs whose only free slot is the marked one. A
// packet that enters their ring takes none of these.
template <class Credits>
std::uint16_t vcs_reserved_by_mark(unsigned marked, const Credits& credits) {
  return static_cast<std::uint16_t>(marked & ~unsigned{vcs_with_space(marked, 2, credits)});
}

}  // namespace orthant
