// Looks at a running input-queued network from outside the step: totals, conservation, who waits
// for whom.
#include "sim/input_queued.hpp"
#include "sim/input_queued_shapes.hpp"
#include "sim/require.hpp"

namespace orthant {

template <MaskShape kShape>
std::vector<std::uint64_t> InputQueued<kShape>::channel_flits() const {
  std::vector<std::uint64_t> flits(parts_.topology.channel_count());
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    const PortInfo& info = port_infos_[p];
    if (info.exists && !ports_[p].is_node) flits[info.channel] = ports_[p].flits;
  }
  return flits;
}

template <MaskShape kShape>
std::uint64_t InputQueued<kShape>::flit_hops() const {
  std::uint64_t hops = 0;
  for (const Port& port : ports_) hops += port.flits;
  return hops;
}

template <MaskShape kShape>
auto InputQueued<kShape>::under_way() const -> UnderWay {
  UnderWay found;
  found.flits.resize(inputs_.size());
  found.credits.resize(inputs_.size());
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    const Router& router = routers_[r];
    for (std::size_t i = 0; i < wheel_slots_; ++i) {
      const Arrivals& due = arrivals(r, i);
      due.flits.for_each([&](unsigned bit) { ++found.flits[slot(router, bit)]; });
      due.credits.for_each([&](unsigned bit) { ++found.credits[slot(router, bit)]; });
    }
  }
  for (const auto& line : lines_) {
    line.for_each([&](const Event& event) {
      const std::size_t s = slot(routers_[event.router], event.bit);
      if (event.kind == EventKind::kFlit) ++found.flits[s];
      if (event.kind == EventKind::kCredit) ++found.credits[s];
    });
  }
  return found;
}

template <MaskShape kShape>
void InputQueued<kShape>::check_conservation() const {
  const UnderWay on_the_way = under_way();
  std::uint64_t inside = 0;
  for (std::size_t s = 0; s < inputs_.size(); ++s) {
    inside += inputs_[s].occupancy + on_the_way.flits[s];
  }
  require(inside == flits_inside(), "cycle {}: {} flits entered and did not leave, {} are found",
          now_ / ticks_per_cycle_, flits_inside(), inside);
  for (std::uint32_t r = 0; r < routers_.size(); ++r) {
    check_credits(r, on_the_way);
    if (holds_) check_holders(r);
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::check_credits(std::uint32_t r, const UnderWay& on_the_way) const {
  const Router& router = routers_[r];
  for (unsigned p = 0; p < router.port_count; ++p) {
    const Port& channel = port(router, p);
    if (!info(router, p).exists) continue;
    const Router& peer = routers_[channel.peer];
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const std::size_t receiver = slot(peer, bit_of(channel.peer_port, vc));
      const std::uint32_t taken = bubble_
                                      ? packets_downstream(router, p, vc)
                                      : inputs_[receiver].occupancy + on_the_way.flits[receiver];
      const std::uint32_t total =
          output(router, p, vc).credits + taken + on_the_way.credits[slot(router, bit_of(p, vc))];
      const std::uint32_t all =
          ((info(router, p).vcs >> vc) & 1) != 0 ? info(router, p).buffer_credits : 0;
      require(total == all, "cycle {}, router {}, port {}, vc {}: {} credits of {}",
              now_ / ticks_per_cycle_, r, p, vc, total, all);
    }
  }
}

template <MaskShape kShape>
void InputQueued<kShape>::check_holders(std::uint32_t r) const {
  Matching held;
  holding_[r].for_each([&](unsigned bit) {
    const InputVc& vc = input(routers_[r], bit);
    const std::uint64_t in = held.inputs >> port_of(bit);
    const std::uint64_t out = held.outputs >> vc.out_port;
    require(((in | out) & 1) == 0 && vc.front_left > 0 && vc.front_left < vc.front_length,
            "cycle {}, router {}, port {}, vc {}: holds the switch", now_ / ticks_per_cycle_, r,
            port_of(bit), vc_of(bit));
    held |= {std::uint64_t{1} << port_of(bit), std::uint64_t{1} << vc.out_port};
  });
}

// Bubble: packets that hold a slot behind output VC (p, vc): those with a descriptor there, and one
// that was granted the VC and has not sent its head.
template <MaskShape kShape>
std::uint32_t InputQueued<kShape>::packets_downstream(const Router& router, unsigned p,
                                                      unsigned vc) const {
  const Port& channel = port(router, p);
  const OutputVc& sender = output(router, p, vc);
  const InputVc& receiver = input(routers_[channel.peer], bit_of(channel.peer_port, vc));
  std::uint32_t packets = (sender.ring_write + ring_slots_ - receiver.ring_read) % ring_slots_;
  if (!channel.is_node && sender.owner != kNoOwner) {
    const InputVc& owner = input(router, sender.owner);
    packets += owner.front_left == owner.front_length;
  }
  return packets;
}

template <MaskShape kShape>
bool InputQueued<kShape>::has_stalled_head() {
  bool stalled = false;
  for (Router& router : routers_) {
    Mask fronts;
    for (unsigned p = 0; p < router.port_count; ++p) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned bit = bit_of(p, vc);
        if (input(router, bit).front_left != 0) fronts.set(bit);
      }
    }
    stalled = stalled || (fronts & router.watched & ~router.moved).any();
    router.watched = fronts;
    router.moved = {};
  }
  return stalled;
}

