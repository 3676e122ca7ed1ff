// The list of all kinds of networks: a new kind adds one line here.
#include "topology/registry.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "topology/cluster_file.hpp"

namespace orthant {
namespace {

constexpr ReadWhen kGraph = read_if("topology.kind", "graph");
constexpr Words<bool, 2> kYesNo = {{{{"no", false}, {"yes", true}}}};
constexpr ReadWhen kRandom = read_if("topology.kind", "random");

KeyRow<TopologyOptions> nodes_per_router() {
  return {"topology.nodes_per_router",
          in(&TopologyOptions::grid, &GridOptions::nodes_per_router),
          {.least = 0,
           .most = limits::kPorts,
           .help = "Nodes (endpoints) per router; with two ports per dimension they must not "
                   "exceed the ports of a router. In a graph the default of routers whose number "
                   "is not in the file. 0: the file, or topology.exceptions, gives some routers "
                   "nodes."}};
}

KeyRow<TopologyOptions> exceptions() {
  return {
      "topology.exceptions",
      &TopologyOptions::exceptions,
      {.when = {.otherwise = "topology.kind other than cluster"},
       .help = "File of what differs in the network, one exception a line: nodes of a router, "
               "routers and links that are down, bandwidth and latency of a link, added links."}};
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
          nodes_per_router(),
          exceptions()};
}

KeyRow<TopologyOptions> wrap() {
  return {"topology.wrap",
          in(&TopologyOptions::grid, &GridOptions::wrap),
          kYesNo,
          {.when = read_if("topology.kind", "torus", "mesh"),
           .help = "For each dimension whether its lines are closed to rings, separated by blanks; "
                   "default: yes for a torus, no for a mesh.",
           .example = "yes no"}};
}

KeyRow<TopologyOptions> twist() {
  return {"topology.twist",
          in(&TopologyOptions::grid, &GridOptions::twist),
          {.type = KeyType::kText,
           .when = read_if("topology.kind", "torus"),
           .help = "Shifts of a twisted torus, separated by blanks: 1>0:4 means that wrapping "
                   "dimension 1 in the plus direction adds 4 to coordinate 0, in the minus "
                   "direction subtracts it. Every ring of two routers then has two links. none: a "
                   "plain torus, for an axis that compares them.",
           .example = "1>0:4"}};
}

KeyRow<TopologyOptions> express() {
  return {
      "topology.express",
      in(&TopologyOptions::grid, &GridOptions::express),
      {.most = 65535,
       .when = read_if("topology.kind", "torus", "mesh"),
       .help = "Express channels: with 4 a channel each way joins the routers whose coordinates "
               "are 0 and 4, 4 and 8, ... of every line, also around a ring whose radix the "
               "interval divides. One number for all dimensions, or one each, separated by "
               "blanks; 0: none. Bandwidth is that of the channels that it runs beside, latency "
               "the sum of theirs.",
       .example = "4"}};
}

KeyRows<TopologyOptions> mesh_rows() {
  return grid_rows() + KeyRows<TopologyOptions>{wrap(), express()};
}

KeyRows<TopologyOptions> torus_rows() { return mesh_rows() + KeyRows<TopologyOptions>{twist()}; }

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
            "Format of topology.file: one link per line, the output of ibnetdiscover, the input of "
            "BookSim 2, or GraphML; auto: by its content, else by its extension, else edges."}},
      nodes_per_router(),
      exceptions()};
}

KeyRows<TopologyOptions> random_rows() {
  return {
      {"topology.routers",
       in(&TopologyOptions::random, &RandomGraphOptions::routers),
       {.least = 1,
        .most = Graph::kMaxRouters,
        .has_default = false,
        .when = kRandom,
        .help = "Routers of the graph."}},
      {"topology.degree",
       in(&TopologyOptions::random, &RandomGraphOptions::degree),
       {.low_allowed = false,
        .has_default = false,
        .when = kRandom,
        .help = "Mean number of links per router."}},
      {"topology.generator",
       in(&TopologyOptions::random, &RandomGraphOptions::generator),
       {{"gnm", GraphGenerator::kGnm},
        {"tree", GraphGenerator::kTree},
        {"regular", GraphGenerator::kRegular}},
       {.when = kRandom,
        .help = "Distribution of the graph: uniform over connected graphs with this number of "
                "links, a random tree and random links, or equally many links on every router."}},
      {"topology.graph_seed",
       in(&TopologyOptions::random, &RandomGraphOptions::seed),
       {.when = kRandom, .help = "Seed of the graph; it depends on no other seed."}},
      nodes_per_router(),
      exceptions()};
}

}  // namespace

std::span<const TopologyDescription> topology_registry() {
  static const std::vector<std::string_view> channel_keys = {"channel.latency_cycles",
                                                             "channel.bandwidth"};
  static const std::vector<std::string_view> grid_keys = {
      "channel.latency_cycles", "channel.latency_cycles.by_dimension", "channel.bandwidth",
      "channel.bandwidth.by_dimension"};
  static const std::vector<TopologyDescription> registry = {
      {"torus", "k1 x k2 x ... routers, every line of three or more closed to a ring", torus_rows(),
       grid_keys, [](const TopologyOptions& options) { return make_torus(options.grid); }},
      {"mesh", "k1 x k2 x ... routers without wrap-around channels", mesh_rows(), grid_keys,
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
