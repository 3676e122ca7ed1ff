// The list of all kinds of networks: adding one adds a line here.
#include "topology/registry.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "topology/cluster_file.hpp"

namespace orthant {
namespace {

constexpr ReadWhen kGraph = read_if("topology.kind", "graph");
constexpr ReadWhen kRandom = read_if("topology.kind", "random");

KeyRow<TopologyOptions> nodes_per_router() {
  return {
      "topology.nodes_per_router",
      in(&TopologyOptions::grid, &GridOptions::nodes_per_router),
      {.least = 0,
       .most = limits::kPorts,
       .help = "Nodes (endpoints) on every router, whose ports are at most as many together with "
               "two for each dimension; of a graph, on those of which the file does not say how "
               "many, where 0 leaves these without."}};
}

KeyRow<TopologyOptions> file() {
  return {"topology.file",
          &TopologyOptions::file,
          {.has_default = false,
           .when = read_if("topology.kind", "graph", "cluster"),
           .help = "File of the graph or cluster."}};
}

KeyRows<TopologyOptions> grid_rows() {
  return {{"topology.dimensions",
           in(&TopologyOptions::grid, &GridOptions::radices),
           {.type = KeyType::kDimensions,
            .least = 1,
            .most = 65535,
            .required = true,
            .when = read_if("topology.kind", "torus", "mesh", "hypercube"),
            .help = "Routers along each dimension, 1 to 8 dimensions; a hypercube has 2 in each."}},
          nodes_per_router()};
}

KeyRows<TopologyOptions> graph_rows() {
  return {
      file(),
      {"topology.format",
       &TopologyOptions::format,
       {{"auto", GraphFormat::kAuto},
        {"edges", GraphFormat::kEdges},
        {"ibnetdiscover", GraphFormat::kIbnetdiscover},
        {"anynet", GraphFormat::kAnynet},
        {"graphml", GraphFormat::kGraphml}},
       {.when = kGraph,
        .help =
            "Format of topology.file: a link a line, what ibnetdiscover prints, what BookSim 2 "
            "reads, or GraphML; auto: by its content, else by the end of its name, else edges."}},
      nodes_per_router()};
}

KeyRows<TopologyOptions> random_rows() {
  return {
      {"topology.routers",
       in(&TopologyOptions::random, &RandomGraphOptions::routers),
       {.least = 1,
        .most = Graph::kMostRouters,
        .has_default = false,
        .when = kRandom,
        .help = "Routers of the graph."}},
      {"topology.degree",
       in(&TopologyOptions::random, &RandomGraphOptions::degree),
       {.low_allowed = false,
        .has_default = false,
        .when = kRandom,
        .help = "Links of a router, on the average."}},
      {"topology.generator",
       in(&TopologyOptions::random, &RandomGraphOptions::generator),
       {{"gnm", GraphGenerator::kGnm},
        {"tree", GraphGenerator::kTree},
        {"regular", GraphGenerator::kRegular}},
       {.when = kRandom,
        .help = "How the graph is drawn: from all connected graphs with so many links, a tree and "
                "other links, or with the same number of links on every router."}},
      {"topology.graph_seed",
       in(&TopologyOptions::random, &RandomGraphOptions::seed),
       {.when = kRandom, .help = "Seed of the graph; no other seed changes it."}},
      nodes_per_router()};
}

}  // namespace

std::span<const TopologyDescription> topology_registry() {
  static const std::vector<std::string_view> channel_keys = {"channel.latency_cycles",
                                                             "channel.bandwidth"};
  static const std::vector<std::string_view> grid_keys = {
      "channel.latency_cycles", "channel.latency_cycles.by_dimension", "channel.bandwidth",
      "channel.bandwidth.by_dimension"};
  static const std::vector<TopologyDescription> registry = {
      {"torus", "k1 x k2 x ... routers, every line of three or more closed to a ring", grid_rows(),
       grid_keys, [](const TopologyOptions& options) { return make_torus(options.grid); }},
      {"mesh", "k1 x k2 x ... routers without wrap-around channels", grid_rows(), grid_keys,
       [](const TopologyOptions& options) { return make_mesh(options.grid); }},
      {"hypercube", "2 x 2 x ... routers, one bit of the id per dimension", grid_rows(), grid_keys,
       [](const TopologyOptions& options) { return make_hypercube(options.grid); }},
      {"graph", "any connected network, from a file", graph_rows(), channel_keys,
       [](const TopologyOptions& options) {
         return make_graph("graph", read_graph(options.file, options.format), options.defaults);
       }},
      {"cluster",
       "switches with nodes, links and static routes, from a file",
       {file(), nodes_per_router()},
       channel_keys,
       [](const TopologyOptions& options) {
         return make_graph("cluster", read_cluster(options.file), options.defaults);
       }},
      {"random", "a random connected graph, the same for a seed everywhere", random_rows(),
       channel_keys,
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
