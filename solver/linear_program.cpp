// Tested by: tests/solver/simplex_test.cpp, tests/solver/interior_point_test.cpp
#include "solver/linear_program.hpp"

namespace orthant {

std::uint32_t LinearProgram::add_column(double column_cost, double least, double most) {
  cost.push_back(column_cost);
  lower.push_back(least);
  upper.push_back(most);
  return static_cast<std::uint32_t>(cost.size() - 1);
}

std::uint32_t LinearProgram::add_row(double least, double most, std::uint32_t block) {
  row_lower.push_back(least);
  row_upper.push_back(most);
  row_block.push_back(block);
  return static_cast<std::uint32_t>(row_lower.size() - 1);
}

std::string_view lp_status_name(LpStatus status) {
  switch (status) {
    case LpStatus::kOptimal:
      return "optimal";
    case LpStatus::kInfeasible:
      return "infeasible";
    case LpStatus::kUnbounded:
      return "unbounded";
    case LpStatus::kTimeLimit:
      return "time_limit";
    case LpStatus::kIterationLimit:
      return "iteration_limit";
    case LpStatus::kFailed:
      break;
  }
  return "failed";
}

}  // namespace orthant
