// Capacity of networks without a closed form: the linear program, and bounds for larger ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/design/design.hpp"
#include "analysis/guarantees/balanced_flows.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "tests/analysis/design_networks.hpp"
#include "topology/graph.hpp"
#include "topology/network_changes.hpp"

namespace orthant {
namespace {

// Without the links in the plus direction of dimension 0 from these routers.
Topology torus_without(std::vector<std::uint32_t> radices, const std::vector<std::size_t>& links) {
  const Topology torus = make_torus({.radices = std::move(radices)});
  NetworkChanges changes;
  for (const std::size_t r : links)
    changes.links_down.insert(link_of(torus, *torus.channel_from(RouterId{r}, Grid::plus_port(0))));
  return changed(torus, changes, "faults.links", "");
}

// A tree and further links, so that it is connected.
Topology random_graph(std::uint32_t routers, std::size_t links) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  Graph made;
  made.routers.resize(routers);
  for (std::uint32_t r = 1; r < routers; ++r) made.links.push_back({.a = r, .b = random.below(r)});
  while (made.links.size() < links) {
    const std::uint32_t a = random.below(routers), b = random.below(routers);
    if (a != b) made.links.push_back({.a = a, .b = b});
  }
  return make_graph("graph", made, {});
}

// The smallest load by the program of designs, which knows nothing of the other.
double load_without_symmetries(const Topology& topology) {
  return design_routing(topology, {.symmetry = SymmetryUse::kNone}).largest_load;
}

// The program's value equals the closed form.
void expect_by_program(const Topology& topology) {
  EXPECT_NEAR(capacity_by_program(topology).value() / capacity_flits(topology).value(), 1, 1e-10);
}

TEST(CapacityByProgram, EqualsTheClosedForms) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4}, {2, 3}, {5, 4}, {3, 3, 3}, {6, 6}}) {
    expect_by_program(make_torus({.radices = radices}));
    expect_by_program(make_mesh({.radices = radices}));
  }
  expect_by_program(make_hypercube({.radices = {2, 2, 2, 2}}));
  expect_by_program(make_torus({.radices = {8, 4},
                                .nodes_per_router = 2,
                                .latency_cycles = {1},
                                .bandwidth = {Rational(3), Rational(1, 2)}}));
}

Graph graph_of(const std::vector<std::uint32_t>& nodes,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links) {
  Graph graph;
  for (const std::uint32_t of_router : nodes) graph.routers.push_back({.nodes = of_router});
  for (const auto& [a, b] : links) graph.links.push_back({.a = a, .b = b});
  return graph;
}

// Without symmetries the same program has a flow for every source and channel.
TEST(CapacityByProgram, EqualsTheProgramWithoutSymmetries) {
  for (const Topology& network :
       {torus_without({4, 4}, {0}), torus_without({3, 5}, {0, 8}), lopsided_graph(),
        graph({1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 0}, {2, 3, 2, 2}}), random_graph(10, 20)}) {
    EXPECT_NEAR(capacity_by_program(network).value() * load_without_symmetries(network), 1, 1e-9);
  }
}

// Half of the torus sends half of its flits, N/4, to the other half over two rows of links, of
// which one link is missing: 7 / 4, 15 / 16, 31 / 64.
TEST(CapacityByProgram, OfATorusWithoutALinkIsThatOfItsHalves) {
  EXPECT_EQ(capacity_by_program(torus_without({4, 4}, {0})), 1.75);
  EXPECT_EQ(capacity_by_program(torus_without({8, 8}, {0})), 0.9375);
  EXPECT_EQ(capacity_by_program(torus_without({16, 16}, {0})), 0.484375);
}

