#include "solver/interior_point.hpp"

#include <gtest/gtest.h>

#include "solver/simplex.hpp"
#include "tests/solver/programs.hpp"

namespace orthant {
namespace {

TEST(InteriorPoint, SolvesATransportProblemWithItsMultipliers) {
  const LpSolution solution = solve_by_interior_point(transport());
  ASSERT_EQ(solution.status, LpStatus::kOptimal);
  EXPECT_NEAR(solution.objective, 465, 1e-6);
  const std::vector<double> shipped = {0, 20, 0, 10, 5, 15};
  for (std::size_t j = 0; j < shipped.size(); ++j) EXPECT_NEAR(solution.x[j], shipped[j], 1e-5);
  EXPECT_LE(solution.row_dual[0], 0);
}

TEST(InteriorPoint, AgreesWithTheSimplexMethodOnRandomBlocks) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const LinearProgram program = random_blocks(1 + seed % 7, seed);
    const LpSolution vertex = solve_by_simplex(program);
    const LpSolution inner = solve_by_interior_point(program, {.threads = 1 + seed % 3});
    ASSERT_EQ(vertex.status, LpStatus::kOptimal) << seed;
    ASSERT_EQ(inner.status, LpStatus::kOptimal) << seed;
    EXPECT_NEAR(inner.objective, vertex.objective, 1e-7 * (1 + vertex.objective)) << seed;
  }
}

TEST(InteriorPoint, GivesTheSameBytesWithAnyNumberOfThreads) {
  const LinearProgram program = random_blocks(40, 7);
  const LpSolution one = solve_by_interior_point(program);
  for (const std::size_t threads : {2u, 3u, 8u}) {
    const LpSolution same = solve_by_interior_point(program, {.threads = threads});
    EXPECT_EQ(same.x, one.x);
    EXPECT_EQ(same.row_dual, one.row_dual);
  }
}

TEST(InteriorPoint, NeedsNoBlocks) {
  LinearProgram program = random_blocks(5, 3);
  const double optimum = solve_by_simplex(program).objective;
  program.row_block.assign(program.rows(), LinearProgram::kJoining);
  EXPECT_NEAR(solve_by_interior_point(program).objective, optimum, 1e-7 * (1 + optimum));
  program.row_block.assign(program.rows(), 0);
  EXPECT_NEAR(solve_by_interior_point(program).objective, optimum, 1e-7 * (1 + optimum));
}

TEST(InteriorPoint, DoesNotCallAnInfeasibleProgramOptimal) {
  LinearProgram program = transport();
  program.row_lower[2] = 30;
  EXPECT_NE(solve_by_interior_point(program).status, LpStatus::kOptimal);
}

TEST(InteriorPoint, StopsAtItsLimits) {
  const LinearProgram program = random_blocks(3, 1);
  EXPECT_EQ(solve_by_interior_point(program, {.iteration_limit = 2}).status,
            LpStatus::kIterationLimit);
  EXPECT_EQ(solve_by_interior_point(program, {.time_limit_seconds = 0}).status,
            LpStatus::kTimeLimit);
}

}  // namespace
}  // namespace orthant
