// Rolling schedules: every transfer starts as soon as its channels are free of previous transfers,
//   without waiting for the previous frame.
//
// The head of a message reaches a channel some cycles after the message starts: its offset there.
// The message then occupies the channel for as many cycles as it has flits, plus a possible delay
// of the next head. So the next message over the channel reaches it no earlier than that many
// cycles after the first one. It starts earlier than it reaches the channel, by its own offset.
// Source: Gabrielyan & Hersch 2004, section 2.2, where edge nodes repeat liquid schedules for
// continuous traffic.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/transfers.hpp"

namespace orthant {

// Timing of messages in an empty network whose channels carry one flit per cycle.
struct MessageTimes {
  std::uint64_t cycles = 1;  // cycles between the heads of consecutive messages on a channel
  // Per transfer and channel of its path: cycles from the start until the head flit is there.
  std::vector<std::vector<std::uint64_t>> offsets;
};

// Returns the start cycle of each transfer of each frame. Transfers of earlier frames have
// precedence.
std::vector<std::vector<std::uint64_t>> rolling_starts(const TransferSet& set, const Frames& frames,
                                                       const MessageTimes& times);

}  // namespace orthant
