// Switch allocation and traversal: phases of the step (step.hpp).
#pragma once

#include <array>
#include <bit>
#include <utility>

#include "sim/input_queued/allocators.hpp"
#include "sim/input_queued/input_queued.hpp"

namespace orthant {

template <MaskShape kShape>
auto InputQueued<kShape>::requests_of(const Router& router) const -> Mask {
  const Mask requests = router.present & router.allocated & router.credited;
  if constexpr (kWholePackets) return without(router, requests, router.held);
  return requests;
}

template <MaskShape kShape>
auto InputQueued<kShape>::acting(const Router& router, const Mask& inputs) const -> Mask {
  Mask acting = inputs;
  inputs.for_each([&](unsigned bit) {
    if (!acts(pace(router, port_of(bit)).feed)) acting.clear(bit);
  });
  return acting;
}

// Ejects arrived packets without a contest.
template <MaskShape kShape>
auto InputQueued<kShape>::consume(Router& router, const Mask& requests) -> Mask {
  const Mask arrived = requests & router.arrived;
  arrived.for_each([&](unsigned bit) {
    if (!acts(pace(router, port_of(bit)).consumption)) return;
    InputVc& vc = input(router, bit);
    if constexpr (kTraced) tracing_.consumed(router, bit);
    const bool tail = take_flit(router, bit, vc);
    eject(router, bit, vc, port(router, vc.out_port), tail);
    if (!tail) return;
    router.arrived.clear(bit);
    finish_packet(router, bit, vc);
    if (critical_bubble_) return_mark(router, bit);
  });
  return requests & ~arrived;
}

template <MaskShape kShape>
void InputQueued<kShape>::allocate_switch(Router& router, const Mask& requests) {
  if (send_without_conflict(router, requests)) return;
  Mask asking = requests;
  for (std::uint32_t flits = 1; asking.any(); ++flits) {
    const Matching matching = contest(router, asking);
    if (!has_rounds_) return;
    asking = behind(router, asking, matching, flits);
  }
}

template <MaskShape kShape>
Matching InputQueued<kShape>::contest(Router& router, const Mask& requests) {
  return plain_islip_ ? match_islip<false>(router, requests, arbiters_of(router))
                      : match_general(router, requests);
}

// Handles immediate ejection, several rounds a cycle, a held switch, speculation and marked slots:
// out of line to keep the hot path small, as other matchings are.
template <MaskShape kShape>
[[gnu::noinline]] void InputQueued<kShape>::allocate_switch_general(Router& router,
                                                                    const Mask& all) {
  Mask requests = all;
  if (immediate_ejection_) requests = consume(router, requests);
  if (has_rounds_) requests = acting(router, requests);
  Mask hopeful;  // heads without a VC, or with a credit and a VC granted in this tick
  const Mask asked = has_rounds_ ? acting(router, asked_) : asked_;
  asked.for_each([&](unsigned bit) {
    hopeful.set_if(bit, requests.test(bit) || input(router, bit).out_vc == kNoVc);
  });
  asked_ = {};
  const Mask moved = std::exchange(router.moved, {});
  Matching taken;
  if (holds_) {
    taken = allocate_held(router, requests & ~hopeful);
  } else if ((requests & ~hopeful).any()) {
    allocate_switch(router, requests & ~hopeful);
  }
  if (hopeful.any()) {
    if constexpr (kWholePackets) {
      taken = router.held;
    } else {
      taken |= ports_of(router, router.moved);
    }
    allocate_speculatively(router, without(router, hopeful, taken));
  }
  if (critical_bubble_) return_marks(router, router.moved);
  router.moved |= moved;
}

template <MaskShape kShape>
Matching InputQueued<kShape>::ports_of(const Router& router, const Mask& requests) const {
  Matching ports;
  requests.for_each([&](unsigned bit) {
    ports.inputs |= std::uint64_t{1} << port_of(bit);
    ports.outputs |= std::uint64_t{1} << input(router, bit).out_port;
  });
  return ports;
}

// A packet keeps its input and its output from its head to its tail, whether a flit of it is
// present or not; heads request the remaining ports. Its space is granted as a whole, so that it
// never waits for a credit. Returns the ports that were kept.
template <MaskShape kShape>
Matching InputQueued<kShape>::allocate_held(Router& router, const Mask& requests) {
  const Mask holding = holding_[number_of(router).index()];
  const Matching kept = ports_of(router, holding);
  const Mask going = requests & holding;
  const Mask asking = without(router, requests & ~holding, kept);
  going.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    if (!output_busy(router, vc.out_port)) send(router, bit, vc);
  });
  if (asking.any() && !send_without_conflict(router, asking)) contest(router, asking);
  hold_for(router, going | asking);
  return kept;
}

