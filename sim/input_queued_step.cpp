// The step of the input-queued router: its phases in the order in which they happen within one
// tick. This list of phases is the timing model (docs/timing_model.md); each phase is one function
// below.
#include <algorithm>
#include <cassert>
#include <utility>

#include "base/limits.hpp"
#include "sim/input_queued.hpp"
#include "sim/input_queued_shapes.hpp"

namespace orthant {

// Local free space for adaptive algorithms that choose when a packet starts.
template <int kStride, int kWords>
class InputQueued<kStride, kWords>::Occupancy final : public LocalOccupancy {
 public:
  Occupancy(const InputQueued& network, const Router& router)
      : network_(network), router_(router) {}
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    const VcRange range = network_.class_vcs_[vc_class];
    std::uint32_t credits = 0;
    for (unsigned vc = range.first; vc < range.first + range.count; ++vc) {
      credits += network_.output(router_, port.value, vc).credits;
    }
    return credits * flits_per_credit();
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t vc_class) const override {
    return network_.class_vcs_[vc_class].count * network_.buffer_credits_ * flits_per_credit();
  }

 private:
  std::uint32_t flits_per_credit() const {
    return network_.bubble_ ? network_.parts_.traffic.lengths.longest() : 1;
  }
  const InputQueued& network_;
  const Router& router_;
};

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::advance(Cycle tick) {
  for (; now_ < tick; ++now_) {
    if (idle_ticks_ > active_.slots()) skip_idle_ticks(tick);
    if (now_ == tick) break;
    begin_tick();
    births_.pop_due(now_, [this](std::uint32_t node) { birth(node); });
    for (auto& line : lines_) {
      line.pop_due(now_, [this](const Event& event) { deliver_far(event); });
    }
    const bool any = active_.run(now_, [this](std::uint32_t r) { step(r); });
    idle_ticks_ = any ? 0 : idle_ticks_ + 1;
  }
}

