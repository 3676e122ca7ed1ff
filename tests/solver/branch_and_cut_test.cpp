#include "solver/branch_and_cut.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <thread>

#include "base/random.hpp"

namespace orthant {
namespace {

// Items with a value and a weight, to be chosen within a total weight.
IntegerProgram knapsack(const std::vector<double>& worth, const std::vector<double>& weight,
                        double most) {
  IntegerProgram knapsack;
  knapsack.program.add_row(-kUnlimited, most);
  for (std::size_t i = 0; i < worth.size(); ++i)
    knapsack.program.add(0, knapsack.program.add_column(-worth[i], 0, 1), weight[i]);
  knapsack.integer.assign(worth.size(), true);
  return knapsack;
}

// The pigeonhole problem with one hole too few. Its proof needs a search tree: with pairwise
// constraints the linear relaxation is feasible.
IntegerProgram pigeons(std::uint32_t count) {
  IntegerProgram pigeons;
  LinearProgram& program = pigeons.program;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t placed = program.add_row(1, 1);
    for (std::uint32_t hole = 0; hole + 1 < count; ++hole)
      program.add(placed, program.add_column(0, 0, 1), 1);
  }
  for (std::uint32_t hole = 0; hole + 1 < count; ++hole) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        const std::uint32_t apart = program.add_row(-kUnlimited, 1);
        program.add(apart, i * (count - 1) + hole, 1);
        program.add(apart, j * (count - 1) + hole, 1);
      }
    }
  }
  pigeons.integer.assign(program.columns(), true);
  return pigeons;
}

// Splits two sets of random weights in half: intractable for branch and cut.
IntegerProgram market_split() {
  RandomStream random(1, 0, RandomPurpose::kTest);
  IntegerProgram split;
  constexpr std::uint32_t kRows = 6, kColumns = 50;
  for (std::uint32_t j = 0; j < kColumns; ++j) split.program.add_column(0, 0, 1);
  for (std::uint32_t i = 0; i < kRows; ++i) {
    const std::uint32_t row = split.program.add_row(0, 0);
    double sum = 0;
    for (std::uint32_t j = 0; j < kColumns; ++j) {
      const double weight = random.below(100);
      split.program.add(row, j, weight);
      sum += weight;
    }
    split.program.row_lower[row] = split.program.row_upper[row] = std::floor(sum / 2);
  }
  split.integer.assign(kColumns, true);
  return split;
}

// Values 60, 100, 120 of weights 10, 20, 30 within 50: by hand 100 + 120. The relaxation takes the
// first two and two thirds of the last, 240.
TEST(BranchAndCut, PacksAKnapsack) {
  const IntegerSolution found = solve_by_branch_and_cut(knapsack({60, 100, 120}, {10, 20, 30}, 50));
  ASSERT_EQ(found.status, LpStatus::kOptimal);
  EXPECT_EQ(found.objective, -220);
  EXPECT_EQ(found.x, (std::vector<double>{0, 1, 1}));
}

// Compares with all 2^12 choices.
TEST(BranchAndCut, FindsTheBestOfAllChoices) {
  RandomStream random(2, 0, RandomPurpose::kTest);
  constexpr std::size_t kThings = 12;
  for (int round = 0; round < 10; ++round) {
    std::vector<double> worth, weight;
    for (std::size_t i = 0; i < kThings; ++i) {
      weight.push_back(10 + random.below(90));
      worth.push_back(weight.back() + random.below(10));
    }
    double best = 0;
    for (std::uint32_t choice = 0; choice < 1u << kThings; ++choice) {
      double value = 0, load = 0;
      for (std::size_t i = 0; i < kThings; ++i) {
        if ((choice >> i & 1) == 0) continue;
        value += worth[i];
        load += weight[i];
      }
      if (load <= 300) best = std::max(best, value);
    }
    const IntegerSolution found = solve_by_branch_and_cut(knapsack(worth, weight, 300));
    ASSERT_EQ(found.status, LpStatus::kOptimal);
    EXPECT_EQ(found.objective, -best);
  }
}

// y is continuous: minimise 2 x + y with x + y >= 2.5, y <= 0.75: x = 2, since 1.75 is not an
// integer, and y = 0.5.
TEST(BranchAndCut, LeavesOtherColumnsReal) {
  IntegerProgram mixed;
  LinearProgram& program = mixed.program;
  const std::uint32_t x = program.add_column(2), y = program.add_column(1, 0, 0.75);
  const std::uint32_t row = program.add_row(2.5, kUnlimited);
  program.add(row, x, 1);
  program.add(row, y, 0.5);
  program.add(row, y, 0.5);  // entries of one position are summed
  mixed.integer = {true, false};
  const IntegerSolution found = solve_by_branch_and_cut(mixed);
  ASSERT_EQ(found.status, LpStatus::kOptimal);
  EXPECT_NEAR(found.objective, 4.5, 1e-9);
  EXPECT_EQ(found.x[x], 2);
  EXPECT_NEAR(found.x[y], 0.5, 1e-9);
}