// Updates which of the VCs that may have sent just now are amid a packet.
template <MaskShape kShape>
void InputQueued<kShape>::hold_for(const Router& router, const Mask& sent) {
  Mask& holding = holding_[number_of(router).index()];
  sent.for_each([&](unsigned bit) {
    const InputVc& vc = input(router, bit);
    holding.clear(bit);
    holding.set_if(bit, vc.front_left != 0 && vc.front_left < vc.front_length);
  });
}

// Speculation: heads that requested a VC in this tick compete for the ports that the others leave
// free, in one iteration of iSLIP with frozen port pointers. A grant to a head without a VC is
// lost.
template <MaskShape kShape>
void InputQueued<kShape>::allocate_speculatively(Router& router, const Mask& heads) {
  with_arbiters(router, heads, [&](const auto& arbiters) {
    return match_islip<true>(router, heads, FrozenPointers{arbiters});
  });
  if (holds_) hold_for(router, heads);
}

// Returns the requests whose ports are not in `ports`.
template <MaskShape kShape>
auto InputQueued<kShape>::without(const Router& router, const Mask& requests,
                                  const Matching& ports) const -> Mask {
  Mask left = requests;
  requests.for_each([&](unsigned bit) {
    const std::uint64_t in = ports.inputs >> port_of(bit);
    const std::uint64_t out = ports.outputs >> input(router, bit).out_port;
    if (((in | out) & 1) != 0) left.clear(bit);
  });
  return left;
}

// Returns the requests that may still be matched: the output was matched just now, for the
// `flits`th time in this round, its channel takes more, and the input was not matched and acts in
// no later round. So an output takes in one contest what its channel takes in a cycle.
template <MaskShape kShape>
auto InputQueued<kShape>::behind(const Router& router, const Mask& requests,
                                 const Matching& matching, std::uint32_t flits) const -> Mask {
  const auto rounds_left = [&](std::uint16_t clock) {
    return rounds_[clock] > round_ ? rounds_[clock] - round_ : 0;
  };
  Mask behind;
  requests.for_each([&](unsigned bit) {
    const unsigned in = port_of(bit);
    const unsigned out = input(router, bit).out_port;
    behind.set_if(bit, ((matching.inputs >> in) & 1) == 0 && ((matching.outputs >> out) & 1) != 0 &&
                           rounds_left(pace(router, in).feed) == 1 &&
                           rounds_left(pace(router, out).drain) > flits &&
                           !output_busy(router, out));
  });
  return behind;
}

// The common case: no two requests share an input or an output port, so every one is granted and
// accepted.
template <MaskShape kShape>
bool InputQueued<kShape>::send_without_conflict(Router& router, const Mask& requests) {
  std::uint64_t inputs = 0;
  std::uint64_t outputs = 0;
  bool conflict = false;
  requests.for_each([&](unsigned bit) {
    const std::uint64_t in = std::uint64_t{1} << port_of(bit);
    const unsigned p = input(router, bit).out_port;
    const std::uint64_t out = std::uint64_t{1} << p;
    conflict |= (((inputs & in) | (outputs & out)) != 0) | port(router, p).paced;
    inputs |= in;
    outputs |= out;
  });
  if (conflict) return false;
  requests.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    const Arbiters arbiters = arbiters_of(router);
    arbiters.accepted(port_of(bit), vc.out_port);
    arbiters.served(port_of(bit), vc_of(bit));
    arbiters.granted(vc.out_port, port_of(bit));
    send(router, bit, vc);
  });
  return true;
}

template <MaskShape kShape>
unsigned InputQueued<kShape>::vcs_asking(const Router& router, const Mask& requests, unsigned in,
                                         unsigned out) const {
  unsigned vcs = 0;
  requests.column(in, kStride).for_each([&](unsigned bit) {
    vcs |= static_cast<unsigned>(input(router, bit).out_port == out) << vc_of(bit);
  });
  return vcs;
}

