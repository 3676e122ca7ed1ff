// Builds the output-queued network: flat arrays from topology, routing, traffic and router options.
#include <algorithm>
#include <bit>
#include <memory>

#include "sim/node/channel_kinds.hpp"
#include "sim/output_queued/tracing.hpp"

namespace orthant {

OutputQueuedSizes::OutputQueuedSizes(const NetworkParts& parts, const OutputQueuedTiming& timing)
    : routers(parts.topology.router_count()),
      nodes(parts.topology.node_count()),
      stride(parts.topology.max_port_count()),
      vcs(parts.router.vcs),
      queue_slots(std::bit_ceil<std::size_t>(parts.router.output_queue.packets)) {
  size_rings(parts, timing);
  place_arrays();
}

// Computes how many messages may at once wait for a channel or be on it. These are the
// transmissions that begin while a message is on its way, and in the round in which it arrives.
void OutputQueuedSizes::size_rings(const NetworkParts& parts, const OutputQueuedTiming& timing) {
  const PacketLengths& lengths = parts.traffic.lengths;
  const auto latency = [&](const ChannelKind& kind) {
    return Tick{kind.latency_cycles} * timing.ticks_per_cycle();
  };
  const std::vector<ChannelKind> kinds = channel_kinds(parts.topology);
  round = EventOrder::kLongestRound;
  Tick longest = 0;
  Tick shortest = kNever;
  for (const ChannelKind& kind : kinds) {
    round = std::min(round, timing.ack_ticks(kind.bandwidth) + latency(kind));
    longest = std::max(longest, timing.flit_ticks(lengths.longest(), kind.bandwidth));
    shortest = std::min(shortest, timing.flit_ticks(lengths.shortest(), kind.bandwidth));
  }
  const std::size_t most = vcs * parts.router.output_queue.packets;  // slots of a port
  const auto starts = [&](Tick time) { return (time + shortest - 1) / shortest; };
  const std::size_t waiting = std::min(most, 1 + starts(longest));  // acknowledgements
  std::size_t most_messages = 1;
  for (const ChannelKind& kind : kinds) {
    longest_delay = std::max(longest_delay, longest + latency(kind));
    const std::size_t packets = std::min(most, starts(longest + latency(kind) + round));
    const std::size_t answers = starts(timing.ack_ticks(kind.bandwidth) + latency(kind) + round);
    most_messages = std::max(most_messages, packets + std::min(most, waiting + answers));
  }
  const Tick node_packet = timing.flit_ticks(lengths.longest(), parts.node_channels.bandwidth);
  const Tick node_latency = Tick{parts.node_channels.injection_latency} * timing.ticks_per_cycle();
  longest_delay = std::max(longest_delay, node_packet + node_latency);
  ack_slots = std::bit_ceil(waiting);
  message_slots = std::bit_ceil(most_messages);
}

void OutputQueuedSizes::place_arrays() {
  constexpr std::size_t kLine = 64;  // bytes of a cache line
  const auto place = [](std::size_t& end, std::size_t count, std::size_t size, std::size_t align) {
    const std::size_t offset = (end + align - 1) / align * align;
    end = offset + count * size;
    return offset;
  };
  using N = OutputQueued;
  std::size_t end = sizeof(N::Port);
  queues = place(end, vcs, sizeof(N::Queue), alignof(N::Queue));
  acks = place(end, ack_slots, sizeof(N::Ack), alignof(N::Ack));
  messages = place(end, message_slots, sizeof(N::Message), alignof(N::Message));
  slots = place(end, vcs * queue_slots, sizeof(std::uint32_t), alignof(std::uint32_t));
  port_bytes = place(end, 0, 0, kLine);
  end = sizeof(N::Router);
  ends = place(end, stride, sizeof(Tick), alignof(Tick));
  free_slots = place(end, stride * vcs, sizeof(std::uint8_t), alignof(std::uint8_t));
  ports = place(end, stride, port_bytes, kLine);
  router_bytes = end;
}

OutputQueued::OutputQueued(const NetworkParts& parts, const OutputQueuedTiming& timing,
                           const OutputQueuedSizes& sizes)
    : NodeModel(parts, timing.ticks_per_cycle(), parts.topology.node_count()),
      timing_(timing),
      sizes_(sizes),
      channel_times_(make_channel_times()),
      half_queue_slots_(parts.router.output_queue.half_free_injection
                            ? parts.router.output_queue.packets / 2 + 1
                            : 0),
      source_interval_(timing.source_interval()),
      ejection_latency_(Tick{parts.node_channels.ejection_latency} * timing.ticks_per_cycle()),
      state_(sizes.routers * sizes.router_bytes),
      next_event_(sizes.routers),
      next_of_nodes_(sizes.routers),
      order_(sizes.longest_delay, static_cast<unsigned>(sizes.stride) + 1),
      one_length_(parts.traffic.lengths.shortest() == parts.traffic.lengths.longest()
                      ? parts.traffic.lengths.longest()
                      : 0) {
  build_routers();
  for (std::size_t n = 0; n < parts.topology.node_count(); ++n) add_senders(NodeId{n});
  for (OutputQueuedSender& sender : senders_)
    sender.next = sender.generated_at = next_generation_of(sender);
  for (std::uint32_t r = 0; r < sizes.routers; ++r) {
    find_next_of_nodes(router_at(r));
    next_event_[r] = next_of_nodes_[r];
  }
}

OutputQueued::~OutputQueued() = default;

std::vector<OutputQueued::ChannelTimes> OutputQueued::make_channel_times() const {
  std::vector<ChannelTimes> kinds;
  const auto add = [&](std::uint32_t latency_cycles, const Rational& bandwidth) {
    ChannelTimes times{.latency = Tick{latency_cycles} * ticks_per_cycle(),
                       .ack = timing_.ack_ticks(bandwidth)};
    for (std::uint32_t flits = 0; flits <= parts_.traffic.lengths.longest(); ++flits)
      times.packet.push_back(timing_.flit_ticks(flits, bandwidth));
    kinds.push_back(std::move(times));
  };
  for (const ChannelKind& kind : channel_kinds(parts_.topology))
    add(kind.latency_cycles, kind.bandwidth);
  add(parts_.node_channels.injection_latency, parts_.node_channels.bandwidth);
  return kinds;
}

void OutputQueued::build_routers() {
  const std::vector<ChannelKind> kinds = channel_kinds(parts_.topology);
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    Router& router = *std::construct_at(&router_at(r));
    router.id = r;
    router.channel_ports =
        static_cast<std::uint16_t>(parts_.topology.channel_port_count(RouterId{r}));
    router.port_count = static_cast<std::uint16_t>(parts_.topology.port_count(RouterId{r}));
    std::uninitialized_value_construct_n(ends_of(router), sizes_.stride);
    std::uninitialized_fill_n(&free_slots(router, 0, 0), sizes_.stride * sizes_.vcs,
                              static_cast<std::uint8_t>(parts_.router.output_queue.packets));
    for (unsigned p = 0; p < sizes_.stride; ++p) build_port(router, p, kinds);
  }
}

