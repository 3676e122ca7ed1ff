// OutFlank routing: choices computed by hand on a 16x16 torus, the two phases, and detour lengths.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "routing/grid/orthant.hpp"
#include "tests/routing/collected_paths.hpp"
#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

// From (1,1) to (4,3), 5 hops, on a 16x16 torus; three VC classes of 8 flits: a link holds 24.
class OfrChoice : public testing::Test {
 protected:
  struct Result {
    Detour detour;
    RouterId via;
    bool operator==(const Result&) const = default;
  };
  Result chosen(const FakeOccupancy& occupancy, const OptionValues& own) const {
    const auto routing = build("ofr", torus_, bubble_with(own));
    const Header header = started(*routing, s_, t_, occupancy);
    return {routing->adaptive()->detour(s_, header), header.via};
  }
  Topology torus_ = make_torus({.radices = {16, 16}});
  RouterId s_ = at(torus_, {1, 1});
  RouterId t_ = at(torus_, {4, 3});
};

// +x full, the others idle, eta 1. Shortest: on average 12 of 24 used: 0/12 + 1 = 1.
//   (15,5): -x 2, +y 4, then +x 5, -y 2, 13 hops, both first links idle: 1 + 5/13 = 1.38;
//   (6,15): +x is full: 0 + ..;  (10,2): -x 7, +y 1, -x 6, +y 1, 15 hops: 1 + 5/15;
//   (10,10): -x 7, -y 7, -x 6, -y 7: 1 + 5/27.
// With eta 2 the shortest route has 2, (15,5) 1.77.
TEST_F(OfrChoice, GoesAroundAFullLinkWhereThatPays) {
  const FakeOccupancy occupancy({0, 8, 8, 8});
  EXPECT_EQ(chosen(occupancy, own_keys({{"ofr.eta", "1"}})),
            (Result{kOutflankDetour, at(torus_, {15, 5})}));
  EXPECT_EQ(chosen(occupancy, {}), (Result{Detour::kNone, t_}));
}

// +y full as well: only (10,10) has idle first links, 1 + 5/27 against 0 + 1.
TEST_F(OfrChoice, GoesRoundTheFarSideWhenAllShortLinksAreFull) {
  EXPECT_EQ(chosen(FakeOccupancy({0, 8, 0, 8}), own_keys({{"ofr.eta", "1"}})),
            (Result{kWraparoundDetour, at(torus_, {10, 10})}));
}

TEST_F(OfrChoice, KeepsToTheShortestWayWhenIdleOrFull) {
  for (const std::uint32_t free : {0u, 5u, 8u}) {
    EXPECT_EQ(chosen(FakeOccupancy({free, free, free, free}), own_keys({{"ofr.eta", "0.1"}})),
              (Result{Detour::kNone, t_}));
  }
}

// delta 3: (14,6) takes -x 3, +y 5, +x 6, -y 3: 17 hops, 1 + 5/17; (10,2) with 1 + 5/15 is better.
TEST_F(OfrChoice, ALargerDeltaMakesOutflankingDearer) {
  EXPECT_EQ(chosen(FakeOccupancy({0, 8, 8, 8}), own_keys({{"ofr.eta", "1"}, {"ofr.delta", "3"}})),
            (Result{kWraparoundDetour, at(torus_, {10, 2})}));
}

// The distance to (4,3) is 5.
TEST_F(OfrChoice, NeverSendsRoundPairsCloserThanTheLeastDistance) {
  const FakeOccupancy occupancy({0, 8, 8, 8});
  EXPECT_EQ(
      chosen(occupancy, own_keys({{"ofr.eta", "1"}, {"derouting.least_distance", "5"}})).detour,
      kOutflankDetour);
  EXPECT_EQ(
      chosen(occupancy, own_keys({{"ofr.eta", "1"}, {"derouting.least_distance", "6"}})).detour,
      Detour::kNone);
}

TEST(Ofr, TurnsAtTheIntermediateRouterAndTakesOneDetour) {
  const Topology torus = make_torus({.radices = {16, 16}});
  const RouterId s = at(torus, {1, 1});
  const RouterId t = at(torus, {4, 3});
  const RouterId q = at(torus, {15, 5});
  const auto routing = build("ofr", torus, bubble_with(own_keys({{"ofr.eta", "1"}})));
  Header header = started(*routing, s, t, FakeOccupancy({0, 8, 8, 8}));
  ASSERT_EQ(header.via, q);
  EXPECT_EQ(candidates_in_words(*routing, s, header), "-0 c2, +1 c2, -0 c1 e");
  EXPECT_EQ(candidates_in_words(*routing, at(torus, {15, 3}), header), "+1 c2, +1 c1 e");
  EXPECT_EQ(candidates_in_words(*routing, q, header), "+0 c2, -1 c2, +0 c0 e");
  CandidateList list;
  routing->adaptive()->all_candidates(q, header, list);
  header.bits = list[0].next_bits;
  EXPECT_EQ(candidates_in_words(*routing, at(torus, {0, 5}), header), "+0 c2, -1 c2, +0 c0 e");
  // Reaching it again by chance would not start another phase.
  EXPECT_EQ(candidates_in_words(*routing, q, header), "+0 c2, -1 c2, +0 c0 e");
  EXPECT_EQ(routing->adaptive()->detour(q, header), Detour::kNone);
}

