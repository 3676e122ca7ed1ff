// The most that flow control lets a channel carry, whatever the senders: its buffers may be too
// short for its round trip.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/prediction/zero_load.hpp"

namespace orthant {

// The ceiling of some VCs of a channel.
struct ChannelCeiling {
  std::uint32_t vcs = 0;           // those that the port at its end has
  std::uint32_t buffer_flits = 0;  // per VC
  std::uint64_t loop_cycles = 0;   // least cycles that a slot of a buffer is in use
  // Buffer for one VC at full bandwidth; nullopt if packets need space for all their flits.
  std::optional<std::uint64_t> loop_flits;
  double bandwidth = 0;   // flits per cycle
  double by_buffers = 0;  // flits per cycle

  bool is_short() const { return by_buffers < bandwidth; }
};

// Ceilings of an input-queued network. Requires parts that validate() accepts.
class ChannelCeilings {
 public:
  explicit ChannelCeilings(const NetworkParts& parts)
      : parts_(parts), zero_load_(parts.topology, parts.router, parts.node_channels) {}

  // `vcs`: a bit each.
  ChannelCeiling of(const Channel& channel, std::uint16_t vcs) const;

 private:
  double per_vc(const ChannelCeiling& channel) const;

  NetworkParts parts_;
  InputQueuedZeroLoad zero_load_;
};

}  // namespace orthant
