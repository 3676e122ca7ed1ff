// Builds the output-queued network: flat arrays from topology, routing, traffic and router options.
#include <algorithm>
#include <bit>
#include <memory>

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
  std::size_t most_flights = 1;
  std::size_t most_replies = 1;  // of a port
  const auto include = [&](std::uint32_t latency_cycles, const Rational& bandwidth) {
    const Cycle longest = timing.flit_ticks(lengths.longest(), bandwidth);
    const Cycle shortest = std::max<Cycle>(1, timing.flit_ticks(lengths.shortest(), bandwidth));
    const Cycle ack = timing.ack_ticks(bandwidth);
    const Cycle latency = latency_cycles * per_cycle;
    longest_delay = std::max({longest_delay, longest + latency, ack + latency});
    // While a packet occupies the reverse channel, so many more may ask for a reply.
    const std::size_t waiting = 1 + ceiling(longest, shortest);
    most_replies = std::max(most_replies, waiting);
    const Cycle round_trip = longest + latency + longest + waiting * ack + latency;
    most_flights = std::max<std::size_t>(most_flights, 2 + ceiling(round_trip, shortest));
  };
  for (const ChannelKind& kind : channel_kinds(parts.topology))
    include(kind.latency_cycles, kind.bandwidth);
  include(std::max(parts.nodes.injection_latency, parts.nodes.ejection_latency),
          parts.nodes.bandwidth);
  longest_delay = std::max(longest_delay, kTickSlots * timing.source_interval());
  const std::size_t most = classes * parts.router.output_queue.packets;  // slots of a port
  flight_slots = std::bit_ceil(std::min(most_flights, most));
  reply_slots = std::bit_ceil(std::min(most_replies, most));
  place_arrays();
}

// What every event touches comes first, then what one port's events touch, by port, then the slots.
void OutputQueuedSizes::place_arrays() {
  constexpr std::size_t kLine = 64;  // bytes of a cache line
  const auto aligned = [](std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
  };
  const auto place = [&](std::size_t& end, std::size_t bytes) {
    const std::size_t offset = end;
    end = aligned(end + bytes, sizeof(Cycle));
    return offset;
  };
  place(block, sizeof(OutputQueued::Router));
  free_at = place(block, stride * sizeof(Cycle));
  waiting_classes = place(block, stride * sizeof(std::uint16_t));
  queues = place(block, stride * classes * sizeof(OutputQueued::Queue));
  block = aligned(block, kLine);
  place(port_stride, sizeof(OutputQueued::Port));
  replies = place(port_stride, reply_slots * sizeof(OutputQueued::Reply));
  flights = place(port_stride, flight_slots * sizeof(OutputQueued::Flight));
  port_stride = aligned(port_stride, kLine);
  ports = place(block, stride * port_stride);
  sent_flits = place(block, stride * sizeof(std::uint64_t));
  slots = place(block, stride * classes * queue_slots * sizeof(std::uint32_t));
  block = aligned(block, kLine);
}

