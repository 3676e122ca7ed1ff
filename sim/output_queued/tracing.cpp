// Tested by: tests/sim/output_queued_trace_test.cpp
#include "sim/output_queued/tracing.hpp"

#include <bit>
#include <memory>

#include "sim/kernel/bits.hpp"

namespace orthant {

void OutputQueued::trace(PacketTracer& tracer) {
  name_packets_to(tracer);
  tracing_ = std::make_unique<Tracing>(*this, tracer);
}

OutputQueued::Tracing::Tracing(OutputQueued& network, PacketTracer& tracer)
    : network_(network),
      tracer_(tracer),
      last_(network.sizes_.routers * network.sizes_.stride),
      waits_(last_.size() * network.sizes_.vcs) {}

void OutputQueued::Tracing::report(RouterId router, std::uint32_t packet, TraceEvent event) {
  event.router = router;
  tracer_.report(network_.traced(packet), event);
}

void OutputQueued::Tracing::generate_packets(const Port& port, unsigned p,
                                             OutputQueuedSender& sender) {
  const NodeId node{port.peer};
  const auto generated = [&](const PacketStream::Packet& packet, const auto& number) {
    tracer_.report(network_.traced(node, sender.source, packet, number()),
                   {.tick = network_.now_,
                    .router = network_.parts_.topology.router_of(node),
                    .port = static_cast<std::uint8_t>(p),
                    .kind = TraceKind::kGenerate});
  };
  sender.source.generate_packets(node, network_.now_, network_.recorder_, network_.lags_of_sources_,
                                 generated);
}

void OutputQueued::Tracing::injected(const Port& port, unsigned p, std::uint32_t packet) {
  report(network_.parts_.topology.router_of(NodeId{port.peer}), packet,
         {.tick = network_.now_, .port = static_cast<std::uint8_t>(p), .kind = TraceKind::kInject});
}

std::optional<PacketName> OutputQueued::Tracing::in_the_way(const Router& router,
                                                            std::uint32_t packet) {
  const Packet& descriptor = network_.descriptors_[packet];
  unsigned p = descriptor.eject_port, vc = 0;
  if (!network_.has_arrived(RouterId{router.id}, descriptor)) {
    CandidateList candidates;
    network_.list_candidates(router, descriptor, candidates);
    p = candidates.front().port.value;
    vc = network_.vc_of(candidates.front().vc_class);
  }
  const Port& port = network_.port_at(router, p);
  if (network_.queue_at(port, vc).size == 0) return std::nullopt;
  return name_of(network_.waiting_at(port, vc, 0));
}

void OutputQueued::Tracing::received(const Router& router, std::uint32_t packet, Origin origin,
                                     bool accepted) {
  const RouterId here{router.id};
  TraceEvent event{.tick = network_.now_,
                   .port = origin.port,
                   .vc = origin.vc == kNoVc ? TraceEvent::kNowhere : origin.vc,
                   .kind = TraceKind::kArrive};
  if (!accepted) {
    event.kind = TraceKind::kBlocked;
    event.cause = TraceCause::kRefused;
    event.by = in_the_way(router, packet);
    return report(here, packet, event);
  }
  report(here, packet, event);
  const auto [p, vc] = queue_;
  event.kind = TraceKind::kVcGranted;
  event.out_port = static_cast<std::uint8_t>(p);
  event.out_vc = static_cast<std::uint8_t>(vc);
  report(here, packet, event);
  const Port& port = network_.port_at(router, p);
  const unsigned size = network_.queue_at(port, vc).size;
  if (size < 2) return;
  event.kind = TraceKind::kBlocked;
  event.cause = TraceCause::kBehind;
  event.by = name_of(network_.waiting_at(port, vc, size - 2));
  report(here, packet, event);
}

void OutputQueued::Tracing::departed(const Router& router, unsigned p, unsigned vc,
                                     std::uint32_t packet) {
  last_[port_number(router, p)] = name_of(packet);
  waits_[network_.queue_number(router.id, p, vc)].reset();
  report(RouterId{router.id}, packet,
         {.tick = network_.now_,
          .out_port = static_cast<std::uint8_t>(p),
          .out_vc = static_cast<std::uint8_t>(vc),
          .kind = TraceKind::kDepart});
}

void OutputQueued::Tracing::ejected(const Router& router, unsigned p, std::uint32_t packet,
                                    Tick arrival) {
  const std::uint16_t length = network_.pool_[packet].length;
  report(RouterId{router.id}, packet,
         {.tick = arrival,
          .flit = static_cast<std::uint16_t>(length - 1),
          .out_port = static_cast<std::uint8_t>(p),
          .kind = TraceKind::kEject});
}

// A free channel has taken the head of its first queue, so the other queues wait for that packet.
void OutputQueued::Tracing::look_for_waits(const Router& router) {
  for_each_bit(router.waiting, [&](unsigned p) {
    const Port& port = network_.port_at(router, p);
    const std::optional<PacketName>& last = last_[port_number(router, p)];
    for (unsigned vcs = port.waiting_vcs; vcs != 0; vcs &= vcs - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(vcs));
      const std::uint32_t packet = network_.waiting_at(port, vc, 0);
      std::optional<Wait>& wait = waits_[network_.queue_number(router.id, p, vc)];
      const PacketName name = name_of(packet);
      if (wait && wait->packet == name && wait->by == last) continue;
      wait = Wait{name, last};
      report(RouterId{router.id}, packet,
             {.tick = network_.now_,
              .by = last,
              .out_port = static_cast<std::uint8_t>(p),
              .out_vc = static_cast<std::uint8_t>(vc),
              .kind = TraceKind::kBlocked,
              .cause = TraceCause::kChannel});
    }
  });
}

}  // namespace orthant
