// VC allocation: phases of the step (step.hpp).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <span>

#include "base/limits.hpp"
#include "sim/input_queued/allocators.hpp"
#include "sim/input_queued/input_queued.hpp"

namespace orthant {

template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::sample_wanted(const Router& router, unsigned bit) {
  unsigned wanted = 0;
  unsigned free = 0;
  for (const OutputCandidate& candidate : candidates(router, bit)) {
    if (candidate.escape || port(router, candidate.port).is_node) continue;
    ++wanted;
    free += (available(router, candidate) & ~reserved_by_mark(router, bit, candidate)) != 0;
  }
  recorder_.wanted(now_, wanted, free);
}

template <MaskShape kShape>
auto InputQueued<kShape>::choose(const Router& router, unsigned bit) -> Choice {
  if (slow_vc_choice_) return choose_general(router, bit);
  return choose_candidate<std::uint16_t>(
      *parts_.router.selection, candidates(router, bit),
      [&](const OutputCandidate& candidate) { return available(router, candidate); },
      [&](const OutputCandidate& candidate, std::uint16_t) {
        return free_credits(router, candidate);
      });
}

template <MaskShape kShape>
[[gnu::noinline]] auto InputQueued<kShape>::choose_general(const Router& router, unsigned bit)
    -> Choice {
  const auto credits = [&](unsigned p, unsigned vc) {
    return ((port(router, p).free_vcs >> vc) & 1) != 0 ? output(router, p, vc).credits : 0u;
  };
  const auto channel_of = [&](unsigned p) { return channel_vcs(router, p); };
  const bool at_destination = port(router, candidates(router, bit).front().port).is_node;
  const InjectionLimit limit = at_destination ? InjectionLimit::kNone : limit_of(router, bit);
  if (limit == InjectionLimit::kAlo &&
      !at_least_one_is_free(candidates(router, bit), channel_of, credits))
    return {};
  const Choice choice = choose_candidate<std::uint16_t>(
      *parts_.router.selection, candidates(router, bit),
      [&](const OutputCandidate& candidate) {
        const unsigned vcs =
            limit == InjectionLimit::kInTransit
                ? vcs_beside_transit(candidate, wanted_credits(router, bit), channel_of, credits)
                : available(router, candidate);
        return static_cast<std::uint16_t>(vcs &
                                          ~unsigned{reserved_by_mark(router, bit, candidate)});
      },
      [&](const OutputCandidate& candidate, std::uint16_t) {
        return free_credits(router, candidate);
      });
  if (queues_replies_ && at_destination && choice.open != 0 && !node_has_space(router, bit))
    return {};
  if (critical_bubble_ && choice.open == 0) request_token_move(router, bit);
  return choice;
}

template <MaskShape kShape>
void InputQueued<kShape>::set_waiting(Router& router, unsigned bit, bool waiting) {
  for (const OutputCandidate& candidate : candidates(router, bit)) {
    Mask& mask = port(router, candidate.port).waiting;
    if (waiting) {
      mask.set(bit);
    } else {
      mask.clear(bit);
    }
  }
  if (waiting) router.heads.clear(bit);
}

template <MaskShape kShape>
void InputQueued<kShape>::allocate_vcs(LocalRouter r, Router& router, const Mask& trying) {
  Mask heads = trying;
  if (immediate_ejection_) {  // an arrived head needs no output VC
    const Mask arrived = heads & router.arrived;
    arrived.for_each([&](unsigned bit) { admit_to_switch(r, router, bit); });
    heads = heads & ~arrived;
    asked_ = asked_ & ~arrived;
  }
  if (heads.several()) {
    match_heads(r, router, heads, true);
    if (parts_.router.allocator_iterations > 1) match_heads_again(r, router, heads);
    return;
  }
  heads.for_each([&](unsigned bit) {
    const Choice choice = choose(router, bit);
    if (choice.open == 0) {
      asked_.clear(bit);
      return set_waiting(router, bit, true);
    }
    if constexpr (kTraced) tracing_.asked(bit, *choice.candidate, choice.open);
    grant_vc(r, router, bit, *choice.candidate, choice.open, true);
  });
}

// Ranks a new front packet by age or by its arrival at the front of this VC, then by its source
// node. Ticks wrap after 2^40, node numbers after 2^24. In a workload the age of a packet counts
// from when it leaves its source, because an all-to-all generates all messages at once.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::set_rank(Router& router, unsigned bit,
                                                     const PacketProgress& packet) {
  const PacketRecord& record = pool_[packet.packet];
  if (!levels_.empty())
    levels_[slot(router, bit)] = parts_.traffic.classes[record.traffic_class].priority;
  const auto rank_since = [&](Tick since) {
    ranks_[slot(router, bit)] = since << 24 | (record.source.value & 0xffffff);
  };
  const Arbitration arbitration = parts_.router.arbitration;
  if (arbitration == Arbitration::kAge)
    rank_since(program_ ? record.injected : record.generated_at);
  if (arbitration == Arbitration::kFcfs) rank_since(now_);
}

template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::draw_ranks(Router& router, const Mask& contestants) {
  if (arbitration_rng_.empty()) return;
  RandomStream& rng = arbitration_rng_[number_of(router).index()];
  contestants.for_each([&](unsigned bit) { ranks_[slot(router, bit)] = rng.next_u64(); });
}

