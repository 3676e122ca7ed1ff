// ROMM, compared with paths written by hand; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

// From 6 to 1 on a ring of 8, 6 7 | 0 1, via 6, 7, 0 and 1. Each phase has its own dateline: 6 > 7
// does not cross, so it is in class 1; 7 | 0 1 crosses.
TEST(Romm, GoesThroughEveryRouterOfTheShortestPath) {
  const Topology ring = make_torus({.radices = {8}});
  expect_paths(collected(*build("romm", ring), 6, 1), {{"+0 2 c2, +0 1 c3", 0.25},
                                                       {"+0 1 c1, +0 1 c2, +0 1 c3", 0.25},
                                                       {"+0 2 c0, +0 1 c3", 0.25},
                                                       {"+0 2 c0, +0 1 c1", 0.25}});
}

TEST(Romm, SendsNoHopToItsOwnNode) {
  const Topology torus = make_torus({.radices = {5, 5}});
  expect_paths(collected(*build("romm", torus), 7, 7), {{"", 1.0}});
}

// From (0,0) to (1,1) via (0,0), (1,0), (0,1) and (1,1).
TEST(Romm, CountsPhasesInFixedOrder) {
  const Topology torus = make_torus({.radices = {5, 5}});
  expect_paths(collected(*build("romm", torus), 0, 6), {{"+0 1 c3, +1 1 c3", 0.25},
                                                        {"+0 1 c1, +1 1 c3", 0.25},
                                                        {"+1 1 c1, +0 1 c3", 0.25},
                                                        {"+0 1 c1, +1 1 c1", 0.25}});
}

// Via (0,0) and (1,1) the order decides; via (1,0) x comes first, via (0,1) y, which descends.
TEST(Romm, CountsDescentsInRandomOrder) {
  const Topology torus = make_torus({.radices = {5, 5}});
  const auto romm = build("romm", torus, {.order = Order::kRandom});
  expect_paths(collected(*romm, 0, 6), {{"+0 1 c1, +1 1 c1", 0.5}, {"+1 1 c1, +0 1 c3", 0.5}});
  // (0,0) to (2,2) via (1,1), one of 9 intermediate routers, y first: down, up, down.
  const auto paths = collected(*romm, 0, 12);
  EXPECT_NEAR(paths.at("+1 1 c1, +0 1 c3, +1 1 c3, +0 1 c5"), 1.0 / 18, 1e-15);
  // x first: the second phase turns from y to x.
  EXPECT_NEAR(paths.at("+0 1 c1, +1 1 c1, +0 1 c3, +1 1 c3"), 1.0 / 18, 1e-15);
}

// At a tie on a ring of 4 both phases use one direction, via one of its three routers.
TEST(Romm, TakesOneDirectionForBothPhasesAtATie) {
  const Topology ring = make_torus({.radices = {4}});
  expect_paths(collected(*build("romm", ring), 0, 2), {{"+0 2 c3", 1.0 / 6},
                                                       {"+0 1 c1, +0 1 c3", 1.0 / 6},
                                                       {"+0 2 c1", 1.0 / 6},
                                                       {"-0 1 c2, -0 1 c3", 1.0 / 6},
                                                       {"-0 1 c0, -0 1 c3", 1.0 / 6},
                                                       {"-0 1 c0, -0 1 c1", 1.0 / 6}});
  const Paths plus = {{"+0 2 c3", 1.0 / 3}, {"+0 1 c1, +0 1 c3", 1.0 / 3}, {"+0 2 c1", 1.0 / 3}};
  expect_paths(collected(*build("romm", ring, {.ties = Ties::kPlus}), 0, 2), plus);
  // On a ring the parity is that of the source: plus from 0; minus from 1, 1 0 | 3.
  const auto parity = build("romm", ring, {.ties = Ties::kParity});
  expect_paths(collected(*parity, 0, 2), plus);
  expect_paths(collected(*parity, 1, 3),
               {{"-0 2 c2", 1.0 / 3}, {"-0 1 c1, -0 1 c2", 1.0 / 3}, {"-0 2 c0", 1.0 / 3}});
}

