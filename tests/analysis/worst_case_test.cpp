// Worst permutations, compared with brute force, closed forms and reference values.
#include "analysis/guarantees/worst_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <numeric>

#include "analysis/guarantees/assignment.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "analysis/loads/channel_load.hpp"
#include "tests/analysis/reference_values.hpp"
#include "tests/analysis/two_phases.hpp"

namespace orthant {
namespace {

// The worst case with and without symmetries, which must agree; its permutation is fed back.
WorstCase checked_worst_case(const Topology& topology, const ObliviousRouting& routing) {
  const SymmetricLoads found = find_symmetry(topology, routing);
  const WorstCase worst = worst_case(found);
  const std::vector<double> fed_back =
      found.loads.channel_loads(router_traffic(topology, worst.permutation));
  EXPECT_NEAR(channel_max_relative(topology, fed_back), worst.channel_max_relative, 1e-12);
  EXPECT_NEAR(
      fed_back[worst.channel.index()] / to_double(topology.channel(worst.channel).bandwidth),
      worst.channel_max_relative, 1e-12);

  const WorstCase plain = worst_case(find_symmetry(topology, routing, {.off = true}));
  EXPECT_EQ(plain.channels_tried, topology.channel_count());
  EXPECT_NEAR(plain.channel_max_relative, worst.channel_max_relative, 1e-12)
      << topology.kind() << ' ' << topology.dimensions();
  return worst;
}

WorstCase dor_worst(const Topology& topology) {
  const auto dor = find_routing("dor")->make(topology, {});
  return checked_worst_case(topology, *dor->oblivious());
}

WorstCase valiant_worst(const Topology& topology) {
  return checked_worst_case(topology, valiant(topology));
}

double worst_of_all_permutations(const Topology& topology, const ObliviousRouting& routing) {
  const PairLoads loads(topology, routing, false);
  std::vector<std::vector<double>> of_channel;
  std::vector<ChannelId> channels;
  for (std::size_t c = 0; c < topology.channel_count(); ++c) channels.emplace_back(c);
  of_channel.resize(channels.size());
  loads.for_each_matrix(channels, 1, [&](std::size_t i, std::span<const double> w) {
    of_channel[i].assign(w.begin(), w.end());
  });
  std::vector<std::size_t> permutation(topology.node_count());
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  const std::size_t routers = topology.router_count();
  double worst = 0;
  do {
    for (std::size_t c = 0; c < channels.size(); ++c) {
      double load = 0;
      for (std::size_t n = 0; n < permutation.size(); ++n) {
        load += of_channel[c][topology.router_of(NodeId{n}).index() * routers +
                              topology.router_of(NodeId{permutation[n]}).index()];
      }
      worst = std::max(worst, load / to_double(topology.channel(channels[c]).bandwidth));
    }
  } while (std::ranges::next_permutation(permutation).found);
  return worst;
}

TEST(WorstCase, OfDimensionOrderIsTwoSeventhsOfCapacityOnTheEightAryTwoCube) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const WorstCase worst = dor_worst(torus);
  EXPECT_EQ(worst.channel_max_relative, 3.5);
  EXPECT_EQ(worst.channels_tried, 2u);
  EXPECT_NEAR(worst.throughput_flits() / capacity_flits(torus).value(), 2.0 / 7, 1e-12);
}

TEST(WorstCase, OfDimensionOrderIsThatOfTheReference) {
  for (const ReferenceRow& row : reference_rows("wc_load", "DOR")) {
    const Topology torus = make_torus({.radices = std::vector(row.n, row.k)});
    EXPECT_NEAR(dor_worst(torus).channel_max_relative, row.value, 1e-9 * row.value) << row.k;
  }
}

// Every packet of Valiant's routing is two uniform ones: twice the load of uniform traffic.
TEST(WorstCase, OfValiantIsHalfOfCapacity) {
  for (const ReferenceRow& row : reference_rows("wc_load", "VAL")) {
    const Topology torus = make_torus({.radices = std::vector(row.n, row.k)});
    EXPECT_NEAR(valiant_worst(torus).channel_max_relative, row.value, 1e-9 * row.value) << row.k;
  }
}

TEST(WorstCase, IsThatOfAllPermutations) {
  std::vector<Topology> networks;
  networks.push_back(make_torus({.radices = {3, 3}}));
  networks.push_back(make_mesh({.radices = {2, 3}}));
  networks.push_back(make_torus(
      {.radices = {4, 2}, .latency_cycles = {1}, .bandwidth = {Rational(3), Rational(1, 2)}}));
  networks.push_back(make_mesh({.radices = {2, 2}, .nodes_per_router = 2}));
  for (const Topology& network : networks) {
    const auto dor = find_routing("dor")->make(network, {});
    EXPECT_NEAR(dor_worst(network).channel_max_relative,
                worst_of_all_permutations(network, *dor->oblivious()), 1e-12)
        << network.dimensions();
    EXPECT_NEAR(valiant_worst(network).channel_max_relative,
                worst_of_all_permutations(network, valiant(network)), 1e-12)
        << network.dimensions();
  }
}

// On a 4-ary 2-cube all pair loads are multiples of a power of 1/2, so exact arithmetic must give
// the same total.
TEST(WorstCase, IsThatOfRationalArithmetic) {
  using Exact = boost::multiprecision::cpp_rational;
  const Topology torus = make_torus({.radices = {4, 4}});
  const TwoPhases routing(torus, {0, 1}, {1, 0});
  const SymmetricLoads found = find_symmetry(torus, routing);
  Exact largest = 0;
  const auto channels = found.symmetry.representatives();
  found.loads.for_each_matrix(channels, 1, [&](std::size_t, std::span<const double> w) {
    const std::vector<Exact> exact(w.begin(), w.end());
    largest = std::max(largest, maximum_assignment<Exact>(exact, 16).total);
  });
  EXPECT_EQ(largest, Exact(worst_case(found).channel_max_relative));
}

TEST(WorstCase, IsTheSameWithAndWithoutSymmetries) {
  std::vector<Topology> networks;
  networks.push_back(make_torus({.radices = {4, 4}}));
  networks.push_back(make_torus({.radices = {5, 3}}));
  networks.push_back(make_mesh({.radices = {4, 3}}));
  networks.push_back(make_hypercube({.radices = {2, 2, 2}}));
  networks.push_back(make_torus({.radices = {4, 4}, .nodes_per_router = 2}));
  networks.push_back(make_torus(
      {.radices = {4, 4}, .latency_cycles = {1}, .bandwidth = {Rational(2), Rational(1, 3)}}));
  for (const Topology& network : networks) {
    dor_worst(network);  // includes the comparison
    valiant_worst(network);
    checked_worst_case(network, TwoPhases(network, {0, 1}, {1, 0}));
  }
}

TEST(WorstCase, GrowsWithTheNodesOfARouter) {
  const double one = dor_worst(make_mesh({.radices = {4, 3}})).channel_max_relative;
  const double three =
      dor_worst(make_mesh({.radices = {4, 3}, .nodes_per_router = 3})).channel_max_relative;
  EXPECT_NEAR(three, 3 * one, 1e-12);
}

// A line of three routers with 2, 1 and 1 nodes: the channels between router 0 and the others carry
// the packets of at most two nodes, those of router 2 the packets of one.
TEST(WorstCase, CountsTheNodesOfEachRouter) {
  const Topology even = make_mesh({.radices = {3}});
  const Topology line({.kind = "mesh",
                       .dimensions = "3",
                       .channels = {even.channels().begin(), even.channels().end()},
                       .channel_ports = {2, 2, 2},
                       .nodes_per_router = {2, 1, 1},
                       .structure = std::make_shared<Grid>(*even.grid())});
  const auto dor = find_routing("dor")->make(line, {});
  const WorstCase worst = dor_worst(line);
  EXPECT_EQ(worst.channel_max_relative, 2.0);
  EXPECT_EQ(worst.channel, *line.channel_from(RouterId{0}, Grid::plus_port(0)));
  EXPECT_NEAR(worst.channel_max_relative, worst_of_all_permutations(line, *dor->oblivious()),
              1e-12);
}

TEST(WorstCase, IsAPermutationAndDoesNotDependOnThreads) {
  const Topology mesh = make_mesh({.radices = {5, 4}});
  const auto dor = find_routing("dor")->make(mesh, {});
  const SymmetricLoads none = find_symmetry(mesh, *dor->oblivious(), {.off = true});
  const WorstCase one = worst_case(none, 1);
  const WorstCase three = worst_case(none, 3);
  EXPECT_EQ(one.channel_max_relative, three.channel_max_relative);
  EXPECT_EQ(one.channel, three.channel);
  EXPECT_EQ(one.permutation, three.permutation);
  std::vector<NodeId> sorted = one.permutation;
  std::ranges::sort(sorted);
  for (std::size_t n = 0; n < sorted.size(); ++n) EXPECT_EQ(sorted[n], NodeId{n});
}

// A ring of k: the busiest channel carries at most floor(k/2) pairs, and the senders that it does
// not need can exchange destinations, so no node needs to send to itself.
TEST(WorstCase, LetsNoNodeSendToItselfWhereThatIsPossible) {
  for (const Topology& network :
       {make_torus({.radices = {5}}), make_torus({.radices = {7}}), make_torus({.radices = {8, 8}}),
        make_torus({.radices = {5, 4}}), make_mesh({.radices = {4, 4}}),
        make_mesh({.radices = {5, 3}, .nodes_per_router = 2})}) {
    const std::vector<NodeId> permutation = dor_worst(network).permutation;
    for (std::size_t n = 0; n < permutation.size(); ++n)
      EXPECT_NE(permutation[n], NodeId{n}) << network.kind() << ' ' << network.dimensions();
  }
}

TEST(WorstCase, OfOneRouterLimitsNothing) {
  const Topology router = make_mesh({.radices = {1}});
  const auto dor = find_routing("dor")->make(router, {});
  const WorstCase worst = worst_case(find_symmetry(router, *dor->oblivious()));
  EXPECT_EQ(worst.channels_tried, 0u);
  EXPECT_EQ(worst.throughput_flits(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(worst.permutation, std::vector<NodeId>{NodeId{0}});
}

}  // namespace
}  // namespace orthant
