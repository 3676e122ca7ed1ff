// What an input-queued network that is traced remembers beside its state, and what it records of
// the packets that go through it. The step calls a function of it wherever something happens to a
// flit (sim/input_queued/trace.hpp); networks that are not traced have none of it.
//
// What is recorded of a router follows from what that router knows, so that no order of routers
// matters. A router knows which packets took the slots of a buffer behind it: credits come back in
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

  // A packet of a sender is created.
  void generated(const InputQueuedSender& sender, const PacketStream::Packet& packet,
                 std::uint64_t number, std::uint32_t message = 0);
  // A flit of the sender's packet leaves.
  void injected(const Router& router, const InputQueuedSender& sender);
  void arrived(const Router& router, const Mask& flits);
  void routed(const Router& router, unsigned bit);
  // In VC allocation a head asks for these VCs of its choice, and is granted one.
  void asked(unsigned bit, const OutputCandidate& candidate, std::uint16_t vcs) {
    asked_.push_back({bit, candidate.port, vcs});
  }
  void granted(const Router& router, unsigned bit);
  // After VC allocation, of the heads that took part.
  void look_for_denied(const Router& router, const Mask& heads);
  // Before a flit is taken out of its buffer: through the switch, or to its node at once.
  void sent(const Router& router, unsigned bit);
  void consumed(const Router& router, unsigned bit);
  // After switch allocation; true where the router is to be looked at in the next tick.
  bool look_for_losers(const Router& router, const Mask& requests);
  void credits_arrived(const Router& router, const Mask& credits);

 private:
  struct Input {              // of an input VC
    std::uint16_t slot = 0;   // of the packet whose flits arrive, in the ring
    std::uint16_t flits = 0;  // of it that have arrived
    // What was recorded last of the flit at the front.
    TraceCause cause = TraceCause::kNone;
    std::optional<PacketName> by;
  };
  struct Asked {
    unsigned bit;
    unsigned out_port;
    std::uint16_t vcs;
  };
  struct Sent {  // through the switch
    unsigned bit;
    unsigned out_port;
    PacketName packet;
  };
  // Why a flit waits, by whom, and for which output.
  struct Wait {
    TraceCause cause = TraceCause::kNone;
    std::optional<PacketName> by;
    unsigned out_port = TraceEvent::kNowhere, out_vc = TraceEvent::kNowhere;
  };

  PacketName name_of(const PacketProgress& packet) const;
  const PacketProgress& front(const Router& router, unsigned bit) const;
  void report(const Router& router, const PacketProgress& packet, TraceEvent event);
  void report_wait(const Router& router, unsigned bit, const Wait& wait);
  // What has taken the oldest slot of the buffer behind an output VC.
  std::optional<PacketName> first_behind(const Router& router, unsigned out, unsigned vc) const;
  Wait wait_for_vc(const Router& router, unsigned bit) const;
  Wait wait_for_switch(const Router& router, unsigned bit, const Mask& requests) const;
  std::optional<PacketName> granted_at(const Router& router, unsigned out) const;
  std::optional<PacketName> holder_of_switch(const Router& router, unsigned bit) const;

  Network* network_ = nullptr;
  PacketTracer* tracer_ = nullptr;
  std::vector<Input> inputs_;            // [buffer]
  std::vector<Fifo<PacketName>> slots_;  // [buffer of the output VC]: behind it, the oldest first
  std::vector<PacketName> last_;         // [port]: sent
  std::vector<Tick> routing_;            // [router]: ticks of route computation beyond the first
  // Of the step under way.
  std::vector<Asked> asked_;
  std::vector<unsigned> granted_;
  std::vector<Sent> sent_;
  Mask consumed_;
};

}  // namespace orthant
