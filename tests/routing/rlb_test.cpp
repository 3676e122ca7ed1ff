// Randomized local balance, compared with paths written by hand; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

// Probability of these directions in x and y, over all intermediate routers.
double quadrant(const Paths& paths, const std::string& x, const std::string& y) {
  double sum = 0;
  for (const auto& [path, probability] : paths) {
    const bool in_quadrant = path.find(x) != std::string::npos && path.find(y) != std::string::npos;
    if (in_quadrant) sum += probability;
  }
  return sum;
}

// Offset 1 on a ring of 5: 0 1 with 4/5, via 0 or 1; 0 | 4 3 2 1 with 1/5, via one of the five.
TEST(Rlb, TakesTheLongerDirectionInProportionToTheShorter) {
  const Topology ring = make_torus({.radices = {5}});
  expect_paths(collected(*build("rlb", ring), 0, 1), {{"+0 1 c3", 2.0 / 5},
                                                      {"+0 1 c1", 2.0 / 5},
                                                      {"-0 1 c2, -0 3 c3", 1.0 / 25},
                                                      {"-0 1 c0, -0 3 c3", 1.0 / 25},
                                                      {"-0 1 c0, -0 1 c1, -0 2 c3", 1.0 / 25},
                                                      {"-0 1 c0, -0 2 c1, -0 1 c3", 1.0 / 25},
                                                      {"-0 1 c0, -0 3 c1", 1.0 / 25}});
  // Offset -2: 0 | 4 3 with 3/5, via one of three; 0 1 2 3 with 2/5, via one of four.
  expect_paths(collected(*build("rlb", ring), 0, 3), {{"-0 1 c2, -0 1 c3", 1.0 / 5},
                                                      {"-0 1 c0, -0 1 c3", 1.0 / 5},
                                                      {"-0 1 c0, -0 1 c1", 1.0 / 5},
                                                      {"+0 3 c3", 1.0 / 10},
                                                      {"+0 1 c1, +0 2 c3", 1.0 / 10},
                                                      {"+0 2 c1, +0 1 c3", 1.0 / 10},
                                                      {"+0 3 c1", 1.0 / 10}});
}

// The run 2 | 0 on a ring of 3 in the plus direction, and its longer counterpart 2 1 0.
TEST(Rlb, KeepsADatelineOfEachPhaseInTheLongerDirection) {
  const Topology ring = make_torus({.radices = {3}});
  expect_paths(collected(*build("rlb", ring), 2, 0), {{"+0 1 c2", 1.0 / 3},
                                                      {"+0 1 c0", 1.0 / 3},
                                                      {"-0 2 c3", 1.0 / 9},
                                                      {"-0 1 c1, -0 1 c3", 1.0 / 9},
                                                      {"-0 2 c1", 1.0 / 9}});
}

TEST(Rlb, SendsNoHopToItsOwnNode) {
  const Topology torus = make_torus({.radices = {5, 5}});
  expect_paths(collected(*build("rlb", torus), 7, 7), {{"", 1.0}});
}

// (k-D)/k = 1/2 for each direction; rlb does not read routing.ties.
TEST(Rlb, SplitsATieWhateverTheRule) {
  const Topology ring = make_torus({.radices = {4}});
  for (const Ties ties : {Ties::kSplit, Ties::kPlus, Ties::kParity}) {
    expect_paths(collected(*build("rlb", ring, {.ties = ties}), 0, 2),
                 {{"+0 2 c3", 1.0 / 6},
                  {"+0 1 c1, +0 1 c3", 1.0 / 6},
                  {"+0 2 c1", 1.0 / 6},
                  {"-0 1 c2, -0 1 c3", 1.0 / 6},
                  {"-0 1 c0, -0 1 c3", 1.0 / 6},
                  {"-0 1 c0, -0 1 c1", 1.0 / 6}});
  }
}

// From (0,0) to (1,2) on a 5x8 torus: D = 1 of 5 and 2 of 8.
TEST(Rlb, DrawsTheQuadrantDimensionByDimension) {
  const Topology torus = make_torus({.radices = {5, 8}});
  for (const Order order : {Order::kFixed, Order::kRandom}) {
    const Paths paths = collected(*build("rlb", torus, {.order = order}), 0, 11);
    EXPECT_NEAR(quadrant(paths, "+0", "+1"), 4.0 / 5 * 6 / 8, 1e-15);
    EXPECT_NEAR(quadrant(paths, "-0", "+1"), 1.0 / 5 * 6 / 8, 1e-15);
    EXPECT_NEAR(quadrant(paths, "+0", "-1"), 4.0 / 5 * 2 / 8, 1e-15);
    EXPECT_NEAR(quadrant(paths, "-0", "-1"), 1.0 / 5 * 2 / 8, 1e-15);
  }
}

