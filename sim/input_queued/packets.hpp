// Packets that move in one piece, in a switch that is held for packets: where the step (step.hpp)
// differs for them. Where packet_lags() allows it, the flits of a packet follow its head cycle by
// cycle and need no events of their own: a packet arrives once, returns its credit once, and keeps
// its ports and its output VC until a timer expires. The timer expires in the tick after the
// tail's, before routing and allocation; one tick earlier it would wake the router for nothing
// else.
//
// Flit counts of sources, channels and ejection are exact between two ticks: settle() and
// inspect.cpp bring them up to date.
//
// Tested by: tests/sim/packets_in_one_piece_test.cpp, against the same router flit by flit
#pragma once

#include <utility>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// Ends the packets whose tails have left these input VCs.
template <MaskShape kShape>
void InputQueued<kShape>::end_packets(Router& router,
                                      const Mask& tails) requires(kShape.whole_packets) {
  router.moved |= tails;
  tails.for_each([&](unsigned bit) {
    InputVc& vc = input(router, bit);
    router.held.inputs &= ~(std::uint64_t{1} << port_of(bit));
    router.held.outputs &= ~(std::uint64_t{1} << vc.out_port);
    vc.front_left = 0;
    release_output_vc(router, vc, port(router, vc.out_port));
    finish_packet(router, bit, vc);
  });
}

// Holds the ports from the head that has just been sent to the tail.
template <MaskShape kShape>
void InputQueued<kShape>::hold_ports(Router& router, unsigned bit,
                                     const InputVc& vc) requires(kShape.whole_packets) {
  router.allocated.clear(bit);
  router.held |= {std::uint64_t{1} << port_of(bit), std::uint64_t{1} << vc.out_port};
  post_timer(number_of(router), bit, EventKind::kTail, lags_.tail);
}

// Delivers packets in the order in which their tails would win the switch.
template <MaskShape kShape>
void InputQueued<kShape>::begin_ejections(const Router& router) requires(kShape.whole_packets) {
  std::exchange(departing_, {}).for_each([&](unsigned bit) {
    const PacketProgress& packet = ring(router, bit)[input(router, bit).ring_read];
    finish(packet);
    ejecting_.push(now_, {packet.packet, now_});
  });
}

template <MaskShape kShape>
void InputQueued<kShape>::end_ejections() requires(kShape.whole_packets) {
  ejecting_.pop_due(now_, [this](Passing passing, Tick) {
    count_ejected(passing, now_ + 1);
    recorder_.delivered(pool_[passing.id], now_, now_ + eject_delay_,
                        [&] { return pool_.number(passing.id); });
    pool_.release(passing.id);
  });
}

template <MaskShape kShape>
void InputQueued<kShape>::inject_packet(LocalRouter r, Router& router, InputQueuedSender& sender,
                                        std::uint8_t node_port) requires(kShape.whole_packets) {
  router.sources &= ~(std::uint64_t{1} << node_port);
  if (sender.busy_until > now_ || !choose_injection_vc(router, sender, node_port, sender.vcs))
    return;
  --output(router, node_port, sender.vc).credits;
  start_packet(r, router, sender, node_port);
  const PortInfo& channel = info(router, node_port);
  post(port(router, node_port), bit_of(node_port, sender.vc), EventKind::kFlit, injection_delay_);
  sender.busy_until = now_ + lags_.tail;
  injecting_.push(now_, {channel.channel, now_});
  sender.source.pop(lags_of_sources_);
  if (sender.source.empty()) router.unsent &= ~(std::uint64_t{1} << node_port);
}

template <MaskShape kShape>
void InputQueued<kShape>::end_injections() requires(kShape.whole_packets) {
  injecting_.pop_due(now_, [this](Passing passing, Tick) {
    count_injected(passing);
    InputQueuedSender& sender = senders_[passing.id];
    if (program_ && sender.source.empty() && follow(sender, now_))
      routers_[sender.router.index()].unsent |= std::uint64_t{1} << sender.port;
    if (sender.source.empty()) return;
    routers_[sender.router.index()].sources |= std::uint64_t{1} << sender.port;
    active_.mark(now_, sender.router.value);
  });
}

// Counts the packet's flits of the ticks before now_.
template <MaskShape kShape>
void InputQueued<kShape>::count_injected(Passing& passing) requires(kShape.whole_packets) {
  const std::uint64_t flits = now_ - std::exchange(passing.counted, now_);
  senders_[passing.id].source.sent(flits);
  injected_flits_ += flits;
}

template <MaskShape kShape>
void InputQueued<kShape>::count_ejected(Passing& passing, Tick to) requires(kShape.whole_packets) {
  recorder_.ejected_one_by_one(std::exchange(passing.counted, to), to);
}

// Brings state and counts up to now_; the step of this tick would otherwise do so.
template <MaskShape kShape>
void InputQueued<kShape>::settle() requires(kShape.whole_packets) {
  for (auto& line : lines_) {
    line.pop_due(now_, [this](const Event& event, Tick due) {
      deliver(event, due);
      idle_ticks_ = 0;
    });
  }
  active_.for_each(now_, [this](std::uint32_t number) {
    const LocalRouter r{number};
    end_packets(routers_[r.index()], std::exchange(arrivals(r, now_).tails, {}));
  });
  injecting_.update([this](Passing& passing) { count_injected(passing); });
  ejecting_.update([this](Passing& passing) { count_ejected(passing, now_); });
}

}  // namespace orthant
