// Networks that several ranks simulate (sim/kernel/ranks.hpp) against the same network in one
// process: nothing that a run reports may differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/error.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/sim/kinds_of_networks.hpp"
#include "tests/sim/rank_threads.hpp"

namespace orthant {
namespace {

using test::all_reported_of;
using test::Scenario;

std::string reported_by_ranks(const Scenario& s, std::size_t size) {
  const auto with = [&](Ranks& ranks) {
    Scenario own = s;
    own.stepping.ranks = &ranks;
    return own;
  };
  return test::with_ranks(
      size, [&](Ranks& ranks) { return all_reported_of(with(ranks)); },
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
    EXPECT_TRUE(reported_by_ranks(s, ranks) == in_one)
        << what << ", " << blocks << " blocks of " << ranks << " ranks";
  }
}

template <class Kinds>
void expect_no_difference(const Kinds& kinds, std::initializer_list<double> loads,
                          std::initializer_list<Shares> all) {
  for (const auto& [what, of] : kinds)
    for (const double load : loads) {
      const Scenario s = test::short_network(of.change, load);
      expect_no_difference(what, s, all_reported_of(s), all);
    }
}

TEST(Ranks, ChangeNothingThatARunReports) {
  expect_no_difference(test::kinds_of_networks(), {0.05, 0.4, 0.9}, {{2, 2}, {3, 7}});
}

TEST(Ranks, ChangeNothingWhereTicksAreLookedAtOneByOne) {
  expect_no_difference(test::further_kinds_of_networks(), {0.05, 0.4, 0.9}, {{2, 2}, {3, 7}});
}

TEST(Ranks, MayHaveThreads) { expect_no_difference(test::kinds_of_networks(), {0.4}, {{2, 4, 2}}); }

TEST(Ranks, MayShareListsOfRouters) {
  for (const auto& [what, of] : test::kinds_of_networks()) {
    Scenario s = test::small_network(of.change, 0.4);
    const std::string in_one = all_reported_of(s);
    const std::size_t routers = test::build(s).topology->router_count();
    for (std::uint32_t r = 0; r < routers; ++r)
      s.stepping.block_of_routers.push_back((r * 7 + r / 3 + 1) % 5);
    expect_no_difference(what, s, in_one, {{2, 5}, {5, 5}});
  }
}

// One VC on rings without bubbles.
TEST(Ranks, ReportTheSameKnots) {
  const Scenario s = test::small_network(
      [](Scenario& change) {
        change.radices = {8, 8};
        change.router.vcs = 1;
        change.lengths = {{8, 1.0}};
        change.run.deadlock_cycles = 100;
      },
      0.3);
  const std::string in_one = all_reported_of(s);
  ASSERT_NE(in_one.find("stuck "), std::string::npos);
  expect_no_difference("deadlock", s, in_one, {{2, 2}, {4, 4}});
}

// A run by three ranks that goes on from the state kept there; what it reports, or why it is
// refused.
std::string reported_from(const Scenario& s, test::KeptState& kept,
                          const RunProgress& progress = {}) {
  const auto with = [&](Ranks& ranks) {
    Scenario own = s;
    own.stepping = {.blocks = 3, .ranks = &ranks};
    return own;
  };
  return test::with_ranks(
      3,
      [&](Ranks& ranks) -> std::string {
        const Scenario own = with(ranks);
        const test::Built built = test::build(own);
        test::Notes notes;
        try {
          notes.add(orthant::simulate(built.parts(own), own.run,
                                      {.progress = progress, .checkpoints = &kept}));
        } catch (const ConfigError& error) {
          return std::string("refused: ") + error.what();
        }
        return notes.text();
      },
      [&](Ranks& ranks) {
        const Scenario own = with(ranks);
        const test::Built built = test::build(own);
        follow(built.parts(own));
      });
}

// Whichever rank finds it: none waits for one that has given up.
TEST(Ranks, RefuseADamagedStateTogether) {
  const auto& kinds = test::further_kinds_of_networks();
  for (const std::string kind : {"critical bubble", "packets in one piece", "by age, atomic"}) {
    const Scenario s = test::small_network(
        [&](Scenario& change) {
          kinds.at(kind).change(change);
          change.run.warmup = 100;
          change.run.measure = 200;
          change.run.drain = 100;
        },
        0.4);
    test::KeptState kept;
    const std::string stopped =
        reported_from(s, kept, [](Cycle done, Cycle) { return done < 150; });
    const std::string made = kept.text();
    ASSERT_FALSE(made.empty()) << stopped;
    EXPECT_EQ(reported_from(s, kept).find("refused"), std::string::npos) << kind;
    std::set<std::string> refusals;
    std::set<std::size_t> thirds;  // of the state, about the ranks, in which a change is refused
    const std::size_t stride = made.size() / 120 + 1;
    for (std::size_t at = 0; at < made.size(); at += stride) {
      std::string damaged = made;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 3));
      kept.set_text(damaged);
      const std::string reported = reported_from(s, kept);
      if (!reported.starts_with("refused: ")) continue;
      refusals.insert(reported);
      thirds.insert(3 * at / made.size());
    }
    EXPECT_EQ(thirds.size(), 3u) << kind;
    EXPECT_GT(refusals.size(), 5u) << kind;
  }
}

}  // namespace
}  // namespace orthant