OutputQueued::OutputQueued(const NetworkParts& parts, const OutputQueuedTiming& timing,
                           const OutputQueuedSizes& sizes)
    : parts_(parts),
      timing_(timing),
      sizes_(sizes),
      oblivious_(parts.routing.oblivious()),
      adaptive_(parts.routing.adaptive()),
      class_vcs_(split_vcs(parts.routing.traits().vc_classes, parts.router.vcs)),
      half_room_(parts.router.output_queue.half_free_injection
                     ? parts.router.output_queue.packets / 2 + 1
                     : 0),
      source_interval_(timing.source_interval()),
      ejection_latency_(Cycle{parts.nodes.ejection_latency} * timing.ticks_per_cycle()),
      state_(sizes.routers * sizes.block),
      calendar_(sizes.longest_delay),
      births_(sizes.nodes),
      ticking_(sizes.nodes, OutputQueuedSizes::kTickSlots),
      pool_(oblivious_ != nullptr ? oblivious_->max_legs() : 0),
      one_length_(parts.traffic.lengths.shortest() == parts.traffic.lengths.longest()
                      ? parts.traffic.lengths.longest()
                      : 0),
      recorder_(sizes.nodes) {
  for (const VcClass& vc_class : parts.routing.traits().vc_classes)
    entry_room_.push_back(vc_class.adaptive ? 1 : 2);
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
  const auto packets = static_cast<std::uint8_t>(parts_.router.output_queue.packets);
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    const RouterId id{r};
    Router& router = *std::construct_at(at<Router>(r, 0));
    router.channel_ports = static_cast<std::uint16_t>(topology.channel_port_count(id));
    router.port_count = static_cast<std::uint16_t>(topology.port_count(id));
    std::uninitialized_value_construct_n(free_at(r), sizes_.stride);
    std::uninitialized_value_construct_n(waiting_classes(r), sizes_.stride);
    std::uninitialized_value_construct_n(sent_flits(r), sizes_.stride);
    std::uninitialized_fill_n(&queue_at(r, 0, 0), sizes_.stride * sizes_.classes,
                              Queue{.free = packets});
    for (unsigned p = 0; p < sizes_.stride; ++p) {
      std::construct_at(&port_at(r, p));
      std::uninitialized_value_construct_n(replies_of(r, p), sizes_.reply_slots);
      std::uninitialized_value_construct_n(flights_of(r, p), sizes_.flight_slots);
    }
    std::uninitialized_value_construct_n(slots_of(r, 0, 0),
                                         sizes_.stride * sizes_.classes * sizes_.queue_slots);
    for (unsigned p = 0; p < router.port_count; ++p) {
      Port& port = port_at(r, p);
      if (p < router.channel_ports) {
        build_channel_port(id, PortId{p}, kinds, port);
      } else {
        port.exists = true;
        port.peer = topology.node_at(id, PortId{p}).value;
        port.kind = static_cast<std::uint16_t>(kinds.size());
      }
    }
  }
}

void OutputQueued::build_channel_port(RouterId r, PortId p, const std::vector<ChannelKind>& kinds,
                                      Port& port) {
  const Topology& topology = parts_.topology;
  const auto id = topology.channel_from(r, p);
  if (!id) return;
  const Channel& out = topology.channel(*id);
  port.exists = true;
  port.peer = out.to.value;
  port.peer_port = static_cast<std::uint8_t>(out.to_port.value);
  for (std::size_t other = 0; other < topology.channel_port_count(r); ++other) {
    const auto back = topology.channel_from(r, PortId{other});
    if (!out.ring || !back) continue;
    if (topology.channel(topology.channel(*back).reverse).ring == out.ring)
      port.straight = static_cast<std::uint8_t>(other);
  }
  port.on_ring = out.ring.has_value();
  const auto kind = std::ranges::find_if(kinds, [&](const ChannelKind& k) {
    return k.latency_cycles == out.latency_cycles && k.bandwidth == out.bandwidth;
  });
  port.kind = static_cast<std::uint16_t>(kind - kinds.begin());
}

MemoryEstimate OutputQueued::memory() const {
  const std::size_t router =
      sizes_.stride * sizes_.classes * sizes_.queue_slots * sizeof(std::uint32_t);
  const std::size_t buffers = state_.size() / sizes_.block * router;
  return {state_.size() - buffers + senders_.size() * sizeof(Sender), buffers};
}

MemoryEstimate OutputQueued::memory_of(const OutputQueuedSizes& sizes) {
  const std::size_t buffers =
      sizes.routers * sizes.stride * sizes.classes * sizes.queue_slots * sizeof(std::uint32_t);
  return {sizes.routers * sizes.block - buffers + sizes.nodes * sizeof(Sender), buffers};
}

std::unique_ptr<Network> make_output_queued_network(const NetworkParts& parts) {
  const OutputQueuedTiming timing(parts);
  return std::make_unique<OutputQueued>(parts, timing, OutputQueuedSizes(parts, timing));
}

MemoryEstimate output_queued_memory(const NetworkParts& parts) {
  return OutputQueued::memory_of(OutputQueuedSizes(parts, OutputQueuedTiming(parts)));
}

}  // namespace orthant
