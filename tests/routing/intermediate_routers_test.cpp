// The intermediate routers of OutFlank routing on small tori and meshes, as in Examples 1 and 2 of
// Versaci 2013, with delta = 2.
#include "routing/grid/intermediate_routers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

enum class List { kOutflank, kWraparound };

// Coordinates joined by commas.
std::vector<std::string> listed(const Topology& topology, std::initializer_list<std::uint32_t> from,
                                std::initializer_list<std::uint32_t> to, List list,
                                IntermediateRules rules = {}) {
  const Grid& grid = *topology.grid();
  const RouterId s = at(topology, from);
  const RouterId t = at(topology, to);
  const OrthantRoute shortest = ShortestRoutes(grid, Ties::kPlus).between(s, t, 0);
  const IntermediateRouters routers(grid, rules);
  std::vector<std::string> found;
  const auto visit = [&](RouterId q) {
    std::string& text = found.emplace_back();
    for (std::size_t d = 0; d < grid.dimensions(); ++d) {
      if (d > 0) text += ',';
      text += std::to_string(grid.coordinate(q, d));
    }
  };
  if (list == List::kOutflank) {
    routers.for_each_outflank(s, t, shortest, visit);
  } else {
    routers.for_each_wraparound(s, t, shortest, visit);
  }
  return found;
}

// Shorter directions plus in x and y. Source 1, so out = 1 - 2 = 7; destination 4 or 3, so in = 6
// or 5.
TEST(IntermediateRouters, OutflankInTheOrderOfExampleOneInAPlane) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_THAT(listed(torus, {1, 1}, {4, 3}, List::kOutflank), ElementsAre("7,5", "6,7"));
  EXPECT_THAT(listed(torus, {4, 3}, {1, 1}, List::kOutflank), ElementsAre("6,7", "7,5"));
}

// lambda^0 = (-1,1), lambda^1 = (0,1), lambda^4 = (0,-1), lambda^5 = (1,-1); the middle of 1 and 4
// is 2.
TEST(IntermediateRouters, OutflankOfALineInAPlaneAreTheFourOfSmallDilation) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_THAT(listed(torus, {1, 1}, {4, 1}, List::kOutflank),
              ElementsAre("7,3", "2,3", "2,7", "6,7"));
  EXPECT_THAT(listed(torus, {1, 1}, {4, 1}, List::kOutflank, {.collinear_minus_only = true}),
              ElementsAre("2,7"));
}

// Middle (2,2,1); out 7 everywhere; in 6, 5, 4.
TEST(IntermediateRouters, OutflankInSpaceTakeEveryOrderedPairOfDimensions) {
  const Topology torus = make_torus({.radices = {8, 8, 8}});
  EXPECT_THAT(listed(torus, {1, 1, 1}, {4, 3, 2}, List::kOutflank),
              ElementsAre("7,5,1", "7,2,4", "6,7,1", "2,7,4", "6,2,7", "2,5,7"));
}

// Eqs. 11 and 12: s = (1,1,1), t = (1,4,3), middle (1,2,2).
TEST(IntermediateRouters, OutflankOfACommonPlaneLeaveItOnBothSides) {
  const Topology torus = make_torus({.radices = {8, 8, 8}});
  const std::vector<std::string> four = {"1,7,5", "1,6,7", "3,2,2", "7,2,2"};
  EXPECT_EQ(listed(torus, {1, 1, 1}, {1, 4, 3}, List::kOutflank), four);
  EXPECT_EQ(listed(torus, {1, 1, 1}, {1, 4, 3}, List::kOutflank, {.collinear_minus_only = true}),
            four);
}

// Eqs. 13 and 14: lambda = (1,0,1), (-1,0,0), (0,1,-1), (0,-1,0); z from 1 to 4: middle 2, in 6,
// out 7.
TEST(IntermediateRouters, OutflankOfALineInSpace) {
  const Topology torus = make_torus({.radices = {8, 8, 8}});
  EXPECT_THAT(listed(torus, {1, 1, 1}, {1, 1, 4}, List::kOutflank),
              ElementsAre("3,1,6", "7,1,2", "1,3,7", "1,7,2"));
  EXPECT_THAT(listed(torus, {1, 1, 1}, {1, 1, 4}, List::kOutflank, {.collinear_minus_only = true}),
              ElementsAre("7,1,2", "1,7,2"));
}

TEST(IntermediateRouters, OutflankOfALineInFourDimensionsContinueThePattern) {
  const Topology torus = make_torus({.radices = {8, 8, 8, 8}});
  EXPECT_THAT(listed(torus, {1, 1, 1, 1}, {4, 1, 1, 1}, List::kOutflank),
              ElementsAre("6,3,1,1", "2,7,1,1", "7,1,3,1", "2,1,7,1", "2,1,1,3", "2,1,1,7"));
}

