// Networks in several blocks (sim/blocks/block_network.hpp) against the same network in one:
// nothing that is reported of a run may differ, whatever the routers and the traffic are.
#include <gtest/gtest.h>

#include "tests/sim/kinds_of_networks.hpp"

namespace orthant {
namespace {

using test::all_reported_of;
using test::KindOfNetwork;
using test::Scenario;

struct Parts {
  std::uint32_t blocks, threads;
};

// The number of threads at work changes all the time, so that blocks are visited by several.
void expect_no_difference(const std::string& what, const test::Change& change,
                          std::initializer_list<double> loads, std::initializer_list<Parts> all) {
  for (const double load : loads) {
    Scenario s = test::short_network(change, load);
    const std::string in_one = all_reported_of(s);
    EXPECT_GT(in_one.size(), 1000u) << what;
    for (const auto [blocks, threads] : all) {
      s.stepping = {.blocks = blocks, .threads = threads, .team_sizing = TeamSizing::kRotating};
      EXPECT_TRUE(all_reported_of(s) == in_one)
          << what << ", " << blocks << " blocks on " << threads << " threads, load " << load;
    }
  }
}

// Blocks that are no ranges: routers of each are neighbours of others, and far from their own.
void expect_no_difference_with_lists(const std::string& what, const test::Change& change,
                                     std::initializer_list<double> loads,
                                     std::initializer_list<Parts> all) {
  for (const double load : loads) {
    Scenario s = test::short_network(change, load);
    const std::string in_one = all_reported_of(s);
    const std::size_t routers = test::build(s).topology->router_count();
    for (const auto [blocks, threads] : all) {
      s.stepping = {.blocks = blocks, .threads = threads, .team_sizing = TeamSizing::kRotating};
      for (std::uint32_t r = 0; r < routers; ++r)
        s.stepping.block_of_routers.push_back((r * 7 + r / 3 + 1) % blocks);
      EXPECT_TRUE(all_reported_of(s) == in_one)
          << what << ", " << blocks << " lists on " << threads << " threads, load " << load;
    }
  }
}

TEST(Blocks, MayBeListsOfRouters) {
  for (const auto& [what, of] : test::kinds_of_networks())
    expect_no_difference_with_lists(what, of.change, {0.05, 0.4, 0.9}, {{2, 1}, {3, 1}, {5, 1}});
}

TEST(Blocks, MayBeListsOfRoutersWhereTicksAreLookedAtOneByOne) {
  for (const auto& [what, of] : test::further_kinds_of_networks())
    expect_no_difference_with_lists(what, of.change, {0.05, 0.4, 0.9}, {{2, 1}, {3, 1}, {5, 1}});
}

// One VC on rings without bubbles: a knot is reported in an order of waiting.
TEST(Blocks, ReportTheSameKnots) {
  const auto locks = [](Scenario& s) {
    s.radices = {8, 8};
    s.router.vcs = 1;
    s.lengths = {{8, 1.0}};
    s.run.deadlock_cycles = 100;
  };
  ASSERT_NE(all_reported_of(test::small_network(locks, 0.3)).find("stuck "), std::string::npos);
  expect_no_difference("deadlock", locks, {0.25, 0.3}, {{2, 1}, {7, 1}});
  expect_no_difference_with_lists("deadlock", locks, {0.25, 0.3, 0.9}, {{2, 1}, {5, 1}});
}

TEST(Blocks, ChangeNothingThatARunReports) {
  for (const auto& [what, of] : test::kinds_of_networks())
    expect_no_difference(what, of.change, {0.05, 0.4, 0.9}, {{2, 1}, {3, 1}, {7, 1}, {100, 1}});
}

TEST(Blocks, ChangeNothingWhereTicksAreLookedAtOneByOne) {
  for (const auto& [what, of] : test::further_kinds_of_networks())
    expect_no_difference(what, of.change, {0.05, 0.4, 0.9}, {{2, 1}, {3, 1}, {7, 1}, {100, 1}});
}

TEST(Threads, ChangeNothingThatARunReports) {
  for (const auto& [what, of] : test::kinds_of_networks())
    expect_no_difference(what, of.change, {0.4}, {{2, 2}, {7, 2}, {3, 3}});
}

TEST(Threads, ChangeNothingWhereTicksAreLookedAtOneByOne) {
  for (const auto& [what, of] : test::further_kinds_of_networks())
    expect_no_difference(what, of.change, {0.4}, {{2, 2}, {7, 2}, {3, 3}});
}

TEST(Threads, MayShareListsOfRouters) {
  for (const auto& [what, of] : test::kinds_of_networks())
    expect_no_difference_with_lists(what, of.change, {0.4}, {{2, 2}, {5, 3}});
}

TEST(Threads, MayBeMoreThanBlocks) {
  const auto [what, of] = *test::kinds_of_networks().begin();
  expect_no_difference(what, of.change, {0.05, 0.9}, {{2, 8}, {8, 8}});
}

}  // namespace
}  // namespace orthant
