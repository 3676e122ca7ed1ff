#include "analysis/guarantees/worst_case.hpp"

#include <algorithm>

#include "analysis/guarantees/assignment.hpp"
#include "analysis/loads/channel_load.hpp"

namespace orthant {
namespace {

// Returns the number of nodes per router if it is the same for all routers. A permutation of the
// nodes, summed by router, is then a sum of that many permutations of the routers, so the worst one
// repeats one permutation of the routers for all nodes.
std::optional<std::size_t> equal_node_count(const Topology& topology) {
  const std::size_t nodes = topology.node_count_of(RouterId{0});
  for (std::size_t r = 1; r < topology.router_count(); ++r) {
    if (topology.node_count_of(RouterId{r}) != nodes) return std::nullopt;
  }
  return nodes;
}

std::vector<NodeId> replicated(const Topology& topology, const std::vector<std::uint32_t>& router) {
  std::vector<NodeId> permutation(topology.node_count());
  for (std::size_t r = 0; r < router.size(); ++r) {
    for (std::size_t i = 0; i < topology.node_count_of(RouterId{r}); ++i) {
      permutation[topology.first_node_of(RouterId{r}).index() + i] =
          NodeId{topology.first_node_of(RouterId{router[r]}).index() + i};
    }
  }
  return permutation;
}

// Repeats a router's row and column for each of its nodes.
std::vector<double> expanded(const Topology& topology, std::span<const double> by_router) {
  const std::size_t nodes = topology.node_count();
  std::vector<double> by_node(nodes * nodes);
  for (std::size_t s = 0; s < nodes; ++s) {
    const std::size_t row = topology.router_of(NodeId{s}).index() * topology.router_count();
    for (std::size_t t = 0; t < nodes; ++t) {
      by_node[s * nodes + t] = by_router[row + topology.router_of(NodeId{t}).index()];
    }
  }
  return by_node;
}

struct ChannelWorst {
  double load = 0;
  std::vector<NodeId> permutation;
};

ChannelWorst worst_of(const Topology& topology, std::optional<std::size_t> nodes_per_router,
                      std::span<const double> weights) {
  if (nodes_per_router) {
    const auto routers = maximum_assignment<double>(weights, topology.router_count());
    return {.load = static_cast<double>(*nodes_per_router) * routers.total,
            .permutation = replicated(topology, routers.column_of)};
  }
  const auto nodes = maximum_assignment<double>(expanded(topology, weights), topology.node_count());
  return {.load = nodes.total,
          .permutation = std::vector<NodeId>(nodes.column_of.begin(), nodes.column_of.end())};
}

double load_of(const Topology& topology, std::span<const NodeId> permutation,
               std::span<const double> weights) {
  double load = 0;
  for (std::size_t n = 0; n < permutation.size(); ++n) {
    load += weights[topology.router_of(NodeId{n}).index() * topology.router_count() +
                    topology.router_of(permutation[n]).index()];
  }
  return load;
}

// Returns, among the permutations with the largest load, one in which few nodes are their own
// destination, so that nodes whose traffic the channel does not need send, too. A penalty on nodes
// that are their own destination breaks ties and is too small to change the load. If it does change
// the load, returns the permutation without the penalty.
std::vector<NodeId> worst_with_few_own_nodes(const Topology& topology,
                                             std::optional<std::size_t> nodes_per_router,
                                             std::span<const double> weights) {
  std::vector<double> penalised(weights.begin(), weights.end());
  const double penalty = 1e-9 * *std::ranges::max_element(weights);
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    penalised[r * topology.router_count() + r] -= penalty;
  }
  const ChannelWorst any = worst_of(topology, nodes_per_router, weights);
  ChannelWorst few = worst_of(topology, nodes_per_router, penalised);
  const bool as_bad = load_of(topology, few.permutation, weights) >= any.load * (1 - 1e-12);
  return as_bad ? few.permutation : any.permutation;
}

}  // namespace

double WorstCase::throughput_flits() const { return throughput_of(channel_max_relative); }

WorstCase worst_case(const SymmetricLoads& found, std::size_t threads) {
  const PairLoads& loads = found.loads;
  const std::vector<ChannelId> channels = found.symmetry.representatives();
  const Topology& topology = loads.topology();
  const auto nodes_per_router = equal_node_count(topology);
  std::vector<double> load(channels.size());
  loads.for_each_matrix(channels, threads, [&](std::size_t i, std::span<const double> weights) {
    load[i] = worst_of(topology, nodes_per_router, weights).load;
  });

  WorstCase worst;
  worst.channels_tried = channels.size();
  for (std::size_t n = 0; n < topology.node_count(); ++n) worst.permutation.emplace_back(n);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const double relative = load[i] / to_double(topology.channel(channels[i]).bandwidth);
    if (relative <= worst.channel_max_relative * (1 + 1e-12)) continue;
    worst.channel_max_relative = relative;
    worst.channel = channels[i];
  }
  if (worst.channel_max_relative == 0) return worst;
  loads.for_each_matrix(
      std::span(&worst.channel, 1), 1, [&](std::size_t, std::span<const double> weights) {
        worst.permutation = worst_with_few_own_nodes(topology, nodes_per_router, weights);
      });
  return worst;
}

}  // namespace orthant