// Lets every head request all available VCs of its choice. Heads and VCs have pointers as in iSLIP;
// with ranks, a VC grants the head of the least rank.
template <MaskShape kShape>
void InputQueued<kShape>::match_heads(LocalRouter r, Router& router, const Mask& heads,
                                      bool first) {
  struct Request {
    unsigned bit;
    const OutputCandidate* candidate;
    std::uint8_t port;
    std::uint16_t vcs;
  };
  std::array<Request, kStride * limits::kVcs> requests;
  std::size_t count = 0;
  heads.for_each([&](unsigned bit) {
    const Choice choice = choose(router, bit);
    if (choice.open == 0) {
      if (first) asked_.clear(bit);
      return set_waiting(router, bit, true);
    }
    if (stages_.speculates) {
      InputVc& in = input(router, bit);
      in.vc_pointer = accept_pointer(in, choice.candidate->port);
      in.out_port = choice.candidate->port;
    }
    requests[count++] = {bit, choice.candidate, choice.candidate->port, choice.open};
    if constexpr (kTraced) tracing_.asked(bit, *choice.candidate, choice.open);
  });
  const bool round_robin = ranks_.empty() && levels_.empty();
  if (!round_robin) draw_ranks(router, heads);
  const unsigned input_vcs = router.port_count * vcs_;
  const auto turn = [&](unsigned vc, const Request& request) {
    const unsigned number = port_of(request.bit) * vcs_ + vc_of(request.bit);
    return (number + input_vcs - output(router, request.port, vc).grant_pointer) % input_vcs;
  };
  islip_vcs<kStride>(
      std::span<const Request>(requests.data(), count),
      [&](unsigned vc, const Request& a, const Request& b) {
        if (round_robin) return turn(vc, a) < turn(vc, b);
        if (!levels_.empty() && level(router, a.bit) != level(router, b.bit))
          return level(router, a.bit) > level(router, b.bit);
        return ranks_.empty() ? turn(vc, a) < turn(vc, b)
                              : rank(router, a.bit) < rank(router, b.bit);
      },
      [&](const Request& request, unsigned granted) {
        grant_vc(r, router, request.bit, *request.candidate, granted, first);
      });
}

// Runs further iterations: heads without a grant request the VCs that are left.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::match_heads_again(LocalRouter r, Router& router,
                                                              const Mask& heads) {
  for (std::uint32_t i = 1; i < parts_.router.allocator_iterations; ++i) {
    const Mask left = heads & router.heads;
    if (!left.any()) return;
    match_heads(r, router, left, false);
  }
}

// The accept pointer of a head cycles through all output VCs, port by port. It points at the
// VC after the one that the input VC held last, so it continues within that port and enters any
// other port at VC 0.
template <MaskShape kShape>
std::uint8_t InputQueued<kShape>::accept_pointer(const InputVc& vc, unsigned out_port) {
  return static_cast<std::uint8_t>(vc.vc_pointer * (vc.out_port == out_port));  // no branch
}

// Picks one of the granted VCs, round robin. Only the `first` iteration moves pointers.
template <MaskShape kShape>
void InputQueued<kShape>::grant_vc(LocalRouter r, Router& router, unsigned bit,
                                   const OutputCandidate& granted, unsigned vcs, bool first) {
  InputVc& in = input(router, bit);
  Port& out = port(router, granted.port);
  if (queues_replies_ && out.is_node && !enter_node(router, bit)) {
    if (first) asked_.clear(bit);
    return set_waiting(router, bit, true);
  }
  const std::uint8_t pointer = accept_pointer(in, granted.port);
  const unsigned vc = round_robin_pick(vcs, pointer);
  OutputVc& target = output(router, granted.port, vc);
  assert(target.owner == kNoOwner && (out.free_vcs >> vc) & 1);
  if (out.waiting.test(bit) || in.candidate_count > 1) set_waiting(router, bit, false);
  target.owner = static_cast<std::uint16_t>(bit);
  if (first) {
    const unsigned next = port_of(bit) * vcs_ + vc_of(bit) + 1;
    target.grant_pointer = static_cast<std::uint16_t>(next * (next != router.port_count * vcs_));
  }
  out.free_vcs &= static_cast<std::uint16_t>(~(1u << vc));
  in.out_port = granted.port;
  in.out_vc = static_cast<std::uint8_t>(vc);
  in.vc_pointer = first ? Arbiters::next_vc(vc, vcs_) : pointer;
  if (adaptive_ != nullptr)
    front_header(router, bit).bits =
        next_bits_[static_cast<std::size_t>(&granted - output_candidates_.data())];
  if (packet_credits_ && !out.is_node) {
    --target.credits;  // the packet's slot, for all its flits
    if (critical_bubble_) take_slot(router, bit);
  }
  if constexpr (kTraced) tracing_.granted(router, bit);
  admit_to_switch(r, router, bit);
  if (!out.is_node && !packet_credits_ && target.credits == 0) router.credited.clear(bit);
}

template <MaskShape kShape>
void InputQueued<kShape>::admit_to_switch(LocalRouter r, Router& router, unsigned bit) {
  router.heads.clear(bit);
  router.credited.set(bit);
  if (stages_.switched_delay == 0) {
    router.allocated.set(bit);
  } else {
    post_timer(r, bit, EventKind::kSwitched, stages_.switched_delay);
  }
}

}  // namespace orthant
