// POR: choice of an orthant on an 8x8 torus. Two VC classes of 8 flits per port (bubble): a link
// holds 16. Ports +x, -x, +y, -y; orthant bit d = minus in dimension d.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "routing/grid/orthant.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

std::uint32_t chosen(const Routing& routing, RouterId s, RouterId t,
                     const FakeOccupancy& occupancy) {
  return started(routing, s, t, occupancy).bits;
}

// From (0,0) to (1,1), the links of both shorter directions full, the others idle, eta 1:
//   +x+y: 0/16 + 1 = 1;  -x+y, +x-y: 0/8 + 2/8;  -x-y: 1 + 2/14 = 1.14.
// With eta 2 the shortest orthant has 2, the opposite one 1 + 4/14.
TEST(Por, TakesTheOrthantOfLargestProfit) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const RouterId s = at(torus, {0, 0});
  const RouterId t = at(torus, {1, 1});
  const FakeOccupancy occupancy({0, 8, 0, 8});
  EXPECT_EQ(chosen(*build("por", torus, bubble_with({})), s, t, occupancy), 3u);
  EXPECT_EQ(
      chosen(*build("por", torus, bubble_with(own_keys({{"por.eta", "2"}}))), s, t, occupancy), 0u);
  EXPECT_EQ(chosen(*build("por", torus, bubble_with({})), s, t, FakeOccupancy()), 0u);
}

// From 0 to 2 on a ring of 8, dilation 3; -x idle, +x full, eta 1.5: 0/16 + 1.5 = 1 + 1.5/3, a tie.
TEST(Por, TheShortestOrthantWinsADraw) {
  const Topology ring = make_torus({.radices = {8}});
  const FakeOccupancy occupancy({0, 8});
  const auto bits = [&](const char* eta) {
    const auto routing = build("por", ring, bubble_with(own_keys({{"por.eta", eta}})));
    return chosen(*routing, RouterId{0}, RouterId{2}, occupancy);
  };
  EXPECT_EQ(bits("1.5"), 0u);
  EXPECT_EQ(bits("1.49"), 1u);
}

TEST(Por, NeverSendsRoundPairsCloserThanTheLeastDistance) {
  const Topology ring = make_torus({.radices = {8}});
  const FakeOccupancy occupancy({0, 8});
  const auto bits = [&](const char* least, std::size_t t) {
    const auto routing =
        build("por", ring, bubble_with(own_keys({{"derouting.least_distance", least}})));
    return chosen(*routing, RouterId{0}, RouterId{t}, occupancy);
  };
  EXPECT_EQ(bits("1", 1), 1u);
  EXPECT_EQ(bits("2", 1), 0u);
  EXPECT_EQ(bits("2", 2), 1u);
  EXPECT_EQ(bits("3", 2), 0u);
}

// In three dimensions, from (0,0,0) to (1,1,0), the z links are useless. +x, +y full, -x, -y with
// 12 of 16 flits free, z also 12, eta 0.5: least used 4.
//   shortest: 4/16 + 0.5 = 0.75;  -x-y over the two useful dimensions: 4/4 + 0.5 * 2/14 = 1.07;
//   over all three: free 24/3 = 8, 4/8 + 0.07 = 0.57.
TEST(Por, TheMeanOverAllDimensionsFavoursTheShortest) {
  const Topology torus = make_torus({.radices = {8, 8, 8}});
  const FakeOccupancy occupancy({0, 6, 0, 6, 6, 6});
  const auto bits = [&](const char* mean) {
    const auto routing =
        build("por", torus, bubble_with(own_keys({{"por.mean", mean}, {"por.eta", "0.5"}})));
    return chosen(*routing, RouterId{0}, at(torus, {1, 1, 0}), occupancy);
  };
  EXPECT_EQ(bits("useful"), 3u);
  EXPECT_EQ(bits("all"), 0u);
}

// At a tie minus is as short. It counts as a detour if the rule is plus.
TEST(Por, ADirectionAgainstTheRuleOfTiesIsADetour) {
  const Topology ring = make_torus({.radices = {8}});
  const FakeOccupancy occupancy({0, 8});
  for (const Ties ties : {Ties::kPlus, Ties::kSplit}) {
    const auto routing = build("por", ring, bubble_with({}, ties));
    const Header header = started(*routing, RouterId{0}, RouterId{4}, occupancy);
    EXPECT_EQ(header.bits, 1u);
    EXPECT_EQ(routing->adaptive()->detour(RouterId{0}, header),
              ties == Ties::kPlus ? kOrthantDetour : Detour::kNone);
  }
  const auto routing = build("por", ring, bubble_with({}));
  const Header longer = started(*routing, RouterId{0}, RouterId{3}, occupancy);
  EXPECT_EQ(routing->adaptive()->detour(RouterId{0}, longer), kOrthantDetour);
  const Header shortest = started(*routing, RouterId{0}, RouterId{3}, FakeOccupancy());
  EXPECT_EQ(routing->adaptive()->detour(RouterId{0}, shortest), Detour::kNone);
}

TEST(Por, NeedsATorus) {
  try {
    build("por", make_mesh({.radices = {4, 4}}));
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "routing.algorithm");
    EXPECT_STREQ(error.what(),
                 "por needs a torus, not a mesh; allowed: a torus, or another routing, as dor");
  }
}

}  // namespace
}  // namespace orthant
