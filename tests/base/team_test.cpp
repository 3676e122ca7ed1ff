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

#include "base/cores.hpp"

namespace orthant {
namespace {

// Number of parts, and how many members share them.
struct Shape {
  std::size_t parts;
  TeamSizing sizing;
};

class TeamTest : public testing::TestWithParam<Shape> {
 protected:
  Team team_{GetParam().parts, GetParam().sizing};
  std::size_t parts() const { return GetParam().parts; }
};

TEST_P(TeamTest, AllSeeInAStepWhatTheOthersWroteInTheOneBefore) {
  ASSERT_EQ(team_.parts(), parts());
  // In each step every part adds its left neighbour's value of the previous step to its own, which
  // doubles the sum. The values are double-buffered, so that no part writes what another reads.
  std::vector<std::vector<std::uint64_t>> values(2, std::vector<std::uint64_t>(parts(), 1));
  std::size_t steps = 0;
  team_.run(
      [&](std::size_t part) {
        const std::vector<std::uint64_t>& read = values[steps % 2];
        values[(steps + 1) % 2][part] = read[part] + read[(part + parts() - 1) % parts()];
        return Team::Pause::kNow;
      },
      [&] { return ++steps < 40; });
  EXPECT_EQ(steps, 40u);
  EXPECT_EQ(std::accumulate(values[0].begin(), values[0].end(), std::uint64_t{0}), parts() << 40);
}

// Without a pause each part counts its steps, and none is a step ahead of another.
TEST_P(TeamTest, StepsWithoutAPauseAreTakenTogether) {
  struct Counts {
    std::array<std::atomic<int>, 2> begun = {};  // [step modulo 2]
    int steps = 0;
  };
  std::vector<Counts> counts(parts());
  std::atomic<int> apart = 0;
  team_.run(
      [&](std::size_t part) {
        Counts& own = counts[part];
        const int step = ++own.steps;
        own.begun[static_cast<std::size_t>(step % 2)] = step;
        // All parts have begun the previous step.
        for (const Counts& other : counts)
          apart += other.begun[static_cast<std::size_t>((step - 1) % 2)] != step - 1 &&
                   other.begun[static_cast<std::size_t>((step - 1) % 2)] != step + 1;
        return step < 500 ? Team::Pause::kNone : Team::Pause::kIfAll;
      },
      [] { return false; });
  EXPECT_EQ(apart, 0);
  for (const Counts& of : counts) EXPECT_EQ(of.steps, 500);
}

TEST_P(TeamTest, PausesAreRequestedByOneOrByAll) {
  std::vector<std::size_t> pauses;  // numbers of steps
  std::vector<std::size_t> steps(parts());
  team_.run(
      [&](std::size_t part) {
        const std::size_t step = ++steps[part];
        if (step == 20) return Team::Pause::kNow;
        if (step == 10) return Team::Pause::kIfAll;                       // all parts
        if (step == 5 && part == 0) return Team::Pause::kIfAll;           // one part only
        if (step == 15 && part + 1 == parts()) return Team::Pause::kNow;  // one part
        return Team::Pause::kNone;
      },
      [&] {
        pauses.push_back(steps[0]);
        return steps[0] < 20;
      });
  const std::vector<std::size_t> expected =
      parts() == 1 ? std::vector<std::size_t>{5, 10, 15, 20} : std::vector<std::size_t>{10, 15, 20};
  EXPECT_EQ(pauses, expected);
}

TEST_P(TeamTest, RunsAgainAndAgain) {
  std::vector<std::size_t> calls(parts());
  for (int i = 0; i < 100; ++i) team_.run([&](std::size_t part) { ++calls[part]; });
  EXPECT_EQ(calls, std::vector<std::size_t>(parts(), 100));
}

TEST_P(TeamTest, ThrowsWhatTheFirstMemberThrewAndCanBeUsedAgain) {
  std::size_t steps = 0;
  const auto run = [&] {
    team_.run(
        [&](std::size_t part) {
          if (steps == 3) throw std::runtime_error(std::to_string(part));
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
  const auto fail = []() -> bool { throw std::runtime_error("between"); };
  const auto step = [](std::size_t) { return Team::Pause::kNow; };
  EXPECT_THROW(team_.run(step, fail), std::runtime_error);
}

TEST_P(TeamTest, WhoSleepsIsWoken) {
  std::vector<int> calls(parts());
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    team_.run([&](std::size_t part) {
      if (part == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ++calls[part];
    });
  }
  EXPECT_EQ(calls, std::vector<int>(parts(), 3));
}

TEST(Team, HasNoMoreMembersThanCores) {
  Team team(usable_cores() + 3);
  EXPECT_EQ(team.parts(), usable_cores() + 3);
  EXPECT_LE(team.active_members(), usable_cores());
}

std::string name_of(const testing::TestParamInfo<Shape>& of) {
  constexpr std::array kNames = {"by_cores", "by_cores_from_one", "all", "rotating"};
  return std::to_string(of.param.parts) + kNames.at(static_cast<std::size_t>(of.param.sizing));
}

TEST(Cores, AreNotIdleForMoreThreadsThanThereAre) {
  EXPECT_GE(usable_cores(), 1u);
  EXPECT_FALSE(are_cores_idle(usable_cores() + 1));
}

TEST(Cores, AreNotHadByWhoBeginsLate) {
  EXPECT_FALSE(has_core_since(std::chrono::steady_clock::now() - std::chrono::seconds(1)));
}

// Threads that share cores are slow, but must be correct.
INSTANTIATE_TEST_SUITE_P(Shapes, TeamTest,
                         testing::Values(Shape{1, TeamSizing::kAll}, Shape{2, TeamSizing::kAll},
                                         Shape{2, TeamSizing::kByCores},
                                         Shape{2, TeamSizing::kByCoresFromOne},
                                         Shape{3, TeamSizing::kRotating},
                                         Shape{7, TeamSizing::kAll},
                                         Shape{7, TeamSizing::kRotating}),
                         name_of);

}  // namespace
}  // namespace orthant
