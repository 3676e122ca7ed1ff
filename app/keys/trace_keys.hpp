// The choice of packets that output.trace follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "sim/measure/packet_trace.hpp"

namespace orthant {

// [trace]: a packet has to meet all conditions given.
struct TraceKeys {
  std::optional<std::string> packets;  // in the form of packet_names()
  std::vector<NodeId> source, destination;
  Cycle from_cycle = 0;
  std::optional<Cycle> to_cycle;
  std::uint64_t one_in = 1;

  // The filter for a network with this many nodes. Throws KeyError if a packet or node does not
  // exist, or if the range of cycles is empty.
  TraceFilter filter(std::size_t nodes) const;
};
const KeyRows<TraceKeys>& trace_rows();

// Parses "3:17 5:0": packets of nodes 3 and 5. Throws KeyError("trace.packets").
std::vector<PacketName> packet_names(std::string_view text);

}  // namespace orthant
