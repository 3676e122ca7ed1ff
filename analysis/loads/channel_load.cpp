#include "analysis/loads/channel_load.hpp"

#include <algorithm>
#include <limits>

#include "routing/routing.hpp"

namespace orthant {

namespace {

// Calls add(channel, VC class, load) for every hop of every path.
template <class Add>
void for_each_load(const Topology& topology, const ObliviousRouting& routing,
                   const Traffic& traffic, const Add& add) {
  std::vector<double> to_router(topology.router_count());  // from all nodes of one router
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    const RouterId s{r};
    std::ranges::fill(to_router, 0.0);
    for (std::size_t i = 0; i < topology.node_count_of(s); ++i) {
      traffic.row(NodeId{topology.first_node_of(s).index() + i}, [&](NodeId n, double share) {
        to_router[topology.router_of(n).index()] += share;
      });
    }
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      if (to_router[t] == 0) continue;
      routing.enumerate(s, RouterId{t}, [&](const Path& path, double probability) {
        for_each_hop(topology, s, path, [&](ChannelId c, std::uint8_t vc_class) {
          add(c.index(), vc_class, probability * to_router[t]);
        });
      });
    }
  }
}

// Element-wise maximum over time of the vectors of(traffic of a phase).
template <class Of>
std::vector<double> largest_of_phases(const Traffic& traffic, const Of& of) {
  std::vector<double> largest;
  for (const Traffic& phase : traffic.phases()) raise_to_maximum(of(phase), largest);
  return largest;
}

}  // namespace

void raise_to_maximum(std::span<const double> values, std::vector<double>& largest) {
  largest.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) largest[i] = std::max(largest[i], values[i]);
}

std::vector<double> expected_channel_loads(const Topology& topology,
                                           const ObliviousRouting& routing,
                                           const Traffic& traffic) {
  return largest_of_phases(traffic, [&](const Traffic& phase) {
    std::vector<double> loads(topology.channel_count());
    for_each_load(topology, routing, phase,
                  [&](std::size_t c, std::uint8_t, double load) { loads[c] += load; });
    return loads;
  });
}

std::vector<double> expected_class_loads(const Topology& topology, const ObliviousRouting& routing,
                                         const Traffic& traffic) {
  const std::size_t classes = routing.traits().vc_classes.size();
  return largest_of_phases(traffic, [&](const Traffic& phase) {
    std::vector<double> loads(topology.channel_count() * classes);
    for_each_load(topology, routing, phase, [&](std::size_t c, std::uint8_t vc_class, double load) {
      loads[c * classes + vc_class] += load;
    });
    return loads;
  });
}

std::optional<std::vector<ChannelId>> unused_channels(
    const Topology& topology, std::span<const ObliviousRouting* const> routings,
    std::uint64_t most_hops) {
  std::vector<bool> used(topology.channel_count());
  std::size_t idle = used.size();
  std::uint64_t hops = 0;
  const auto mark = [&](ChannelId c, std::uint8_t) {
    ++hops;
    if (!used[c.index()]) --idle;
    used[c.index()] = true;
  };
  for (const ObliviousRouting* routing : routings) {
    for (std::size_t s = 0; s < topology.router_count() && idle > 0; ++s) {
      if (!topology.has_nodes(RouterId{s})) continue;
      for (std::size_t t = 0; t < topology.router_count() && idle > 0; ++t) {
        if (!topology.has_nodes(RouterId{t})) continue;
        if (hops >= most_hops) return std::nullopt;
        routing->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          for_each_hop(topology, RouterId{s}, path, mark);
        });
      }
    }
  }
  std::vector<ChannelId> unused;
  for (std::size_t c = 0; c < used.size(); ++c)
    if (!used[c]) unused.emplace_back(c);
  return unused;
}

double channel_max_relative(const Topology& topology, std::span<const double> channel_loads) {
  double largest = 0;
  for (std::size_t c = 0; c < channel_loads.size(); ++c) {
    const double bandwidth = to_double(topology.channel(ChannelId{c}).bandwidth);
    largest = std::max(largest, channel_loads[c] / bandwidth);
  }
  return largest;
}

PeakNodeRates peak_node_rates(const Topology& topology, const Traffic& traffic) {
  PeakNodeRates most;
  for (const Traffic& phase : traffic.phases()) {
    std::vector<double> received(topology.node_count());
    for (std::size_t n = 0; n < received.size(); ++n) {
      double sent = 0;
      phase.row(NodeId{n}, [&](NodeId to, double share) {
        received[to.index()] += share;
        sent += share;
      });
      most.sent = std::max(most.sent, sent);
    }
    most.received = std::max(most.received, *std::ranges::max_element(received));
  }
  return most;
}

double throughput_of(double channel_max_relative) {
  return channel_max_relative > 0 ? 1 / channel_max_relative
                                  : std::numeric_limits<double>::infinity();
}

double throughput_of(const Topology& topology, std::span<const double> channel_loads) {
  return throughput_of(channel_max_relative(topology, channel_loads));
}

double pattern_throughput(const Topology& topology, const Traffic& traffic,
                          std::span<const double> channel_loads, const NodeRates& rates) {
  constexpr double kSlack = 1e-9;
  const PeakNodeRates most = peak_node_rates(topology, traffic);
  double throughput = throughput_of(topology, channel_loads);
  if (most.received > 1 + kSlack) throughput = std::min(throughput, rates.ejection / most.received);
  if (most.sent > 1 + kSlack) throughput = std::min(throughput, rates.injection / most.sent);
  return throughput;
}

}  // namespace orthant
