// Irregular networks as plain data: routers, their nodes, and links. Files
// (topology/graph_files.hpp) and generators (topology/random_graph.hpp) produce Graphs;
// make_graph() turns one into a Topology.
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
  static constexpr std::size_t kMaxRouters = 100'000;
  static constexpr std::size_t kMaxLinks = 1'000'000;

  struct Router {
    std::string name = {};                    // empty: only its number
    std::optional<std::uint32_t> nodes = {};  // nullopt: the default of all routers
    // InfiniBand identifiers. If all routers have them, links have port numbers.
    struct Switch {
      std::uint64_t guid = 0;
      std::uint32_t lid = 0;
      std::vector<std::pair<std::uint32_t, Fabric::Endpoint>> nodes =
          {};  // with their port numbers
    };
    std::optional<Switch> fabric_switch = {};
  };
  // Parallel links are allowed, self-loops are not.
  struct Link {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    // From a to b and from b to a; nullopt: the default of all channels.
    std::array<std::optional<std::uint32_t>, 2> latency_cycles = {};
    std::optional<Rational> bandwidth = {};
    std::array<std::uint32_t, 2> port_numbers = {};       // at a and at b
    MessageClasses message_classes = kAllMessageClasses;  // in both directions
  };

  std::vector<Router> routers;
  std::vector<Link> links;
  std::vector<std::string> warnings = {};  // sentences about ignored parts of the file
  // Some latency was given for one direction only: make_graph() warns if the other one differs.
  bool one_way_latencies = false;
};

// Returns a router that cannot be reached from router 0; nullopt if there is none.
std::optional<std::size_t> unreachable_router(const Graph& graph);

// Values for whatever a graph leaves open.
struct GraphDefaults {
  std::uint32_t nodes_per_router = 1;
  std::uint32_t latency_cycles = 1;
  Rational bandwidth = 1;
};

// Builds the network of a connected graph. The ports of a router are numbered in the order of its
// links. Throws KeyError("topology.nodes_per_router") if the links and nodes of a router exceed its
// ports.
Topology make_graph(std::string kind, const Graph& graph, const GraphDefaults& defaults);

}  // namespace orthant
