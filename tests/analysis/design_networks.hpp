// Networks and traffic matrices for the tests of designed routings, and the optimum of a program.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "analysis/design/design_program.hpp"
#include "analysis/loads/pair_loads.hpp"
#include "base/random.hpp"
#include "solver/simplex.hpp"
#include "tests/analysis/traffic_of.hpp"
#include "topology/topology.hpp"

namespace orthant {

// A graph: nodes per router, links with the bandwidths of both directions.
struct TestLink {
  std::size_t a = 0, b = 0;
  Rational forward = 1, backward = 1;
};
inline Topology graph(std::vector<std::uint32_t> nodes, const std::vector<TestLink>& links) {
  Topology::Parts parts{.kind = "graph",
                        .dimensions = "",
                        .channels = {},
                        .channel_ports = std::vector<std::uint32_t>(nodes.size()),
                        .nodes_per_router = std::move(nodes)};
  for (const TestLink& link : links) {
    const ChannelId first{parts.channels.size()}, second{parts.channels.size() + 1};
    const PortId a{parts.channel_ports[link.a]++}, b{parts.channel_ports[link.b]++};
    parts.channels.push_back({.from = RouterId{link.a},
                              .from_port = a,
                              .to = RouterId{link.b},
                              .to_port = b,
                              .reverse = second,
                              .bandwidth = link.forward,
                              .ring = {}});
    parts.channels.push_back({.from = RouterId{link.b},
                              .from_port = b,
                              .to = RouterId{link.a},
                              .to_port = a,
                              .reverse = first,
                              .bandwidth = link.backward,
                              .ring = {}});
  }
  return Topology(std::move(parts));
}

// Five routers, one of them a switch without nodes and one with two nodes; a cycle of four with a
// tail; bandwidths differ, on one link even between its directions.
inline Topology lopsided_graph() {
  return graph({1, 1, 0, 2, 1},
               {{0, 1}, {1, 2, 2, 2}, {2, 3, Rational(3, 2), 1}, {3, 0}, {3, 4, 3, 3}});
}

// Traffic between routers under a pattern or a permutation of the nodes, as a dense matrix.
inline std::vector<double> flattened(const Topology& topology, const RouterTraffic& traffic) {
  std::vector<double> matrix(topology.router_count() * topology.router_count());
  for (std::size_t s = 0; s < traffic.size(); ++s) {
    for (const Demand& demand : traffic[s])
      matrix[s * topology.router_count() + demand.destination.index()] = demand.flits;
  }
  return matrix;
}
inline std::vector<double> matrix_of(const Topology& topology, std::string_view pattern) {
  return flattened(topology, router_traffic(topology, traffic_of(topology, pattern)));
}
inline std::vector<double> random_matrix(std::size_t routers, std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::kTest);
  std::vector<double> matrix(routers * routers);
  for (double& flits : matrix) flits = random.uniform() / static_cast<double>(routers);
  return matrix;
}

// The optimum, including the rows that the program adds when they are violated.
inline LpSolution solve(DesignProgram& program) {
  Simplex simplex(program.program());
  while (true) {
    LpSolution solution = simplex.solve();
    if (solution.status != LpStatus::kOptimal || program.add_violated(solution) == 0)
      return solution;
    simplex.add_rows(program.program());
  }
}

}  // namespace orthant
