// router.injection_limit: whether a packet may leave its node for the network.
//
// Source: Baydal, Lopez and Duato 2000 (ALO).
// Tested by: tests/sim/rules_test.cpp, tests/sim/injection_limit_test.cpp
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "sim/rules/space.hpp"

namespace orthant {

// All VCs of a channel, and the credits of the buffer of each. Below, channel_of(port) returns the
// channel of a candidate, and credits(port, vc) the credits of an unowned VC, 0 for others.
struct ChannelVcs {
  std::uint16_t vcs = 0;
  std::uint32_t buffer_credits = 1;
};

// Returns the candidate's VCs that a packet may enter so that space is left for packets in transit.
// It asks for `wanted` credits in one VC. Where a buffer is smaller than that, the other unowned
// VCs must supply the rest; a channel whose VCs are all empty is always enough.
template <class ChannelOf, class Credits>
std::uint16_t vcs_beside_transit(const OutputCandidate& candidate, std::uint32_t wanted,
                                 const ChannelOf& channel_of, const Credits& credits) {
  const ChannelVcs channel = channel_of(candidate.port);
  const unsigned vcs = candidate.vcs & channel.vcs;
  const auto of_vc = [&](unsigned vc) { return credits(candidate.port, vc); };
  std::uint32_t free = 0;
  for_each_bit(vcs, [&](unsigned vc) { free += of_vc(vc); });
  const auto count = static_cast<std::uint32_t>(std::popcount(vcs));
  if (free < std::min(wanted, count * channel.buffer_credits)) return 0;
  const std::uint32_t of_one = std::min(wanted, channel.buffer_credits);
  return vcs_with_space(vcs, std::max<std::uint32_t>(candidate.space, of_one), of_vc);
}

// True if every useful channel has an empty VC, or some useful channel has empty VCs only. The
// channels of candidates are useful; of their VCs, only those of candidates count, the escape's
// among them.
template <class ChannelOf, class Credits>
bool at_least_one_is_free(std::span<const OutputCandidate> candidates, const ChannelOf& channel_of,
                          const Credits& credits) {
  bool each = true;
  for (const OutputCandidate& candidate : candidates) {
    const ChannelVcs channel = channel_of(candidate.port);
    unsigned useful = 0;
    for (const OutputCandidate& other : candidates)
      if (other.port == candidate.port) useful |= other.vcs & channel.vcs;
    const unsigned empty = vcs_with_space(useful, channel.buffer_credits,
                                          [&](unsigned vc) { return credits(candidate.port, vc); });
    if (empty == useful) return true;
    each = each && empty != 0;
  }
  return each;
}

}  // namespace orthant
