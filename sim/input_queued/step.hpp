// The step of the input-queued router: its phases in the order in which they happen within one
// tick. This list of phases is the timing model (docs/timing_model.md); each phase is one function,
// of this file or of a header that is part of it, so that all are compiled together.
#pragma once

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/input_queued/bubbles.hpp"
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/messages.hpp"
#include "sim/input_queued/nodes.hpp"
#include "sim/input_queued/packets.hpp"
#include "sim/input_queued/shapes.hpp"
#include "sim/input_queued/switch.hpp"
#include "sim/input_queued/trace.hpp"
#include "sim/input_queued/vc_allocation.hpp"
#include "sim/input_queued/workload.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::advance(Tick tick) {
  while (now_ < tick) {
    if (idles()) skip_to(std::min(tick, generation_calendar_.next()));
    if (now_ >= tick) break;
    visit_routers(std::min(tick, now_ + lookahead_));
    recorder_.report_in_order();
    if constexpr (kTraced) tracing_.settle(now_);
  }
  if constexpr (kWholePackets) settle();
}

template <MaskShape kShape>
void InputQueued<kShape>::visit(Tick to) {
  drain_inboxes();
  clear_outboxes();
  visit_routers(to);
  ++visits_;
}

template <MaskShape kShape>
void InputQueued<kShape>::flush_counts() {
  drain_inboxes();
  if constexpr (kWholePackets) settle();
}

// Runs each router through its ticks from now_ to `to`.
template <MaskShape kShape>
void InputQueued<kShape>::visit_routers(Tick to) {
  const Tick from = now_;
  visit_end_ = to;
  begin_tick();
  if constexpr (kWholePackets) {
    end_injections();
    end_ejections();
  }
  generation_calendar_.pop_due(from, [&](std::uint32_t source) { generate(source); });
  for (Tick tick = from + 1; tick < to; ++tick)
    generation_calendar_.pop_due(
        tick, [&](std::uint32_t source) { schedule_generation(senders_[source], tick); });
  if (!alarms_.empty()) take_alarms();
  for (auto& line : lines_)
    line.pop_due(to - 1, [this](const Event& event, Tick due) { deliver(event, due); });
  const auto any_steps = [&](const auto& step_of) {
    return active_.visit(from, to, [&](std::uint32_t r, Tick tick) {
      now_ = tick;
      step_of(LocalRouter{r});
    });
  };
  const bool any = stages_of_.empty() ? any_steps([this](LocalRouter r) { step(r); })
                                      : any_steps([this](LocalRouter r) { step_unequal(r); });
  now_ = to;
  idle_ticks_ = any ? 0 : idle_ticks_ + (to - from);
}

// Steps a router with its own stages; step() alone uses the common ones.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::step_unequal(LocalRouter r) {
  stages_ = stages_of_[r.index()];
  step(r);
}

// Idle means that no router is marked: only a generation or the end of a delay line can mark one.
template <MaskShape kShape>
bool InputQueued<kShape>::idles() const {
  return idle_ticks_ > active_.slots() && std::ranges::all_of(lines_, &DelayLine<Event>::empty) &&
         injecting_.empty() && ejecting_.empty();
}

template <MaskShape kShape>
void InputQueued<kShape>::skip_to(Tick to) {
  now_ = std::max(now_, to - to % ticks_per_cycle_);  // the first tick of a cycle counts its rounds
  idle_ticks_ = 0;  // so that the next generation is not searched for at every tick before it
}

template <MaskShape kShape>
void InputQueued<kShape>::begin_tick() {
  if (!has_rounds_) return;
  cycle_ = now_ / ticks_per_cycle_;
  round_ = static_cast<std::uint32_t>(now_ % ticks_per_cycle_);
  if (round_ != 0) return;
  rounds_.clear();
  for (const PortClock& clock : clocks_) rounds_.push_back(clock.rounds(cycle_));
}

