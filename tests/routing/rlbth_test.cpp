// RLB with a threshold, compared with paths written by hand; notation as in dor_test.cpp.
#include <gtest/gtest.h>

#include "tests/routing/collected_paths.hpp"

namespace orthant {
namespace {

using Paths = std::map<std::string, double>;

// Probability of the plus direction from 0 to `distance` on a ring of k.
double plus_share(std::uint32_t k, std::size_t distance) {
  const Topology ring = make_torus({.radices = {k}});
  double sum = 0;
  for (const auto& [path, probability] : collected(*build("rlbth", ring), 0, distance)) {
    if (path.starts_with('+')) sum += probability;
  }
  return sum;
}

TEST(Rlbth, IsMinimalBelowAQuarterOfTheRing) {
  const Topology ring = make_torus({.radices = {8}});
  expect_paths(collected(*build("rlbth", ring), 0, 1), {{"+0 1 c3", 0.5}, {"+0 1 c1", 0.5}});
  expect_paths(collected(*build("rlbth", ring), 0, 7), {{"-0 1 c2", 0.5}, {"-0 1 c0", 0.5}});
}

// D = k/4 is not below the threshold: 0 1 2 with 6/8, via one of three; 0 | 7 6 5 4 3 2 with 2/8,
// via one of seven.
TEST(Rlbth, BalancesAtAQuarterOfTheRing) {
  const Topology ring = make_torus({.radices = {8}});
  expect_paths(collected(*build("rlbth", ring), 0, 2), {{"+0 2 c3", 0.25},
                                                        {"+0 1 c1, +0 1 c3", 0.25},
                                                        {"+0 2 c1", 0.25},
                                                        {"-0 1 c2, -0 5 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 5 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 1 c1, -0 4 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 2 c1, -0 3 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 3 c1, -0 2 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 4 c1, -0 1 c3", 1.0 / 28},
                                                        {"-0 1 c0, -0 5 c1", 1.0 / 28}});
}

TEST(Rlbth, HasAStrictThresholdForEveryRadix) {
  EXPECT_NEAR(plus_share(3, 1), 2.0 / 3, 1e-15);  // 1 > 3/4
  EXPECT_NEAR(plus_share(4, 1), 3.0 / 4, 1e-15);  // 1 = 4/4
  EXPECT_EQ(plus_share(5, 1), 1);                 // 1 < 5/4
  EXPECT_NEAR(plus_share(5, 2), 3.0 / 5, 1e-15);
  EXPECT_NEAR(plus_share(7, 2), 5.0 / 7, 1e-15);
  EXPECT_NEAR(plus_share(8, 2), 6.0 / 8, 1e-15);
  EXPECT_NEAR(plus_share(8, 4), 1.0 / 2, 1e-15);
  EXPECT_NEAR(plus_share(9, 2), 1, 1e-15);  // 2 < 9/4
  EXPECT_NEAR(plus_share(9, 3), 6.0 / 9, 1e-15);
  EXPECT_NEAR(plus_share(12, 2), 1, 1e-15);
  EXPECT_NEAR(plus_share(12, 3), 9.0 / 12, 1e-15);
}

// From (0,0) to (1,2) on an 8x8 torus: x always plus, y plus with 6/8.
TEST(Rlbth, AppliesTheThresholdToEachDimensionByItself) {
  const Topology torus = make_torus({.radices = {8, 8}});
  double y_plus = 0;
  for (const auto& [path, probability] : collected(*build("rlbth", torus), 0, 17)) {
    EXPECT_EQ(path.find("-0"), std::string::npos) << path;
    if (path.find("+1") != std::string::npos) y_plus += probability;
  }
  EXPECT_NEAR(y_plus, 6.0 / 8, 1e-15);
}

TEST(Rlbth, SplitsATieWhateverTheRule) {
  const Topology ring = make_torus({.radices = {4}});
  for (const Ties ties : {Ties::kSplit, Ties::kPlus, Ties::kParity}) {
    EXPECT_EQ(collected(*build("rlbth", ring, {.ties = ties}), 1, 3),
              collected(*build("rlb", ring), 1, 3));
  }
}

TEST(Rlbth, StatesItsNumberOfClasses) {
  const RoutingOptions random = {.order = Order::kRandom};
  const Topology square = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("rlbth", square), 4u);
  EXPECT_EQ(class_count("rlbth", square, random), 6u);
  EXPECT_EQ(class_count("rlbth", square, bubble()), 2u);
  EXPECT_EQ(class_count("rlbth", square, bubble(Order::kRandom)), 3u);
  EXPECT_EQ(class_count("rlbth", make_torus({.radices = {3, 4, 5}}), random), 10u);
  EXPECT_FALSE(build("rlbth", square)->traits().minimal);
}

}  // namespace
}  // namespace orthant
