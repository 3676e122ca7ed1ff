// The nodes of the output-queued network: generation, the clock by which nodes send, and the
// router's acknowledgements. Nodes act after all other events of an instant.
#include <algorithm>

#include "sim/output_queued/tracing.hpp"

namespace orthant {

// Runs the events of the router's nodes that are due now.
void OutputQueued::run_nodes(Router& router, Tick end) {
  for (unsigned p = router.channel_ports; p < router.port_count; ++p) {
    if (senders_[port_at(router, p).peer].next == now_) run_node(router, p, end);
  }
  find_next_of_nodes(router);
}

void OutputQueued::find_next_of_nodes(const Router& router) {
  Tick next = kNever;
  for (unsigned p = router.channel_ports; p < router.port_count; ++p)
    next = std::min(next, senders_[port_at(router, p).peer].next);
  next_of_nodes_[router.id] = next;
}

void OutputQueued::run_node(Router& router, unsigned p, Tick end) {
  const Port& port = port_at(router, p);
  OutputQueuedSender& sender = senders_[port.peer];
  if (sender.generated_at == now_) {
    if (tracing_) {
      tracing_->generate_packets(port, p, sender);
    } else {
      sender.source.generate_packets(NodeId{port.peer}, now_, recorder_, lags_of_sources_);
    }
    sender.generated_at = next_generation_of(sender);
  }
  while (!sender.to_node.empty() && sender.to_node.front().arrival == now_) {
    const NodeMessage& ack = sender.to_node.front();
    --sender.outstanding;
    if (!ack.accepted) sender.refused.push_back(ack.packet);
    sender.to_node.pop_front();
  }
  if (sender.send_at == now_) {
    sender.send_at = kNever;
    send_from_node(port, p, end);
  }
  plan_send(sender);
  sender.plan_next();
}

// Plans a send at the first clock tick after now at which the channel is free.
void OutputQueued::plan_send(OutputQueuedSender& sender) const {
  const auto& window = parts_.router.output_queue.source_window;
  if (sender.send_at != kNever || (sender.refused.empty() && sender.source.empty()) ||
      (window && sender.outstanding >= *window)) {
    return;
  }
  const Tick free = (sender.channel_free + source_interval_ - 1) / source_interval_;
  sender.send_at = std::max(free, now_ / source_interval_ + 1) * source_interval_;
}

void OutputQueued::send_from_node(const Port& port, unsigned p, Tick end) {
  OutputQueuedSender& sender = senders_[port.peer];
  std::uint32_t packet;
  if (sender.refused.empty()) {
    packet = enter_source_front(NodeId{port.peer}, sender);
  } else {
    packet = sender.refused.front();
    sender.refused.pop_front();
  }
  pool_[packet].injected = now_;
  if (tracing_) tracing_->injected(port, p, packet);
  const ChannelTimes& channel = times(port);
  sender.channel_free = now_ + channel.packet[flits_of(packet)];
  ++sender.outstanding;
  const NodeMessage message{.arrival = sender.channel_free + channel.latency,
                            .packet = packet,
                            .cause = order_.add_uncaused(now_)};
  if (message.arrival < end) {
    expect({at_router(message), static_cast<std::uint8_t>(p)});
  } else {
    sender.to_router.push_back(message);
  }
}

// Starts the first packet of the source.
std::uint32_t OutputQueued::enter_source_front(NodeId node, OutputQueuedSender& sender) {
  const Packet packet{begin_packet(node, sender)};
  const std::uint32_t id = packet.packet;
  if (id == descriptors_.size()) descriptors_.emplace_back();
  descriptors_[id] = packet;
  sender.source.pop(lags_of_sources_);
  return id;
}

// Collects the arrivals from the router's nodes before `end`.
void OutputQueued::collect_from_nodes(Router& router, Tick end) {
  for (unsigned p = router.channel_ports; p < router.port_count; ++p) {
    OutputQueuedSender& sender = senders_[port_at(router, p).peer];
    while (!sender.to_router.empty() && sender.to_router.front().arrival < end) {
      expect({at_router(sender.to_router.front()), static_cast<std::uint8_t>(p)});
      sender.to_router.pop_front();
    }
    sender.plan_next();
  }
  find_next_of_nodes(router);
}

}  // namespace orthant
