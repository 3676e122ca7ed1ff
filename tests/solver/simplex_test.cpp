#include "solver/simplex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "tests/solver/programs.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

TEST(Simplex, SolvesATransportProblemWithItsMultipliers) {
  const LpSolution solution = solve_by_simplex(transport());
  ASSERT_EQ(solution.status, LpStatus::kOptimal);
  EXPECT_NEAR(solution.objective, 465, 1e-9);
  const std::vector<double> shipped = {0, 20, 0, 10, 5, 15};
  const std::vector<double> worth = {-6, 0, 9, 12, 13};
  for (std::size_t j = 0; j < shipped.size(); ++j) EXPECT_NEAR(solution.x[j], shipped[j], 1e-9);
  for (std::size_t i = 0; i < worth.size(); ++i) EXPECT_NEAR(solution.row_dual[i], worth[i], 1e-9);
}

TEST(Simplex, AddsUpEntriesOfOnePlace) {
  LinearProgram program;
  const std::uint32_t x = program.add_column(1);
  const std::uint32_t row = program.add_row(6, kUnlimited);
  program.add(row, x, 1);
  program.add(row, x, 2);
  EXPECT_NEAR(solve_by_simplex(program).objective, 2, 1e-12);
}

TEST(Simplex, ReportsThatAProgramIsInfeasible) {
  LinearProgram program = transport();
  program.row_lower[2] = 30;  // demand exceeds supply
  EXPECT_EQ(solve_by_simplex(program).status, LpStatus::kInfeasible);
}

TEST(Simplex, ReportsThatAProgramIsUnbounded) {
  LinearProgram program = transport();
  program.cost[0] = -1;
  program.row_upper[0] = kUnlimited;
  EXPECT_EQ(solve_by_simplex(program).status, LpStatus::kUnbounded);
}

TEST(Simplex, StopsAtItsLimits) {
  const LinearProgram program = random_blocks(30, 1);
  EXPECT_EQ(solve_by_simplex(program, {.iteration_limit = 3}).status, LpStatus::kIterationLimit);
  EXPECT_EQ(solve_by_simplex(program, {.time_limit_seconds = 0}).status, LpStatus::kTimeLimit);
  LpOptions stop;
  stop.progress = [](const LpProgress&) { return false; };
  EXPECT_EQ(solve_by_simplex(program, stop).status, LpStatus::kTimeLimit);
}

TEST(Simplex, GoesOnFromItsBasisWhenRowsAreAdded) {
  LinearProgram program = transport();
  Simplex simplex(program);
  EXPECT_NEAR(simplex.solve().objective, 465, 1e-9);
  // At most 15 units from the first plant to the second market. The other 5 come from the second
  // plant (+6 each), whose third market is then served by the first plant for 5 units (10 - 13
  // each).
  const std::uint32_t row = program.add_row(-kUnlimited, 15);
  program.add(row, 1, 1);
  simplex.add_rows(program);
  const LpSolution more = simplex.solve();
  ASSERT_EQ(more.status, LpStatus::kOptimal);
  EXPECT_NEAR(more.objective, 465 + 5 * 6 - 5 * 3, 1e-9);
  EXPECT_EQ(more.row_dual.size(), 6);
  EXPECT_NEAR(more.row_dual.back(), -3, 1e-9);
}

TEST(Simplex, WritesMps) {
  const std::string file = testing::TempDir() + "transport.mps";
  Simplex(transport()).write_mps(file);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("ROWS"));
  EXPECT_THAT(text.str(), HasSubstr("COLUMNS"));
  EXPECT_THAT(text.str(), HasSubstr("ENDATA"));
  std::remove(file.c_str());
  EXPECT_THROW(Simplex(transport()).write_mps("/no/such/folder/x.mps"), std::runtime_error);
}

TEST(Simplex, SolvesProgramsWithoutRowsOrColumns) {
  LinearProgram program;
  EXPECT_EQ(solve_by_simplex(program).status, LpStatus::kOptimal);
  program.add_column(2, 3);
  const LpSolution least = solve_by_simplex(program);
  EXPECT_EQ(least.status, LpStatus::kOptimal);
  EXPECT_EQ(least.objective, 6);
  EXPECT_EQ(least.x, std::vector<double>{3});
  EXPECT_TRUE(least.row_dual.empty());
  LinearProgram rows;
  rows.add_row(-kUnlimited, 1);
  EXPECT_EQ(solve_by_simplex(rows).status, LpStatus::kOptimal);
  rows.add_row(1, 1);
  EXPECT_EQ(solve_by_simplex(rows).status, LpStatus::kInfeasible);
}

}  // namespace
}  // namespace orthant
