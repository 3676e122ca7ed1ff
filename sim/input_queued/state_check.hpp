// Checks the state of a block that was read (base/archive.hpp) and derives the rest of it. Whatever
// the bytes were, a block that passes can be stepped: every number is in range, and buffers, events
// and packets agree with each other as far as a step relies on it. check_conservation() compares
// credits with flits.
//
// Tested by: tests/sim/checkpoint_test.cpp, tests/app/damaged_checkpoint_test.py
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/input_queued/events.hpp"
#include "sim/input_queued/input_queued.hpp"
#include "sim/node/packet_check.hpp"

namespace orthant {

template <MaskShape kShape>
class StateCheck {
 public:
  // Both arguments must outlive it.
  StateCheck(InputQueued<kShape>& block, const Archive& archive)
      : block_(block), archive_(archive) {}

  // Checks all numbers and derives the owners of output VCs from the input VCs.
  void check_numbers();
  // Checks the rest against the census of this block and the state beyond its boundaries.
  void check_packets(const Census& found);

 private:
  using Block = InputQueued<kShape>;
  using State = InputQueuedState<kShape>;
  using Mask = typename State::Mask;
  using Router = typename State::Router;
  using InputVc = typename State::InputVc;
  using OutputVc = typename State::OutputVc;
  using Event = typename State::Event;
  using EventKind = typename State::EventKind;
  static constexpr bool kWholePackets = State::kWholePackets;
  static constexpr std::uint8_t kNoVc = State::kNoVc;

  // Events under way within a router, or to one of its buffers, [slot].
  struct Pending {
    std::vector<std::uint16_t> flits, heads, switched, ready, tails;
  };
  // State of the sender upstream of an input VC.
  struct Sender {
    std::uint32_t ring_write, unsent;
  };

  void sound(bool holds, std::string_view what) const { archive_.check(holds, what); }
  void there(const Mask& mask, const Mask& bits) const {
    sound(!(mask & ~bits).any(), "a buffer that there is not");
  }
  Mask bits_of(const Router& router) const;

  void check_router(LocalRouter r, Router& router, const Mask& bits);
  void check_buffer_numbers(const Router& router, unsigned bit) const;
  void take_output_vc(const Router& router, unsigned bit);
  void check_events(const std::vector<Mask>& bits) const;
  void check_sender(const InputQueuedSender& sender) const;
  void check_busy(const Router& router) const;

  Pending find_pending() const;
  Sender sender_to(const Router& router, unsigned bit, const Census& found) const;
  void check_buffer(LocalRouter r, unsigned bit, const Census& found, PacketCheck& packets);
  void check_ring(LocalRouter r, unsigned bit, const Census& found, PacketCheck& packets) const;
  void check_front(LocalRouter r, Router& router, unsigned bit);
  void restore_candidates(LocalRouter r, Router& router, unsigned bit);
  void check_waiting_head(const Router& router, unsigned bit) const;
  void check_passing() const;

