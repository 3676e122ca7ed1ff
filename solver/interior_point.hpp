// A primal-dual interior-point method for programs of many small blocks that few rows and columns
// couple. On such programs the simplex method takes hours; this method returns a point inside the
// optimal face instead of a vertex.
#pragma once

#include "solver/linear_program.hpp"

namespace orthant {

// Requires that columns have the lower bound 0 and no upper bound, and that each row has either one
// finite bound or two equal ones. Uses LinearProgram::row_block. The relative errors of feasibility
// and objective are at most options.tolerance, or 1e-8 if rounding allows no less. Infeasible and
// unbounded programs end with kFailed.
LpSolution solve_by_interior_point(const LinearProgram& program, const LpOptions& options = {});

}  // namespace orthant