// From (0,0) to (1,1) on a 3x3 torus in the quadrant ++ with 4/9, via one of four; in +- with 2/9,
// via one of 2 x 3: 0 1 in x, 0 | 2 1 in y.
TEST(Rlb, GoesThroughEveryRouterOfTheQuadrant) {
  const Topology torus = make_torus({.radices = {3, 3}});
  const Paths paths = collected(*build("rlb", torus), 0, 4);
  EXPECT_EQ(paths.size(), 4u + 6 + 6 + 9);
  for (const char* path :
       {"+0 1 c3, +1 1 c3", "+0 1 c1, +1 1 c3", "+1 1 c1, +0 1 c3", "+0 1 c1, +1 1 c1"}) {
    EXPECT_NEAR(paths.at(path), 1.0 / 9, 1e-15) << path;
  }
  for (const char* path :
       {"+0 1 c3, -1 1 c2, -1 1 c3", "+0 1 c1, -1 1 c2, -1 1 c3", "-1 1 c0, +0 1 c3, -1 1 c3",
        "+0 1 c1, -1 1 c0, -1 1 c3", "-1 1 c0, -1 1 c1, +0 1 c3", "+0 1 c1, -1 1 c0, -1 1 c1"}) {
    EXPECT_NEAR(paths.at(path), 1.0 / 27, 1e-15) << path;
  }
  // Longer direction in both dimensions, 1/9, via one of 3 x 3; here via (2,2).
  EXPECT_NEAR(paths.at("-0 1 c0, -1 1 c0, -0 1 c3, -1 1 c3"), 1.0 / 81, 1e-15);
}

// In random order via (2,2), y first: down to x, up to y after the intermediate router, down to x.
TEST(Rlb, CountsDescentsInRandomOrder) {
  const Topology torus = make_torus({.radices = {3, 3}});
  const Paths paths = collected(*build("rlb", torus, {.order = Order::kRandom}), 0, 4);
  EXPECT_NEAR(paths.at("-1 1 c0, -0 1 c2, -1 1 c3, -0 1 c5"), 1.0 / 162, 1e-15);
  EXPECT_NEAR(paths.at("-0 1 c0, -1 1 c0, -0 1 c3, -1 1 c3"), 1.0 / 162, 1e-15);
}

// Two routers of a torus share one link: there is no longer direction.
TEST(Rlb, HasOneDirectionInAPair) {
  const Topology torus = make_torus({.radices = {2, 3}});
  expect_paths(collected(*build("rlb", torus), 0, 1), {{"+0 1 c2", 0.5}, {"+0 1 c0", 0.5}});
}

TEST(Rlb, StatesItsNumberOfClasses) {
  const RoutingOptions random = {.order = Order::kRandom};
  EXPECT_EQ(class_count("rlb", make_torus({.radices = {5}}), random), 4u);
  const Topology square = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("rlb", square), 4u);
  EXPECT_EQ(class_count("rlb", square, random), 6u);
  EXPECT_EQ(class_count("rlb", square, bubble()), 2u);
  EXPECT_EQ(class_count("rlb", square, bubble(Order::kRandom)), 3u);
  const Topology cube = make_torus({.radices = {3, 4, 5}});
  EXPECT_EQ(class_count("rlb", cube), 4u);
  EXPECT_EQ(class_count("rlb", cube, random), 10u);
}

TEST(Rlb, NeedsNoDatelineWithBubble) {
  const Topology ring = make_torus({.radices = {3}});
  const auto rlb = build("rlb", ring, bubble());
  EXPECT_EQ(rlb->traits().theorem, DeadlockTheorem::kBubble);
  EXPECT_FALSE(rlb->traits().minimal);
  expect_paths(collected(*rlb, 2, 0), {{"+0 1 c1", 1.0 / 3},
                                       {"+0 1 c0", 1.0 / 3},
                                       {"-0 2 c1", 1.0 / 9},
                                       {"-0 1 c0, -0 1 c1", 1.0 / 9},
                                       {"-0 2 c0", 1.0 / 9}});
}

}  // namespace
}  // namespace orthant