TEST(IntermediateRouters, OutflankStayInsideAMesh) {
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_THAT(listed(mesh, {1, 1}, {4, 3}, List::kOutflank), IsEmpty());
  EXPECT_THAT(listed(mesh, {2, 3}, {4, 5}, List::kOutflank), ElementsAre("0,7", "6,1"));
  EXPECT_THAT(listed(mesh, {2, 3}, {4, 6}, List::kOutflank), ElementsAre("6,1"));
}

// No route detours in a dimension of two routers: the pair lies on a line of the other two.
TEST(IntermediateRouters, DimensionsOfTwoRoutersGiveNone) {
  const Topology torus = make_torus({.radices = {2, 8, 8}});
  EXPECT_THAT(listed(torus, {0, 1, 1}, {1, 4, 1}, List::kOutflank),
              ElementsAre("0,7,3", "0,2,3", "0,2,7", "0,6,7"));
  EXPECT_THAT(listed(torus, {0, 1, 1}, {1, 1, 1}, List::kOutflank), IsEmpty());
  EXPECT_THAT(listed(torus, {0, 1, 1}, {1, 4, 1}, List::kWraparound),
              ElementsAre("0,2,1", "0,2,5", "0,6,1", "0,6,5"));
}

// Middles of 1 and 4: 2 and 6; of 1 and 3: 2 and 6; of 1 and 1: 1 and 5. x changes slowest.
TEST(IntermediateRouters, WraparoundsAreTheMiddlesOfAllOrthants) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_THAT(listed(torus, {1, 1}, {4, 3}, List::kWraparound),
              ElementsAre("2,2", "2,6", "6,2", "6,6"));
  EXPECT_THAT(listed(torus, {1, 1}, {4, 1}, List::kWraparound),
              ElementsAre("2,1", "2,5", "6,1", "6,5"));
  const Topology mesh = make_mesh({.radices = {8, 8}});
  EXPECT_THAT(listed(mesh, {1, 1}, {4, 3}, List::kWraparound), ElementsAre("2,2"));
}

struct Middle {
  std::uint32_t k, from, to;
  bool minus;
  std::uint32_t shorter, longer;                    // in the shorter direction, eq. 1
  std::uint32_t wrap_sum_shorter, wrap_sum_longer;  // ((from + to) mod k) / 2 if it wraps
};

TEST(IntermediateRouters, MidpointsByHand) {
  const Middle table[] = {
      {8, 1, 4, false, 2, 6, 2, 6},
      {8, 4, 1, true, 2, 6, 2, 6},
      {8, 6, 1, false, 7, 3, 3, 7},  // 6 7 0 1: the sum 7 is halved, half a ring away
      {8, 1, 6, true, 7, 3, 3, 7},
      {8, 7, 2, false, 0, 4, 0, 4},  // 7 0 1 2: the sum 9 is reduced to 1 first
      {8, 7, 3, false, 1, 5, 5, 1},  // half a ring: 7 0 1 2 3
      {8, 7, 3, true, 5, 1, 5, 1},   // 7 6 5 4 3
      {8, 3, 3, false, 3, 7, 3, 7},
      {5, 1, 2, false, 1, 4, 1, 3},  // 2 3 4 0 1: (3 + 5) / 2; or 1 + 5 / 2
      {5, 4, 0, false, 4, 2, 2, 4},
  };
  for (const Middle& row : table) {
    const Topology ring = make_torus({.radices = {row.k}});
    const auto found =
        IntermediateRouters(*ring.grid(), {}).midpoints(0, row.from, row.to, row.minus);
    EXPECT_EQ(found.shorter, row.shorter) << row.from << ' ' << row.to;
    EXPECT_EQ(found.longer, row.longer) << row.from << ' ' << row.to;
    const auto summed = IntermediateRouters(*ring.grid(), {.wrap_sum_midpoint = true})
                            .midpoints(0, row.from, row.to, row.minus);
    EXPECT_EQ(summed.shorter, row.wrap_sum_shorter) << row.from << ' ' << row.to;
    EXPECT_EQ(summed.longer, row.wrap_sum_longer) << row.from << ' ' << row.to;
  }
}

TEST(IntermediateRouters, DeltaIsTheNumberOfHopsOutside) {
  const Topology torus = make_torus({.radices = {8, 8}});
  EXPECT_THAT(listed(torus, {1, 1}, {4, 3}, List::kOutflank, {.delta = 1}),
              ElementsAre("0,4", "5,0"));
}

}  // namespace
}  // namespace orthant