template <MaskShape kShape>
WaitGraph InputQueued<kShape>::wait_graph() const {
  WaitGraph graph;
  const UnderWay on_the_way = under_way();
  for (std::uint32_t r = 0; r < routers_.size(); ++r) add_waits(r, on_the_way, graph);
  return graph;
}

template <MaskShape kShape>
void InputQueued<kShape>::add_waits(std::uint32_t r, const UnderWay& on_the_way,
                                    WaitGraph& graph) const {
  const Router& router = routers_[r];
  for (unsigned p = 0; p < router.port_count; ++p) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const unsigned bit = bit_of(p, vc);
      std::vector<WaitGraph::Vertex> blockers;
      if (input(router, bit).front_left == 0 || !add_blockers(r, bit, on_the_way, blockers)) {
        continue;
      }
      graph.add(static_cast<WaitGraph::Vertex>(slot(router, bit)), {RouterId{r}, PortId{p}, Vc{vc}},
                std::move(blockers));
    }
  }
}

// False when the front packet of `bit` can move, or will once something under way arrives.
template <MaskShape kShape>
bool InputQueued<kShape>::add_blockers(std::uint32_t r, unsigned bit, const UnderWay& on_the_way,
                                       std::vector<WaitGraph::Vertex>& blockers) const {
  const Router& router = routers_[r];
  const InputVc& vc = input(router, bit);
  const auto credits_to_come = [&](unsigned p, unsigned out_vc) {
    return output(router, p, out_vc).credits + on_the_way.credits[slot(router, bit_of(p, out_vc))];
  };
  const auto downstream = [&](unsigned p, unsigned out_vc) {
    const Port& out = port(router, p);
    return static_cast<WaitGraph::Vertex>(slot(routers_[out.peer], bit_of(out.peer_port, out_vc)));
  };
  if (router.arrived.test(bit)) return false;
  if (vc.out_vc != kNoVc) {  // waits for a credit, or for the rest of the packet
    if (vc.occupancy == 0 || bubble_ || port(router, vc.out_port).is_node ||
        credits_to_come(vc.out_port, vc.out_vc) != 0) {
      return false;
    }
    blockers.push_back(downstream(vc.out_port, vc.out_vc));
    return true;
  }
  bool can_move = false;
  for (const Alternative& way : ways(router, bit)) {
    for_each_bit(way.vcs & info(router, way.port).vcs, [&](unsigned out_vc) {
      const OutputVc& out = output(router, way.port, out_vc);
      if (out.owner != kNoOwner) {
        blockers.push_back(static_cast<WaitGraph::Vertex>(slot(router, out.owner)));
      } else if (way.room == 0 || credits_to_come(way.port, out_vc) >= way.room) {
        can_move = true;
      } else {
        blockers.push_back(downstream(way.port, out_vc));
      }
    });
  }
  return !can_move;
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
