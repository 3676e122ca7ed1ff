// A primal-dual interior-point method for programs of many small blocks coupled by few rows and
// columns, where the simplex method takes hours and a point inside the optimal face will do.
#pragma once

#include "solver/linear_program.hpp"

namespace orthant {

// Requires zero lower bounds and no upper bounds of columns, and at most one finite bound per row
// or two equal ones. Uses LinearProgram::row_block. The relative errors of feasibility and
// objective are at most options.tolerance, or 1e-8 if rounding allows no less. Infeasible and
// unbounded programs end with kFailed.
LpSolution solve_by_interior_point(const LinearProgram& program, const LpOptions& options = {});

}  // namespace orthant
