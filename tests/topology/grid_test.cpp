// Coordinates, offsets and wrap-around channels, against numbers counted by hand.
#include <gtest/gtest.h>

#include <array>

#include "topology/topology.hpp"

namespace orthant {
namespace {

RouterId at(const Grid& grid, std::vector<std::uint32_t> coordinates) {
  return grid.router_at(coordinates);
}

TEST(Grid, NumbersRoutersWithDimensionZeroFastest) {
  const Grid grid({5, 3, 2}, true);
  EXPECT_EQ(at(grid, {0, 0, 0}), RouterId{0});
  EXPECT_EQ(at(grid, {4, 0, 0}), RouterId{4});
  EXPECT_EQ(at(grid, {3, 2, 1}), RouterId{3 + 5 * 2 + 15 * 1});
  EXPECT_EQ(grid.coordinate(RouterId{28}, 0), 3u);
  EXPECT_EQ(grid.coordinate(RouterId{28}, 1), 2u);
  EXPECT_EQ(grid.coordinate(RouterId{28}, 2), 1u);
}

TEST(Grid, OffsetsTakeTheShorterDirectionAroundAnOddRing) {
  const Grid ring({5}, true);
  const std::array<int, 5> expected = {0, 1, 2, -2, -1};
  for (std::size_t s = 0; s < 5; ++s) {
    for (std::size_t step = 0; step < 5; ++step) {
      EXPECT_EQ(ring.offset(RouterId{s}, RouterId{(s + step) % 5}, 0), expected[step]);
      EXPECT_FALSE(ring.is_tie(RouterId{s}, RouterId{(s + step) % 5}, 0));
    }
  }
}

TEST(Grid, OffsetIsPositiveHalfWayRoundAnEvenRing) {
  const Grid ring({6}, true);
  const std::array<int, 6> expected = {0, 1, 2, 3, -2, -1};
  for (std::size_t s = 0; s < 6; ++s) {
    for (std::size_t step = 0; step < 6; ++step) {
      EXPECT_EQ(ring.offset(RouterId{s}, RouterId{(s + step) % 6}, 0), expected[step]);
      EXPECT_EQ(ring.is_tie(RouterId{s}, RouterId{(s + step) % 6}, 0), step == 3);
    }
  }
}

TEST(Grid, OffsetsOfAMeshNeverWrap) {
  const Grid line({6}, false);
  EXPECT_EQ(line.offset(RouterId{0}, RouterId{5}, 0), 5);
  EXPECT_EQ(line.offset(RouterId{5}, RouterId{1}, 0), -4);
  EXPECT_FALSE(line.is_tie(RouterId{0}, RouterId{3}, 0));
}

TEST(Grid, TwoRoutersOfATorusDimensionAreALine) {
  const Grid pair({2}, true);
  EXPECT_FALSE(pair.has_ring(0));
  EXPECT_EQ(pair.offset(RouterId{0}, RouterId{1}, 0), 1);
  EXPECT_EQ(pair.offset(RouterId{1}, RouterId{0}, 0), -1);
  EXPECT_FALSE(pair.is_tie(RouterId{0}, RouterId{1}, 0));
}

TEST(Grid, DistanceAddsTheShorterWaysOfAllDimensions) {
  const Grid torus({8, 5}, true);
  EXPECT_EQ(torus.distance(at(torus, {1, 4}), at(torus, {7, 0})), 2u + 1u);
  EXPECT_EQ(torus.distance(at(torus, {0, 0}), at(torus, {4, 2})), 4u + 2u);
  const Grid mesh({8, 5}, false);
  EXPECT_EQ(mesh.distance(at(mesh, {1, 4}), at(mesh, {7, 0})), 6u + 4u);
}

TEST(Grid, NeighborsWrapAroundARingOnly) {
  const Grid torus({4, 3}, true);
  EXPECT_EQ(torus.neighbor(at(torus, {3, 1}), Grid::plus_port(0)), at(torus, {0, 1}));
  EXPECT_EQ(torus.neighbor(at(torus, {0, 1}), Grid::minus_port(0)), at(torus, {3, 1}));
  EXPECT_EQ(torus.neighbor(at(torus, {2, 2}), Grid::plus_port(1)), at(torus, {2, 0}));
  EXPECT_EQ(torus.neighbor(at(torus, {2, 2}), Grid::minus_port(1)), at(torus, {2, 1}));
  EXPECT_TRUE(torus.is_wrap(at(torus, {3, 1}), Grid::plus_port(0)));
  EXPECT_FALSE(torus.is_wrap(at(torus, {3, 1}), Grid::minus_port(0)));
  EXPECT_TRUE(torus.is_wrap(at(torus, {3, 0}), Grid::minus_port(1)));
  const Grid mesh({4, 3}, false);
  EXPECT_FALSE(mesh.is_wrap(at(mesh, {3, 1}), Grid::plus_port(0)));
}

}  // namespace
}  // namespace orthant
