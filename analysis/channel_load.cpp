// Adds up the traffic matrix over the enumerated paths.
#include "analysis/channel_load.hpp"

#include <algorithm>
#include <limits>

namespace orthant {

double ChannelLoads::throughput_flits() const {
  return channel_max_relative > 0 ? 1 / channel_max_relative
                                  : std::numeric_limits<double>::infinity();
}

ChannelLoads expected_channel_loads(const Topology& topology, const ObliviousRouting& routing,
                                    const Traffic& traffic) {
  ChannelLoads loads;
  loads.channel.resize(topology.channel_count());
  std::vector<double> ejected(topology.node_count());
  std::vector<double> to_router(topology.router_count());  // from all nodes of one router
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const RouterId s{r};
    std::ranges::fill(to_router, 0.0);
    for (std::size_t i = 0; i < topology.node_count_of(s); ++i) {
      double injected = 0;
      traffic.row(NodeId{topology.first_node_of(s).index() + i}, [&](NodeId n, double share) {
        injected += share;
        ejected[n.index()] += share;
        to_router[topology.router_of(n).index()] += share;
      });
      loads.injection_max = std::max(loads.injection_max, injected);
    }
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      if (to_router[t] == 0) continue;
      routing.enumerate(s, RouterId{t}, [&](const Path& path, double probability) {
        for_each_hop(topology, s, path, [&](ChannelId c, std::uint8_t) {
          loads.channel[c.index()] += probability * to_router[t];
        });
      });
    }
  }
  for (std::size_t c = 0; c < loads.channel.size(); ++c) {
    const double load = loads.channel[c];
    loads.channel_max = std::max(loads.channel_max, load);
    loads.channel_max_relative = std::max(
        loads.channel_max_relative, load / to_double(topology.channel(ChannelId{c}).bandwidth));
  }
  for (const double load : ejected) loads.ejection_max = std::max(loads.ejection_max, load);
  return loads;
}

}  // namespace orthant
