#include "base/team.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace orthant {
namespace {

// Of how many members, and whether each may have a core of its own.
struct Shape {
  std::size_t members;
  bool pinned;
};

class TeamTest : public testing::TestWithParam<Shape> {
 protected:
  // Threads of one core take turns on it, which is slow but must be right.
  std::vector<CoreNumber> cores() const {
    const std::vector<CoreNumber> usable = usable_cores();
    if (!GetParam().pinned || usable.empty()) return {};
    std::vector<CoreNumber> cores;
    while (cores.size() < GetParam().members) cores.push_back(usable[cores.size() % usable.size()]);
    return cores;
  }
  std::size_t members() const { return GetParam().members; }
};

TEST_P(TeamTest, AllSeeInAStepWhatTheOthersWroteInTheOneBefore) {
  Team team(members(), cores());
  ASSERT_EQ(team.size(), members());
  // In each step everyone adds its left neighbour's number of the step before to its own: the sum
  // of all doubles. Two sheets, so that nobody writes what another one reads.
  std::vector<std::vector<std::uint64_t>> sheets(2, std::vector<std::uint64_t>(members(), 1));
  std::size_t steps = 0;
  team.run(
      [&](std::size_t member) {
        const std::vector<std::uint64_t>& read = sheets[steps % 2];
        sheets[(steps + 1) % 2][member] = read[member] + read[(member + members() - 1) % members()];
        return Team::Pause::kNow;
      },
      [&] { return ++steps < 40; });
  EXPECT_EQ(steps, 40u);
  EXPECT_EQ(std::accumulate(sheets[0].begin(), sheets[0].end(), std::uint64_t{0}), members() << 40);
}

// Without a pause everyone counts its steps by itself, and nobody is a step ahead of another one.
TEST_P(TeamTest, StepsWithoutAPauseAreTakenTogether) {
  Team team(members(), cores());
  struct Counts {
    std::array<std::atomic<int>, 2> begun = {};  // [step modulo 2]
    int steps = 0;
  };
  std::vector<Counts> counts(members());
  std::atomic<int> apart = 0;
  team.run(
      [&](std::size_t member) {
        Counts& own = counts[member];
        const int step = ++own.steps;
        own.begun[static_cast<std::size_t>(step % 2)] = step;
        // All have begun the step before.
        for (const Counts& other : counts)
          apart += other.begun[static_cast<std::size_t>((step - 1) % 2)] != step - 1 &&
                   other.begun[static_cast<std::size_t>((step - 1) % 2)] != step + 1;
        return step < 500 ? Team::Pause::kNone : Team::Pause::kIfAll;
      },
      [] { return false; });
  EXPECT_EQ(apart, 0);
  for (const Counts& of : counts) EXPECT_EQ(of.steps, 500);
}

TEST_P(TeamTest, PausesAreAskedForByOneOrByAll) {
  Team team(members(), cores());
  std::vector<std::size_t> pauses;  // after so many steps
  std::vector<std::size_t> steps(members());
  team.run(
      [&](std::size_t member) {
        const std::size_t step = ++steps[member];
        if (step == 20) return Team::Pause::kNow;
        if (step == 10) return Team::Pause::kIfAll;                           // everyone
        if (step == 5 && member == 0) return Team::Pause::kIfAll;             // not the others
        if (step == 15 && member + 1 == members()) return Team::Pause::kNow;  // one
        return Team::Pause::kNone;
      },
      [&] {
        pauses.push_back(steps[0]);
        return steps[0] < 20;
      });
  const std::vector<std::size_t> expected = members() == 1 ? std::vector<std::size_t>{5, 10, 15, 20}
                                                           : std::vector<std::size_t>{10, 15, 20};
  EXPECT_EQ(pauses, expected);
}

TEST_P(TeamTest, RunsAgainAndAgain) {
  Team team(members(), cores());
  std::vector<std::size_t> calls(members());
  for (int i = 0; i < 100; ++i) team.run([&](std::size_t member) { ++calls[member]; });
  EXPECT_EQ(calls, std::vector<std::size_t>(members(), 100));
}

TEST_P(TeamTest, ThrowsWhatTheFirstMemberThrewAndCanBeUsedAgain) {
  Team team(members(), cores());
  std::size_t steps = 0;
  const auto run = [&] {
    team.run(
        [&](std::size_t member) {
          if (steps == 3) throw std::runtime_error(std::to_string(member));
          return Team::Pause::kNow;
        },
        [&] { return ++steps < 10; });
  };
  try {
    run();
    FAIL() << "nothing is thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "0");
  }
  EXPECT_EQ(steps, 3u);
  steps = 4;
  run();
  EXPECT_EQ(steps, 10u);
}

TEST_P(TeamTest, ThrowsWhatIsThrownInAPause) {
  Team team(members(), cores());
  const auto fail = []() -> bool { throw std::runtime_error("between"); };
  const auto step = [](std::size_t) { return Team::Pause::kNow; };
  EXPECT_THROW(team.run(step, fail), std::runtime_error);
}

TEST_P(TeamTest, WhoSleepsIsWoken) {
  Team team(members(), cores());
  std::vector<int> calls(members());
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    team.run([&](std::size_t member) {
      if (member == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ++calls[member];
    });
  }
  EXPECT_EQ(calls, std::vector<int>(members(), 3));
}

INSTANTIATE_TEST_SUITE_P(Shapes, TeamTest,
                         testing::Values(Shape{1, true}, Shape{2, true}, Shape{2, false},
                                         Shape{3, true}, Shape{7, false}),
                         [](const auto& of) {
                           return std::to_string(of.param.members) +
                                  (of.param.pinned ? "pinned" : "free");
                         });

TEST(CoresTest, AThreadStaysOnItsCoreWhileItIsPinned) {
  const std::vector<CoreNumber> before = usable_cores();
  if (before.empty()) GTEST_SKIP() << "the system does not say on which cores a thread may run";
  {
    const Pin pin(before.back());
    EXPECT_EQ(usable_cores(), std::vector<CoreNumber>{before.back()});
  }
  EXPECT_EQ(usable_cores(), before);
}

}  // namespace
}  // namespace orthant
