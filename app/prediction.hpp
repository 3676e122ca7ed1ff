// What can be said of a point without simulating it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/setup.hpp"

namespace orthant {

// Latency of packets in an empty network, over the traffic matrix and the packet lengths, in
// cycles.
struct ZeroLoad {
  double mean = 0;
  Cycle least = 0;
  Cycle most = 0;
  double hops_mean = 0;
  std::size_t sources = 0;  // with traffic, that were looked at: evenly spread where there are many
};
// nullopt where no node sends. An adaptive routing is followed along its first candidates, which is
// the way of a packet that meets no other.
std::optional<ZeroLoad> predict_zero_load(const Setup& setup);

// Flits that a VC buffer must hold so that one packet streams through it at the full rate of its
// channel: bandwidth times 2 latency + traversal + switch allocation + credit delay; the largest
// over all channels. 0 without channels.
std::uint64_t credit_loop_flits(const Setup& setup);

}  // namespace orthant