// From (0,0) to (2,1): the offset in y is odd, so minus in x, 0 | 3 2; to (2,0): plus.
TEST(Romm, ParityIsThatOfTheOtherOffsetsOfThePair) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto parity = build("romm", torus, {.ties = Ties::kParity});
  expect_paths(collected(*parity, 0, 6), {{"-0 1 c2, -0 1 c3, +1 1 c3", 1.0 / 6},
                                          {"-0 1 c0, -0 1 c3, +1 1 c3", 1.0 / 6},
                                          {"-0 1 c0, -0 1 c1, +1 1 c3", 1.0 / 6},
                                          {"+1 1 c1, -0 1 c2, -0 1 c3", 1.0 / 6},
                                          {"-0 1 c0, +1 1 c1, -0 1 c3", 1.0 / 6},
                                          {"-0 1 c0, -0 1 c1, +1 1 c1", 1.0 / 6}});
  expect_paths(collected(*parity, 0, 2),
               {{"+0 2 c3", 1.0 / 3}, {"+0 1 c1, +0 1 c3", 1.0 / 3}, {"+0 2 c1", 1.0 / 3}});
}

// From 0 to 7, one path per intermediate router: its dimensions in phase 1, the rest in phase 2.
TEST(Romm, GoesThroughEveryRouterOfACube) {
  const Topology cube = make_hypercube({.radices = {2, 2, 2}});
  expect_paths(collected(*build("romm", cube), 0, 7), {{"+0 1 c1, +1 1 c1, +2 1 c1", 0.125},
                                                       {"+0 1 c0, +1 1 c1, +2 1 c1", 0.125},
                                                       {"+1 1 c0, +0 1 c1, +2 1 c1", 0.125},
                                                       {"+0 1 c0, +1 1 c0, +2 1 c1", 0.125},
                                                       {"+2 1 c0, +0 1 c1, +1 1 c1", 0.125},
                                                       {"+0 1 c0, +2 1 c0, +1 1 c1", 0.125},
                                                       {"+1 1 c0, +2 1 c0, +0 1 c1", 0.125},
                                                       {"+0 1 c0, +1 1 c0, +2 1 c0", 0.125}});
}

TEST(Romm, StatesItsNumberOfClasses) {
  const RoutingOptions random = {.order = Order::kRandom};
  EXPECT_EQ(class_count("romm", make_torus({.radices = {5}})), 4u);
  const Topology square = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("romm", square), 4u);
  EXPECT_EQ(class_count("romm", square, random), 6u);
  EXPECT_EQ(class_count("romm", square, bubble()), 2u);
  EXPECT_EQ(class_count("romm", square, bubble(Order::kRandom)), 3u);
  const Topology cube = make_torus({.radices = {3, 4, 5}});
  EXPECT_EQ(class_count("romm", cube, random), 10u);
  EXPECT_EQ(class_count("romm", cube, bubble(Order::kRandom)), 5u);
  const Topology mesh = make_mesh({.radices = {3, 3, 3}});
  EXPECT_EQ(class_count("romm", mesh), 2u);
  EXPECT_EQ(class_count("romm", mesh, random), 5u);
}

TEST(Romm, NeedsNoDatelineWithBubble) {
  const Topology ring = make_torus({.radices = {8}});
  const auto romm = build("romm", ring, bubble());
  EXPECT_EQ(romm->traits().theorem, DeadlockTheorem::kBubble);
  expect_paths(collected(*romm, 6, 1), {{"+0 3 c1", 0.25},
                                        {"+0 1 c0, +0 2 c1", 0.25},
                                        {"+0 2 c0, +0 1 c1", 0.25},
                                        {"+0 3 c0", 0.25}});
}

TEST(Romm, IsMinimal) {
  const Topology torus = make_torus({.radices = {5, 4}});
  EXPECT_TRUE(build("romm", torus)->traits().minimal);
}

}  // namespace
}  // namespace orthant
