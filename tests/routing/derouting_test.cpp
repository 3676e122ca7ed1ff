// Profits of routes out of router (0,0) of an 8x8 torus, for occupancies set by hand: buffers of 8
// flits, ports +x, -x, +y, -y.
#include "routing/grid/derouting.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/routing/fake_occupancy.hpp"

namespace orthant {
namespace {

const std::vector<VcClass> kOneClass = {{"adaptive", true}};

class DeroutingProfit : public testing::Test {
 protected:
  Profits profits(const DeroutingRules& rules, const FakeOccupancy& occupancy,
                  std::span<const VcClass> classes = kOneClass) const {
    return Profits(rules, torus_, RouterId{0}, classes, occupancy);
  }
  static DeroutingRules rules(const OptionValues& own = {}, double eta = 2) {
    DeroutingRules rules{.eta = eta};
    derouting_rows<DeroutingRules>().read(own, rules);
    return rules;
  }
  Topology torus_ = make_torus({.radices = {8, 8}});
  OrthantRoute plus_x_plus_y_ = {.used = 3, .orthant = 0, .hops = 5};
  OrthantRoute minus_x_ = {.used = 1, .orthant = 1, .hops = 3};
};

// Least used: 8 - 6 = 2. Mean free space of +x and +y: (4 + 2) / 2 = 3, used 5: 2/5 + 2.
TEST_F(DeroutingProfit, ProfitIsLeastUsedOverUsedPlusEtaOverDilation) {
  const auto all = rules();
  const Profits p = profits(all, FakeOccupancy({4, 6, 2, 0}));
  EXPECT_EQ(p.free_behind(plus_x_plus_y_), 6);
  EXPECT_EQ(p.free_behind(minus_x_), 6);
  EXPECT_DOUBLE_EQ(p.shortest(plus_x_plus_y_), 0.4 + 2);
  EXPECT_DOUBLE_EQ(p.profit(4, 2.5), 0.5 + 0.8);
  EXPECT_DOUBLE_EQ(p.profit(6, 4), 1 + 0.5);
  const auto other = rules({}, 0.5);
  EXPECT_DOUBLE_EQ(profits(other, FakeOccupancy({4, 6, 2, 0})).profit(4, 2.5), 0.5 + 0.2);
}

TEST_F(DeroutingProfit, AnIdleTermIsOneForIdlePathsOrForAll) {
  const FakeOccupancy occupancy({4, 8, 2, 0});
  const auto path = rules();
  EXPECT_EQ(profits(path, occupancy).profit(8, 1), 1 + 2);
  EXPECT_EQ(profits(path, occupancy).profit(4, 1), 0 + 2);
  const auto router = rules(own_keys({{"derouting.idle_term", "router"}}));
  EXPECT_EQ(profits(router, occupancy).profit(8, 1), 1 + 2);
  EXPECT_EQ(profits(router, occupancy).profit(4, 1), 1 + 2);
  EXPECT_EQ(profits(router, FakeOccupancy({4, 6, 2, 0})).profit(4, 1), 0.5 + 2);
}

TEST_F(DeroutingProfit, FullLinksHaveAProfitByTheFormulaOrNone) {
  const FakeOccupancy occupancy({0, 6, 0, 4});
  const auto formula = rules();
  EXPECT_EQ(profits(formula, occupancy).shortest(plus_x_plus_y_), 0.25 + 2);
  const auto zero = rules(own_keys({{"derouting.full_profit", "zero"}}));
  EXPECT_EQ(profits(zero, occupancy).shortest(plus_x_plus_y_), 0);
  EXPECT_EQ(profits(zero, occupancy).profit(1, 1), 2.0 / 7 + 2);
}

// Downstream of +x the escape is full and the adaptive class empty: 8 of 16 flits free, or 8 of 8.
TEST_F(DeroutingProfit, CountsAllQueuesOfALinkOrTheAdaptiveOnes) {
  FakeOccupancy occupancy({8, 4, 4, 4});
  occupancy.set(0, 0, 0);
  const std::vector<VcClass> classes = {{"escape"}, {"adaptive", true}};
  const OrthantRoute plus_x = {.used = 1, .orthant = 0, .hops = 1};
  const auto link = rules();
  EXPECT_EQ(profits(link, occupancy, classes).free_behind(plus_x), 8);
  EXPECT_EQ(profits(link, occupancy, classes).shortest(plus_x), 1 + 2);  // 8 used of 16 everywhere
  EXPECT_EQ(profits(link, occupancy, classes).shortest(minus_x_), 1 + 2);
  const auto adaptive = rules(own_keys({{"derouting.queues", "adaptive"}}));
  EXPECT_EQ(profits(adaptive, occupancy, classes).free_behind(plus_x), 8);
  EXPECT_EQ(profits(adaptive, occupancy, classes).shortest(plus_x), 1 + 2);
  EXPECT_EQ(profits(adaptive, occupancy, classes).shortest(minus_x_), 0 + 2);  // 0 / 4 used
}

// Special case of ofr.mean = second_leg: more free space than the buffers hold.
TEST_F(DeroutingProfit, MoreThanAllFreeIsInfiniteOrNegative) {
  const auto all = rules();
  const Profits p = profits(all, FakeOccupancy({4, 6, 2, 0}));
  EXPECT_EQ(p.profit(8, 1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(p.profit(12, 2), 2.0 / -4 + 1);
}

// At the corner of a mesh two ports have no channel.
TEST_F(DeroutingProfit, PortsWithoutAChannelDoNotCount) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto all = rules();
  const Profits p(all, mesh, RouterId{0}, kOneClass, FakeOccupancy({4, 8, 2, 8}));
  EXPECT_DOUBLE_EQ(p.shortest(plus_x_plus_y_), 4.0 / 5 + 2);  // least used 4, mean used 5
}

}  // namespace
}  // namespace orthant