void OutputQueued::build_port(Router& router, unsigned p, const std::vector<ChannelKind>& kinds) {
  Port& port = *std::construct_at(&port_at(router, p));
  std::uninitialized_value_construct_n(&queue_at(port, 0), sizes_.vcs);
  std::uninitialized_value_construct_n(&ack_at(port, 0), sizes_.ack_slots);
  std::uninitialized_value_construct_n(&message_at(port, 0), sizes_.message_slots);
  std::uninitialized_value_construct_n(&slot_at(port, 0, 0), sizes_.vcs * sizes_.queue_slots);
  if (p < router.channel_ports) {
    build_channel_port(RouterId{router.id}, PortId{p}, kinds, port);
  } else if (p < router.port_count) {
    port.exists = true;
    port.peer = parts_.topology.node_at(RouterId{router.id}, PortId{p}).value;
    port.kind = static_cast<std::uint16_t>(kinds.size());
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
  port.far_end =
      port.peer * sizes_.router_bytes + sizes_.ports + port.peer_port * sizes_.port_bytes;
  for (std::size_t other = 0; other < topology.channel_port_count(r); ++other) {
    const auto back = topology.channel_from(r, PortId{other});
    if (!out.ring || !back) continue;
    if (topology.channel(topology.channel(*back).reverse).ring == out.ring)
      port.straight = static_cast<std::uint8_t>(other);
  }
  port.on_ring = ring_along(parts_.router.bubble_dimensions, out).has_value();
  port.kind = static_cast<std::uint16_t>(kind_of(out, kinds));
}

MemoryEstimate OutputQueued::memory() const {
  const std::size_t cycles = next_event_.size() + next_of_nodes_.size();
  return {state_.size() - sizes_.buffer_bytes() + cycles * sizeof(Tick) +
              senders_.size() * sizeof(OutputQueuedSender),
          sizes_.buffer_bytes()};
}

MemoryEstimate OutputQueued::memory_of(const OutputQueuedSizes& sizes) {
  const std::size_t per_router = sizes.router_bytes + 2 * sizeof(Tick);
  return {
      sizes.routers * per_router - sizes.buffer_bytes() + sizes.nodes * sizeof(OutputQueuedSender),
      sizes.buffer_bytes()};
}

std::unique_ptr<Network> make_output_queued_network(const NetworkParts& parts) {
  const OutputQueuedTiming timing(parts);
  return std::make_unique<OutputQueued>(parts, timing, OutputQueuedSizes(parts, timing));
}

MemoryEstimate output_queued_memory(const NetworkParts& parts) {
  return OutputQueued::memory_of(OutputQueuedSizes(parts, OutputQueuedTiming(parts)));
}

}  // namespace orthant
