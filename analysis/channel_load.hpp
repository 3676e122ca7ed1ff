// Exact expected load of every channel under an oblivious routing and a traffic matrix.
#pragma once

#include <vector>

#include "routing/routing.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// Flits per cycle when every node with traffic creates one flit per cycle.
struct ChannelLoads {
  std::vector<double> channel;  // per channel
  double channel_max = 0;
  double channel_max_relative = 0;  // load over bandwidth
  double injection_max = 0;         // of the channels from a node to its router
  double ejection_max = 0;          // of the channels from a router to a node

  // Largest injection per node, in flits per cycle, that the channels between routers carry;
  // infinite where no packet crosses one.
  double throughput_flits() const;
};

ChannelLoads expected_channel_loads(const Topology& topology, const ObliviousRouting& routing,
                                    const Traffic& traffic);

}  // namespace orthant
