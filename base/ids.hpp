// Distinct integer types for the parts of a network: mixing two of them does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace orthant {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  constexpr std::size_t index() const { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

using RouterId = Id<struct RouterTag>;
using NodeId = Id<struct NodeTag>;        // an endpoint: a source and sink of packets
using PortId = Id<struct PortTag>;        // index of a port within its router
using ChannelId = Id<struct ChannelTag>;  // one direction of a link between two routers
using Vc = Id<struct VcTag>;              // index of a virtual channel within its port

using Cycle = std::uint64_t;  // a point in time, or a span, in cycles
using Tick = std::uint64_t;   // the same in ticks; a cycle is a whole number of ticks
inline constexpr Cycle kNever = ~Cycle{0};

}  // namespace orthant
