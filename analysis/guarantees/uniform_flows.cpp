// Tested by: tests/analysis/graph_capacity_test.cpp
#include "analysis/guarantees/uniform_flows.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "analysis/loads/automorphisms.hpp"
#include "base/orbits.hpp"
#include "base/parallel_for.hpp"
#include "base/rational.hpp"

namespace orthant {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

UniformFlows::UniformFlows(const Topology& topology) : topology_(topology) {
  const std::size_t routers = topology.router_count(), channels = topology.channel_count();
  const auto maps = with_few_unnamed(candidate_automorphisms(topology));
  for (std::size_t r = 0; r < routers; ++r)
    nodes_.push_back(static_cast<double>(topology.node_count_of(RouterId{r})));
  all_nodes_ = static_cast<double>(topology.node_count());
  const Orbits alike = orbits_under(routers, maps.size(), [&](std::size_t map, std::size_t r) {
    return maps[map].router[r].index();
  });
  for (std::size_t orbit = 0; orbit < alike.count(); ++orbit) {
    const RouterId first{alike.first[orbit]};
    if (topology.has_nodes(first))
      sources_.push_back({.router = first, .weight = static_cast<double>(alike.size[orbit])});
  }
  Orbits rows = orbits_under(channels, maps.size(), [&](std::size_t map, std::size_t c) {
    return maps[map].channel[c].index();
  });
  channels_in_.assign(rows.size.begin(), rows.size.end());
  bandwidth_.assign(rows.count(), 0);
  row_of_ = std::move(rows.of);
  for (std::size_t c = 0; c < channels; ++c)
    bandwidth_[row_of_[c]] += to_double(topology.channel(ChannelId{c}).bandwidth);
  first_hop_.assign(routers + 1, 0);
  for (const Channel& channel : topology.channels()) ++first_hop_[channel.from.index() + 1];
  std::partial_sum(first_hop_.begin(), first_hop_.end(), first_hop_.begin());
  std::vector<std::uint32_t> end(first_hop_.begin(), first_hop_.end() - 1);
  hops_.resize(channels);
  for (std::uint32_t c = 0; c < channels; ++c) {
    const Channel channel = topology.channel(ChannelId{c});
    from_.push_back(channel.from.value);
    hops_[end[channel.from.index()]++] = {c, channel.to.value, row_of_[c]};
  }
}

UniformFlows::Tree::Tree(const UniformFlows& flows)
    : flows_(flows),
      cost_(flows.topology_.router_count()),
      last_(flows.topology_.router_count()),
      through_(flows.topology_.router_count()) {}

double UniformFlows::Tree::grow(RouterId source, std::span<const double> price) {
  std::ranges::fill(cost_, kFar);
  order_.clear();
  cost_[source.index()] = 0;
  open_.assign(1, {0, source.value});
  double paid = 0;
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, std::greater<>());
    const Step here = open_.back();
    open_.pop_back();
    if (here.cost > cost_[here.router]) continue;
    order_.push_back(here.router);
    paid += here.cost * flows_.nodes_[here.router];
    for (std::uint32_t h = flows_.first_hop_[here.router]; h < flows_.first_hop_[here.router + 1];
         ++h) {
      const Hop& hop = flows_.hops_[h];
      const double cost = here.cost + price[hop.row];
      if (cost >= cost_[hop.to]) continue;
      cost_[hop.to] = cost;
      last_[hop.to] = hop.channel;
      open_.push_back({cost, hop.to});
      std::ranges::push_heap(open_, std::greater<>());
    }
  }
  return paid * flows_.nodes_[source.index()] / flows_.all_nodes_;
}

// Each last hop carries all that goes on from its end.
void UniformFlows::Tree::route(std::vector<double>& flits, std::span<double> flow) const {
  for (auto r = order_.rbegin(); r + 1 != order_.rend(); ++r) {
    if (flits[*r] == 0) continue;
    flow[last_[*r]] += flits[*r];
    flits[flows_.from_[last_[*r]]] += flits[*r];
  }
}

void UniformFlows::Tree::fill(RouterId source, std::vector<double>& flow) {
  std::ranges::fill(flow, 0.0);
  for (std::size_t t = 0; t < through_.size(); ++t) through_[t] = flows_.flits(source, RouterId{t});
  route(through_, flow);
}

void UniformFlows::Tree::repair(RouterId source, std::span<double> flow) {
  for (std::size_t t = 0; t < through_.size(); ++t) through_[t] = flows_.flits(source, RouterId{t});
  for (std::size_t c = 0; c < flow.size(); ++c) {
    flow[c] = std::max(flow[c], 0.0);
    const Channel channel = flows_.topology_.channel(ChannelId{c});
    through_[channel.to.index()] -= flow[c];
    through_[channel.from.index()] += flow[c];
  }
  for (double& lacking : through_) lacking = std::max(lacking, 0.0);
  route(through_, flow);
}

double UniformFlows::bound(std::span<const double> price, std::size_t threads) const {
  std::vector<double> paid(sources_.size());
  parallel_for(paid.size(), threads, [&] {
    return [&, tree = Tree(*this)](std::size_t i) mutable {
      paid[i] = sources_[i].weight * tree.grow(sources_[i].router, price);
    };
  });
  const double all = std::inner_product(price.begin(), price.end(), bandwidth_.begin(), 0.0);
  return std::accumulate(paid.begin(), paid.end(), 0.0) / all;
}

}  // namespace orthant
