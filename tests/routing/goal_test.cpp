// GOAL: the distribution over orthants, and the packets within them.
#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "routing/grid/orthant.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

// Offsets 3 of 8 and 1 of 5: plus in x with probability 5/8, in y with 4/5. Bit d = minus in d.
TEST(Goal, DrawsEachDirectionInProportionToTheOthersLength) {
  const Topology torus = make_torus({.radices = {8, 5}});
  const auto routing = build("goal", torus);
  RandomStream random(11, 5, RandomPurpose::kTest);
  std::map<std::uint32_t, int> count;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    ++count[started(*routing, at(torus, {6, 4}), at(torus, {1, 0}), FakeOccupancy(), random).bits];
  }
  const std::map<std::uint32_t, double> expected = {
      {0, 0.625 * 0.8}, {1, 0.375 * 0.8}, {2, 0.625 * 0.2}, {3, 0.375 * 0.2}};
  double chi_square = 0;
  for (const auto& [bits, probability] : expected) {
    const double difference = count[bits] - probability * kDraws;
    chi_square += difference * difference / (probability * kDraws);
  }
  EXPECT_EQ(count.size(), 4u);
  EXPECT_LT(chi_square, 24.3);  // 3 degrees of freedom: exceeded with probability 2e-5
}

TEST(Goal, DrawsBothWaysEquallyAtATie) {
  const Topology ring = make_torus({.radices = {6}});
  const auto routing = build("goal", ring);
  RandomStream random(2, 9, RandomPurpose::kTest);
  int minus = 0;
  for (int i = 0; i < 4000; ++i) {
    const Header header = started(*routing, RouterId{4}, RouterId{1}, FakeOccupancy(), random);
    minus += header.bits != 0;
    EXPECT_EQ(routing->adaptive()->detour(RouterId{4}, header), Detour::kNone);
  }
  EXPECT_NEAR(minus, 2000, 5 * 31.6);
}

TEST(Goal, CountsTheLongWayRoundAsADetour) {
  const Topology torus = make_torus({.radices = {8, 2}});
  const auto routing = build("goal", torus);
  const RouterId s = at(torus, {6, 1});
  const RouterId t = at(torus, {1, 0});
  const auto starts = all_starts(*routing, s, t);
  ASSERT_EQ(starts.size(), 2u);  // two routers have one direction
  EXPECT_EQ(starts[0].bits, 2u);
  EXPECT_EQ(routing->adaptive()->detour(s, starts[0]), Detour::kNone);
  EXPECT_EQ(starts[1].bits, 3u);
  EXPECT_EQ(routing->adaptive()->detour(s, starts[1]), kOrthantDetour);
  // Minus from 6 to 1: the wrap-around channel is not ahead. Plus: it is.
  EXPECT_EQ(candidates_in_words(*routing, s, starts[1]), "-0 c2, -1 c2, -0 c1 e");
  EXPECT_EQ(candidates_in_words(*routing, s, starts[0]), "+0 c2, -1 c2, +0 c0 e");
}

TEST(Goal, HasThreeClassesWithBubbleToo) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_EQ(class_count("goal", torus), 3u);
  EXPECT_EQ(class_count("goal", torus, bubble()), 3u);
  const auto detours = build("goal", torus)->traits().detours;
  ASSERT_EQ(detours.size(), 1u);
  EXPECT_EQ(detours[0].name, "orthant");
}

TEST(Goal, NeedsATorus) {
  try {
    build("goal", make_mesh({.radices = {4, 4}}));
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "routing.algorithm");
    EXPECT_STREQ(error.what(),
                 "goal needs a torus, not a mesh; allowed: a torus, or another routing, as dor");
  }
}

}  // namespace
}  // namespace orthant