// No router is marked: only a birth or the end of a delay line can mark one.
template <int kStride, int kWords>
void InputQueued<kStride, kWords>::skip_idle_ticks(Cycle tick) {
  for (const auto& line : lines_)
    if (!line.empty()) return;
  const Cycle to = std::min(tick, births_.next());
  now_ = std::max(now_, to - to % ticks_per_cycle_);  // the first tick of a cycle counts its rounds
  idle_ticks_ = 0;  // so that the next birth is not looked for at every tick before it
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::begin_tick() {
  cycle_ = now_ / ticks_per_cycle_;
  if (!has_rounds_) return;
  round_ = static_cast<std::uint32_t>(now_ % ticks_per_cycle_);
  if (round_ != 0) return;
  rounds_.clear();
  for (const PortClock& clock : clocks_) rounds_.push_back(clock.rounds(cycle_));
}

template <int kStride, int kWords>
[[gnu::flatten]] void InputQueued<kStride, kWords>::step(std::uint32_t r) {
  Router& router = routers_[r];
  Arrivals& due = arrivals(r, now_);
  const Arrivals arrived = due;
  due = {};
  const bool new_cycle = !has_rounds_ || round_ == 0;
  Mask fronts;
  if (new_cycle) std::swap(fronts, router.fresh);

  if (has_timers_) run_timers(r, router);
  if (arrived.credits.any()) receive_credits(router, arrived.credits);
  if (arrived.flits.any()) fronts |= receive_flits(r, router, arrived.flits);
  if (fronts.any()) fetch_fronts(r, router, fronts);
  if (new_cycle && router.heads.any()) allocate_vcs(r, router, router.heads);
  Mask requests = router.present & router.allocated & router.credited;
  if (immediate_ejection_) requests = consume(router, requests);
  if (has_rounds_) requests = acting(router, requests);
  if (requests.any()) allocate_switch(router, requests);
  if (router.sources != 0) inject(r, router);

  const Mask left =
      router.fresh | router.heads | (router.present & router.allocated & router.credited);
  active_.mark_if(now_ + 1, r, left.any() | (router.sources != 0));
}

// ------------------------------------------------------------------------------------------------
// arrivals

template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::receive_flits(std::uint32_t r, Router& router, const Mask& flits)
    -> Mask {
  Mask fronts;
  if (flit_ready_delay_ == 0) router.present |= flits;
  flits.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    ++vc.occupancy;
    if (flit_ready_delay_ == 0) {
      ++vc.ready;
    } else {
      post_timer(r, bit, EventKind::kReadyFlit, flit_ready_delay_);
    }
    bool front = vc.front_left == 0;
    if (store_forward_) front = front && front_complete(router, bit, vc);
    fronts.set_if(bit, front);
  });
  return fronts;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::receive_credits(Router& router, const Mask& credits) {
  credits.for_each([&](unsigned bit) {
    OutputVc& out = router.outputs[bit];
    // At a node port the credit is the source's and the owner ejects: it never lacks a credit.
    if (out.credits++ == 0 && out.owner != kNoOwner) router.credited.set(out.owner);
    if (room_matters_ && port_of(bit) < router.channel_ports) {
      router.heads |= port(router, port_of(bit)).waiting;
    }
  });
  router.sources |= router.unsent & credits.fold(kStride);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::run_timers(std::uint32_t r, Router& router) {
  Timers& due = timers(r, now_);
  router.heads |= due.heads;
  router.allocated |= due.switched;
  router.present |= due.flits;
  due.flits.for_each([&](unsigned bit) { ++input(router, bit).ready; });
  due = {};
}

// ------------------------------------------------------------------------------- route computation

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::fetch_fronts(std::uint32_t r, Router& router,
                                                const Mask& fronts) {
  fronts.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    const PacketDescriptor& packet = ring(router, bit)[vc.ring_read];
    vc.front_length = vc.front_left = packet.length;
    route(r, router, bit, packet);
    if (--heads_until_sample_ == 0) sample_wanted(router, bit);
    if (head_delay_ == 0) {
      router.heads.set(bit);
    } else {
      post_timer(r, bit, EventKind::kHead, head_delay_);
    }
  });
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::route(std::uint32_t r, Router& router, unsigned bit,
                                         const PacketDescriptor& packet) {
  InputVc& vc = input(router, bit);
  Alternative* list = alternatives(router, bit);
  const bool arrived =
      adaptive_ != nullptr ? packet.header.destination.value == r : packet.hops == 0;
  if (arrived && immediate_ejection_) {
    router.arrived.set(bit);
    vc.out_port = packet.eject_port;
    vc.candidates = 0;
    return;
  }
  if (arrived) {
    const auto all = static_cast<std::uint16_t>((1u << vcs_) - 1);
    list[0] = {packet.eject_port, false, all, 0, packet.header.bits};
    vc.candidates = 1;
    return;
  }
  if (oblivious_ != nullptr) {
    list[0] = alternative(router, bit, packet.length, packet.port, packet.vc_class);
    vc.candidates = 1;
    return;
  }
  adaptive_->candidates(RouterId{r}, packet.header, candidates_);
  vc.candidates = static_cast<std::uint8_t>(candidates_.size());
  for (const Candidate& c : candidates_) {
    *list = alternative(router, bit, packet.length, c.port.value, c.vc_class);
    list->escape = c.escape;
    list->next_bits = c.next_bits;
    ++list;
  }
}

template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::alternative(const Router& router, unsigned bit,
                                               std::uint16_t length, unsigned out,
                                               unsigned vc_class) const -> Alternative {
  assert(info(router, out).exists && !port(router, out).is_node);
  const VcRange range = class_vcs_[vc_class];
  const auto vcs = static_cast<std::uint16_t>(((1u << range.count) - 1) << range.first);
  return {static_cast<std::uint8_t>(out), false, vcs,
          room_needed(router, bit, length, out, vc_class), 0};
}

// Credits that an output VC must have before it is granted; docs/deadlock.md gives the reasons.
template <int kStride, int kWords>
std::uint16_t InputQueued<kStride, kWords>::room_needed(const Router& router, unsigned bit,
                                                        std::uint16_t length, unsigned out,
                                                        unsigned vc_class) const {
  const bool adaptive_class = class_adaptive_[vc_class];
  if (bubble_) {
    const std::uint32_t ring = info(router, out).ring;
    if (ring == 0 || adaptive_class) return 1;
    const bool same_ring = info(router, port_of(bit)).ring_in == ring &&  // 0 at a node port
                           class_of_vc_[vc_of(bit)] == vc_class;
    return same_ring ? 1 : 2;
  }
  if (whole_packet_) return length;
  // Wormhole: an adaptive VC only when it is empty or takes the whole packet.
  if (adaptive_class) {
    return static_cast<std::uint16_t>(std::min<std::uint32_t>(length, buffer_credits_));
  }
  return 0;
}

