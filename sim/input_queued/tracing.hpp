// The extra state of a traced input-queued network, and the records it makes of packets. The step
// calls a function of it at each event of a flit (sim/input_queued/trace.hpp); networks that are
// not traced have none of it.
//
// Records about a router depend on the state of that router alone, so the order of routers does not
// matter. A router knows which packets took the slots of a buffer downstream: credits come back in
// the order of their flits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/fifo.hpp"
#include "sim/input_queued/state.hpp"
#include "sim/measure/packet_trace.hpp"
#include "sim/rules/space.hpp"

namespace orthant {

template <MaskShape kShape>
class InputQueued;

template <MaskShape kShape>
class Tracing {
 public:
  using Network = InputQueued<kShape>;
  using State = InputQueuedState<kShape>;
  using Mask = typename State::Mask;
  using Router = typename State::Router;

  void build(Network& network);
  void begin(PacketTracer& tracer) { tracer_ = &tracer; }
  void settle(Tick tick) {
    if (tracer_ != nullptr) tracer_->settle(tick);
  }

  // Records that a packet of a sender is created.
  void generated(const InputQueuedSender& sender, const PacketStream::Packet& packet,
                 std::uint64_t number, std::uint32_t receive = 0);
  // Records that a flit of the sender's packet leaves.
  void injected(const Router& router, const InputQueuedSender& sender);
  void arrived(const Router& router, const Mask& flits);
  void routed(const Router& router, unsigned bit);
  // Records the VCs that a head requests in VC allocation; granted() records the grant.
  void asked(unsigned bit, const OutputCandidate& candidate, std::uint16_t vcs) {
    asked_.push_back({bit, candidate.port, vcs});
  }
  void granted(const Router& router, unsigned bit);
  // Called after VC allocation, with the heads that took part.
  void look_for_denied(const Router& router, const Mask& heads);
  // Called before a flit is taken out of its buffer: through the switch, or to its node at once.
  void sent(const Router& router, unsigned bit);
  void consumed(const Router& router, unsigned bit);
  // Called after switch allocation; returns true if the router must be stepped in the next tick.
  bool look_for_losers(const Router& router, const Mask& requests);
  void credits_arrived(const Router& router, const Mask& credits);

 private:
  struct Input {              // state of an input VC
    std::uint16_t slot = 0;   // ring slot of the packet whose flits arrive
    std::uint16_t flits = 0;  // its flits that have arrived
    // The cause of waiting recorded last for the front flit.
    TraceCause cause = TraceCause::kNone;
    std::optional<PacketName> by;
  };
  struct Asked {
    unsigned bit;
    unsigned out_port;
    std::uint16_t vcs;
  };
  struct Sent {  // a flit sent through the switch
    unsigned bit;
    unsigned out_port;
    PacketName packet;
  };
  // The cause of a wait, the packet responsible, and the output.
  struct Wait {
    TraceCause cause = TraceCause::kNone;
    std::optional<PacketName> by;
    unsigned out_port = TraceEvent::kNowhere, out_vc = TraceEvent::kNowhere;
  };

  PacketName name_of(const PacketProgress& packet) const;
  const PacketProgress& front(const Router& router, unsigned bit) const;
  void report(const Router& router, const PacketProgress& packet, TraceEvent event);
  void report_wait(const Router& router, unsigned bit, const Wait& wait);
  // The packet in the oldest slot of the buffer downstream of an output VC.
  std::optional<PacketName> first_behind(const Router& router, unsigned out, unsigned vc) const;
  Wait wait_for_vc(const Router& router, unsigned bit) const;
  Wait wait_for_switch(const Router& router, unsigned bit, const Mask& requests) const;
  std::optional<PacketName> granted_at(const Router& router, unsigned out) const;
  std::optional<PacketName> holder_of_switch(const Router& router, unsigned bit) const;

  Network* network_ = nullptr;
  PacketTracer* tracer_ = nullptr;
  std::vector<Input> inputs_;            // [buffer]
  std::vector<Fifo<PacketName>> slots_;  // [buffer of the output VC]: packets, the oldest first
  std::vector<PacketName> last_;         // [port]: packet sent last
  std::vector<Tick> routing_;            // [router]: ticks of route computation beyond the first
  // The current step.
  std::vector<Asked> asked_;
  std::vector<unsigned> granted_;
  std::vector<Sent> sent_;
  Mask consumed_;
};

}  // namespace orthant
