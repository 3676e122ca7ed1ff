// A linear program as plain data, and its solution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// minimise cost * x where row_lower <= A x <= row_upper and lower <= x <= upper.
struct LinearProgram {
  struct Entry {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    double value = 0;
  };

  std::vector<double> cost, lower, upper;    // per column
  std::vector<double> row_lower, row_upper;  // per row
  std::vector<Entry> entries;                // of A; entries of one position are summed
  // Per row: its block, or kJoining. A hint for solvers: most columns touch rows of one block only.
  std::vector<std::uint32_t> row_block;
  static constexpr std::uint32_t kJoining = std::numeric_limits<std::uint32_t>::max();

  std::size_t columns() const { return cost.size(); }
  std::size_t rows() const { return row_lower.size(); }
  // Each returns the index of the new column or row.
  std::uint32_t add_column(double column_cost, double least = 0, double most = kUnlimited);
  std::uint32_t add_row(double least, double most, std::uint32_t block = kJoining);
  void add(std::uint32_t row, std::uint32_t column, double value) {
    entries.push_back({row, column, value});
  }
};

enum class LpStatus {
  kOptimal,
  kInfeasible,
  kUnbounded,
  kTimeLimit,
  kIterationLimit,
  kFailed  // the solver gave up for numerical reasons
};
std::string_view lp_status_name(LpStatus status);  // "optimal", "infeasible", ...

struct LpSolution {
  LpStatus status = LpStatus::kFailed;
  double objective = 0;
  std::vector<double> x;  // per column; the last or best iterate if the status is not kOptimal
  // Per row: change of the objective per unit of the row's bound; <= 0 if only the upper bound is
  // finite.
  std::vector<double> row_dual;
  std::uint64_t iterations = 0;
};

struct LpProgress {
  std::uint64_t iterations = 0;
  double objective = 0;      // of the current point, which may be infeasible
  double infeasibility = 0;  // of that point, in the solver's measure
};

struct LpOptions {
  double tolerance = 1e-9;  // of primal and dual feasibility
  double time_limit_seconds = kUnlimited;
  std::uint64_t iteration_limit = std::numeric_limits<std::uint64_t>::max();
  std::size_t threads = 1;  // for the interior-point method; does not change the result
  // Polled during the solution; false stops it with kTimeLimit.
  std::function<bool(const LpProgress&)> progress = {};
};

}  // namespace orthant
