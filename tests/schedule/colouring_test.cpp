// Fast schedules: valid, and as long as those of the reference.
#include "schedule/construction/colouring.hpp"

#include <gtest/gtest.h>

#include "schedule/judge.hpp"
#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

TEST(Colouring, IsAsLongAsThatOfTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    const Frames frames = colour(c.set);
    EXPECT_EQ(judge(c.set, frames).problem, "") << c.name;
    EXPECT_EQ(std::to_string(frames.size()), c.expected["info_dsatur"]) << c.name;
  }
}

TEST(FirstFit, SplitsTheRoundsOfTheReferenceAlike) {
  for (ScheduleCase& c : test::solved_cases()) {
    const Frames frames = first_fit(c.set);
    EXPECT_EQ(judge(c.set, frames).problem, "") << c.name;
    if (!c.set.rounds.empty()) {
      EXPECT_EQ(std::to_string(frames.size()), c.expected["info_round_robin_firstfit"]) << c.name;
    }
  }
}

}  // namespace
}  // namespace orthant