// match(asking, outputs, arbiters, matched) matches ports; then a VC of the matched input is
// served. `kMayWaste`: a served input VC may hold no output VC; it then sends nothing.
template <MaskShape kShape>
template <bool kMayWaste, class AnyArbiters, class Match>
Matching InputQueued<kShape>::match_ports(Router& router, const Mask& requests,
                                          const AnyArbiters& arbiters, const Match& match) {
  std::array<std::uint64_t, kStride> asking{};  // [output]: inputs
  std::uint64_t outputs = 0;
  requests.for_each([&](unsigned bit) {
    const unsigned out = input(router, bit).out_port;
    if (output_busy(router, out)) return;
    asking[out] |= std::uint64_t{1} << port_of(bit);
    outputs |= std::uint64_t{1} << out;
  });
  return match(asking, outputs, arbiters, [&](unsigned in, unsigned out) {
    const unsigned vc = arbiters.serve(in, vcs_asking(router, requests, in, out));
    InputVc& served = input(router, bit_of(in, vc));
    if (kMayWaste && served.out_vc == kNoVc) return;
    arbiters.served(in, vc);
    send(router, bit_of(in, vc), served);
  });
}

template <MaskShape kShape>
template <bool kMayWaste, class AnyArbiters>
Matching InputQueued<kShape>::match_islip(Router& router, const Mask& requests,
                                          const AnyArbiters& arbiters) {
  return match_ports<kMayWaste>(router, requests, arbiters,
                                [](auto&&... all) { return islip(all...); });
}

// Runs all matchings but one round-robin iSLIP: out of line to keep the hot path small.
template <MaskShape kShape>
[[gnu::noinline]] Matching InputQueued<kShape>::match_general(Router& router,
                                                              const Mask& requests) {
  return with_arbiters(router, requests, [&](const auto& arbiters) {
    return match_by_allocator(router, requests, arbiters);
  });
}

// Calls use(arbiters) with the arbiters of the arbitration and, above them, of priorities.
template <MaskShape kShape>
template <class Use>
Matching InputQueued<kShape>::with_arbiters(Router& router, const Mask& requests, const Use& use) {
  draw_ranks(router, requests);
  const auto with_levels = [&](const auto& arbiters) {
    return levels_.empty() ? use(arbiters) : use(by_level(router, requests, arbiters));
  };
  return ranks_.empty() ? with_levels(arbiters_of(router)) : with_levels(by_rank(router, requests));
}

template <MaskShape kShape>
auto InputQueued<kShape>::by_rank(const Router& router, const Mask& requests) const {
  return ByRank{
      [&](unsigned in, unsigned vc) { return rank(router, bit_of(in, vc)); },
      [&](unsigned in, unsigned out) { return vcs_asking_first(router, requests, in, out); }};
}

template <MaskShape kShape>
template <class AnyArbiters>
auto InputQueued<kShape>::by_level(const Router& router, const Mask& requests,
                                   const AnyArbiters& arbiters) const {
  return ByLevel{
      arbiters, [&](unsigned in, unsigned vc) { return level(router, bit_of(in, vc)); },
      [&](unsigned in, unsigned out) { return vcs_asking_first(router, requests, in, out); }};
}

template <MaskShape kShape>
unsigned InputQueued<kShape>::vcs_asking_first(const Router& router, const Mask& requests,
                                               unsigned in, unsigned out) const {
  const unsigned vcs = vcs_asking(router, requests, in, out);
  if (levels_.empty()) return vcs;
  return static_cast<unsigned>(
      highest(vcs, [&](unsigned vc) { return level(router, bit_of(in, vc)); }));
}

template <MaskShape kShape>
template <class AnyArbiters>
Matching InputQueued<kShape>::match_by_allocator(Router& router, const Mask& requests,
                                                 const AnyArbiters& arbiters) {
  const Allocator allocator = parts_.router.allocator;
  if (allocator == Allocator::kSeparable) return match_separable(router, requests, arbiters);
  return match_ports<false>(
      router, requests, arbiters,
      [&](const auto& asking, std::uint64_t outputs, const auto& same, const auto& matched) {
        const auto first = static_cast<unsigned>((cycle() + round_) % router.port_count);
        if (allocator == Allocator::kWavefront)
          return wavefront(asking, outputs, router.port_count, first, matched);
        if (allocator == Allocator::kMaximum) return maximum(asking, outputs, first, matched);
        return islip_again(asking, outputs, same, islip(asking, outputs, same, matched),
                           parts_.router.allocator_iterations - 1, matched);
      });
}

