// Enumerates every full team once, with any reductions.
#include "schedule/teams/full_teams.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/random.hpp"
#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

TransferBits all_of(const TransferSet& set) {
  TransferBits all(set.transfers.size());
  all.set();
  return all;
}

struct Count {
  std::size_t teams = 0;
  std::uint64_t categories = 0;
};

Count count(const TransferSet& set, const std::vector<std::uint32_t>& bottlenecks,
            const TeamReductions& reductions) {
  const Congestion congestion(set);
  FullTeams teams(congestion, all_of(set), bottlenecks, TransferBits(set.transfers.size()),
                  reductions);
  Count found;
  while (teams.next()) ++found.teams;
  found.categories = teams.categories();
  return found;
}

constexpr TeamReductions reductions(int bits) {
  return {.blank = (bits & 1) != 0, .idle = (bits & 2) != 0, .skeleton = (bits & 4) != 0};
}

// Gabrielyan & Hersch 2004, figure 3: 84 full simultaneities, 72 of them teams.
TEST(FullTeams, AreThoseOfThePapersExampleWithAnyReductions) {
  const ScheduleCase example =
      read_schedule_case("--case", ORTHANT_SOURCE_DIR "/tests/data/liquid/paper_fig2_25.txt");
  const std::vector<std::uint32_t> bottlenecks = liquid_bound(example.set).bottlenecks;
  const std::uint64_t naive = count(example.set, bottlenecks, reductions(0)).categories;
  for (int bits = 0; bits < 8; ++bits) {
    const Count found = count(example.set, bottlenecks, reductions(bits));
    EXPECT_EQ(found.teams, 72u) << bits;
    if (bits != 0) {
      EXPECT_LT(found.categories, naive) << bits;
    }
  }
  for (const int bits : {0, 1}) EXPECT_EQ(count(example.set, {}, reductions(bits)).teams, 84u);
}

TEST(FullTeams, AreAsManyAsInTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    if (!c.expected.contains("full_teams") || !c.expected.contains("full_simultaneities")) continue;
    EXPECT_EQ(std::to_string(count(c.set, liquid_bound(c.set).bottlenecks, {}).teams),
              c.expected["full_teams"])
        << c.name;
    EXPECT_EQ(std::to_string(count(c.set, {}, {}).teams), c.expected["full_simultaneities"])
        << c.name;
  }
}

TEST(FullTeams, DoNotExistWhereEveryTwoTransfersCongest) {
  EXPECT_EQ(count(test::triangle(), {0, 1, 2}, {}).teams, 0u);
  EXPECT_EQ(count(test::triangle(), {}, {}).teams, 3u);
}

// Compares with all subsets of random transfers.
TEST(FullTeams, AreTheSubsetsThatTheDefinitionNames) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::kTest);
    TransferSet set{.channels = 5};
    for (int t = 0; t < 9; ++t) {
      Transfer transfer;
      for (std::uint32_t c = 0; c < 5; ++c) {
        if (random.below(3) == 0) transfer.channels.push_back(c);
      }
      if (transfer.channels.empty()) transfer.channels.push_back(random.below(5));
      set.transfers.push_back(transfer);
    }
    const Congestion congestion(set);
    const std::vector<std::uint32_t> bottlenecks = liquid_bound(set).bottlenecks;
    std::set<TransferBits> expected;
    for (unsigned subset = 1; subset < 512; ++subset) {
      const TransferBits team(9, subset);
      bool good = true;
      for (std::size_t t = 0; t < 9; ++t) {
        const std::size_t shared = (congestion.with(t) & team).count();
        good = good && (team.test(t) ? shared == 1 : shared > 0);
      }
      for (const std::uint32_t c : bottlenecks) good = good && congestion.users(c).intersects(team);
      if (good) expected.insert(team);
    }
    for (int bits = 0; bits < 8; ++bits) {
      FullTeams teams(congestion, all_of(set), bottlenecks, TransferBits(9), reductions(bits));
      std::set<TransferBits> found;
      while (const auto team = teams.next()) EXPECT_TRUE(found.insert(*team).second);
      EXPECT_EQ(found, expected) << seed << ' ' << bits;
    }
  }
}

}  // namespace
}  // namespace orthant
