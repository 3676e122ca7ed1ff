// Mean path lengths, compared with closed forms.
#include "analysis/loads/path_length.hpp"

#include <gtest/gtest.h>

#include "analysis/loads/shortest_paths.hpp"
#include "tests/analysis/reference_values.hpp"
#include "tests/analysis/two_phases.hpp"

namespace orthant {
namespace {

// Both phases of Valiant's routing are minimal paths to a uniformly random router.
TEST(PathLength, OfValiantIsTwiceTheMinimum) {
  std::vector<Topology> networks;
  networks.push_back(make_torus({.radices = {5, 4}}));
  networks.push_back(make_hypercube({.radices = {2, 2, 2}}));
  for (const Topology& network : networks) {
    const TwoPhases routing = valiant(network);
    for (const bool translations : {true, false}) {
      EXPECT_NEAR(path_length(PairLoads(network, routing, translations)).normalized(), 2, 1e-12);
    }
  }
  const Topology mesh = make_mesh({.radices = {4, 3}});
  EXPECT_NEAR(path_length(PairLoads(mesh, valiant(mesh), false)).normalized(), 2, 1e-12);
}

TEST(PathLength, OfDimensionOrderIsMinimal) {
  for (const ReferenceRow& row : reference_rows("Hmin", "minimal")) {
    const Topology torus = make_torus({.radices = std::vector(row.n, row.k)});
    const auto dor = find_routing("dor")->make(torus, {});
    const PathLength length = path_length(PairLoads(torus, *dor->oblivious(), true));
    EXPECT_NEAR(length.minimal_mean, row.value, 1e-9 * row.value);
    EXPECT_NEAR(length.normalized(), 1, 1e-12);
  }
}

// A line of two routers with one node and two: of 9 pairs of nodes, 4 are one hop apart.
TEST(PathLength, WeighsRoutersByTheirNodes) {
  const Topology even = make_mesh({.radices = {2}});
  const Topology line({.kind = "mesh",
                       .dimensions = "2",
                       .channels = {even.channels().begin(), even.channels().end()},
                       .channel_ports = {2, 2},
                       .nodes_per_router = {1, 2},
                       .structure = std::make_shared<Grid>(*even.grid())});
  const auto dor = find_routing("dor")->make(line, {});
  EXPECT_NEAR(path_length(PairLoads(line, *dor->oblivious(), false)).mean, 4.0 / 9, 1e-15);
}

// To the node itself via an intermediate router and back: on a ring of 3 it is 2/3 hops away.
TEST(PathLength, OfEachPairIsItsMeanAndItsMinimum) {
  const Topology ring = make_torus({.radices = {3}});
  const TwoPhases routing = valiant(ring);
  std::size_t pairs = 0;
  for_each_pair_length(PairLoads(ring, routing, true), [&](const PairLength& pair) {
    EXPECT_EQ(pair.source.index(), pairs / 3);
    EXPECT_EQ(pair.destination.index(), pairs % 3);
    EXPECT_NEAR(pair.mean, 4.0 / 3, 1e-12);
    EXPECT_EQ(pair.minimum, pair.source == pair.destination ? 0u : 1u);
    ++pairs;
  });
  EXPECT_EQ(pairs, 9u);
}

TEST(PathLength, OfShortestPathsIsTheDistanceOfTheGrid) {
  const Topology torus = make_torus({.radices = {5, 4, 2}});
  for (const std::size_t s : {0, 17, 39}) {
    const auto distances = shortest_paths(torus, RouterId{s}).hops;
    for (std::size_t t = 0; t < 40; ++t) {
      EXPECT_EQ(distances[t], torus.grid()->distance(RouterId{s}, RouterId{t}));
    }
  }
}

}  // namespace
}  // namespace orthant