TEST(Ofr, HasAnEscapeOfItsOwnForEachLeg) {
  const Topology torus = make_torus({.radices = {16, 16}});
  const auto routing = build("ofr", torus, {.ties = Ties::kPlus});
  std::vector<std::string> names;
  for (const VcClass& vc_class : routing->traits().vc_classes) names.push_back(vc_class.name);
  EXPECT_EQ(names, (std::vector<std::string>{"escape dateline 0", "escape dateline 1",
                                             "intermediate escape dateline 0",
                                             "intermediate escape dateline 1", "adaptive"}));
  const RouterId s = at(torus, {1, 1});
  const RouterId q = at(torus, {15, 5});
  for (const Header& header : all_starts(*routing, s, at(torus, {4, 3}))) {
    if (header.via != q) continue;
    EXPECT_EQ(candidates_in_words(*routing, s, header), "-0 c4, +1 c4, -0 c2 e");
    EXPECT_EQ(candidates_in_words(*routing, at(torus, {0, 5}), header), "-0 c4, -0 c2 e");
    EXPECT_EQ(candidates_in_words(*routing, q, header), "+0 c4, -1 c4, +0 c0 e");
  }
  EXPECT_EQ(class_count("ofr", torus, bubble()), 3u);
  EXPECT_EQ(class_count("ofr", make_mesh({.radices = {4, 4}})), 3u);
}

TEST(Ofr, ReportsWhichDetoursThereAre) {
  const auto torus = build("ofr", make_torus({.radices = {8, 8}}))->traits().detours;
  ASSERT_EQ(torus.size(), 2u);
  EXPECT_EQ(torus[0].name, "outflank");
  EXPECT_EQ(torus[0].max_extra_hops, 2 * 2 * 2u);  // 2 n delta
  EXPECT_TRUE(torus[0].guaranteed);
  EXPECT_EQ(torus[1].name, "wraparound");
  EXPECT_EQ(torus[1].max_extra_hops, std::nullopt);
  const auto mesh = build("ofr", make_mesh({.radices = {8, 8}}))->traits().detours;
  ASSERT_EQ(mesh.size(), 1u);
  EXPECT_EQ(mesh[0].name, "outflank");
}

// Largest excess, in hops over a shortest path, of packets through a router outside the shortest
// paths.
std::uint32_t largest_outflank_excess(const Topology& network, const OptionValues& own) {
  const auto routing = build("ofr", network, bubble_with(own, Ties::kSplit));
  const Grid& grid = *network.grid();
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < network.router_count() * network.router_count(); ++i) {
    const RouterId s{i / network.router_count()};
    const RouterId t{i % network.router_count()};
    for (const Header& header : all_starts(*routing, s, t)) {
      if (routing->adaptive()->detour(s, header) != kOutflankDetour) continue;
      const std::uint32_t hops = grid.distance(s, header.via) + grid.distance(header.via, t);
      largest = std::max(largest, hops - grid.distance(s, t));
    }
  }
  return largest;
}

// Eq. 6: at most 2 n delta. Two coordinates move by delta out and delta back: 4 delta, which large
// enough rings attain.
TEST(Ofr, OutflankPacketsGoAtMostFourDeltaBeyondTheShortestPath) {
  const auto excess = [](const Topology& network, const char* delta) {
    return largest_outflank_excess(network, own_keys({{"ofr.delta", delta}}));
  };
  EXPECT_EQ(excess(make_torus({.radices = {12, 12}}), "2"), 8u);
  EXPECT_EQ(excess(make_torus({.radices = {11, 9}}), "2"), 8u);
  EXPECT_EQ(excess(make_torus({.radices = {13, 7}}), "1"), 4u);
  EXPECT_EQ(excess(make_torus({.radices = {5, 6, 7}}), "1"), 4u);
  EXPECT_LE(excess(make_torus({.radices = {5, 3, 4}}), "1"), 4u);
  EXPECT_LE(excess(make_torus({.radices = {4, 6, 5}}), "2"), 8u);
  EXPECT_LE(excess(make_torus({.radices = {2, 9, 6}}), "3"), 12u);
  EXPECT_EQ(excess(make_mesh({.radices = {9, 7}}), "2"), 8u);
}

// At 5 hops a share of 0.4 gives delta 2, as for (15,5) above, and a share of 0.6 gives delta 3.
TEST_F(OfrChoice, AShareOfTheDistanceReplacesASmallerDelta) {
  const FakeOccupancy occupancy({0, 8, 8, 8});
  const auto with = [&](const char* delta, const char* share) {
    return chosen(occupancy,
                  own_keys({{"ofr.eta", "1"}, {"ofr.delta", delta}, {"ofr.delta_share", share}}));
  };
  EXPECT_EQ(with("1", "0.4"), (Result{kOutflankDetour, at(torus_, {15, 5})}));
  EXPECT_EQ(with("2", "0.1"), (Result{kOutflankDetour, at(torus_, {15, 5})}));
  EXPECT_EQ(with("1", "0.6"), chosen(occupancy, own_keys({{"ofr.eta", "1"}, {"ofr.delta", "3"}})));
  EXPECT_NE(with("1", "0.6"), with("1", "0.4"));
}