TEST(BranchAndCut, ReportsThatAProgramIsInfeasible) {
  for (const std::uint32_t count : {2u, 3u, 5u, 6u}) {
    const IntegerSolution found = solve_by_branch_and_cut(pigeons(count));
    EXPECT_EQ(found.status, LpStatus::kInfeasible) << count;
    EXPECT_TRUE(found.x.empty());
  }
  // 2 x = 3 is infeasible in integers only.
  IntegerProgram odd;
  odd.program.add(odd.program.add_row(3, 3), odd.program.add_column(0, 0, 5), 2);
  odd.integer = {true};
  EXPECT_EQ(solve_by_branch_and_cut(odd).status, LpStatus::kInfeasible);
}

TEST(BranchAndCut, ReportsThatAProgramIsUnbounded) {
  IntegerProgram open;
  const std::uint32_t x = open.program.add_column(-1), y = open.program.add_column(0);
  const std::uint32_t row = open.program.add_row(-kUnlimited, 1);
  open.program.add(row, x, 1);
  open.program.add(row, y, -1);
  open.integer = {true, true};
  EXPECT_EQ(solve_by_branch_and_cut(open).status, LpStatus::kUnbounded);
}

TEST(BranchAndCut, TakesProgramsWithoutRowsOrColumns) {
  IntegerProgram none;
  EXPECT_EQ(solve_by_branch_and_cut(none).status, LpStatus::kOptimal);
  none.program.add_column(1, 2, 5);
  none.integer = {true};
  const IntegerSolution found = solve_by_branch_and_cut(none);
  EXPECT_EQ(found.status, LpStatus::kOptimal);
  EXPECT_EQ(found.objective, 2);
  none.program.add_row(1, 1);  // 0 = 1
  EXPECT_EQ(solve_by_branch_and_cut(none).status, LpStatus::kInfeasible);
}

TEST(BranchAndCut, StopsAtItsLimits) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(solve_by_branch_and_cut(market_split(), {.time_limit_seconds = 0.3}).status,
            LpStatus::kTimeLimit);
  int polls = 0;
  EXPECT_EQ(solve_by_branch_and_cut(market_split(), {.stop = [&] { return ++polls > 500; }}).status,
            LpStatus::kTimeLimit);
  EXPECT_EQ(solve_by_branch_and_cut(market_split(), {.time_limit_seconds = 0}).status,
            LpStatus::kTimeLimit);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(spent.count(), 10);
}

// Wherever the search is stopped, its status claims nothing false.
TEST(BranchAndCut, ProvesNothingWhenStopped) {
  const IntegerProgram best = knapsack({60, 100, 120, 75, 33}, {10, 20, 30, 17, 9}, 50);
  for (int limit = 0; limit < 60; ++limit) {
    int polls = 0;
    const IntegerOptions options{.stop = [&] { return ++polls > limit; }};
    const IntegerSolution found = solve_by_branch_and_cut(best, options);
    if (found.status != LpStatus::kOptimal) {
      EXPECT_EQ(found.status, LpStatus::kTimeLimit);
    } else {
      EXPECT_EQ(found.objective, -235);  // 60 + 100 + 75, weight 47
    }
    polls = 0;
    EXPECT_NE(solve_by_branch_and_cut(pigeons(5), options).status, LpStatus::kOptimal);
  }
}

volatile std::sig_atomic_t interrupts = 0;

TEST(BranchAndCut, LeavesInterruptsToItsCaller) {
  struct sigaction mine {};
  struct sigaction before {};
  mine.sa_handler = [](int) { interrupts = interrupts + 1; };
  mine.sa_flags = SA_NODEFER;
  sigaction(SIGINT, &mine, &before);
  bool raised = false;
  const auto interrupted = [&] {
    if (!raised) std::raise(SIGINT);
    raised = true;
    return interrupts > 0;
  };
  EXPECT_EQ(solve_by_branch_and_cut(market_split(), {.time_limit_seconds = 30, .stop = interrupted})
                .status,
            LpStatus::kTimeLimit);
  EXPECT_EQ(interrupts, 1);
  // Stops during the search, after the first poll, which precedes CBC's start.
  int polls = 0;
  const auto later = [&] {
    if (++polls == 20) std::raise(SIGINT);
    return interrupts > 1;
  };
  EXPECT_EQ(
      solve_by_branch_and_cut(market_split(), {.time_limit_seconds = 30, .stop = later}).status,
      LpStatus::kTimeLimit);
  EXPECT_EQ(interrupts, 2);
  EXPECT_LT(polls, 100);
  struct sigaction after {};
  sigaction(SIGINT, &before, &after);
  EXPECT_EQ(after.sa_handler, mine.sa_handler);
  EXPECT_EQ(after.sa_flags & SA_NODEFER, SA_NODEFER);
}

TEST(BranchAndCut, IsSilentAndGivesTheSameOnEveryThread) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const IntegerProgram problem = knapsack({60, 100, 120, 75, 33}, {10, 20, 30, 17, 9}, 50);
  std::vector<IntegerSolution> found(4);
  std::vector<std::thread> threads;
  for (IntegerSolution& solution : found) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        solution = solve_by_branch_and_cut(pigeons(5));
        solution = solve_by_branch_and_cut(problem);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::fflush(nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  for (const IntegerSolution& solution : found) {
    EXPECT_EQ(solution.status, LpStatus::kOptimal);
    EXPECT_EQ(solution.x, found[0].x);
  }
}

}  // namespace
}  // namespace orthant
