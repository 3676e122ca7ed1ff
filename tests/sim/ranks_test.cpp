// Networks that several ranks simulate (sim/kernel/ranks.hpp) against the same network in one
// process: nothing that is told of a run may differ.
#include <gtest/gtest.h>

#include "tests/sim/kinds_of_networks.hpp"
#include "tests/sim/rank_threads.hpp"

namespace orthant {
namespace {

using test::all_told_of;
using test::Scenario;

std::string told_by_ranks(const Scenario& s, std::size_t size) {
  const auto with = [&](Ranks& ranks) {
    Scenario own = s;
    own.stepping.ranks = &ranks;
    return own;
  };
  return test::with_ranks(
      size, [&](Ranks& ranks) { return all_told_of(with(ranks)); },
      [&](Ranks& ranks) {
        const Scenario own = with(ranks);
        const test::Built built = test::build(own);
        follow(built.parts(own));
      });
}

struct Shares {
  std::size_t ranks;
  std::uint32_t blocks, threads = 1;
};

void expect_no_difference(const std::string& what, Scenario s, const std::string& in_one,
                          std::initializer_list<Shares> all) {
  for (const auto [ranks, blocks, threads] : all) {
    s.stepping.blocks = blocks;
    s.stepping.threads = threads;
    EXPECT_TRUE(told_by_ranks(s, ranks) == in_one)
        << what << ", " << blocks << " blocks of " << ranks << " ranks";
  }
}

template <class Kinds>
void expect_no_difference(const Kinds& kinds, std::initializer_list<double> loads,
                          std::initializer_list<Shares> all) {
  for (const auto& [what, of] : kinds)
    for (const double load : loads) {
      const Scenario s = test::short_network(of.change, load);
      expect_no_difference(what, s, all_told_of(s), all);
    }
}

TEST(Ranks, ChangeNothingThatIsToldOfARun) {
  expect_no_difference(test::kinds_of_networks(), {0.05, 0.4, 0.9}, {{2, 2}, {3, 7}});
}

TEST(Ranks, ChangeNothingWhereTicksAreLookedAtOneByOne) {
  expect_no_difference(test::further_kinds_of_networks(), {0.05, 0.4, 0.9}, {{2, 2}, {3, 7}});
}

TEST(Ranks, MayHaveThreads) { expect_no_difference(test::kinds_of_networks(), {0.4}, {{2, 4, 2}}); }

TEST(Ranks, MayShareListsOfRouters) {
  for (const auto& [what, of] : test::kinds_of_networks()) {
    Scenario s = test::small_network(of.change, 0.4);
    const std::string in_one = all_told_of(s);
    const std::size_t routers = test::build(s).topology->router_count();
    for (std::uint32_t r = 0; r < routers; ++r)
      s.stepping.block_of_routers.push_back((r * 7 + r / 3 + 1) % 5);
    expect_no_difference(what, s, in_one, {{2, 5}, {5, 5}});
  }
}

// One VC on rings without bubbles.
TEST(Ranks, TellOfTheSameKnots) {
  const Scenario s = test::small_network(
      [](Scenario& change) {
        change.radices = {8, 8};
        change.router.vcs = 1;
        change.lengths = {{8, 1.0}};
        change.run.deadlock_cycles = 100;
      },
      0.3);
  const std::string in_one = all_told_of(s);
  ASSERT_NE(in_one.find("stuck "), std::string::npos);
  expect_no_difference("deadlock", s, in_one, {{2, 2}, {4, 4}});
}

}  // namespace
}  // namespace orthant
