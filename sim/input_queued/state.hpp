// The state of the input-queued router: the parts of InputQueued
// (sim/input_queued/input_queued.hpp), for each width of its masks.
//
// Masks hold one bit per (VC, port): bit = vc * kStride + port. An input VC is the buffer at an
// input port; an output VC is the right to send into the buffer at the neighbour's input port.
// Port p's input and output belong to the same link; at a node port they are injection and
// ejection.
//
// Invariants:
// 1. flits that left sources = flits ejected + flits buffered + flits under way.
// 2. per channel and VC: credits + flits (bubble, packets in one piece: packets) buffered or under
// way + credits under way = buffer; a slot that is lent for a mark is a credit under way.
// 3. an output VC is owned by at most one input VC, from VC allocation until the tail is sent.
// 4. a switch that is held: its holders are amid a packet, at most one at each input and output.
// 5. critical bubble: of each VC of a ring, one slot is marked: a free one downstream of an output
// VC, one that the front packet of an input VC is about to leave, or one under way to the sender.
// 6. an input VC with front_left == 0 and a complete front waiting is in `fresh` or being fetched.
#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/blocks/block.hpp"
#include "sim/input_queued/allocators.hpp"
#include "sim/input_queued/timing.hpp"
#include "sim/kernel/bits.hpp"
#include "sim/node/node_model.hpp"

namespace orthant {

// The ports and 64-bit words of a router's masks, and whether packets move in one piece.
struct MaskShape {
  unsigned ports = 8;  // a power of two up to 64
  int words = 1;
  bool whole_packets = false;  // in one piece: sim/input_queued/packets.hpp
  bool traced = false;         // records single packets: sim/input_queued/tracing.hpp

  bool holds(std::size_t router_ports, std::uint32_t vcs) const {
    return router_ports <= ports && vcs * ports <= 64u * static_cast<unsigned>(words);
  }
};

struct InputQueuedSender : Sender {
  using Sender::Sender;

  void state(Archive& archive) {
    Sender::state(archive);
    archive(busy_until, left, vc, vc_pointer, next_turn);
  }

  // Busy time of the node's channel, at its first source; see ChannelRate. Whole packets: a tick.
  std::uint64_t busy_until = 0;
  std::uint16_t left = 0;  // flits of the source's front still to send; 0 = its queue is empty
  std::uint8_t vc = 0;     // chosen when its head is sent
  std::uint8_t vc_pointer = 0;
  std::uint16_t vcs = 0;        // mask of the VCs that it may choose
  std::uint16_t next_turn = 0;  // first source of a node: class to try first
  // Location.
  NodeId node;
  LocalRouter router;
  std::uint8_t port = 0;
};

// The buffer downstream of a VC of an output port, in any block.
struct BufferState {
  std::uint32_t flits, buffered;  // under way to it, and in it
  std::uint16_t ring_read, front_left;
};

template <MaskShape kShape>
struct InputQueuedState {
  static constexpr unsigned kStride = kShape.ports;
  using Mask = Bits<kShape.words>;
  using PortMask = std::conditional_t<
      kStride <= 8, std::uint8_t,
      std::conditional_t<kStride <= 16, std::uint16_t,
                         std::conditional_t<kStride <= 32, std::uint32_t, std::uint64_t>>>;
  static constexpr std::uint8_t kNoVc = 0xff;
  static constexpr std::uint16_t kNoOwner = 0xffff;
  // True if packets move in one piece. Below, a packet then takes the place of a flit. Only
  // front_left counts a front packet as two: one is sent when its head leaves, one when its tail
  // has left.
  static constexpr bool kWholePackets = kShape.whole_packets;
  struct Nothing {};
  template <class T>
  using IfPackets = std::conditional_t<kWholePackets, T, Nothing>;
  template <class T>
  using IfTraced = std::conditional_t<kShape.traced, T, Nothing>;
  using Count = std::conditional_t<kWholePackets, std::uint8_t, std::uint16_t>;
  // A member whose value is known where packets move in one piece.
  template <class T, T kValue>
  struct Known {
    Known(T = kValue) {}
    operator T() const { return kValue; }
  };
  template <class T, T kValue>
  using KnownIfPackets = std::conditional_t<kWholePackets, Known<T, kValue>, T>;
  using FalseIfWholePacket = KnownIfPackets<bool, false>;
  using TrueIfWholePacket = KnownIfPackets<bool, true>;

