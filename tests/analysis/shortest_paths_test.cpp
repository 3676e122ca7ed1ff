// Shortest paths: lengths compared with coordinates, counts with binomial coefficients.
#include "analysis/loads/shortest_paths.hpp"

#include <gtest/gtest.h>

#include "tests/analysis/design_networks.hpp"

namespace orthant {
namespace {

TEST(ShortestPaths, AreAsLongAsTheCoordinatesSay) {
  for (const Topology& topology :
       {make_torus({.radices = {5, 4}}), make_torus({.radices = {2, 3, 1}}),
        make_mesh({.radices = {4, 3}}), make_hypercube({.radices = {2, 2, 2}})}) {
    for (std::size_t s = 0; s < topology.router_count(); ++s) {
      const ShortestPaths from = shortest_paths(topology, RouterId{s});
      for (std::size_t t = 0; t < topology.router_count(); ++t)
        EXPECT_EQ(from.hops[t], topology.grid()->distance(RouterId{s}, RouterId{t}));
    }
  }
}

// On a mesh as many as orders of hops: (3 + 2)! / (3! 2!) = 10. Twice as many for each dimension
// with a tie on a ring of 4.
TEST(ShortestPaths, AreCountedByBinomialCoefficients) {
  const Topology mesh = make_mesh({.radices = {4, 3}});
  const ShortestPaths from = shortest_paths(mesh, RouterId{0});
  EXPECT_EQ(from.paths[0], 1);
  EXPECT_EQ(from.paths[3], 1);
  EXPECT_EQ(from.paths[5], 2);
  EXPECT_EQ(from.paths[11], 10);
  const Topology torus = make_torus({.radices = {4, 4}});
  const ShortestPaths around = shortest_paths(torus, RouterId{5});
  EXPECT_EQ(around.paths[7], 2);       // (+-2, 0)
  EXPECT_EQ(around.paths[10], 2);      // (1, 1)
  EXPECT_EQ(around.paths[11], 2 * 3);  // (+-2, 1)
  EXPECT_EQ(around.paths[15], 4 * 6);  // (+-2, +-2)
}

// 0-1-2-3 and 0-3 directly; 4 is attached to 3.
TEST(ShortestPaths, OfAGraphFollowItsLinks) {
  const ShortestPaths from = shortest_paths(lopsided_graph(), RouterId{1});
  EXPECT_EQ(from.hops, (std::vector<std::uint32_t>{1, 0, 1, 2, 3}));
  EXPECT_EQ(from.paths, (std::vector<double>{1, 1, 1, 2, 2}));
}

TEST(ShortestPaths, OfTwoPartsDoNotReachTheOther) {
  const ShortestPaths from = shortest_paths(graph({1, 1, 1, 1}, {{0, 1}, {2, 3}}), RouterId{3});
  EXPECT_EQ(from.hops, (std::vector<std::uint32_t>{ShortestPaths::kUnreached,
                                                   ShortestPaths::kUnreached, 1, 0}));
  EXPECT_EQ(from.paths, (std::vector<double>{0, 0, 1, 1}));
}

// From the corner of a 3x2 mesh to the opposite one there are three paths: the first hop of one
// goes up, that of two goes right.
TEST(ShortestPaths, CarryEqualShares) {
  const Topology mesh = make_mesh({.radices = {3, 2}});
  const auto flow = equal_shares(mesh, RouterId{0}, RouterId{5});
  const auto share = [&](std::size_t r, PortId port) {
    return flow[mesh.channel_from(RouterId{r}, port)->index()];
  };
  EXPECT_DOUBLE_EQ(share(0, Grid::plus_port(1)), 1.0 / 3);
  EXPECT_DOUBLE_EQ(share(0, Grid::plus_port(0)), 2.0 / 3);
  EXPECT_DOUBLE_EQ(share(1, Grid::plus_port(1)), 1.0 / 3);
  EXPECT_DOUBLE_EQ(share(2, Grid::plus_port(1)), 1.0 / 3);
  EXPECT_EQ(share(1, Grid::minus_port(0)), 0);
}

TEST(ShortestPaths, CarryTheSumOfTheSharesOfAllPairs) {
  const Topology graph = lopsided_graph();
  const std::vector<double> flits = {1, 2, 0, 4, 0.5};
  const auto flow = equal_shares(graph, RouterId{1}, flits);
  std::vector<double> sum(flow.size());
  for (std::size_t t = 0; t < flits.size(); ++t) {
    if (t == 1) continue;
    const auto pair = equal_shares(graph, RouterId{1}, RouterId{t});
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += flits[t] * pair[c];
  }
  for (std::size_t c = 0; c < sum.size(); ++c) EXPECT_NEAR(flow[c], sum[c], 1e-12);
}

}  // namespace
}  // namespace orthant