// Eq. 6 with a delta per pair, at least 1 and at most half of the smallest ring.
TEST(Ofr, AShareOfTheDistanceBoundsTheDilationByAFactor) {
  const auto largest_factor = [](const Topology& network, const char* share, std::uint32_t every) {
    const OptionValues own = own_keys({{"ofr.delta", "1"}, {"ofr.delta_share", share}});
    const auto routing = build("ofr", network, bubble_with(own));
    const Grid& grid = *network.grid();
    double largest = 0;
    for (std::size_t i = 0; i < network.router_count() * network.router_count(); ++i) {
      const RouterId s{i / network.router_count()};
      const RouterId t{i % network.router_count()};
      if (grid.distance(s, t) % every != 0 || s == t) continue;
      for (const Header& header : all_starts(*routing, s, t)) {
        if (routing->adaptive()->detour(s, header) != kOutflankDetour) continue;
        const std::uint32_t hops = grid.distance(s, header.via) + grid.distance(header.via, t);
        largest = std::max(largest, 1.0 * hops / grid.distance(s, t));
      }
    }
    return largest;
  };
  // Two coordinates move by a quarter of the distance out and back: twice the distance, if nothing
  // is rounded.
  EXPECT_EQ(largest_factor(make_torus({.radices = {16, 16}}), "0.25", 4), 2);
  EXPECT_EQ(largest_factor(make_mesh({.radices = {13, 13}}), "0.25", 4), 2);
  // A distance of 1 has delta 1: 4 hops more. At a distance of 6 delta is 1.5, rounded to 2.
  EXPECT_EQ(largest_factor(make_torus({.radices = {16, 16}}), "0.25", 1), 5);
  EXPECT_EQ(largest_factor(make_torus({.radices = {16, 16}}), "0.25", 6), 14 / 6.0);
  const auto bound = [](const Topology& network) {
    const OptionValues own = own_keys({{"ofr.delta", "1"}, {"ofr.delta_share", "1"}});
    return build("ofr", network, bubble_with(own))->traits().detours[0].max_extra_hops;
  };
  EXPECT_EQ(bound(make_torus({.radices = {8, 6}})), 2 * 2 * 3u);
  EXPECT_EQ(bound(make_torus({.radices = {8, 2}})), 2 * 2 * 4u);
  EXPECT_EQ(bound(make_mesh({.radices = {4, 5}})), 2 * 2 * 7u);
}

// The midpoint of the author's simulator can lie half a ring away.
TEST(Ofr, WrapSumMidpointsBreakTheBound) {
  EXPECT_GT(largest_outflank_excess(make_torus({.radices = {6, 6, 6}}),
                                    own_keys({{"ofr.delta", "1"}, {"ofr.midpoint", "wrap_sum"}})),
            6u);
}

// In both phases, every route uses a direction outside the shortest route.
TEST(Ofr, EveryDetourLeavesAndReachesByANonMinimalLink) {
  const Topology torus = make_torus({.radices = {7, 8}});
  const Grid& grid = *torus.grid();
  const auto routing = build("ofr", torus, bubble_with({}));
  const ShortestRoutes routes(grid, Ties::kPlus);
  std::size_t detours = 0;
  for (std::size_t i = 0; i < 56 * 56; ++i) {
    const RouterId s{i / 56};
    const RouterId t{i % 56};
    const OrthantRoute shortest = routes.between(s, t, 0);
    for (const Header& header : all_starts(*routing, s, t)) {
      if (header.via == t) continue;
      ++detours;
      EXPECT_TRUE(routes.between(s, header.via, 0).leaves(shortest));
      EXPECT_TRUE(routes.between(header.via, t, 0).leaves(shortest));
    }
  }
  EXPECT_GT(detours, 56u * 50);
}

TEST(Ofr, RefusesADeltaOfMoreThanHalfTheSmallestRing) {
  const auto message = [](const std::vector<std::uint32_t>& radices, const char* delta) {
    try {
      build("ofr", make_torus({.radices = radices}), bubble_with(own_keys({{"ofr.delta", delta}})));
    } catch (const KeyError& error) {
      return error.key() + ": " + error.what();
    }
    return std::string();
  };
  EXPECT_EQ(message({8, 6}, "4"),
            "ofr.delta: 4 hops lead more than half round a ring of 6 routers; allowed: 1 to 3");
  EXPECT_EQ(message({8, 3}, "2"),
            "ofr.delta: 2 hops lead more than half round a ring of 3 routers; allowed: 1");
  EXPECT_EQ(message({8, 6}, "3"), "");
  EXPECT_EQ(message({8, 2}, "4"), "");
}

}  // namespace
}  // namespace orthant
