// Valid and invalid schedules.
#include "schedule/judge.hpp"

#include <gtest/gtest.h>

#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

TEST(Judge, AcceptsTheSchedulesOfTheReference) {
  int schedules = 0;
  for (const ScheduleCase& c : test::solved_cases()) {
    if (c.frames.empty()) continue;
    ++schedules;
    const Judgement judgement = judge(c.set, c.frames);
    EXPECT_EQ(judgement.problem, "") << c.name;
    EXPECT_TRUE(judgement.liquid()) << c.name;
  }
  EXPECT_GT(schedules, 40);
}

TEST(Judge, ReportsWhyAScheduleIsNone) {
  TransferSet set = test::triangle();
  EXPECT_TRUE(judge(set, {{0}, {1}, {2}}).valid());
  EXPECT_FALSE(judge(set, {{0}, {1}, {2}}).liquid());  // 3 frames for a duration of 2
  EXPECT_EQ(judge(set, {{0}, {1, 2}}).problem, "transfers 1 and 2 congest at link 2 in frame 1");
  EXPECT_EQ(judge(set, {{0}, {1}}).problem, "transfer 2 missing");
  EXPECT_EQ(judge(set, {{0}, {1}, {2}, {0}}).problem, "transfer 0 repeated, in frames 0 and 3");
  EXPECT_EQ(judge(set, {{0}, {1}, {}, {2}}).problem, "frame 2 is empty");
  EXPECT_EQ(judge(set, {{0}, {3}}).problem, "transfer 3 does not exist");
  set.transfers[2].name = "a->b";
  set.channel_names = {"p", "q", "r"};
  EXPECT_EQ(judge(set, {{0}, {1, 2}}).problem,
            "transfers 1 and 2 (a->b) congest at link 2 (r) in frame 1");
}

TEST(Judge, CountsWhatAChannelCarriesAtATime) {
  const TransferSet set = test::double_channel();
  const Judgement judgement = judge(set, {{0, 1, 4}, {2, 3}, {5}});
  EXPECT_EQ(judgement.problem, "");
  EXPECT_TRUE(judgement.liquid());
  EXPECT_EQ(judge(set, {{0, 1, 2}, {3}, {4}, {5}}).problem,
            "transfer 2 is one more than the 2 that link 0 carries in frame 0");
  EXPECT_EQ(judge(set, {{0, 1}, {2, 3, 4}, {5}}).problem,
            "transfers 3 and 4 congest at link 1 in frame 1");
}

}  // namespace
}  // namespace orthant