template <MaskShape kShape>
template <class AnyArbiters>
Matching InputQueued<kShape>::match_separable(Router& router, const Mask& requests,
                                              const AnyArbiters& arbiters) {
  std::array<std::uint16_t, kStride> asking{};  // [input]: VCs
  std::uint64_t inputs = 0;
  requests.for_each([&](unsigned bit) {
    if (output_busy(router, input(router, bit).out_port)) return;
    asking[port_of(bit)] |= static_cast<std::uint16_t>(1u << vc_of(bit));
    inputs |= std::uint64_t{1} << port_of(bit);
  });
  return separable(
      asking, inputs, arbiters,
      [&](unsigned in, unsigned vc) { return input(router, bit_of(in, vc)).out_port; },
      [&](unsigned in, unsigned vc) {
        send(router, bit_of(in, vc), input(router, bit_of(in, vc)));
      });
}

template <MaskShape kShape>
void InputQueued<kShape>::send(Router& router, unsigned bit, InputVc& vc) {
  Port& out = port(router, vc.out_port);
  const bool head = vc.front_left == vc.front_length;
  if constexpr (kTraced) tracing_.sent(router, bit);
  const bool tail = take_flit(router, bit, vc);
  if (out.paced) pace(router, vc.out_port).rate.occupy(busy_until(router, vc.out_port), cycle());
  if (out.is_node) {
    eject(router, bit, vc, out, tail);
  } else {
    send_to_neighbor(router, bit, vc, out, head);
  }
  if constexpr (kWholePackets) hold_ports(router, bit, vc);
  if (!tail) return;
  release_output_vc(router, vc, out);
  finish_packet(router, bit, vc);
}

// Takes a flit from the buffer; its slot goes back to the sender.
template <MaskShape kShape>
bool InputQueued<kShape>::take_flit(Router& router, unsigned bit, InputVc& vc) {
  const Port& in = port(router, port_of(bit));
  const bool tail = --vc.front_left == 0;
  --vc.occupancy;
  router.present.clear_if(bit, --vc.ready == 0);
  router.moved.set(bit);
  if (kWholePackets || !packet_credits_ || tail) {
    post(in, bit_of(in.peer_port, vc_of(bit)), EventKind::kCredit, in.credit_delay);
  }
  return tail;
}

template <MaskShape kShape>
void InputQueued<kShape>::send_to_neighbor(Router& router, unsigned bit, const InputVc& vc,
                                           Port& out, bool head) {
  OutputVc& target = output(router, vc.out_port, vc.out_vc);
  out.flits += kWholePackets ? lags_.tail : 1;
  if (!packet_credits_) router.credited.clear_if(bit, --target.credits == 0);
  const unsigned peer_bit = bit_of(out.peer_port, vc.out_vc);
  if (head) {
    const std::size_t here = packets_.place(buffer(router, bit), vc.ring_read);
    const std::uint16_t slot = target.ring_write;
    if (++target.ring_write == packets_.ring_slots()) target.ring_write = 0;
    if (!out.leads_out()) [[likely]] {
      const std::size_t there = packets_.place(out.peer_buffer + vc.out_vc, slot);
      packets_[there] = packets_[here];
      if (adaptive_ != nullptr) packets_.header(there) = packets_.header(here);
      take_hop(packets_[there]);
    } else {
      send_head_across(out, vc.out_vc, slot, packets_.get(here));
    }
  }
  post(out, peer_bit, EventKind::kFlit, out.flit_delay);
}

template <MaskShape kShape>
void InputQueued<kShape>::eject(const Router& router, unsigned bit, const InputVc& vc,
                                const Port& out, bool tail) {
  if constexpr (kWholePackets) return departing_.set(bit);
  recorder_.ejected(now_, 1);
  if (!tail) return;
  const PacketProgress& packet = ring(router, bit)[vc.ring_read];
  recorder_.delivered(finish(packet), now_, now_ + out.flit_delay,
                      [&] { return pool_.number(packet.packet); });
  pool_.release(packet.packet);
}

template <MaskShape kShape>
void InputQueued<kShape>::release_output_vc(Router& router, const InputVc& vc, Port& out) {
  output(router, vc.out_port, vc.out_vc).owner = kNoOwner;
  out.free_vcs |= static_cast<std::uint16_t>(1u << vc.out_vc);
  router.heads |= out.waiting;
}

template <MaskShape kShape>
void InputQueued<kShape>::finish_packet(Router& router, unsigned bit, InputVc& vc) {
  router.allocated.clear(bit);
  vc.out_vc = kNoVc;
  if (++vc.ring_read == packets_.ring_slots()) vc.ring_read = 0;
  if (vc.occupancy != 0 && front_complete(router, bit, vc)) router.fresh.set(bit);
}

}  // namespace orthant
