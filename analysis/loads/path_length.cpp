#include "analysis/loads/path_length.hpp"

#include <algorithm>

#include "analysis/loads/shortest_paths.hpp"

namespace orthant {
namespace {

void visit_source(const Topology& topology, RouterId s, PairLoads::Reader& read,
                  FunctionRef<void(const PairLength&)> visit) {
  const std::vector<std::uint32_t> distance = shortest_paths(topology, s).hops;
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    const auto shares = read(s, RouterId{t});
    if (shares.empty() && distance[t] > 0) continue;  // a router without nodes
    visit({.source = s,
           .destination = RouterId{t},
           .mean = mean_hops(shares),
           .minimum = distance[t]});
  }
}

}  // namespace

double mean_hops(std::span<const ChannelShare> shares) {
  double hops = 0;
  for (const ChannelShare& share : shares) hops += share.load;
  return hops;
}

void for_each_pair_length(const PairLoads& loads, FunctionRef<void(const PairLength&)> visit) {
  PairLoads::Reader read(loads);
  for (std::size_t s = 0; s < loads.topology().router_count(); ++s) {
    visit_source(loads.topology(), RouterId{s}, read, visit);
  }
}

void PathLengthSum::add(const PairLength& pair) {
  const auto nodes = static_cast<double>(topology_->node_count_of(pair.source) *
                                         topology_->node_count_of(pair.destination));
  sum_.mean += nodes * pair.mean;
  sum_.minimal_mean += nodes * pair.minimum;
  pairs_ += nodes;
  if (nodes == 0) return;
  sum_.longest = std::max(sum_.longest, pair.mean);
  if (pair.minimum > 0) sum_.stretch = std::max(sum_.stretch, pair.mean / pair.minimum);
}

void PathLengthSum::add(const PathLengthSum& other) {
  sum_.mean += other.sum_.mean;
  sum_.minimal_mean += other.sum_.minimal_mean;
  pairs_ += other.pairs_;
  sum_.longest = std::max(sum_.longest, other.sum_.longest);
  sum_.stretch = std::max(sum_.stretch, other.sum_.stretch);
}

PathLength PathLengthSum::means() const {
  PathLength means = sum_;
  means.mean /= pairs_;
  means.minimal_mean /= pairs_;
  return means;
}

PathLength path_length(const PairLoads& loads) {
  PathLengthSum sum(loads.topology());
  const auto add = [&](const PairLength& pair) { sum.add(pair); };
  if (loads.from_one_source()) {  // all sources are equivalent
    PairLoads::Reader read(loads);
    visit_source(loads.topology(), RouterId{0}, read, add);
  } else {
    for_each_pair_length(loads, add);
  }
  return sum.means();
}

}  // namespace orthant
