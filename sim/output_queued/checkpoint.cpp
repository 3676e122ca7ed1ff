// The state of an output-queued network, for checkpoints, and the checks of a state that was read.
// It omits scratch data of a round and derived data: rings are stored as lists, and masks, clocks
// of routers and counts are computed again.
//
// Tested by: tests/sim/checkpoint_test.cpp, tests/app/damaged_checkpoint_test.py
#include <algorithm>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sim/kernel/bits.hpp"
#include "sim/output_queued/output_queued.hpp"

namespace orthant {

// Archives the elements of a ring in their order; a ring that is read starts at index 0. `at(i)` is
// the element i places after `head`.
template <class Index, class At>
static void ring_state(Archive& archive, Index& head, Index& size, std::size_t most,
                       std::string_view too_many, const At& at) {
  std::vector<std::remove_reference_t<decltype(at(0U))>> elements;
  for (unsigned i = 0; i < size; ++i) elements.push_back(at(i));
  archive(elements);
  archive.check(elements.size() <= most, too_many);
  head = 0;
  size = static_cast<Index>(elements.size());
  for (unsigned i = 0; i < size; ++i) at(i) = elements[i];
}

void OutputQueued::state(Archive& archive) {
  common_state(archive);
  archive(flit_hops_, sent_packets_, refused_packets_);
  archive(descriptors_);
  archive.check(descriptors_.size() == pool_.size(), "packets without descriptors");
  order_.state(archive, now_);
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    Router& router = router_at(r);
    archive(router.busy, router.last, router.number);
    for (unsigned p = 0; p < router.port_count; ++p) {
      Port& port = port_at(router, p);
      archive(ends_of(router)[p], port.sent_flits);
      for (unsigned vc = 0; vc < sizes_.vcs; ++vc) {
        archive(free_slots(router, p, vc));
        queue_state(archive, port, vc);
      }
      messages_state(archive, port);
      acks_state(archive, port);
    }
  }
  if (archive.reads()) restore(archive);
}

void OutputQueued::queue_state(Archive& archive, Port& port, unsigned vc) {
  Queue& queue = queue_at(port, vc);
  bool moved = queue.moved, watched = queue.watched;
  archive(moved, watched);
  queue.moved = moved;
  queue.watched = watched;
  const auto slot = [&](unsigned i) -> std::uint32_t& { return slot_at(port, vc, queue.head + i); };
  ring_state(archive, queue.head, queue.size, parts_.router.output_queue.packets,
             "a queue that is too long", slot);
  for (unsigned i = 0; i < queue.size; ++i)
    archive.check_below(slot(i), descriptors_.size(), "packets");
}

void OutputQueued::messages_state(Archive& archive, Port& port) {
  ring_state(archive, port.message_head, port.messages, sizes_.message_slots,
             "more messages than can be under way",
             [&](unsigned i) -> Message& { return message_at(port, i); });
  Tick before = now_;
  for (unsigned i = 0; i < port.messages; ++i) {
    const Message& message = message_at(port, i);
    archive.check_below(message.packet, descriptors_.size(), "packets");
    archive.check_below(std::uint64_t{message.vc}, sizes_.vcs, "VCs");
    check_arrival(archive, message.arrival, before);
    before = message.arrival;
  }
}

void OutputQueued::acks_state(Archive& archive, Port& port) {
  ring_state(archive, port.ack_head, port.acks, sizes_.ack_slots,
             "more acknowledgements than can wait",
             [&](unsigned i) -> Ack& { return ack_at(port, i); });
  for (unsigned i = 0; i < port.acks; ++i) {
    const Ack& ack = ack_at(port, i);
    archive.check_below(ack.packet, descriptors_.size(), "packets");
    archive.check_below(ack.vc, sizes_.vcs, "VCs");
  }
}

// Checks that arrivals ascend, and that none is later than the arrival of a message sent now.
void OutputQueued::check_arrival(const Archive& archive, Tick arrival, Tick before) const {
  archive.check(arrival >= before && arrival <= now_ + longest_way(), "a message at no such time");
}

Tick OutputQueued::longest_way() const {
  Tick most = 0;
  for (const ChannelTimes& channel : channel_times_)
    most = std::max(most, std::max(channel.packet.back(), channel.ack) + channel.latency);
  return most;
}