  struct alignas(16) InputVc {
    std::uint16_t occupancy = 0;  // flits buffered
    std::uint16_t ready = 0;      // of these, flits that may request the switch
    Count front_left = 0;         // flits of the front packet still to be sent; 0 = no front packet
    Count front_length = 0;
    std::uint16_t ring_read = 0;  // slot of the front packet's descriptor
    std::uint8_t out_port = 0;    // port of the output VC held, held last or requested last
    std::uint8_t out_vc = kNoVc;
    std::uint8_t candidate_count = 0;  // while waiting for a VC
    std::uint8_t vc_pointer = 0;       // VC allocation: next VC to accept
    [[no_unique_address]] IfPackets<std::uint32_t> arrived_at{};  // latest tick; wraps

    // The length is that of the descriptor; candidates are computed again, or archived by
    // candidates_state().
    void state(Archive& archive) {
      archive(occupancy, ready, front_left, ring_read, out_port, out_vc, vc_pointer, arrived_at);
    }
  };
  struct OutputVc {
    std::uint16_t credits = 0;        // free flits (bubble: packets) downstream
    std::uint16_t owner = kNoOwner;   // bit of the input VC that holds it
    std::uint16_t ring_write = 0;     // slot for the next descriptor downstream
    std::uint16_t grant_pointer = 0;  // VC allocation: next input VC (port * VCs + VC) to grant

    // `owner` follows from the input VCs.
    void state(Archive& archive) { archive(credits, ring_write, grant_pointer); }
  };
  struct Arrivals {
    Mask flits;    // arriving at input VCs
    Mask credits;  // arriving for output VCs; at node ports for the source
    [[no_unique_address]] IfPackets<Mask> tails;  // input VCs whose tail left a tick ago
  };
  static constexpr std::uint32_t kBorder = std::uint32_t{1} << 31;
  struct Port {                      // data that every flit touches
    LocalRouter peer;                // neighbour, or this router at a node port
    std::uint32_t peer_buffer = 0;   // buffer of the peer's port and VC 0; see buffer()
    std::uint32_t flit_delay = 0;    // switch decision here to arrival there; see Border
    std::uint32_t credit_delay = 0;  // switch decision here to use of the credit there; see Border
    std::uint8_t peer_port = 0;
    std::uint8_t grant_pointer = 0;   // switch: next input port to grant
    std::uint8_t accept_pointer = 0;  // switch: next output port to accept
    std::uint8_t vc_pointer = 0;      // switch: next VC of the input port to serve
    std::uint16_t free_vcs = 0;       // output VCs without an owner
    bool is_node = false;
    FalseIfWholePacket paced = false;  // its channel does not take a flit in every tick
    std::uint64_t flits = 0;           // sent so far
    Mask waiting;                      // heads that wait with a candidate through this port