// The bandwidth of a cut divided by its traffic under uniform traffic.
TEST(CapacityByProgram, IsThatOfTheTightestCut) {
  const auto capacity = [](const Graph& graph) {
    return capacity_by_program(make_graph("graph", graph, {})).value();
  };
  // A leaf sends 5/6 of its flits through its only channel.
  EXPECT_NEAR(capacity(graph_of({1, 1, 1, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}})), 1.2,
              1e-10);
  // Two triangles joined by two parallel links: 3 * 3 / 6 cross.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> triangles = {
      {0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}, {2, 3}};
  EXPECT_NEAR(capacity(graph_of({1, 1, 1, 1, 1, 1}, triangles)), 2 / 1.5, 1e-10);
  // Two and three nodes on the leaves of a star with an empty centre: 2 * 3 / 5 cross.
  EXPECT_NEAR(capacity(graph_of({0, 2, 3}, {{0, 1}, {0, 2}})), 1 / 1.2, 1e-10);
}

// 8/11 of 4/3 is 6/11; 4/3 has eleven digits, and the quotient is exact to its ten.
TEST(CapacityByProgram, LeavesSharesTheDigitsThatAreSure) {
  EXPECT_EQ(share_of_program_capacity(8.0 / 11, 1.3333333333), 0.5454545455);
  EXPECT_EQ(share_of_program_capacity(1.3333333333, 1.3333333333), 1);
  EXPECT_EQ(share_of_program_capacity(0.04, 1.5483870968), 0.02583333333);
}

TEST(CapacityByProgram, IsLeftOutForLargeNetworksAndWhereNothingCrossesAChannel) {
  EXPECT_FALSE(capacity_by_program(make_graph("graph", graph_of({3, 0}, {{0, 1}}), {})));
  // 60 * 1000: no two of them are alike.
  EXPECT_FALSE(capacity_by_program(random_graph(60, 500)));
  EXPECT_FALSE(capacity_by_program(make_torus({.radices = {1}})));
}

CapacityRange bounds_of(const Topology& topology, double gap) {
  return balanced_flows(UniformFlows(topology), {.gap = gap, .time_limit_seconds = 60}).value();
}

TEST(BalancedFlows, BoundTheCapacity) {
  for (const Topology& network : {torus_without({8, 8}, {0}), torus_without({5, 6}, {0, 7, 16}),
                                  lopsided_graph(), random_graph(30, 60)}) {
    const double capacity = capacity_by_program(network).value();
    const CapacityRange range = bounds_of(network, 0.005);
    EXPECT_LE(range.at_least, capacity * (1 + 1e-9));
    EXPECT_GE(range.at_most, capacity * (1 - 1e-9));
    EXPECT_LE(range.at_most, range.at_least * 1.005);
  }
}

// Equal shares of all shortest paths, and equal prices: both are best on a torus.
TEST(BalancedFlows, AreBestOnATorusFromTheStart) {
  const CapacityRange range = bounds_of(make_torus({.radices = {6, 6}}), 1e-9);
  EXPECT_NEAR(range.at_least, 4.0 / 3, 1e-9);
  EXPECT_NEAR(range.at_most, 4.0 / 3, 1e-9);
}

TEST(BalancedFlows, EndAtTheTimeLimit) {
  const CapacityRange range =
      balanced_flows(UniformFlows(random_graph(200, 800)), {.gap = 0, .time_limit_seconds = 0.2})
          .value();
  EXPECT_GT(range.at_least, 0);
  EXPECT_GT(range.at_most, range.at_least);
}

TEST(CapacityRange, HasSixDigitsThatHold) {
  const Topology network = random_graph(30, 60);
  const CapacityOptions bounds{.most_flows = 0, .gap = 0.01, .time_limit_seconds = 60};
  const CapacityRange range = capacity_range(network, bounds).value();
  EXPECT_FALSE(range.is_exact());
  const CapacityRange raw = balanced_flows(UniformFlows(network), bounds).value();
  EXPECT_LE(range.at_least, raw.at_least);
  EXPECT_NEAR(range.at_least, raw.at_least, 1e-5 * raw.at_least);
  EXPECT_GE(range.at_most, raw.at_most);
  EXPECT_NEAR(range.at_most, raw.at_most, 1e-5 * raw.at_most);
  EXPECT_TRUE(capacity_range(network, {}).value().is_exact());
  EXPECT_FALSE(capacity_range(network, {.most_flows = 0}));
  EXPECT_TRUE(capacity_range(network, {.most_flows = 0, .program_seconds = 1}).value().is_exact());
}

}  // namespace
}  // namespace orthant
