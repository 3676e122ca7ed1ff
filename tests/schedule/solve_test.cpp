// Schedules and proofs of every method, compared with the reference.
#include "schedule/solve.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "schedule/judge.hpp"
#include "schedule/teams/exact.hpp"
#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

TEST(FindSchedule, HasTheAnswersOfTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    const ScheduleResult found = find_schedule(c.set, {}, {});
    EXPECT_EQ(judge(c.set, found.frames).problem, "") << c.name;
    EXPECT_EQ(std::to_string(found.frames.size()), c.expected["frames"]) << c.name;
    EXPECT_EQ(found.verdict,
              c.expected["liquid"] == "yes" ? LiquidVerdict::kLiquid : LiquidVerdict::kNotLiquid)
        << c.name;
    EXPECT_TRUE(found.shortest) << c.name;
  }
}

// The exact search alone proves existence and nonexistence, with any reductions.
TEST(Exact, ProvesTheAnswersOfTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    if (c.set.transfers.size() > 30) continue;
    const Congestion congestion(c.set);
    const std::size_t shortest = std::stoul(c.expected["frames"]);
    for (const bool all : {false, true}) {
      const TeamReductions reductions = {.blank = all, .idle = true, .skeleton = all};
      const ExactResult found = search_exactly(congestion, shortest, reductions, {});
      EXPECT_EQ(found.end, SearchEnd::kFound) << c.name;
      EXPECT_EQ(judge(c.set, found.frames).problem, "") << c.name;
      EXPECT_EQ(found.frames.size(), shortest) << c.name;
      if (shortest > liquid_bound(c.set).duration) {
        EXPECT_EQ(search_exactly(congestion, shortest - 1, reductions, {}).end,
                  SearchEnd::kExhausted)
            << c.name;
      }
    }
  }
}

// With capacities the integer program proves the number of frames; the search for orbits attains it
// given some time, and methods for unit capacities reject them.
TEST(FindSchedule, KnowsChannelsThatCarrySeveralAtATime) {
  RandomStream random(9, 0, RandomPurpose::kTest);
  int liquid = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const TransferSet set = test::drawn_with_capacities(random);
    const ScheduleResult proven =
        find_schedule(set, {}, {.method = ScheduleMethod::kMilp, .limits = {.seconds = 60}});
    EXPECT_EQ(judge(set, proven.frames).problem, "") << trial;
    ASSERT_TRUE(proven.shortest) << trial;
    const bool is_liquid = proven.frames.size() == liquid_bound(set).duration;
    liquid += is_liquid;
    EXPECT_EQ(proven.verdict, is_liquid ? LiquidVerdict::kLiquid : LiquidVerdict::kNotLiquid);
    const ScheduleResult found =
        find_schedule(set, {}, {.limits = {.seconds = 60, .effort = 20'000'000}});
    EXPECT_EQ(judge(set, found.frames).problem, "") << trial;
    EXPECT_EQ(found.frames.size(), proven.frames.size()) << trial;
  }
  EXPECT_GT(liquid, 30);
  for (const ScheduleMethod method : {ScheduleMethod::kExact, ScheduleMethod::kQuotient}) {
    try {
      find_schedule(test::double_channel(), {}, {.method = method, .limits = {}});
      ADD_FAILURE();
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "schedule.method");
      EXPECT_STREQ(error.what(),
                   "channels differ in bandwidth, and this method needs equal ones; allowed: auto, "
                   "orbit, structured, colouring, milp, round_robin");
    }
  }
}

TEST(FindSchedule, ReportsUnknownParts) {
  const ScheduleResult found =
      find_schedule(test::triangle(), {}, {.method = ScheduleMethod::kColouring, .limits = {}});
  EXPECT_EQ(found.frames.size(), 3u);
  EXPECT_EQ(found.verdict, LiquidVerdict::kUnknown);
  EXPECT_FALSE(found.shortest);
  // A search that cannot succeed ends at its time limit.
  const ScheduleResult ended = find_schedule(
      test::triangle(), {}, {.method = ScheduleMethod::kOrbit, .limits = {.seconds = 0.1}});
  EXPECT_EQ(ended.frames.size(), 3u);
  EXPECT_EQ(ended.verdict, LiquidVerdict::kUnknown);
  const ScheduleResult stopped =
      find_schedule(test::triangle(), {},
                    {.method = ScheduleMethod::kOrbit, .limits = {.stop = [] { return true; }}});
  EXPECT_EQ(stopped.frames.size(), 3u);
}

// Without a time limit the total effort ends the search, deterministically.
TEST(FindSchedule, EndsByItsWork) {
  const SearchLimits limits = {.seconds = std::numeric_limits<double>::infinity(),
                               .effort = effort_of(0.05)};
  for (const ScheduleMethod method : {ScheduleMethod::kOrbit, ScheduleMethod::kAuto}) {
    const auto find = [&] {
      return find_schedule(test::triangle(), {}, {.method = method, .limits = limits});
    };
    EXPECT_EQ(find().frames, find().frames);
  }
  const Stopwatch whole(limits);
  const Stopwatch half = Stopwatch::share_of(whole, 0.5);
  const Stopwatch turn(half, 1'000);
  turn.spend(1'000);
  EXPECT_TRUE(turn.over());
  EXPECT_EQ(whole.spent(), 1'000u);
  half.spend(half.effort_left());
  EXPECT_TRUE(half.over());
  EXPECT_FALSE(whole.over());
  EXPECT_EQ(whole.spent(), effort_of(0.05) / 2);
}

}  // namespace
}  // namespace orthant
