// The extra state of a traced output-queued network, and the records it makes of packets. A traced
// network calls a function of it at each event of a packet. Packets move whole: their events are of
// flit 0, except that the end at the node is of the last flit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/measure/packet_trace.hpp"
#include "sim/output_queued/output_queued.hpp"

namespace orthant {

// Kept out of the rounds, which are compiled as one function.
#define ORTHANT_APART [[gnu::noinline, gnu::cold]]

class OutputQueued::Tracing {
 public:
  Tracing(OutputQueued& network, PacketTracer& tracer);

  void settle(Tick tick) { tracer_.settle(tick); }
  ORTHANT_APART void generate_packets(const Port& port, unsigned p, OutputQueuedSender& sender);
  // Records that a node begins to send a packet, for the first time or again.
  ORTHANT_APART void injected(const Port& port, unsigned p, std::uint32_t packet);
  // Records that a packet has been put at the end of a queue, or into a sink.
  void entered(unsigned p, unsigned vc) { queue_ = {p, vc}; }
  // Records the decision on an arriving packet: it entered the queue recorded last, or was refused.
  ORTHANT_APART void received(const Router& router, std::uint32_t packet, Origin origin,
                              bool accepted);
  // Records that a packet leaves its queue for a channel, possibly the channel of a node.
  ORTHANT_APART void departed(const Router& router, unsigned p, unsigned vc, std::uint32_t packet);
  ORTHANT_APART void ejected(const Router& router, unsigned p, std::uint32_t packet, Tick arrival);
  // Records that an acknowledgement takes the channel of a port.
  void ack_departed(const Router& router, unsigned p) { last_[port_number(router, p)].reset(); }
  // Called after all sends of an event: records why heads of queues wait.
  ORTHANT_APART void look_for_waits(const Router& router);

 private:
  struct Wait {  // wait of a queue's head, as recorded last
    PacketName packet = {};
    std::optional<PacketName> by;
  };

  PacketName name_of(std::uint32_t packet) const { return network_.pool_.name(packet); }
  void report(RouterId router, std::uint32_t packet, TraceEvent event);
  // First packet of the queue that is a refused packet's first candidate.
  std::optional<PacketName> in_the_way(const Router& router, std::uint32_t packet);
  std::size_t port_number(const Router& router, unsigned p) const {
    return router.id * network_.sizes_.stride + p;
  }

  OutputQueued& network_;
  PacketTracer& tracer_;
  std::pair<unsigned, unsigned> queue_;          // port and VC
  std::vector<std::optional<PacketName>> last_;  // [port]: on its channel; empty: no packet
  std::vector<std::optional<Wait>> waits_;       // [queue_number()]
};

}  // namespace orthant
