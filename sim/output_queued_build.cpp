// Builds the output-queued network: flat arrays from topology, routing, traffic and router options.
#include <algorithm>
#include <bit>

#include "sim/output_queued.hpp"
#include "sim/timing.hpp"

namespace orthant {
namespace {

Cycle ceiling(Cycle a, Cycle b) { return (a + b - 1) / b; }

}  // namespace

OutputQueuedSizes::OutputQueuedSizes(const NetworkParts& parts, const OutputQueuedTiming& timing)
    : routers(parts.topology.router_count()),
      nodes(parts.topology.node_count()),
      stride(parts.topology.max_port_count()),
      classes(parts.router.vcs),
      queue_slots(std::bit_ceil<std::size_t>(parts.router.output_queue.packets)) {
  const PacketLengths& lengths = parts.traffic.lengths;
  const Cycle per_cycle = timing.ticks_per_cycle();
  const std::size_t slots = classes * parts.router.output_queue.packets;  // of a port
  std::size_t flights = 1;
  std::size_t replies = 1;  // of a port
  const auto include = [&](std::uint32_t latency_cycles, const Rational& bandwidth) {
    const Cycle longest = timing.flit_ticks(lengths.longest(), bandwidth);
    const Cycle shortest = std::max<Cycle>(1, timing.flit_ticks(lengths.shortest(), bandwidth));
    const Cycle ack = timing.ack_ticks(bandwidth);
    const Cycle latency = latency_cycles * per_cycle;
    longest_delay = std::max({longest_delay, longest + latency, ack + latency});
    // While a packet occupies the reverse channel, so many more may ask for a reply.
    const std::size_t waiting = 1 + ceiling(longest, shortest);
    replies = std::max(replies, 2 * waiting);
    const Cycle round_trip = longest + latency + longest + waiting * ack + latency;
    flights = std::max<std::size_t>(flights, 2 + ceiling(round_trip, shortest));
  };
  for (const ChannelKind& kind : channel_kinds(parts.topology))
    include(kind.latency_cycles, kind.bandwidth);
  include(std::max(parts.nodes.injection_latency, parts.nodes.ejection_latency),
          parts.nodes.bandwidth);
  longest_delay = std::max(longest_delay, kTickSlots * timing.source_interval());
  flight_slots = std::bit_ceil(std::min(flights, slots));
  reply_slots = std::bit_ceil(stride * std::min(replies, slots));
}

OutputQueued::OutputQueued(const NetworkParts& parts, const OutputQueuedTiming& timing,
                           const OutputQueuedSizes& sizes)
    : parts_(parts),
      timing_(timing),
      sizes_(sizes),
      oblivious_(parts.routing.oblivious()),
      adaptive_(parts.routing.adaptive()),
      class_vcs_(split_vcs(parts.routing.traits().vc_classes, parts.router.vcs)),
      source_interval_(timing.source_interval()),
      ejection_latency_(Cycle{parts.nodes.ejection_latency} * timing.ticks_per_cycle()),
      routers_(sizes.routers),
      ports_(sizes.ports()),
      free_at_(sizes.ports()),
      waiting_classes_(sizes.ports()),
      queues_(sizes.queues()),
      slots_(sizes.queues() * sizes.queue_slots),
      flights_(sizes.ports() * sizes.flight_slots),
      replies_(sizes.routers * sizes.reply_slots),
      calendar_(sizes.longest_delay),
      births_(sizes.nodes),
      ticking_(sizes.nodes, OutputQueuedSizes::kTickSlots),
      pool_(oblivious_ != nullptr ? oblivious_->max_legs() : 0),
      recorder_(sizes.nodes) {
  for (const VcClass& vc_class : parts.routing.traits().vc_classes)
    class_adaptive_.push_back(vc_class.adaptive);
  for (Queue& queue : queues_)
    queue.free = static_cast<std::uint16_t>(parts.router.output_queue.packets);
  build_channel_times();
  build_routers();
  senders_.reserve(sizes.nodes);
  for (std::uint32_t n = 0; n < sizes.nodes; ++n) {
    senders_.emplace_back(parts_.traffic, NodeId{n});
    schedule_birth(n);
  }
}

void OutputQueued::build_channel_times() {
  const auto add = [&](std::uint32_t latency_cycles, const Rational& bandwidth) {
    ChannelTimes times;
    times.packet.resize(parts_.traffic.lengths.longest() + std::size_t{1});
    for (std::uint32_t flits = 0; flits < times.packet.size(); ++flits)
      times.packet[flits] = timing_.flit_ticks(flits, bandwidth);
    times.ack = timing_.ack_ticks(bandwidth);
    times.latency = Cycle{latency_cycles} * ticks_per_cycle();
    channel_times_.push_back(std::move(times));
  };
  for (const ChannelKind& kind : channel_kinds(parts_.topology))
    add(kind.latency_cycles, kind.bandwidth);
  add(parts_.nodes.injection_latency, parts_.nodes.bandwidth);
}

void OutputQueued::build_routers() {
  const Topology& topology = parts_.topology;
  const std::vector<ChannelKind> kinds = channel_kinds(topology);
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const RouterId id{r};
    Router& router = routers_[r];
    router.channel_ports = static_cast<std::uint16_t>(topology.channel_port_count(id));
    router.port_count = static_cast<std::uint16_t>(topology.port_count(id));
    for (unsigned p = 0; p < router.port_count; ++p) {
      Port& port = ports_[port_index(r, p)];
      if (p < router.channel_ports) {
        build_channel_port(id, PortId{p}, kinds, port);
      } else {
        port.exists = true;
        port.peer = topology.node_at(id, PortId{p}).value;
        port.kind = static_cast<std::uint32_t>(kinds.size());
      }
    }
  }
}