void OutputQueued::restore(const Archive& archive) {
  PacketCheck packets(archive, parts_, pool_);
  for (std::uint32_t r = 0; r < sizes_.routers; ++r) {
    Router& router = router_at(r);
    router.waiting = router.acks_waiting = 0;
    for (unsigned p = 0; p < router.port_count; ++p) restore_port(archive, router, p, packets);
    const std::uint64_t ports =
        router.port_count < 64 ? (std::uint64_t{1} << router.port_count) - 1 : ~std::uint64_t{0};
    archive.check((router.busy & ~ports) == 0, "a port that there is not");
    archive.check(((router.waiting | router.acks_waiting) & ~router.busy) == 0,
                  "a packet that is never sent");
    router.next_free = kNever;
    for_each_bit(router.busy, [&](unsigned p) {
      check_arrival(archive, ends_of(router)[p], now_);
      router.next_free = std::min(router.next_free, ends_of(router)[p]);
    });
    find_next_of_nodes(router);
    next_event_[r] = std::min(router.next_free, next_of_nodes_[r]);
    for (unsigned p = 0; p < router.channel_ports; ++p)
      if (port_at(router, p).messages != 0)
        next_event_[r] = std::min(next_event_[r], Tick{message_at(port_at(router, p), 0).arrival});
  }
}

void OutputQueued::restore_port(const Archive& archive, Router& router, unsigned p,
                                PacketCheck& packets) {
  Port& port = port_at(router, p);
  const RouterId here{router.id};
  const bool is_node = p >= router.channel_ports;
  archive.check((port.exists && !is_node) || port.messages + port.acks == 0,
                "a message without a channel");
  port.waiting_vcs = 0;
  for (unsigned vc = 0; vc < sizes_.vcs; ++vc) {
    archive.check(queue_at(port, vc).size == 0 || (port.exists && (!is_node || vc == 0)),
                  "a queue that there is not");
    for (unsigned i = 0; i < queue_at(port, vc).size; ++i) {
      const Packet& packet = descriptors_[waiting_at(port, vc, i)];
      packets.at(packet);
      packets.goes_on(is_node ? here : RouterId{port.peer}, packet);
      archive.check(!is_node || (has_arrived(here, packet) && packet.eject_port == p),
                    "a packet that leaves elsewhere");
      set_waiting(router, port, p, vc);
    }
  }
  if (port.acks != 0) router.acks_waiting |= std::uint64_t{1} << p;
  for (unsigned i = 0; i < port.acks; ++i)
    if (const Ack& ack = ack_at(port, i); !ack.accepted) check_packet(ack.packet, here, packets);
  for (unsigned i = 0; i < port.messages; ++i) {
    const Message& message = message_at(port, i);
    if (message.is_ack && message.accepted) continue;
    check_packet(message.packet, message.is_ack ? RouterId{port.peer} : here, packets);
  }
  if (is_node) restore_node(archive, senders_[port.peer], here, packets);
}

// Checks a packet that `here` has to accept or has refused.
void OutputQueued::check_packet(std::uint32_t id, RouterId here, PacketCheck& packets) const {
  packets.at(descriptors_[id]);
  packets.goes_on(here, descriptors_[id]);
}

// Packets of a node that its router has not accepted have their path, but a header with the
// destination alone.
void OutputQueued::restore_node(const Archive& archive, OutputQueuedSender& sender, RouterId here,
                                PacketCheck& packets) {
  const auto check = [&](std::uint32_t id) {
    archive.check_below(id, descriptors_.size(), "packets");
    packets.at(descriptors_[id]);
    if (oblivious_ != nullptr) packets.goes_on(here, descriptors_[id]);
  };
  std::uint32_t under_way = 0;
  for (const auto* messages : {&sender.to_router, &sender.to_node}) {
    Tick before = now_;
    for (const NodeMessage& message : *messages) {
      ++under_way;
      archive.check_below(message.packet, descriptors_.size(), "packets");
      check_arrival(archive, message.arrival, before);
      before = message.arrival;
      if (messages == &sender.to_router || !message.accepted) check(message.packet);
    }
  }
  for (const std::uint32_t id : sender.refused) check(id);
  const auto& window = parts_.router.output_queue.source_window;
  const bool sends =
      (!sender.refused.empty() || !sender.source.empty()) && !(window && under_way >= *window);
  const Tick most = std::max(now_, sender.channel_free) + 2 * source_interval_;
  archive.check(sender.channel_free <= now_ + longest_way() &&
                    sends == (sender.send_at != kNever) &&
                    (!sends || (sender.send_at >= now_ && sender.send_at <= most)),
                "a node that sends at no such time");
  sender.outstanding = under_way;
  sender.generated_at = next_generation_of(sender);
  sender.plan_next();
}

}  // namespace orthant