template <MaskShape kShape>
[[gnu::flatten]] void InputQueued<kShape>::step(LocalRouter r) {
  Router& router = routers_[r.index()];
  if (router.generating != 0) generate_packets(router);
  Arrivals& due = arrivals(r, now_);
  const Arrivals arrived = due;
  due = {};
  const bool new_cycle = !has_rounds_ || round_ == 0;
  if constexpr (kWholePackets) {
    if (arrived.tails.any()) end_packets(router, arrived.tails);
    if (arrived.credits.any()) receive_credits(router, arrived.credits);
    const Mask waiting = arrived.flits | router.fresh | router.heads | router.allocated;
    if (!has_timers_ && router.sources == 0 && !waiting.any()) return;  // ends 2 of 3 steps
  }
  Mask fronts;
  if (new_cycle) std::swap(fronts, router.fresh);

  if (has_timers_) run_timers(r, router);
  if (!kWholePackets && arrived.credits.any()) receive_credits(router, arrived.credits);
  if (arrived.flits.any()) fronts |= receive_flits(r, router, arrived.flits);
  if (fronts.any()) fetch_fronts(r, router, fronts);
  if (new_cycle && router.heads.any()) {
    if (stages_.speculates) asked_ = router.heads;
    [[maybe_unused]] const Mask heads = router.heads;
    allocate_vcs(r, router, router.heads);
    if constexpr (kTraced) tracing_.look_for_denied(router, heads);
  }
  const Mask requests = requests_of(router);
  if (!plain_switch_) {
    allocate_switch_general(router, requests);
  } else if (requests.any()) {
    allocate_switch(router, requests);
  }
  if constexpr (kWholePackets) {
    if (departing_.any()) begin_ejections(router);
  }
  if constexpr (kTraced) {
    if (tracing_.look_for_losers(router, requests)) active_.mark(now_ + 1, r.value);
  }
  if (router.sources != 0) inject(r, router);

  const bool none_left = kWholePackets && !requests.any();
  const Mask left = router.fresh | router.heads | (none_left ? requests : requests_of(router));
  active_.mark_if(now_ + 1, r.value, left.any() | (router.sources != 0));
}

// ------------------------------------------------------------------------------------------------
// arrivals

template <MaskShape kShape>
auto InputQueued<kShape>::receive_flits(LocalRouter r, Router& router, const Mask& flits) -> Mask {
  Mask fronts;
  if (stages_.flit_ready_delay == 0) router.present |= flits;
  flits.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    ++vc.occupancy;
    if constexpr (kWholePackets) vc.arrived_at = static_cast<std::uint32_t>(now_);
    if (stages_.flit_ready_delay == 0) {
      ++vc.ready;
    } else {
      post_timer(r, bit, EventKind::kReadyFlit, stages_.flit_ready_delay);
    }
    bool front = vc.front_left == 0;
    if (store_forward_) front = front && front_complete(router, bit, vc);
    fronts.set_if(bit, front);
  });
  if constexpr (kTraced) tracing_.arrived(router, flits);
  return fronts;
}

template <MaskShape kShape>
void InputQueued<kShape>::receive_credits(Router& router, const Mask& credits) {
  credits.for_each([&](unsigned bit) {
    OutputVc& out = router.outputs[bit];
    // At a node port the source receives the credit; the ejecting owner never lacks one.
    if (out.credits++ == 0 && out.owner != kNoOwner) router.credited.set(out.owner);
    if (space_matters_ && port_of(bit) < router.channel_ports) {
      router.heads |= port(router, port_of(bit)).waiting;
    }
  });
  router.sources |= router.unsent & credits.fold(kStride);
  if constexpr (kTraced) tracing_.credits_arrived(router, credits);
}

template <MaskShape kShape>
void InputQueued<kShape>::run_timers(LocalRouter r, Router& router) {
  Timers& due = timers(r, now_);
  router.heads |= due.heads;
  router.allocated |= due.switched;
  router.present |= due.flits;
  due.flits.for_each([&](unsigned bit) { ++input(router, bit).ready; });
  due = {};
}

// ------------------------------------------------------------------------------- route computation

template <MaskShape kShape>
void InputQueued<kShape>::fetch_fronts(LocalRouter r, Router& router, const Mask& fronts) {
  const bool sampled = (now_ + id_of(r).value) % kTicksPerSample == 0;
  fronts.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    const PacketProgress& packet = ring(router, bit)[vc.ring_read];
    vc.front_length = vc.front_left = kWholePackets ? 2 : static_cast<Count>(packet.length);
    route(r, router, bit, packet);
    if constexpr (kTraced) tracing_.routed(router, bit);
    if (sees_heads_) see_head(r, router, bit, packet);
    if (sampled) sample_wanted(router, bit);
    if (stages_.head_delay == 0) {
      router.heads.set(bit);
    } else {
      post_timer(r, bit, EventKind::kHead, stages_.head_delay);
    }
  });
}

// Out of line to keep the hot path small.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::see_head(LocalRouter r, Router& router, unsigned bit,
                                                     const PacketProgress& packet) {
  if (!heads_.empty() && !router.arrived.test(bit)) ++heads_[r.index()];
  if (!ranks_.empty() || !levels_.empty()) set_rank(router, bit, packet);
}

