// Which packets output.trace follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "sim/measure/packet_trace.hpp"

namespace orthant {

// [trace]: all that is given has to hold.
struct TraceKeys {
  std::optional<std::string> packets;  // as packet_names() takes them
  std::vector<NodeId> source, destination;
  Cycle from_cycle = 0;
  std::optional<Cycle> to_cycle;
  std::uint64_t one_in = 1;

  // In a network with so many nodes. Throws KeyError where there is no such packet or node, or
  // where the cycles are none.
  TraceFilter filter(std::size_t nodes) const;
};
const KeyRows<TraceKeys>& trace_rows();

// "3:17 5:0": packets of nodes 3 and 5. Throws KeyError("trace.packets").
std::vector<PacketName> packet_names(std::string_view text);

}  // namespace orthant
