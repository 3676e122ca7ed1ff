// Transfers of a collective communication, and bounds on their schedules.
//
// A transfer occupies all channels of its path for one frame. Two transfers congest if they share a
// channel. Source of the terms: Gabrielyan & Hersch 2004, section 4.
//
// Channels of unequal bandwidth: every transfer proceeds at a unit of bandwidth. A channel's
// capacity is its bandwidth in this unit, and that many transfers share the channel in a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rational.hpp"

namespace orthant {

struct Transfer {
  std::string name = {};
  std::vector<std::uint32_t> channels;  // in the order of its path, without repetition
};

struct TransferSet {
  std::size_t channels = 0;
  std::vector<std::string> channel_names = {};  // one per channel, or empty
  // Per channel: transfers per frame, at least 1; empty: 1 each.
  std::vector<std::uint32_t> capacities = {};
  std::vector<Transfer> transfers = {};
  // An order that ignores the network, step by step; may be empty.
  std::vector<std::vector<std::uint32_t>> steps = {};

  std::uint32_t capacity(std::size_t channel) const {
    return capacities.empty() ? 1 : capacities[channel];
  }
  // True if some channel carries more than one transfer per frame.
  bool has_capacities() const;

  // For messages: "3 (t1->r4)".
  std::string channel_name(std::size_t channel) const;
  std::string transfer_name(std::size_t transfer) const;
};

// Bounds given by the busiest channels. All lists ascend.
struct LiquidBound {
  std::vector<std::uint32_t> loads;  // per channel: number of transfers
  // The largest load per capacity, rounded up: a lower bound on the number of frames.
  std::uint32_t duration = 0;
  Rational time = 0;  // the same before rounding
  std::vector<std::uint32_t>
      bottlenecks;  // channels with the largest load per capacity; empty without load
  std::vector<std::uint32_t> skeleton;  // transfers that use a bottleneck
  double liquid_throughput = 0;  // largest number of transfers per frame; 0 without transfers
};

LiquidBound liquid_bound(const TransferSet& set);

// Frames of transfers without congestion; every transfer is in one frame.
using Frames = std::vector<std::vector<std::uint32_t>>;

}  // namespace orthant
