// The list of all kinds of networks: adding one adds a line here.
#include "topology/registry.hpp"

#include <algorithm>

#include "topology/cluster_file.hpp"

namespace orthant {
std::span<const TopologyDescription> topology_registry() {
  static const std::vector<std::string_view> grid_keys = {
      "topology.dimensions",    "topology.nodes_per_router",
      "channel.latency_cycles", "channel.latency_cycles.by_dimension",
      "channel.bandwidth",
  };
  static const std::vector<TopologyDescription> registry = {
      {"torus", "k1 x k2 x ... routers, every line of three or more closed to a ring", grid_keys,
       [](const TopologyOptions& options) { return make_torus(options.grid); }},
      {"mesh", "k1 x k2 x ... routers without wrap-around channels", grid_keys,
       [](const TopologyOptions& options) { return make_mesh(options.grid); }},
      {"hypercube", "2 x 2 x ... routers, one bit of the id per dimension", grid_keys,
       [](const TopologyOptions& options) { return make_hypercube(options.grid); }},
      {"graph",
       "any connected network, from a file",
       {"topology.file", "topology.format", "topology.nodes_per_router", "channel.latency_cycles",
        "channel.bandwidth"},
       [](const TopologyOptions& options) {
         return make_graph("graph", read_graph(options.file, options.format), options.defaults);
       }},
      {"cluster",
       "switches with nodes, links and static routes, from a file",
       {"topology.file", "topology.nodes_per_router", "channel.latency_cycles",
        "channel.bandwidth"},
       [](const TopologyOptions& options) {
         return make_graph("cluster", read_cluster(options.file), options.defaults);
       }},
      {"random",
       "a random connected graph, the same for a seed everywhere",
       {"topology.routers", "topology.degree", "topology.generator", "topology.graph_seed",
        "topology.nodes_per_router", "channel.latency_cycles", "channel.bandwidth"},
       [](const TopologyOptions& options) {
         return make_graph("random", random_graph(options.random), options.defaults);
       }},
  };
  return registry;
}

const TopologyDescription* find_topology(std::string_view kind) {
  const auto registry = topology_registry();
  const auto found = std::ranges::find(registry, kind, &TopologyDescription::kind);
  return found == registry.end() ? nullptr : &*found;
}

}  // namespace orthant
