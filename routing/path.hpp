// A path through the network as runs of hops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "topology/topology.hpp"

namespace orthant {

// A straight run of a path: `hops` channels, each left through the same port number, in one VC
// class.
struct Leg {
  PortId port;
  std::uint16_t hops = 0;  // >= 1
  std::uint8_t vc_class = 0;
  bool operator==(const Leg&) const = default;
};
using Path = std::vector<Leg>;

// Where a walk along a path ended.
struct PathEnd {
  RouterId router;
  // The leg whose port has no channel at `router`; nullptr if the walk reached the path's end.
  const Leg* broken_leg = nullptr;
};

// Walks a path from router s: calls visit(channel, VC class) for every hop, in order.
template <class Visit>
PathEnd for_each_hop(const Topology& topology, RouterId s, const Path& path, const Visit& visit) {
  RouterId here = s;
  for (const Leg& leg : path) {
    for (std::size_t i = 0; i < leg.hops; ++i) {
      const auto channel = topology.channel_from(here, leg.port);
      if (!channel) return {here, &leg};
      visit(*channel, leg.vc_class);
      here = topology.neighbor(here, leg.port);
    }
  }
  return {here};
}

}  // namespace orthant