// ----------------------------------------------------------------------------------- VC allocation

template <int kStride, int kWords>
std::uint16_t InputQueued<kStride, kWords>::available(const Router& router,
                                                      const Alternative& alternative) const {
  unsigned vcs = port(router, alternative.port).free_vcs & alternative.vcs;
  if (alternative.room == 0) return static_cast<std::uint16_t>(vcs);
  for (unsigned rest = vcs; rest != 0; rest &= rest - 1) {
    const auto vc = static_cast<unsigned>(std::countr_zero(rest));
    if (output(router, alternative.port, vc).credits < alternative.room) vcs &= ~(1u << vc);
  }
  return static_cast<std::uint16_t>(vcs);
}

template <int kStride, int kWords>
std::uint32_t InputQueued<kStride, kWords>::free_credits(const Router& router,
                                                         const Alternative& alternative) const {
  std::uint32_t credits = 0;
  for (unsigned rest = alternative.vcs; rest != 0; rest &= rest - 1) {
    credits +=
        output(router, alternative.port, static_cast<unsigned>(std::countr_zero(rest))).credits;
  }
  return credits;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::sample_wanted(const Router& router, unsigned bit) {
  heads_until_sample_ = kHeadsPerSample;
  const Alternative* list = alternatives(router, bit);
  unsigned wanted = 0;
  unsigned free = 0;
  for (unsigned i = 0; i < input(router, bit).candidates; ++i) {
    if (list[i].escape || port(router, list[i].port).is_node) continue;
    ++wanted;
    free += available(router, list[i]) != 0;
  }
  recorder_.wanted(now_, wanted, free);
}

template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::choose(const Router& router, unsigned bit) const -> Choice {
  const Alternative* list = alternatives(router, bit);
  const unsigned count = input(router, bit).candidates;
  Choice best{list, 0};
  std::uint32_t most = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint16_t vcs = available(router, list[i]);
    if (vcs == 0 || (list[i].escape && best.vcs != 0)) continue;
    if (parts_.router.selection == Selection::kFirst) return {&list[i], vcs};
    const std::uint32_t credits = free_credits(router, list[i]);
    if (best.vcs != 0 && credits <= most) continue;
    best = {&list[i], vcs};
    most = credits;
  }
  return best;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::set_waiting(Router& router, unsigned bit, bool waiting) {
  const Alternative* list = alternatives(router, bit);
  for (unsigned i = 0; i < input(router, bit).candidates; ++i) {
    Mask& mask = port(router, list[i].port).waiting;
    if (waiting) {
      mask.set(bit);
    } else {
      mask.clear(bit);
    }
  }
  if (waiting) router.heads.clear(bit);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::allocate_vcs(std::uint32_t r, Router& router,
                                                const Mask& trying) {
  Mask heads = trying;
  if (immediate_ejection_) {  // an arrived head needs no output VC
    const Mask arrived = heads & router.arrived;
    arrived.for_each([&](unsigned bit) { admit_to_switch(r, router, bit); });
    heads = heads & ~arrived;
  }
  if (heads.several()) {
    match_heads(r, router, heads);
    return;
  }
  heads.for_each([&](unsigned bit) {
    const Choice choice = choose(router, bit);
    if (choice.vcs == 0) {
      set_waiting(router, bit, true);
    } else {
      grant_vc(r, router, bit, *choice.alternative,
               pick_output_vc(input(router, bit), choice.alternative->port, choice.vcs));
    }
  });
}

// The accept pointer of a head goes round all output VCs, port by port: it stands behind the VC
// that the input VC held last, so it continues within that port and enters any other port at VC 0.
template <int kStride, int kWords>
unsigned InputQueued<kStride, kWords>::pick_output_vc(const InputVc& vc, unsigned out_port,
                                                      unsigned vcs) const {
  return round_robin_pick(vcs, vc.vc_pointer * (vc.out_port == out_port));  // no branch
}

// One iteration of iSLIP between heads and output VCs: every head asks for all available VCs of its
// choice, every output VC grants the next head from its pointer, every head accepts the next VC
// from its own.
template <int kStride, int kWords>
void InputQueued<kStride, kWords>::match_heads(std::uint32_t r, Router& router, const Mask& heads) {
  struct Request {
    unsigned bit;
    Choice choice;
    std::uint16_t granted;
  };
  std::array<Request, kStride * limits::kVcs> requests;
  std::array<std::uint16_t, kStride * limits::kVcs> winner;  // per output VC: index of the request
  std::array<std::uint16_t, kStride> asked{};                // per port: output VCs with a request
  const unsigned input_vcs = router.port_count * vcs_;
  const auto number = [&](unsigned bit) { return port_of(bit) * vcs_ + vc_of(bit); };
  std::size_t count = 0;
  heads.for_each([&](unsigned bit) {
    const Choice choice = choose(router, bit);
    if (choice.vcs == 0) {
      set_waiting(router, bit, true);
      return;
    }
    const auto index = static_cast<std::uint16_t>(count++);
    requests[index] = {bit, choice, 0};
    const unsigned p = choice.alternative->port;
    for (unsigned rest = choice.vcs; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(rest));
      const unsigned pointer = output(router, p, vc).grant_pointer;
      std::uint16_t& best = winner[p * limits::kVcs + vc];
      const auto turn = [&](unsigned b) { return (number(b) + input_vcs - pointer) % input_vcs; };
      if (((asked[p] >> vc) & 1) == 0 || turn(bit) < turn(requests[best].bit)) best = index;
    }
    asked[p] |= choice.vcs;
  });
  for (std::size_t i = 0; i < count; ++i) {
    Request& request = requests[i];
    const unsigned p = request.choice.alternative->port;
    unsigned granted = 0;
    for (unsigned rest = request.choice.vcs; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(rest));
      if (winner[p * limits::kVcs + vc] == i) granted |= 1u << vc;
    }
    if (granted == 0) continue;
    grant_vc(r, router, request.bit, *request.choice.alternative,
             pick_output_vc(input(router, request.bit), p, granted));
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::grant_vc(std::uint32_t r, Router& router, unsigned bit,
                                            const Alternative& granted, unsigned vc) {
  InputVc& in = input(router, bit);
  Port& out = port(router, granted.port);
  OutputVc& target = output(router, granted.port, vc);
  assert(target.owner == kNoOwner && (out.free_vcs >> vc) & 1);
  if (out.waiting.test(bit) || in.candidates > 1) set_waiting(router, bit, false);
  target.owner = static_cast<std::uint16_t>(bit);
  target.grant_pointer = static_cast<std::uint16_t>((port_of(bit) * vcs_ + vc_of(bit) + 1) %
                                                    (router.port_count * vcs_));
  out.free_vcs &= static_cast<std::uint16_t>(~(1u << vc));
  in.out_port = granted.port;
  in.out_vc = static_cast<std::uint8_t>(vc);
  in.vc_pointer = next_vc(vc);
  if (adaptive_ != nullptr) ring(router, bit)[in.ring_read].header.bits = granted.next_bits;
  if (bubble_ && !out.is_node) --target.credits;  // the packet's slot, for all its flits
  admit_to_switch(r, router, bit);
  if (!out.is_node && !bubble_ && target.credits == 0) router.credited.clear(bit);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::admit_to_switch(std::uint32_t r, Router& router, unsigned bit) {
  router.heads.clear(bit);
  router.credited.set(bit);
  if (switched_delay_ == 0) {
    router.allocated.set(bit);
  } else {
    post_timer(r, bit, EventKind::kSwitched, switched_delay_);
  }
}

// ------------------------------------------------------------------------------- switch allocation

template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::acting(const Router& router, const Mask& inputs) const -> Mask {
  Mask acting = inputs;
  inputs.for_each([&](unsigned bit) {
    if (!acts(info(router, port_of(bit)).feed)) acting.clear(bit);
  });
  return acting;
}

// What has arrived leaves without a contest.
template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::consume(Router& router, const Mask& requests) -> Mask {
  const Mask arrived = requests & router.arrived;
  arrived.for_each([&](unsigned bit) {
    if (!acts(info(router, port_of(bit)).consumption)) return;
    InputVc& vc = input(router, bit);
    const bool tail = take_flit(router, bit, vc);
    eject(router, bit, vc, port(router, vc.out_port), tail);
    if (!tail) return;
    router.arrived.clear(bit);
    finish_packet(router, bit, vc);
  });
  return requests & ~arrived;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::allocate_switch(Router& router, const Mask& requests) {
  if (send_without_conflict(router, requests)) return;
  const bool is_islip = parts_.router.allocator == Allocator::kIslip;
  Mask asking = requests;
  for (std::uint32_t flits = 1; asking.any(); ++flits) {
    const Matching matching = is_islip ? islip(router, asking) : separable(router, asking);
    if (!has_rounds_) return;
    asking = behind(router, asking, matching, flits);
  }
}

// An output takes in one contest what its channel takes in a cycle, from inputs that act in no
// later round: requests for those that were matched just now, which makes `flits` in this round,
// and have room for more, from inputs that were not.
template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::behind(const Router& router, const Mask& requests,
                                          const Matching& matching, std::uint32_t flits) const
    -> Mask {
  const auto rounds_left = [&](std::uint16_t clock) {
    return rounds_[clock] > round_ ? rounds_[clock] - round_ : 0;
  };
  Mask behind;
  requests.for_each([&](unsigned bit) {
    const unsigned in = port_of(bit);
    const unsigned out = input(router, bit).out_port;
    behind.set_if(bit, ((matching.inputs >> in) & 1) == 0 && ((matching.outputs >> out) & 1) != 0 &&
                           rounds_left(info(router, in).feed) == 1 &&
                           rounds_left(info(router, out).drain) > flits &&
                           !output_busy(router, out));
  });
  return behind;
}

// The common case: no two requests share an input or an output port, so every one is granted and
// accepted.
template <int kStride, int kWords>
bool InputQueued<kStride, kWords>::send_without_conflict(Router& router, const Mask& requests) {
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
    Port& in = port(router, port_of(bit));
    in.accept_pointer = next_port(vc.out_port);
    in.vc_pointer = next_vc(vc_of(bit));
    port(router, vc.out_port).grant_pointer = next_port(port_of(bit));
    send(router, bit, vc);
  });
  return true;
}

// One iteration of iSLIP between input and output ports (McKeown 1999): outputs grant, inputs
// accept, each from its pointer, which moves past the partner of an accepted grant. The VC of a
// matched pair is served in turn.
template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::islip(Router& router, const Mask& requests) -> Matching {
  std::array<std::uint64_t, kStride> wanted{};   // per output: inputs that ask for it
  std::array<std::uint64_t, kStride> granted{};  // per input: outputs that grant it
  std::uint64_t outputs = 0;
  std::uint64_t inputs = 0;
  requests.for_each([&](unsigned bit) {
    const unsigned p = input(router, bit).out_port;
    wanted[p] |= std::uint64_t{1} << port_of(bit);
    outputs |= std::uint64_t{1} << p;
  });
  for (std::uint64_t rest = outputs; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    if (output_busy(router, p)) continue;
    const unsigned in = round_robin_pick(wanted[p], port(router, p).grant_pointer);
    granted[in] |= std::uint64_t{1} << p;
    inputs |= std::uint64_t{1} << in;
  }
  Matching matching{inputs, 0};
  for (std::uint64_t rest = inputs; rest != 0; rest &= rest - 1) {
    const auto in_port = static_cast<unsigned>(std::countr_zero(rest));
    Port& in = port(router, in_port);
    const unsigned p = round_robin_pick(granted[in_port], in.accept_pointer);
    in.accept_pointer = next_port(p);
    port(router, p).grant_pointer = next_port(in_port);
    const unsigned vc = pick_vc(in, router, requests, in_port, p);
    in.vc_pointer = next_vc(vc);
    matching.outputs |= std::uint64_t{1} << p;
    send(router, bit_of(in_port, vc), input(router, bit_of(in_port, vc)));
  }
  return matching;
}

// The VC of `in_port`, from its pointer on, that has a request for `out_port`.
template <int kStride, int kWords>
unsigned InputQueued<kStride, kWords>::pick_vc(const Port& in, const Router& router,
                                               const Mask& requests, unsigned in_port,
                                               unsigned out_port) const {
  unsigned vc = in.vc_pointer;
  while (!requests.test(bit_of(in_port, vc)) ||
         input(router, bit_of(in_port, vc)).out_port != out_port) {
    if (++vc == vcs_) vc = 0;
  }
  return vc;
}

// Input first: each input picks its next VC with a request, each output the next of the inputs that
// picked it.
template <int kStride, int kWords>
auto InputQueued<kStride, kWords>::separable(Router& router, const Mask& requests) -> Matching {
  std::array<std::uint64_t, kStride> wanted;  // per output: inputs that picked it
  std::array<std::uint8_t, kStride> picked;   // per input: the VC
  std::uint64_t outputs = 0;
  std::uint64_t inputs = 0;
  requests.for_each([&](unsigned bit) {
    if (output_busy(router, input(router, bit).out_port)) return;
    const unsigned in = port_of(bit);
    const auto turn = [&](unsigned vc) { return (vc + vcs_ - port(router, in).vc_pointer) % vcs_; };
    const unsigned vc = vc_of(bit);
    if (((inputs >> in) & 1) == 0 || turn(vc) < turn(picked[in])) {
      picked[in] = static_cast<std::uint8_t>(vc);
    }
    inputs |= std::uint64_t{1} << in;
  });
  for (std::uint64_t rest = inputs; rest != 0; rest &= rest - 1) {
    const auto in = static_cast<unsigned>(std::countr_zero(rest));
    Port& from = port(router, in);
    from.vc_pointer = next_vc(picked[in]);
    const unsigned p = input(router, bit_of(in, picked[in])).out_port;
    const std::uint64_t mine = std::uint64_t{1} << in;
    wanted[p] = (outputs >> p) & 1 ? wanted[p] | mine : mine;
    outputs |= std::uint64_t{1} << p;
  }
  Matching matching{0, outputs};
  for (std::uint64_t rest = outputs; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned in = round_robin_pick(wanted[p], port(router, p).grant_pointer);
    port(router, p).grant_pointer = next_port(in);
    matching.inputs |= std::uint64_t{1} << in;
    send(router, bit_of(in, picked[in]), input(router, bit_of(in, picked[in])));
  }
  return matching;
}

// -------------------------------------------------------------------------------- switch traversal

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::send(Router& router, unsigned bit, InputVc& vc) {
  Port& out = port(router, vc.out_port);
  const bool head = vc.front_left == vc.front_length;
  const bool tail = take_flit(router, bit, vc);
  if (out.paced) {
    PortInfo& channel = info(router, vc.out_port);
    channel.rate.occupy(channel.busy_until, cycle_);
  }
  if (out.is_node) {
    eject(router, bit, vc, out, tail);
  } else {
    send_to_neighbor(router, bit, vc, out, head);
  }
  if (!tail) return;
  release_output_vc(router, vc, out);
  finish_packet(router, bit, vc);
}

// From the buffer; its slot goes back to the sender.
template <int kStride, int kWords>
bool InputQueued<kStride, kWords>::take_flit(Router& router, unsigned bit, InputVc& vc) {
  const Port& in = port(router, port_of(bit));
  const bool tail = --vc.front_left == 0;
  --vc.occupancy;
  router.present.clear_if(bit, --vc.ready == 0);
  router.moved.set(bit);
  if (!bubble_ || tail) {
    post_credit(in, bit_of(in.peer_port, vc_of(bit)), in.credit_delay);
  }
  return tail;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::send_to_neighbor(Router& router, unsigned bit, const InputVc& vc,
                                                    Port& out, bool head) {
  OutputVc& target = output(router, vc.out_port, vc.out_vc);
  ++out.flits;
  if (!bubble_) router.credited.clear_if(bit, --target.credits == 0);
  const unsigned peer_bit = bit_of(out.peer_port, vc.out_vc);
  if (head) {
    const PacketDescriptor& packet = ring(router, bit)[vc.ring_read];
    PacketDescriptor& copy = ring_of(out.peer_buffer + vc.out_vc)[target.ring_write];
    if (++target.ring_write == ring_slots_) target.ring_write = 0;
    copy = packet;
    if (adaptive_ != nullptr) {
      ++copy.hops;
    } else {
      pool_.take_hop(copy);
    }
  }
  post_flit(out, peer_bit, out.flit_delay);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::eject(const Router& router, unsigned bit, const InputVc& vc,
                                         const Port& out, bool tail) {
  recorder_.ejected(now_, 1);
  if (!tail) return;
  const PacketDescriptor& packet = ring(router, bit)[vc.ring_read];
  PacketRecord& record = pool_[packet.packet];
  if (adaptive_ != nullptr) record.hops = packet.hops;
  recorder_.delivered(record, now_, now_ + out.flit_delay);
  pool_.release(packet.packet);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::release_output_vc(Router& router, const InputVc& vc, Port& out) {
  output(router, vc.out_port, vc.out_vc).owner = kNoOwner;
  out.free_vcs |= static_cast<std::uint16_t>(1u << vc.out_vc);
  router.heads |= out.waiting;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::finish_packet(Router& router, unsigned bit, InputVc& vc) {
  router.allocated.clear(bit);
  vc.out_vc = kNoVc;
  if (++vc.ring_read == ring_slots_) vc.ring_read = 0;
  if (vc.occupancy != 0 && front_complete(router, bit, vc)) router.fresh.set(bit);
}

// -----------------------------------------------------------------------------------------------
// sources

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::birth(std::uint32_t node) {
  Sender& sender = senders_[node];
  Source& source = sender.source;
  const bool was_empty = source.empty();
  source.take_births(NodeId{node}, now_, recorder_);
  if (was_empty) sender.left = source.front().flits;
  schedule_birth(node);
  const RouterId r = parts_.topology.router_of(NodeId{node});
  const std::uint64_t port_bit = std::uint64_t{1} << parts_.topology.port_of(NodeId{node}).value;
  routers_[r.index()].sources |= port_bit;
  routers_[r.index()].unsent |= port_bit;
  active_.mark(now_, r.value);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::schedule_birth(std::uint32_t node) {
  const Cycle next = senders_[node].source.next_birth();
  births_.schedule(node, next == kNever ? kNever : next * ticks_per_cycle_);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::release(std::uint32_t frame, Cycle cycle) {
  assert(drained() && now_ <= cycle * ticks_per_cycle_);
  for (std::uint32_t node = 0; node < senders_.size(); ++node) {
    senders_[node].source.release(frame, cycle);
    schedule_birth(node);
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::inject(std::uint32_t r, Router& router) {
  for (std::uint64_t rest = router.sources; rest != 0; rest &= rest - 1) {
    const auto p = static_cast<std::uint8_t>(std::countr_zero(rest));
    const PortInfo& channel = info(router, p);
    Sender& sender = senders_[channel.node];
    if (port(router, p).paced && channel.rate.busy(sender.busy_until, cycle_)) continue;
    if (!inject_flit(r, router, sender, p)) router.sources &= ~(std::uint64_t{1} << p);
  }
}

// Sends one flit if it can; false: nothing to do until a credit or a packet comes.
template <int kStride, int kWords>
bool InputQueued<kStride, kWords>::inject_flit(std::uint32_t r, Router& router, Sender& sender,
                                               std::uint8_t node_port) {
  const bool head = sender.left == sender.source.front().flits;
  if (head && !choose_injection_vc(router, sender, node_port)) return false;
  OutputVc& target = output(router, node_port, sender.vc);
  if (bubble_) {
    if (head) --target.credits;
  } else {
    if (target.credits == 0) return false;
    --target.credits;
  }
  if (head) start_packet(r, router, sender, node_port);
  const PortInfo& channel = info(router, node_port);
  post_flit(port(router, node_port), bit_of(node_port, sender.vc), channel.injection_delay);
  if (port(router, node_port).paced) channel.rate.occupy(sender.busy_until, cycle_);
  Source& source = sender.source;
  source.sent(1);
  ++injected_flits_;
  if (--sender.left != 0) return true;
  source.pop();
  if (source.empty()) {
    router.unsent &= ~(std::uint64_t{1} << node_port);
    return false;
  }
  sender.left = source.front().flits;
  return true;
}

template <int kStride, int kWords>
bool InputQueued<kStride, kWords>::choose_injection_vc(const Router& router, Sender& sender,
                                                       std::uint8_t node_port) const {
  const std::uint32_t room = whole_packet_ && !bubble_ ? sender.source.front().flits : 1;
  const InjectionVc rule = parts_.router.injection_vc;
  const unsigned start = rule == InjectionVc::kRoundRobin ? sender.vc_pointer : 0;
  std::uint32_t most = 0;
  for (unsigned i = 0; i < vcs_; ++i) {
    const unsigned vc = (start + i) % vcs_;
    const std::uint32_t credits = output(router, node_port, vc).credits;
    if (credits < room || credits <= most) continue;
    sender.vc = static_cast<std::uint8_t>(vc);
    most = credits;
    if (rule != InjectionVc::kMostFree) break;
  }
  if (most == 0) return false;
  sender.vc_pointer = next_vc(sender.vc);
  return true;
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::start_packet(std::uint32_t r, const Router& router,
                                                Sender& sender, std::uint8_t node_port) {
  PacketDescriptor packet = pool_.begin(sender.source.front(), NodeId{info(router, node_port).node},
                                        parts_.topology, ticks_per_cycle_);
  PacketRecord& record = pool_[packet.packet];
  record.injected = now_;
  const RouterId target = packet.header.destination;
  if (oblivious_ != nullptr) {
    oblivious_->sample(RouterId{r}, target, sender.routing_random, path_);
    record.hops = pool_.set_path(path_, packet);
  } else if (target.value != r) {
    adaptive_->start(RouterId{r}, packet.header, Occupancy(*this, router), sender.routing_random);
    record.detour = adaptive_->detour(RouterId{r}, packet.header);
  }
  OutputVc& injection = output(router, node_port, sender.vc);
  ring(router, bit_of(node_port, sender.vc))[injection.ring_write] = packet;
  if (++injection.ring_write == ring_slots_) injection.ring_write = 0;
}

// ----------------------------------------------------------------------------------------------
// messages

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::post_flit(const Port& to, unsigned bit, Cycle delay) {
  if (delay < wheel_slots_) [[likely]] {
    to.peer_arrivals[(now_ + delay) & (wheel_slots_ - 1)].flits.set(bit);
    active_.mark(now_ + delay, to.peer);
  } else {
    post_far({to.peer, static_cast<std::uint16_t>(bit), EventKind::kFlit}, delay);
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::post_credit(const Port& to, unsigned bit, Cycle delay) {
  if (delay < wheel_slots_) [[likely]] {
    to.peer_arrivals[(now_ + delay) & (wheel_slots_ - 1)].credits.set(bit);
    active_.mark(now_ + delay, to.peer);
  } else {
    post_far({to.peer, static_cast<std::uint16_t>(bit), EventKind::kCredit}, delay);
  }
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::post_timer(std::uint32_t router, unsigned bit, EventKind kind,
                                              Cycle delay) {
  if (delay >= wheel_slots_) {
    post_far({router, static_cast<std::uint16_t>(bit), kind}, delay);
    return;
  }
  Timers& due = timers(router, now_ + delay);
  Mask& mask = kind == EventKind::kHead       ? due.heads
               : kind == EventKind::kSwitched ? due.switched
                                              : due.flits;
  mask.set(bit);
  active_.mark(now_ + delay, router);
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::post_far(const Event& event, Cycle delay) {
  for (auto& line : lines_) {
    if (line.delay() == delay) {
      line.push(now_, event);
      return;
    }
  }
  assert(false && "a delay without a line");
}

template <int kStride, int kWords>
void InputQueued<kStride, kWords>::deliver_far(const Event& event) {
  switch (event.kind) {
    case EventKind::kFlit:
      arrivals(event.router, now_).flits.set(event.bit);
      break;
    case EventKind::kCredit:
      arrivals(event.router, now_).credits.set(event.bit);
      break;
    case EventKind::kHead:
      timers(event.router, now_).heads.set(event.bit);
      break;
    case EventKind::kSwitched:
      timers(event.router, now_).switched.set(event.bit);
      break;
    case EventKind::kReadyFlit:
      timers(event.router, now_).flits.set(event.bit);
      break;
  }
  active_.mark(now_, event.router);
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
