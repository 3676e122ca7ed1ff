// Paths with given directions around rings.
#include "routing/grid/grid_paths.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

constexpr std::array<std::uint8_t, 2> kXFirst = {0, 1};
constexpr OrderedPaths::Directions kX = 1, kY = 2;

// From (sx,sy) to (tx,ty) on a 6x5 torus, router id = x + 6y.
std::string path_of(std::size_t s, std::size_t t, OrderedPaths::RunDirections run_directions,
                    RingClasses classes = RingClasses::kCrossing) {
  const Topology torus = make_torus({.radices = {6, 5}});
  Path path;
  OrderedPaths(*torus.grid(), Ties::kSplit, classes)
      .append(RouterId{s}, RouterId{t}, kXFirst, run_directions, 0, path);
  return written(path);
}

TEST(GridPaths, TakeTheShorterDirectionUnlessForced) {
  EXPECT_EQ(path_of(1, 2, {}), "+0 1 c1");
  EXPECT_EQ(path_of(1, 2, {.plus = kX}), "+0 1 c1");
  EXPECT_EQ(path_of(2, 1, {.plus = kX}), "-0 1 c1");
  EXPECT_EQ(path_of(1, 4, {.plus = kX}), "+0 3 c1");  // a tie
  EXPECT_EQ(path_of(1, 4, {}), "-0 2 c0, -0 1 c1");   // 1 > 0 > 5 > 4
}

TEST(GridPaths, GoTheLongWayWhereForced) {
  // 1 > 0 > 5 in class 0, then 4 > 3 > 2 after the wrap-around channel.
  EXPECT_EQ(path_of(1, 2, {.plus = 0, .forced = kX}), "-0 2 c0, -0 3 c1");
  EXPECT_EQ(path_of(1, 0, {.plus = kX, .forced = kX}), "+0 5 c0");
  EXPECT_EQ(path_of(0, 5, {.plus = kX, .forced = kX}), "+0 5 c1");
  EXPECT_EQ(path_of(0, 5, {.plus = kX, .forced = kX}, RingClasses::kOne), "+0 5 c0");
  // The given direction is the shorter one, or that of a tie.
  EXPECT_EQ(path_of(1, 2, {.plus = kX, .forced = kX}), "+0 1 c1");
  EXPECT_EQ(path_of(1, 4, {.plus = kX, .forced = kX}), "+0 3 c1");
  EXPECT_EQ(path_of(1, 4, {.plus = 0, .forced = kX}), "-0 2 c0, -0 1 c1");
}

TEST(GridPaths, ForceEachDimensionOnItsOwn) {
  // (0,0) to (1,1): x in the shorter direction, y 0 > 4 > 3 > 2 > 1.
  EXPECT_EQ(path_of(0, 7, {.plus = 0, .forced = kY}), "+0 1 c1, -1 1 c0, -1 3 c1");
  EXPECT_EQ(path_of(0, 6, {.plus = kX, .forced = kX}), "+1 1 c1");  // nothing to correct in x
}

// In a dimension with bubbles the class is the parity of the coordinate where the run ends.
TEST(GridPaths, StayInOneClassWhereBubblesKeepTheRing) {
  constexpr RingClasses kBubblesInX = {RingClasses::kCrossing, kX};
  constexpr RingClasses kBubblesInY = {RingClasses::kCrossing, kY};
  // (1,0) to (4,4), y across its wrap-around channel.
  EXPECT_EQ(path_of(1, 28, {}), "-0 2 c0, -0 1 c1, -1 1 c0");
  EXPECT_EQ(path_of(1, 28, {}, kBubblesInX), "-0 3 c0, -1 1 c0");
  EXPECT_EQ(path_of(1, 28, {}, kBubblesInY), "-0 2 c0, -0 1 c1, -1 1 c0");
  EXPECT_EQ(path_of(5, 1, {}, kBubblesInX), "+0 2 c1");
  EXPECT_EQ(path_of(5, 1, {}, kBubblesInY), "+0 1 c0, +0 1 c1");
  EXPECT_EQ(path_of(24, 6, {}, kBubblesInY), "+1 2 c1");
  EXPECT_EQ(path_of(0, 5, {.plus = kX, .forced = kX}, kBubblesInX), "+0 5 c1");
  EXPECT_EQ(path_of(0, 5, {.plus = kX, .forced = kX}, {RingClasses::kOne, kX}), "+0 5 c0");
}

}  // namespace
}  // namespace orthant