template <MaskShape kShape>
void InputQueued<kShape>::route(LocalRouter r, Router& router, unsigned bit,
                                const PacketProgress& packet) {
  InputVc& vc = input(router, bit);
  OutputCandidate* list = mutable_candidates(router, bit);
  const Header* header = adaptive_ != nullptr ? &front_header(router, bit) : nullptr;
  const bool arrived = header != nullptr ? header->destination == id_of(r) : packet.hops == 0;
  if (arrived && immediate_ejection_) {
    router.arrived.set(bit);
    vc.out_port = packet.eject_port;
    vc.candidate_count = 0;
    return;
  }
  if (arrived) {
    const std::uint16_t vcs =
        has_message_classes_ ? vcs_of_source(pool_[packet.packet].traffic_class) : message_vcs_[0];
    list[0] = {packet.eject_port, false, vcs, 0};
    if (header != nullptr) *next_bits(router, bit) = header->bits;
    vc.candidate_count = 1;
    return;
  }
  const unsigned first = first_class(packet);
  if (oblivious_ != nullptr) {
    list[0] = output_candidate(router, bit, packet.length, packet.port, first + packet.vc_class);
    vc.candidate_count = 1;
    return;
  }
  const Occupancy occupancy(*this, router, first);
  adaptive_->candidates(id_of(r), *header, &occupancy, candidates_);
  vc.candidate_count = static_cast<std::uint8_t>(candidates_.size());
  std::uint32_t* bits = next_bits(router, bit);
  for (const Candidate& c : candidates_) {
    *list = output_candidate(router, bit, packet.length, first, c);
    *bits++ = c.next_bits;
    ++list;
  }
}

template <MaskShape kShape>
auto InputQueued<kShape>::output_candidate(const Router& router, unsigned bit, std::uint16_t length,
                                           unsigned out, unsigned vc_class) const
    -> OutputCandidate {
  assert(info(router, out).exists && !port(router, out).is_node);
  const Hop hop{packet_credits_ ? 1u : length, info(router, out).buffer_credits,
                class_adaptive_[vc_class], enters_ring(router, bit, out, vc_class)};
  // True where each VC of an escape is a ring of its own.
  const bool stays_in_vc =
      vc_rings_ && !hop.adaptive_class && !hop.enters_ring && rings(router, out).out != 0;
  const std::uint16_t vcs =
      stays_in_vc ? static_cast<std::uint16_t>(1u << vc_of(bit)) : class_vcs_[vc_class].mask();
  return {static_cast<std::uint8_t>(out), false, vcs,
          static_cast<std::uint16_t>(space_needed(parts_.router, hop))};
}

// ----------------------------------------------------------------------------------------------
// messages

template <MaskShape kShape>
void InputQueued<kShape>::post(const Port& to, unsigned bit, EventKind kind, Tick delay) {
  if (delay <= wheel_delay_) [[likely]] {
    Arrivals& due = arrivals(to.peer, now_ + delay);
    (kind == EventKind::kFlit ? due.flits : due.credits).set(bit);
    active_.mark(now_ + delay, to.peer.value);
  } else {
    post_far({to.peer, static_cast<std::uint16_t>(bit), kind}, delay);
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::post_timer(LocalRouter router, unsigned bit, EventKind kind, Tick delay) {
  const Event event{router, static_cast<std::uint16_t>(bit), kind};
  if (delay > wheel_delay_) return post_far(event, delay);
  deliver(event, now_ + delay);
}

template <MaskShape kShape>
void InputQueued<kShape>::post_far(const Event& event, Tick delay) {
  if (delay >= State::kBorder) return send_across(event, borders_[border_number(delay)]);
  post_on_line(event, delay, now_);
}

template <MaskShape kShape>
void InputQueued<kShape>::post_on_line(const Event& event, Tick delay, Tick sent) {
  const auto line = std::ranges::find(lines_, delay, &DelayLine<Event>::delay);
  assert(line != lines_.end());
  line[static_cast<std::ptrdiff_t>(sent % lookahead_)].push(sent, event);
}

template <MaskShape kShape>
void InputQueued<kShape>::deliver(const Event& event, Tick tick) {
  if (event.kind >= EventKind::kMark) return move_mark(event);
  const auto due = [&]() -> Mask& {
    switch (event.kind) {
      case EventKind::kFlit:
        return arrivals(event.router, tick).flits;
      case EventKind::kCredit:
        return arrivals(event.router, tick).credits;
      case EventKind::kHead:
        return timers(event.router, tick).heads;
      case EventKind::kSwitched:
        return timers(event.router, tick).switched;
      default:
        break;
      case EventKind::kTail:
        if constexpr (kWholePackets) return arrivals(event.router, tick).tails;
    }
    return timers(event.router, tick).flits;
  };
  due().set(event.bit);
  active_.mark(tick, event.router.value);
}

}  // namespace orthant
