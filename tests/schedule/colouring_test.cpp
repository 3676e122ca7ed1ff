// Fast schedules: valid, and as long as the reference's.
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
    if (!c.set.steps.empty()) {
      EXPECT_EQ(std::to_string(frames.size()), c.expected["info_round_robin_firstfit"]) << c.name;
    }
  }
}

// Frames are filled up to any capacities: no transfer fits into an earlier frame.
TEST(Colouring, FillsChannelsAsFarAsTheirCapacities) {
  RandomStream random(5, 0, RandomPurpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    const TransferSet set = test::drawn_with_capacities(random);
    for (const Frames& frames : {colour(set), first_fit(set)}) {
      EXPECT_EQ(judge(set, frames).problem, "") << trial;
      for (std::size_t f = 1; f < frames.size(); ++f) {
        Frames moved = frames;
        moved[f - 1].push_back(moved[f].back());
        moved[f].pop_back();
        if (moved[f].empty()) moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(f));
        EXPECT_FALSE(judge(set, moved).valid()) << trial;
      }
    }
  }
}

}  // namespace
}  // namespace orthant
