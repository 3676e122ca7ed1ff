// Transfers of a collective communication, and bounds on their schedules.
//
// A transfer occupies all channels of its path for one frame. Two transfers congest if they share a
// channel. Source of the terms: Gabrielyan & Hersch 2004, section 4.
//
// Channels may have unequal bandwidths. Every transfer then uses one unit of bandwidth, and the
// capacity of a channel is its bandwidth in this unit: the number of transfers that may share it in
// a frame.
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
  // Per channel: how many transfers it carries in a frame, at least 1. Empty: every channel carries
  // 1.
  std::vector<std::uint32_t> capacities = {};
  std::vector<Transfer> transfers = {};
  // Transfers of each step of an order that ignores the network; may be empty.
  std::vector<std::vector<std::uint32_t>> steps = {};

  std::uint32_t capacity(std::size_t channel) const {
    return capacities.empty() ? 1 : capacities[channel];
  }
  // True if some channel carries more than one transfer per frame.
  bool has_capacities() const;

  // Names for error messages, such as "3 (t1->r4)".
  std::string channel_name(std::size_t channel) const;
  std::string transfer_name(std::size_t transfer) const;
};

// Bounds given by the busiest channels. Lists of channels and transfers ascend.
struct LiquidBound {
  std::vector<std::uint32_t> loads;  // per channel: number of transfers
  // Largest ratio of load to capacity of a channel, rounded up: no schedule has fewer frames.
  std::uint32_t duration = 0;
  Rational time = 0;                       // this ratio before rounding
  std::vector<std::uint32_t> bottlenecks;  // channels with this ratio; empty if all loads are 0
  std::vector<std::uint32_t> skeleton;     // transfers that use a bottleneck
  double liquid_throughput = 0;  // largest number of transfers per frame; 0 without transfers
};

LiquidBound liquid_bound(const TransferSet& set);

// Transfers of each frame. In a valid schedule no channel exceeds its capacity in a frame, and
// every transfer is in exactly one frame.
using Frames = std::vector<std::vector<std::uint32_t>>;

}  // namespace orthant
