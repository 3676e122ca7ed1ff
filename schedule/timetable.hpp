// Rolling schedules: every transfer starts as soon as its channels are free of previous transfers,
//   without waiting for the previous frame.
//
// A message whose head reaches a channel `offset` cycles after its start occupies that channel for
// as many cycles as it has flits, plus a possible delay of the next head. So the next transfer over
// it starts no earlier than that many cycles later, plus the first one's offset there, minus its
// own. Source: Gabrielyan & Hersch 2004, section 2.2, where edge nodes repeat liquid schedules for
// continuous traffic.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/transfers.hpp"

namespace orthant {

// Timing of messages in an empty network whose channels carry one flit per cycle.
struct MessageTimes {
  std::uint64_t cycles = 1;  // between the heads of consecutive messages on a channel
  // Per transfer and channel of its path: cycles from the start until the head flit is there.
  std::vector<std::vector<std::uint64_t>> offsets;
};

// Per frame and transfer: its start cycle, with frames taken in order.
std::vector<std::vector<std::uint64_t>> rolling_starts(const TransferSet& set, const Frames& frames,
                                                       const MessageTimes& times);

}  // namespace orthant