void OutputQueued::build_channel_port(RouterId r, PortId p, const std::vector<ChannelKind>& kinds,
                                      Port& port) {
  const auto id = parts_.topology.channel_from(r, p);
  if (!id) return;
  const Channel& out = parts_.topology.channel(*id);
  const Channel& in = parts_.topology.channel(out.reverse);
  port.exists = true;
  port.peer = out.to.value;
  port.peer_port = static_cast<std::uint8_t>(out.to_port.value);
  port.channel = id->value;
  port.ring = out.ring ? *out.ring + 1 : 0;
  port.ring_in = in.ring ? *in.ring + 1 : 0;
  const auto kind = std::ranges::find_if(kinds, [&](const ChannelKind& k) {
    return k.latency_cycles == out.latency_cycles && k.bandwidth == out.bandwidth;
  });
  port.kind = static_cast<std::uint32_t>(kind - kinds.begin());
}

MemoryEstimate OutputQueued::memory() const {
  const auto bytes = [](const auto& v) { return v.size() * sizeof(v[0]); };
  return {bytes(routers_) + bytes(ports_) + bytes(free_at_) + bytes(waiting_classes_) +
              bytes(queues_) + bytes(flights_) + bytes(replies_) + bytes(senders_),
          bytes(slots_)};
}

MemoryEstimate OutputQueued::memory_of(const OutputQueuedSizes& sizes) {
  const std::size_t state =
      sizes.routers * sizeof(Router) +
      sizes.ports() * (sizeof(Port) + sizeof(Cycle) + sizeof(std::uint16_t)) +
      sizes.queues() * sizeof(Queue) + sizes.ports() * sizes.flight_slots * sizeof(Flight) +
      sizes.routers * sizes.reply_slots * sizeof(Reply) + sizes.nodes * sizeof(Sender);
  return {state, sizes.queues() * sizes.queue_slots * sizeof(Waiting)};
}

std::unique_ptr<Network> make_output_queued_network(const NetworkParts& parts) {
  const OutputQueuedTiming timing(parts);
  return std::make_unique<OutputQueued>(parts, timing, OutputQueuedSizes(parts, timing));
}

MemoryEstimate output_queued_memory(const NetworkParts& parts) {
  return OutputQueued::memory_of(OutputQueuedSizes(parts, OutputQueuedTiming(parts)));
}

}  // namespace orthant