    bool leads_out() const { return flit_delay >= kBorder; }  // of the block
    // Naming every member makes a forgotten one a compile error; only what changes and cannot be
    // derived is archived.
    void state(Archive& archive) {
      auto& [number_of_peer, buffer_of_peer, delay, back, port_of_peer, grant, accept, serve, free,
             node, slow, sent, heads] = *this;
      archive(grant, accept, serve, sent, heads);
    }
  };
  // A channel that leads into another block. Its port stores kBorder plus the border's number as
  // delays, which exceed any delay of the wheel, and as `peer` the router's number in that block.
  struct Border {
    std::uint32_t block = 0;
    std::uint32_t flit_delay = 0, credit_delay = 0;
    // Imported from the neighbour: peer_buffer there, and the delay of flits from there.
    std::uint64_t buffer = 0;
    std::uint32_t delay_from = 0;
  };
  struct PortInfo {             // data that few flits touch
    std::uint32_t channel = 0;  // ChannelId of the channel that leaves here; or number of its node
    std::uint16_t vcs = 0;      // output VCs that exist
    std::uint16_t buffer_credits = 0;  // per VC: flits, or packets with bubble
    std::uint16_t pace = 0;            // index of the PortPace
    bool exists = false;
  };
  struct PortPace {                                      // shared by ports of equal rates
    std::uint16_t feed = 0, consumption = 0, drain = 0;  // indices of PortClocks
    ChannelRate rate;                                    // rate of the channel that leaves

    bool operator==(const PortPace&) const = default;
  };
  // Rings of the channels at a port, with bubbles: 1 + number of the ring, 0 = none.
  struct Rings {
    std::uint32_t out = 0, in = 0;
  };
  struct Router {
    Mask present;    // input VCs with a flit of the front packet that may be sent
    Mask allocated;  // input VCs that hold an output VC and have passed the delay before the switch
    Mask credited;   // input VCs whose output VC has a credit
    Mask heads;      // heads to be tried in VC allocation now
    Mask fresh;      // input VCs whose front packet changes in the next step
    Mask moved;      // input VCs that sent a flit since the last check for stalled heads
    Mask arrived;    // immediate ejection: input VCs whose front packet is at its destination
    InputVc* inputs = nullptr;    // [bit]
    OutputVc* outputs = nullptr;  // [bit]
    Port* ports = nullptr;
    std::uint32_t first_port = 0;
    std::uint16_t port_count = 0;
    std::uint16_t channel_ports = 0;
    PortMask sources = 0;     // node ports whose source may send
    PortMask unsent = 0;      // node ports whose source has a current packet
    PortMask generating = 0;  // node ports that generate a packet in this visit
    Mask watched;  // input VCs that had a front packet at the last check for stalled heads
    [[no_unique_address]] IfPackets<Matching> held;  // ports with a packet on its way through

    // Archived as a port is.
    void state(Archive& archive) {
      auto& [may_send, have_vc, have_credit, ask, change, sent, at_end, input_vcs, output_vcs,
             all_ports, first, count, channels, senders, waiting, due, seen, passing] = *this;
      archive(have_vc, ask, sent, seen);
    }
  };
  // Critical bubbles: marks at a port, a bit per VC. docs/deadlock.md gives the rules.
  struct Marks {
    std::uint16_t here = 0;       // output: a free slot downstream of it is the marked one
    std::uint16_t requested = 0;  // output: a packet waits for the mark to go
    std::uint16_t leaving = 0;    // input: the slot that goes back next will be the marked one
    std::uint8_t ring_input = 0, ring_output = 0;  // the other port of the same ring

    void state(Archive& archive) { archive(here, requested, leaving); }
  };
  struct Timers {   // used only with routing, VC or switch delays
    Mask heads;     // heads that reach VC allocation
    Mask switched;  // allocated heads that reach switch allocation
    Mask flits;     // flits that reach switch allocation (switch delay >= 2)
  };
  using Event = RouterEvent;
  using EventKind = RouterEvent::Kind;
  struct Stages {
    std::uint32_t head_delay = 0;                           // front reached to VC allocation
    std::uint32_t switched_delay = 0;                       // VC granted to switch allocation
    KnownIfPackets<std::uint32_t, 0> flit_ready_delay = 0;  // flit arrived to switch allocation
    bool speculates = false;  // VC and switch allocation of a head are one stage
  };
  // A packet that leaves its source or enters its node, flit by flit.
  struct Passing {
    std::uint32_t id;  // number of the node that it leaves, or of the packet
    Tick counted;      // its flits before this tick are counted

    void state(Archive& archive) { archive(id, counted); }
  };
};

}  // namespace orthant
