// Irregular networks as they are drawn: routers, nodes on them, and links between them. Files
// (topology/graph_files.hpp) and generators (topology/random_graph.hpp) make Graphs; make_graph()
// makes a Topology of one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

struct Graph {
  static constexpr std::size_t kMostRouters = 100'000;
  static constexpr std::size_t kMostLinks = 1'000'000;

  struct Router {
    std::string name = {};                    // empty: it has none but its number
    std::optional<std::uint32_t> nodes = {};  // nullopt: as many as on every router
    // Where all routers have these the network is InfiniBand's, and links have port numbers.
    struct Switch {
      std::uint64_t guid = 0;
      std::uint32_t lid = 0;
      std::vector<std::pair<std::uint32_t, Fabric::Endpoint>> nodes = {};  // with their ports
    };
    std::optional<Switch> of_fabric = {};
  };
  // Two routers may have several links; a router has none to itself.
  struct Link {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    // From a to b and from b to a; nullopt: as all channels.
    std::array<std::optional<std::uint32_t>, 2> latency_cycles = {};
    std::optional<Rational> bandwidth = {};
    std::array<std::uint32_t, 2> port_numbers = {};       // at a and at b
    MessageClasses message_classes = kAllMessageClasses;  // of both directions
  };

  std::vector<Router> routers;
  std::vector<Link> links;
  std::vector<std::string> warnings = {};  // sentences on what of a file was left out
  // A latency was given for one direction: make_graph() warns where that of the other one differs.
  bool one_way_latencies = false;
};

// A router that cannot be reached from router 0; nullopt where there is none.
std::optional<std::size_t> unconnected_router(const Graph& graph);

// What holds where a graph says nothing else.
struct GraphDefaults {
  std::uint32_t nodes_per_router = 1;
  std::uint32_t latency_cycles = 1;
  Rational bandwidth = 1;
};

// The network of a connected graph. The ports of a router are numbered in the order of its links.
// Throws KeyError("topology.nodes_per_router") where there is no node, or a router has more links
// and nodes than a router may have ports.
Topology make_graph(std::string kind, const Graph& graph, const GraphDefaults& defaults);

}  // namespace orthant
