// Valiant's algorithm, compared with paths written by hand; notation as in dor_test.cpp.
//
// Classes on a torus with credits: 2 * set + dateline class; the set is the phase in fixed order
// and the number of descents in random order.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

// One path per intermediate router. Via 2: 0 | 2 in class 0, then 2 1 in phase 2.
TEST(Val, GoesThroughEveryRouterOfARing) {
  const Topology ring = make_torus({.radices = {3}});
  expect_paths(collected(*build("val", ring), 0, 1),
               {{"+0 1 c3", 1.0 / 3}, {"+0 1 c1", 1.0 / 3}, {"-0 1 c0, -0 1 c3", 1.0 / 3}});
}

TEST(Val, SendsAPacketToItsOwnNodeThroughAnIntermediateRouterToo) {
  const Topology ring = make_torus({.radices = {3}});
  expect_paths(collected(*build("val", ring), 0, 0),
               {{"", 1.0 / 3}, {"+0 1 c1, -0 1 c3", 1.0 / 3}, {"-0 1 c0, +0 1 c2", 1.0 / 3}});
}

// From 0 to 1 on a ring of 4. Via 2 the first phase is a tie: 0 1 2 or 0 | 3 2, then back to 1. Via
// 3 the second one is: 3 | 0 1 or 3 2 1.
TEST(Val, TakesTiesInEachPhaseByItself) {
  const Topology ring = make_torus({.radices = {4}});
  expect_paths(collected(*build("val", ring), 0, 1), {{"+0 1 c3", 0.25},
                                                      {"+0 1 c1", 0.25},
                                                      {"+0 2 c1, -0 1 c3", 0.125},
                                                      {"-0 1 c0, -0 1 c1, -0 1 c3", 0.125},
                                                      {"-0 1 c0, +0 1 c2, +0 1 c3", 0.125},
                                                      {"-0 1 c0, -0 2 c3", 0.125}});
  expect_paths(collected(*build("val", ring, {.ties = Ties::kPlus}), 0, 1),
               {{"+0 1 c3", 0.25},
                {"+0 1 c1", 0.25},
                {"+0 2 c1, -0 1 c3", 0.25},
                {"-0 1 c0, +0 1 c2, +0 1 c3", 0.25}});
  // On a ring, parity refers to the start of the phase: 0 is even, 3 is odd.
  expect_paths(collected(*build("val", ring, {.ties = Ties::kParity}), 0, 1),
               {{"+0 1 c3", 0.25},
                {"+0 1 c1", 0.25},
                {"+0 2 c1, -0 1 c3", 0.25},
                {"-0 1 c0, -0 2 c3", 0.25}});
}

// Without rings a set is one class. From (0,0) to (1,1): the x hop and the y hop each belong to the
// phase in which the intermediate router requires them.
TEST(Val, CountsPhasesInFixedOrder) {
  const Topology cube = make_hypercube({.radices = {2, 2}});
  expect_paths(collected(*build("val", cube), 0, 3), {{"+0 1 c1, +1 1 c1", 0.25},
                                                      {"+0 1 c0, +1 1 c1", 0.25},
                                                      {"+1 1 c0, +0 1 c1", 0.25},
                                                      {"+0 1 c0, +1 1 c0", 0.25}});
}

// Via (0,0) and (1,1) the order decides; via (1,0) it is x-y, via (0,1) y-x, which descends.
TEST(Val, CountsDescentsInRandomOrder) {
  const Topology cube = make_hypercube({.radices = {2, 2}});
  const auto val = build("val", cube, {.order = Order::kRandom});
  expect_paths(collected(*val, 0, 3), {{"+0 1 c0, +1 1 c0", 0.5}, {"+1 1 c0, +0 1 c1", 0.5}});
  // Out and back: x+ x- does not rise, so it descends; y-x-y-x descends twice, x-y-x-y once.
  expect_paths(collected(*val, 0, 0), {{"", 0.25},
                                       {"+0 1 c0, -0 1 c1", 0.25},
                                       {"+1 1 c0, -1 1 c1", 0.25},
                                       {"+0 1 c0, +1 1 c0, -0 1 c1, -1 1 c1", 0.125},
                                       {"+1 1 c0, +0 1 c1, -1 1 c1, -0 1 c2", 0.125}});
}

// From (0,0,0) via (1,1,1) to (2,2,2) in the order z-y-x: descents to y, x, then up to z, then to y
// and x: five sets. No other intermediate router or order gives these paths.
TEST(Val, NeedsTheMostClassesWhereTheOrderRisesAtTheIntermediateRouter) {
  const Topology torus = make_torus({.radices = {5, 5, 5}});
  const auto paths = collected(*build("val", torus, {.order = Order::kRandom}), 0, 2 + 10 + 50);
  EXPECT_NEAR(paths.at("+2 1 c1, +1 1 c3, +0 1 c5, +2 1 c5, +1 1 c7, +0 1 c9"), 1.0 / 750, 1e-15);
  EXPECT_NEAR(paths.at("+0 1 c1, +1 1 c1, +2 1 c1, +0 1 c3, +1 1 c3, +2 1 c3"), 1.0 / 750, 1e-15);
}

TEST(Val, StatesItsNumberOfClasses) {
  const RoutingOptions random = {.order = Order::kRandom};
  const Topology ring = make_torus({.radices = {5}});
  EXPECT_EQ(class_count("val", ring), 4u);
  EXPECT_EQ(class_count("val", ring, random), 4u);
  EXPECT_EQ(class_count("val", make_torus({.radices = {1, 6}}), random), 4u);  // a ring, too
  const Topology square = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("val", square), 4u);
  EXPECT_EQ(class_count("val", square, random), 6u);
  EXPECT_EQ(class_count("val", square, bubble()), 2u);
  EXPECT_EQ(class_count("val", square, bubble(Order::kRandom)), 3u);
  const Topology cube = make_torus({.radices = {3, 4, 5}});
  EXPECT_EQ(class_count("val", cube), 4u);
  EXPECT_EQ(class_count("val", cube, random), 10u);
  EXPECT_EQ(class_count("val", cube, bubble(Order::kRandom)), 5u);
  const Topology mesh = make_mesh({.radices = {3, 3, 3}});
  EXPECT_EQ(class_count("val", mesh), 2u);
  EXPECT_EQ(class_count("val", mesh, random), 5u);
}

TEST(Val, NeedsNoDatelineWithBubble) {
  const Topology ring = make_torus({.radices = {3}});
  const auto val = build("val", ring, bubble());
  EXPECT_EQ(val->traits().theorem, DeadlockTheorem::kBubble);
  expect_paths(collected(*val, 0, 1),
               {{"+0 1 c1", 1.0 / 3}, {"+0 1 c0", 1.0 / 3}, {"-0 1 c0, -0 1 c1", 1.0 / 3}});
}

TEST(Val, OvershootsOnAMesh) {
  const Topology line = make_mesh({.radices = {3}});
  expect_paths(collected(*build("val", line), 0, 1),
               {{"+0 1 c1", 1.0 / 3}, {"+0 1 c0", 1.0 / 3}, {"+0 2 c0, -0 1 c1", 1.0 / 3}});
}

}  // namespace
}  // namespace orthant
