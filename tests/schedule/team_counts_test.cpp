// Categories that enumerations of full teams visit.
#include "schedule/teams/team_counts.hpp"

#include <gtest/gtest.h>

#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

const SearchLimits kLong = {.seconds = 60, .stop = {}};

// Two transfers over one channel. Without reductions: the root, the category with the first
// transfer (which leaves nothing) and the one without it, then from the latter with and without the
// second: five. The last excludes both and is not full. Blank categories count as visited before
// they are dropped.
TEST(TeamCounts, AreThoseOfTheTreeByHand) {
  const TransferSet set = test::transfers(1, {{0}, {0}});
  const Congestion congestion(set);
  const TeamReductions none = {.blank = false, .idle = false, .skeleton = false};
  const TeamCount naive = count_full_teams(congestion, {0}, none, kLong);
  EXPECT_EQ(naive.categories, 5u);
  EXPECT_EQ(naive.teams, 2u);
  EXPECT_TRUE(naive.complete);
}

// Gabrielyan & Hersch 2004, figure 3: 84 full simultaneities, 72 of them teams.
TEST(TeamCounts, FallWithTheReductionsOnThePapersExample) {
  const ScheduleCase example =
      read_schedule_case("--case", ORTHANT_SOURCE_DIR "/tests/data/liquid/paper_fig2_25.txt");
  const Congestion congestion(example.set);
  const std::vector<std::uint32_t> bottlenecks = liquid_bound(example.set).bottlenecks;
  std::uint64_t categories[8];
  for (int bits = 0; bits < 8; ++bits) {
    const TeamReductions reductions = {
        .blank = (bits & 1) != 0, .idle = (bits & 2) != 0, .skeleton = (bits & 4) != 0};
    const TeamCount count = count_full_teams(congestion, bottlenecks, reductions, kLong);
    EXPECT_EQ(count.teams, 72u) << bits;
    EXPECT_TRUE(count.complete);
    categories[bits] = count.categories;
  }
  for (const int bit : {1, 2, 4}) EXPECT_LT(categories[bit], categories[0]) << bit;
  // Skipping blank categories changes nothing else.
  for (const int bits : {0, 2, 4, 6}) EXPECT_LT(categories[bits + 1], categories[bits]) << bits;
  EXPECT_EQ(count_full_teams(congestion, {}, {}, kLong).teams, 84u);
}

TEST(TeamCounts, ReportWhereTheTimeIsOver) {
  const ScheduleCase example =
      read_schedule_case("--case", ORTHANT_SOURCE_DIR "/tests/data/liquid/t1_069.txt");
  const Congestion congestion(example.set);
  const std::vector<std::uint32_t> bottlenecks = liquid_bound(example.set).bottlenecks;
  int looks = 0;
  const SearchLimits limits = {.seconds = 60, .stop = [&] { return ++looks > 3; }};
  const TeamCount count = count_full_teams(congestion, bottlenecks, {}, limits);
  EXPECT_FALSE(count.complete);
  EXPECT_EQ(count.categories, 3'000u);
}

}  // namespace
}  // namespace orthant
