// Rolling schedules: every transfer starts as soon as its channels are free of those before it, and
// no frame waits for the one before.
//
// A message whose head reaches a channel `offset` cycles after its start occupies that channel for
// as many cycles as it has flits, and the next head may have to wait a little longer. So the next
// transfer over it starts at the earliest so many cycles after, plus the first one's offset there,
// minus its own. Source: Gabrielyan & Hersch 2004, section 2.2, where
// edge nodes repeat liquid schedules for traffic that goes on.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/transfers.hpp"

namespace orthant {

// Messages in an empty network, whose channels carry a flit a cycle.
struct MessageTimes {
  std::uint64_t cycles = 1;  // from the head of a message to that of the next one on a channel
  // Per transfer and channel of its path: cycles from the start to the head's first flit there.
  std::vector<std::vector<std::uint64_t>> offsets;
};

// Per frame and transfer the cycle in which it starts, the frames being taken in their order.
std::vector<std::vector<std::uint64_t>> rolling_starts(const TransferSet& set, const Frames& frames,
                                                       const MessageTimes& times);

}  // namespace orthant
