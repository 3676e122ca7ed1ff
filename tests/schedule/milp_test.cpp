// The integer program, compared with the exact search and the reference.
#include "schedule/milp.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "base/random.hpp"
#include "schedule/construction/colouring.hpp"
#include "schedule/files/case_file.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"
#include "schedule/teams/exact.hpp"
#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

const ScheduleOptions kByMilp = {.method = ScheduleMethod::kMilp, .limits = {.seconds = 60}};

// Two transfers share channel 0; the third uses channel 1 alone: 2 frames give 6 columns, a row for
// each transfer, and a row for channel 0 in each frame.
TEST(Milp, PlacesEveryTransferOnceAndSharesNoChannel) {
  const IntegerProgram made = assignment_program(test::transfers(2, {{0}, {1}, {0}}), 2);
  EXPECT_EQ(made.program.columns(), 6u);
  EXPECT_EQ(made.program.rows(), 5u);
  EXPECT_EQ(made.program.row_lower[0], 1);
  EXPECT_EQ(made.program.row_upper[0], 1);
  EXPECT_EQ(made.program.row_lower[3], -kUnlimited);
  EXPECT_EQ(made.program.row_upper[3], 1);
  // The transfers over the bottleneck are fixed to frames.
  EXPECT_EQ(made.program.lower, (std::vector<double>{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(made.integer, std::vector<bool>(6, true));
}

TEST(Milp, HasTheAnswersOfTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    const ScheduleResult found = find_schedule(c.set, {}, kByMilp);
    EXPECT_EQ(judge(c.set, found.frames).problem, "") << c.name;
    EXPECT_EQ(std::to_string(found.frames.size()), c.expected["frames"]) << c.name;
    EXPECT_EQ(found.verdict,
              c.expected["liquid"] == "yes" ? LiquidVerdict::kLiquid : LiquidVerdict::kNotLiquid)
        << c.name;
    EXPECT_EQ(found.method, ScheduleMethod::kMilp) << c.name;
    EXPECT_TRUE(found.shortest) << c.name;
  }
}

// Figure 9 of the paper: the duration is 2, but any two transfers congest.
TEST(Milp, ProvesThatThereIsNoTeam) {
  const MilpResult found = search_by_integer_program(test::triangle(), {});
  EXPECT_EQ(found.min_frames, 3u);
  EXPECT_EQ(judge(test::triangle(), found.frames).problem, "");
  EXPECT_EQ(found.frames.size(), 3u);
}

// Both prove the same number of frames for random transfers, some without channels.
TEST(Milp, AgreesWithTheExactSearch) {
  RandomStream random(7, 0, RandomPurpose::kTest);
  int longer = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const std::uint32_t channels = 4 + random.below(6), count = 2 + random.below(13);
    TransferSet set{.channels = channels};
    set.transfers.push_back({.channels = {0}});
    while (set.transfers.size() < count) {
      Transfer& next = set.transfers.emplace_back();
      for (std::uint32_t c = 0; c < channels; ++c) {
        if (random.bernoulli(0.35)) next.channels.push_back(c);
      }
    }
    const std::size_t duration = liquid_bound(set).duration;
    const Congestion congestion(set);
    std::size_t shortest = duration;
    while (search_exactly(congestion, shortest, {}, {}).end == SearchEnd::kExhausted) ++shortest;
    longer += shortest > duration;
    const MilpResult found = search_by_integer_program(set, {.seconds = 60});
    EXPECT_EQ(found.min_frames, shortest) << trial;
    EXPECT_EQ(found.frames.size(), shortest) << trial;
    EXPECT_EQ(judge(set, found.frames).problem, "") << trial;
  }
  EXPECT_GT(longer, 20);  // instances that are not liquid
}

TEST(Milp, LeavesTheQuickScheduleWhereItIsStopped) {
  // Liquid, but DSATUR does not find it: a stopped search must not deny a liquid schedule.
  const TransferSet set =
      read_schedule_case(
          "case", std::string(ORTHANT_SOURCE_DIR) + "/tests/data/liquid/torus_8ary1_half_port.txt")
          .set;
  const std::size_t duration = liquid_bound(set).duration;
  ASSERT_GT(colour(set).size(), duration);
  for (int limit = 0; limit < 200; limit = limit * 2 + 1) {
    std::atomic<int> polls = 0;
    const ScheduleOptions options = {
        .method = ScheduleMethod::kMilp,
        .limits = {.seconds = 60, .stop = [&] { return ++polls > limit; }}};
    const ScheduleResult stopped = find_schedule(set, {}, options);
    EXPECT_NE(stopped.verdict, LiquidVerdict::kNotLiquid);
    EXPECT_EQ(stopped.shortest, stopped.frames.size() == duration);
    EXPECT_EQ(judge(set, stopped.frames).problem, "");
  }
  // 2,304 transfers in as many frames exceed the limit on columns.
  TransferSet many{.channels = 1};
  many.transfers.assign(2304, {.channels = {0}});
  const MilpResult none = search_by_integer_program(many, {});
  EXPECT_TRUE(none.frames.empty());
  EXPECT_EQ(none.min_frames, 2304u);
}

}  // namespace
}  // namespace orthant
