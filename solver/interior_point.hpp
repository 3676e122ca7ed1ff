// A primal-dual interior-point method for programs of many small blocks that few rows and columns
// join: where the simplex method takes hours, and a solution inside of the best face will do.
#pragma once

#include "solver/linear_program.hpp"

namespace orthant {

// Requires lower bounds of 0 and no upper bounds of columns, and at most one finite bound per row
// or two equal ones. Uses LinearProgram::row_block. The relative errors of feasibility and of the
// objective are at most options.tolerance, or 1e-8 where rounding allows no less. Infeasible and
// unbounded programs end with kFailed.
LpSolution solve_by_interior_point(const LinearProgram& program, const LpOptions& options = {});

}  // namespace orthant
