#include "analysis/path_length.hpp"

#include <algorithm>

#include "analysis/shortest_paths.hpp"

namespace orthant {
namespace {

// Every hop crosses one channel once.
double mean_hops(std::span<const ChannelShare> shares) {
  double hops = 0;
  for (const ChannelShare& share : shares) hops += share.load;
  return hops;
}

void visit_source(const Topology& topology, RouterId s, PairLoads::Reader& read,
                  FunctionRef<void(const PairLength&)> visit) {
  const std::vector<std::uint32_t> distance = shortest_paths(topology, s).hops;
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    visit({.source = s,
           .destination = RouterId{t},
           .mean = mean_hops(read(s, RouterId{t})),
           .minimum = distance[t]});
  }
}

}  // namespace

void for_each_pair_length(const PairLoads& loads, FunctionRef<void(const PairLength&)> visit) {
  PairLoads::Reader read(loads);
  for (std::size_t s = 0; s < loads.topology().router_count(); ++s) {
    visit_source(loads.topology(), RouterId{s}, read, visit);
  }
}

PathLength path_length(const PairLoads& loads) {
  const Topology& topology = loads.topology();
  PathLength sum;
  double pairs = 0;
  const auto add = [&](const PairLength& pair) {
    const auto nodes = static_cast<double>(topology.node_count_of(pair.source) *
                                           topology.node_count_of(pair.destination));
    sum.mean += nodes * pair.mean;
    sum.minimal_mean += nodes * pair.minimum;
    pairs += nodes;
    if (nodes == 0) return;
    sum.longest = std::max(sum.longest, pair.mean);
    if (pair.minimum > 0) sum.stretch = std::max(sum.stretch, pair.mean / pair.minimum);
  };
  if (loads.from_one_source()) {  // all sources look alike
    PairLoads::Reader read(loads);
    visit_source(topology, RouterId{0}, read, add);
  } else {
    for_each_pair_length(loads, add);
  }
  sum.mean /= pairs;
  sum.minimal_mean /= pairs;
  return sum;
}

}  // namespace orthant