  InputQueued<kShape>& block_;
  const Archive& archive_;
  Pending pending_;
};

template <MaskShape kShape>
auto StateCheck<kShape>::bits_of(const Router& router) const -> Mask {
  Mask bits;
  for (unsigned p = 0; p < router.port_count; ++p)
    for (unsigned vc = 0; vc < block_.vcs_ && block_.info(router, p).exists; ++vc)
      bits.set(Block::bit_of(p, vc));
  return bits;
}

// ---- numbers ------------------------------------------------------------------------------------

template <MaskShape kShape>
void StateCheck<kShape>::check_numbers() {
  sound(block_.now_ % block_.ticks_per_cycle_ == 0, "a clock amid a cycle");
  std::vector<Mask> bits;
  for (std::uint32_t r = 0; r < block_.routers_.size(); ++r) {
    bits.push_back(bits_of(block_.routers_[r]));
    check_router(LocalRouter{r}, block_.routers_[r], bits.back());
  }
  check_events(bits);
  for (const InputQueuedSender& sender : block_.senders_) check_sender(sender);
  for (const std::uint8_t level : block_.levels_) sound(level <= kMaxPriority, "no such priority");
  for (const auto& marks : block_.marks_)
    sound(((marks.here | marks.requested | marks.leaving) >> block_.vcs_) == 0, "no such VC");
}

template <MaskShape kShape>
void StateCheck<kShape>::check_router(LocalRouter r, Router& router, const Mask& bits) {
  for (const Mask& mask : {router.allocated, router.heads, router.moved, router.watched})
    there(mask, bits);
  for (unsigned p = 0; p < router.port_count; ++p) {
    auto& port = block_.port(router, p);
    there(port.waiting, bits);
    archive_.check_below(port.grant_pointer, kShape.ports, "ports");
    archive_.check_below(port.accept_pointer, kShape.ports, "ports");
    archive_.check_below(port.vc_pointer, block_.vcs_, "VCs");
    port.free_vcs = block_.info(router, p).vcs;
  }
  bits.for_each([&](unsigned bit) { check_buffer_numbers(router, bit); });
  bits.for_each([&](unsigned bit) { take_output_vc(router, bit); });
  for (Tick tick = block_.now_; tick < block_.now_ + block_.wheel_slots_; ++tick) {
    const auto& due = block_.arrivals(r, tick);
    there(due.flits | due.credits, bits);
    if constexpr (kWholePackets) there(due.tails, bits);
    if (!block_.has_timers_) continue;
    const auto& timers = block_.timers(r, tick);
    there(timers.heads | timers.switched | timers.flits, bits);
  }
  if (!block_.busy_until_.empty()) check_busy(router);
}

template <MaskShape kShape>
void StateCheck<kShape>::check_buffer_numbers(const Router& router, unsigned bit) const {
  InputVc& vc = block_.input(router, bit);
  OutputVc& out = block_.output(router, Block::port_of(bit), Block::vc_of(bit));
  const std::uint32_t slots = block_.packets_.ring_slots();
  archive_.check_below(vc.ring_read, slots, "slots");
  archive_.check_below(out.ring_write, slots, "slots");
  archive_.check_below(vc.out_port, router.port_count, "ports");
  archive_.check_below(vc.vc_pointer, block_.vcs_, "VCs");
  archive_.check_below(out.grant_pointer, router.port_count * block_.vcs_, "buffers");
  if (vc.out_vc != kNoVc) archive_.check_below(vc.out_vc, block_.vcs_, "VCs");
  out.owner = Block::kNoOwner;
  const std::uint32_t length = block_.ring(router, bit)[vc.ring_read].length;
  const std::uint32_t most = kWholePackets ? 2 : length;
  sound(vc.front_left <= most, "more flits than a packet has");
  vc.front_length = static_cast<typename Block::Count>(vc.front_left == 0 ? 0 : most);
  vc.candidate_count = 0;
}

template <MaskShape kShape>
void StateCheck<kShape>::take_output_vc(const Router& router, unsigned bit) {
  const InputVc& vc = block_.input(router, bit);
  if (vc.out_vc == kNoVc) return;
  auto& port = block_.port(router, vc.out_port);
  sound(vc.front_left != 0 && block_.info(router, vc.out_port).exists &&
            ((port.free_vcs >> vc.out_vc) & 1) != 0,
        "a VC that two packets hold, or none");
  port.free_vcs &= static_cast<std::uint16_t>(~(1u << vc.out_vc));
  block_.output(router, vc.out_port, vc.out_vc).owner = static_cast<std::uint16_t>(bit);
}

// Checks that slow channels are busy no longer than the flit sent last takes.
template <MaskShape kShape>
void StateCheck<kShape>::check_busy(const Router& router) const {
  const Cycle cycle = block_.now_ / block_.ticks_per_cycle_;
  for (unsigned p = 0; p < router.port_count; ++p) {
    const ChannelRate& rate = block_.pace(router, p).rate;
    sound(block_.busy_until(router, p) <= (cycle + 1) * rate.interval_den + rate.interval_num,
          "a channel that is busy for too long");
  }
}

template <MaskShape kShape>
void StateCheck<kShape>::check_sender(const InputQueuedSender& sender) const {
  archive_.check_below(sender.vc, block_.vcs_, "VCs");
  archive_.check_below(sender.vc_pointer, block_.vcs_, "VCs");
  archive_.check_below(sender.next_turn, block_.sources_per_node_, "sources");
  if constexpr (kWholePackets) {
    sound(sender.left == 0 && sender.busy_until <= block_.now_ + block_.lags_.tail,
          "a node that sends for too long");
  } else {
    const Source& source = sender.source;
    sound(
        source.empty() ? sender.left == 0 : sender.left != 0 && sender.left <= source.front().flits,
        "more flits than a packet has");
    const Router& router = block_.routers_[sender.router.index()];
    const ChannelRate& rate = block_.pace(router, sender.port).rate;
    const Cycle cycle = block_.now_ / block_.ticks_per_cycle_;
    sound(sender.busy_until <= (cycle + 1) * rate.interval_den + rate.interval_num,
          "a node that sends for too long");
  }
}

template <MaskShape kShape>
void StateCheck<kShape>::check_events(const std::vector<Mask>& bits) const {
  const auto check = [&](const Event& event, Tick) {
    archive_.check_below(event.router.index(), bits.size(), "routers");
    sound(event.bit < 64u * static_cast<unsigned>(kShape.words) &&
              bits[event.router.index()].test(event.bit),
          "a buffer that there is not");
    const EventKind kind = event.kind;
    const bool timed =
        kind == EventKind::kHead || kind == EventKind::kSwitched || kind == EventKind::kReadyFlit;
    sound(!timed || block_.has_timers_, "an event of no kind");
    sound(kWholePackets || kind != EventKind::kTail, "an event of no kind");
    if (kind < EventKind::kMark) return;
    sound(block_.critical_bubble_, "an event of no kind");
    const Router& router = block_.routers_[event.router.index()];
    const unsigned p = Block::port_of(event.bit);
    sound(
        p < router.channel_ports && (block_.rings(router, p).out | block_.rings(router, p).in) != 0,
        "a mark beside a ring");
  };
  for (const auto& line : block_.lines_) line.for_each(check);
  if constexpr (kWholePackets) check_passing();
}

// Checks that nodes that send are listed once each, for as long as their channel is busy.
template <MaskShape kShape>
void StateCheck<kShape>::check_passing() const {
  std::size_t sending = 0;
  for (const InputQueuedSender& sender : block_.senders_) sending += block_.amid_packet(sender);
  std::vector<bool> seen(block_.senders_.size());
  block_.injecting_.for_each([&](const auto& passing, Tick due) {
    archive_.check_below(passing.id, seen.size(), "sources");
    sound(!seen[passing.id] && block_.senders_[passing.id].busy_until == due &&
              passing.counted == block_.now_,
          "a packet that leaves its node twice");
    seen[passing.id] = true;
    --sending;
  });
  sound(sending == 0, "a node that sends nothing and is busy");
  block_.ejecting_.for_each([&](const auto& passing, Tick) {
    sound(passing.counted == block_.now_, "a packet that arrives at no such time");
  });
}

// ---- packets ------------------------------------------------------------------------------------

template <MaskShape kShape>
void StateCheck<kShape>::check_packets(const Census& found) {
  pending_ = find_pending();
  PacketCheck packets(archive_, block_.parts_, block_.pool_);
  if constexpr (kWholePackets)
    block_.ejecting_.for_each([&](const auto& passing, Tick) { packets.at(passing.id); });
  for (std::uint32_t number = 0; number < block_.routers_.size(); ++number) {
    const LocalRouter r{number};
    Router& router = block_.routers_[number];
    router.present = router.credited = router.fresh = router.arrived = {};
    if constexpr (kWholePackets) router.held = {};
    if (block_.holds_) block_.holding_[number] = {};
    bits_of(router).for_each([&](unsigned bit) { check_buffer(r, bit, found, packets); });
  }
}

template <MaskShape kShape>
auto StateCheck<kShape>::find_pending() const -> Pending {
  Pending all;
  for (auto* count : {&all.flits, &all.heads, &all.switched, &all.ready, &all.tails})
    count->resize(block_.inputs_.size());
  const auto add = [&](const Event& event, Tick) {
    const std::size_t s = block_.slot(block_.routers_[event.router.index()], event.bit);
    if (event.kind == EventKind::kFlit) ++all.flits[s];
    if (event.kind == EventKind::kTail) ++all.tails[s];
    if (event.kind == EventKind::kHead) ++all.heads[s];
    if (event.kind == EventKind::kSwitched) ++all.switched[s];
    if (event.kind == EventKind::kReadyFlit) ++all.ready[s];
  };
  block_.for_each_event(add);
  for (std::size_t i = 0; i < block_.timers_.size(); ++i) {
    const Router& router = block_.routers_[i / block_.wheel_slots_];
    const auto& timers = block_.timers_[i];
    timers.heads.for_each([&](unsigned bit) { ++all.heads[block_.slot(router, bit)]; });
    timers.switched.for_each([&](unsigned bit) { ++all.switched[block_.slot(router, bit)]; });
    timers.flits.for_each([&](unsigned bit) { ++all.ready[block_.slot(router, bit)]; });
  }
  return all;
}

template <MaskShape kShape>
auto StateCheck<kShape>::sender_to(const Router& router, unsigned bit, const Census& found) const
    -> Sender {
  const unsigned p = Block::port_of(bit), vc = Block::vc_of(bit);
  const auto& in = block_.port(router, p);
  if (in.leads_out()) {
    const BorderVc& end = found.behind[block_.border_vc(in, vc)];
    return {end.ring_write, end.unsent};
  }
  if (!in.is_node) {
    const Router& peer = block_.routers_[in.peer.index()];
    return {block_.output(peer, in.peer_port, vc).ring_write,
            block_.unsent(peer, in.peer_port, vc)};
  }
  std::uint32_t unsent = 0;
  const InputQueuedSender* const first = block_.sources_of(block_.info(router, p));
  for (std::size_t c = 0; c < block_.sources_per_node_ && !kWholePackets; ++c)
    if (first[c].left != 0 && first[c].left != first[c].source.front().flits && first[c].vc == vc)
      unsent += first[c].left;
  return {block_.output(router, p, vc).ring_write, unsent};
}

// Checks the descriptors of a buffer: they belong to flits that are in it, on their way to it, or
// still at the sender after their head has left.
template <MaskShape kShape>
void StateCheck<kShape>::check_ring(LocalRouter r, unsigned bit, const Census& found,
                                    PacketCheck& packets) const {
  const Router& router = block_.routers_[r.index()];
  const InputVc& vc = block_.input(router, bit);
  const std::size_t s = block_.slot(router, bit);
  const Sender sender = sender_to(router, bit, found);
  std::uint32_t left = found.buffered[s] + found.flits[s] + sender.unsent;
  if (kWholePackets) left = vc.occupancy + pending_.flits[s] + (vc.front_left == 1);
  const bool head_gone = vc.front_left < vc.front_length;
  const std::uint32_t slots = block_.packets_.ring_slots();
  std::uint32_t at = vc.ring_read;
  for (std::uint32_t packet = 0; left != 0; ++packet, at = (at + 1) % slots) {
    const PacketDescriptor descriptor =
        block_.packets_.get(block_.packets_.place(block_.buffer(router, bit), at));
    const std::uint32_t flits = kWholePackets                       ? 1
                                : packet == 0 && vc.front_left != 0 ? vc.front_left
                                                                    : descriptor.length;
    sound(packet < slots && flits != 0 && flits <= left, "a buffer with other packets than flits");
    left -= flits;
    // Once the head is at a neighbour, this block needs no packet record.
    if (packet == 0 && head_gone && (kWholePackets || !block_.port(router, vc.out_port).is_node))
      continue;
    packets.at(descriptor);
    packets.goes_on(block_.id_of(r), descriptor);
  }
  sound(at == sender.ring_write, "a buffer with other packets than flits");
}

template <MaskShape kShape>
void StateCheck<kShape>::check_buffer(LocalRouter r, unsigned bit, const Census& found,
                                      PacketCheck& packets) {
  Router& router = block_.routers_[r.index()];
  check_ring(r, bit, found, packets);
  const InputVc& vc = block_.input(router, bit);
  const std::size_t s = block_.slot(router, bit);
  sound(vc.ready + pending_.ready[s] == vc.occupancy, "flits that never become ready");
  if (vc.ready != 0) router.present.set(bit);
  if (vc.front_left != 0) return check_front(r, router, bit);
  const bool waits = (router.heads | router.allocated).test(bit);
  sound(!waits && pending_.heads[s] + pending_.switched[s] + pending_.tails[s] == 0,
        "a packet that is not there");
  for (unsigned p = 0; p < router.port_count; ++p)
    sound(!block_.port(router, p).waiting.test(bit), "a packet that is not there");
  if (vc.occupancy != 0 && block_.front_complete(router, bit, vc)) router.fresh.set(bit);
}

// Checks that the front packet waits for an output VC, has one, or has arrived and needs none.
template <MaskShape kShape>
void StateCheck<kShape>::check_front(LocalRouter r, Router& router, unsigned bit) {
  const InputVc& vc = block_.input(router, bit);
  const std::size_t s = block_.slot(router, bit);
  const bool head_gone = vc.front_left < vc.front_length;
  const bool owns = vc.out_vc != kNoVc;
  if (!owns) restore_candidates(r, router, bit);
  const bool at_end = router.arrived.test(bit);
  const bool has_passed = router.allocated.test(bit);
  const bool will_pass = pending_.switched[s] == 1;
  const bool whole_gone = kWholePackets && head_gone;
  sound(pending_.tails[s] == whole_gone && pending_.switched[s] <= 1, "a packet without an end");
  if (!owns && !(at_end && (has_passed || will_pass))) {
    sound(!head_gone && !has_passed && !will_pass, "a packet that has left without a VC");
    return check_waiting_head(router, bit);
  }
  sound((whole_gone ? !has_passed && !will_pass : has_passed != will_pass) &&
            (!head_gone || !will_pass) && !router.heads.test(bit) && pending_.heads[s] == 0,
        "a packet in two stages");
  for (unsigned p = 0; p < router.port_count; ++p)
    sound(!block_.port(router, p).waiting.test(bit), "a packet in two stages");
  const auto& out = block_.port(router, vc.out_port);
  const bool has_credit = at_end || out.is_node || block_.packet_credits_ ||
                          block_.output(router, vc.out_port, vc.out_vc).credits != 0;
  if (has_credit) router.credited.set(bit);
  if (block_.holds_ && head_gone) block_.holding_[r.index()].set(bit);
  if constexpr (kWholePackets) {
    if (!head_gone) return;
    const std::uint64_t in = std::uint64_t{1} << Block::port_of(bit);
    const std::uint64_t to = std::uint64_t{1} << vc.out_port;
    sound(((router.held.inputs & in) | (router.held.outputs & to)) == 0,
          "a port that two packets hold");
    router.held |= {in, to};
  }
}

// Routes the head again. Candidates that depend on free space are those that were read: each must
// be one that the routing lists for some free space.
template <MaskShape kShape>
void StateCheck<kShape>::restore_candidates(LocalRouter r, Router& router, unsigned bit) {
  const PacketProgress& packet = block_.ring(router, bit)[block_.input(router, bit).ring_read];
  const AdaptiveRouting* routing = block_.adaptive_;
  const bool are_read = routing != nullptr && routing->traits().depends_on_occupancy &&
                        block_.front_header(router, bit).destination != block_.id_of(r);
  if (!are_read) return block_.route(r, router, bit, packet);
  CandidateList all;
  routing->all_candidates(block_.id_of(r), block_.front_header(router, bit), all);
  const auto read = block_.candidates(router, bit);
  sound(!read.empty(), "a head without a candidate");
  for (std::size_t i = 0; i < read.size(); ++i) {
    const bool is_listed = std::ranges::any_of(all, [&](const Candidate& c) {
      return c.next_bits == block_.next_bits(router, bit)[i] &&
             read[i] ==
                 block_.output_candidate(router, bit, packet.length, block_.first_class(packet), c);
    });
    sound(is_listed, "a candidate that the routing does not list");
  }
}

// Checks that a waiting head is retried now, after a delay, or on a change at one of its candidate
// ports. In the last case all these ports must list it.
template <MaskShape kShape>
void StateCheck<kShape>::check_waiting_head(const Router& router, unsigned bit) const {
  std::uint64_t ports = 0, candidates = 0;
  for (unsigned p = 0; p < router.port_count; ++p)
    ports |= std::uint64_t{block_.port(router, p).waiting.test(bit)} << p;
  if (!router.arrived.test(bit))
    for (const auto& candidate : block_.candidates(router, bit))
      candidates |= std::uint64_t{1} << candidate.port;
  const std::uint16_t later = pending_.heads[block_.slot(router, bit)];
  sound((ports == 0 || ports == candidates) && later <= 1 &&
            (router.heads.test(bit) || later == 1 || ports != 0),
        "a head that nobody looks at");
  sound(later == 0 || (!router.heads.test(bit) && ports == 0), "a head in two stages");
}

}  // namespace orthant
