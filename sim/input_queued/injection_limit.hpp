// router.injection_limit: whether a packet may leave its node for the network, for the step and for
// who looks at it from outside.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/input_queued/input_queued.hpp"
#include "sim/kernel/bits.hpp"

namespace orthant {

// Those VCs of the alternative that the head may enter from its node and leave room for packets in
// transit. For what a buffer is too small the other free VCs make up; all of them empty is always
// enough. credits(port, vc): of a free VC, 0 of others; flits, or packets with bubble.
template <MaskShape kShape>
template <class Credits>
std::uint16_t InputQueued<kShape>::available_beside(const Router& router, unsigned bit,
                                                    const Alternative& way,
                                                    const Credits& credits) const {
  const std::uint32_t length = bubble_ ? 1 : input(router, bit).front_length;
  const std::uint32_t wanted = length + injection_credits_;
  const PortInfo& all = info(router, way.port);
  const unsigned vcs = way.vcs & all.vcs;
  const auto most = static_cast<std::uint32_t>(std::popcount(vcs)) * all.buffer_credits;
  const std::uint32_t room =
      std::max(std::uint32_t{way.room}, std::min<std::uint32_t>(wanted, all.buffer_credits));
  std::uint32_t sum = 0;
  unsigned roomy = 0;
  for_each_bit(vcs, [&](unsigned vc) {
    const std::uint32_t its = credits(way.port, vc);
    sum += its;
    if (its >= room) roomy |= 1u << vc;
  });
  return sum < std::min(wanted, most) ? std::uint16_t{0} : static_cast<std::uint16_t>(roomy);
}

// Every useful channel has a free VC, or some useful channel has only free ones. Useful is the
// channel of an alternative; its VCs are those of its alternatives, the escape among them; a VC is
// free when no packet holds it and its buffer is empty. credits(port, vc): as above.
template <MaskShape kShape>
template <class Credits>
bool InputQueued<kShape>::at_least_one_is_free(const Router& router, unsigned bit,
                                               const Credits& credits) const {
  bool each = true;
  std::uint64_t seen = 0;
  for (const Alternative& way : ways(router, bit)) {
    if (port(router, way.port).is_node) return true;
    if ((seen >> way.port) & 1) continue;
    seen |= std::uint64_t{1} << way.port;
    unsigned useful = 0;
    for (const Alternative& other : ways(router, bit))
      if (other.port == way.port) useful |= other.vcs & info(router, way.port).vcs;
    unsigned free = 0;
    for_each_bit(useful, [&](unsigned vc) {
      if (credits(way.port, vc) >= info(router, way.port).buffer_credits) free |= 1u << vc;
    });
    if (free == useful) return true;
    each = each && free != 0;
  }
  return each;
}

template <MaskShape kShape>
InjectionLimit InputQueued<kShape>::limit_of(const Router& router, unsigned bit) const {
  const bool from_node = port_of(bit) >= router.channel_ports;
  return from_node ? parts_.router.injection_limit : InjectionLimit::kNone;
}

}  // namespace orthant
