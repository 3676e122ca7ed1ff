// Transfers of a collective communication, and how fast they can go at best.
//
// A transfer occupies all channels of its path for one frame. Two transfers congest where they
// share a channel. Source of the terms: Gabrielyan & Hersch 2004, section 4.
//
// Channels of unequal bandwidth: every transfer proceeds at a unit of bandwidth of which that of
// each channel is a multiple, its capacity, and so many transfers share the channel in a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rational.hpp"

namespace orthant {

struct Transfer {
  std::string name = {};
  std::vector<std::uint32_t> channels;  // in the order of its path, each once
};

struct TransferSet {
  std::size_t channels = 0;
  std::vector<std::string> channel_names = {};  // one of each, or none at all
  // Per channel: how many transfers it carries in a frame, at least 1; empty: 1 each.
  std::vector<std::uint32_t> capacities = {};
  std::vector<Transfer> transfers = {};
  // An order that knows nothing of the network: the transfers of every round; may be empty.
  std::vector<std::vector<std::uint32_t>> rounds = {};

  std::uint32_t capacity(std::size_t channel) const {
    return capacities.empty() ? 1 : capacities[channel];
  }
  // Whether some channel carries more than one transfer in a frame.
  bool has_capacities() const;

  // For messages: "3 (t1->r4)".
  std::string channel_name(std::size_t channel) const;
  std::string transfer_name(std::size_t transfer) const;
};

// What the busiest channels allow. All lists ascend.
struct LiquidBound {
  std::vector<std::uint32_t> loads;  // per channel: how many transfers occupy it
  // The largest load per capacity, rounded up: no schedule has fewer frames.
  std::uint32_t duration = 0;
  Rational time = 0;                       // the same, not rounded
  std::vector<std::uint32_t> bottlenecks;  // channels with the largest; none without a load
  std::vector<std::uint32_t> skeleton;     // transfers that occupy a bottleneck
  double liquid_throughput = 0;            // transfers per frame at most; 0 without transfers
};

LiquidBound liquid_bound(const TransferSet& set);

// Frames of transfers that do not congest, every transfer in one frame.
using Frames = std::vector<std::vector<std::uint32_t>>;

}  // namespace orthant
