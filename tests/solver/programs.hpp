// Small linear programs for the tests of the solvers.
#pragma once

#include "base/random.hpp"
#include "solver/linear_program.hpp"

namespace orthant {

// Two plants supply 20 and 30 units to three markets with demands 10, 25 and 15, at costs 8 6 10 /
// 9 12 13. By hand: the second plant serves the first market (10 x 9), the third one (15 x 13) and
// 5 units of the second (12); the first plant sends 20 there (6): 90 + 195 + 60 + 120 = 465.
// Rerouting a unit costs more: 8 - 9 + 12 - 6 > 0 and 10 - 13 + 12 - 6 > 0. The dual values are 9,
// 12, 13 per unit of demand and 6 per unit of the first plant's supply.
inline LinearProgram transport() {
  LinearProgram program;
  constexpr double kCost[2][3] = {{8, 6, 10}, {9, 12, 13}};
  constexpr double kPlant[2] = {20, 30}, kMarket[3] = {10, 25, 15};
  for (const double stock : kPlant) program.add_row(-kUnlimited, stock, 0);
  for (const double wanted : kMarket) program.add_row(wanted, kUnlimited);
  for (std::uint32_t i = 0; i < 2; ++i) {
    for (std::uint32_t j = 0; j < 3; ++j) {
      const std::uint32_t column = program.add_column(kCost[i][j]);
      program.add(i, column, 1);
      program.add(2 + j, column, 1);
    }
  }
  return program;
}

// `blocks` blocks of rows with a common feasible point, coupled by a row and a column; the costs
// keep the optimum finite.
inline LinearProgram random_blocks(std::uint32_t blocks, std::uint64_t seed) {
  constexpr std::uint32_t kRows = 4, kColumns = 9;
  RandomStream random(seed, 0, RandomPurpose::kTest);
  LinearProgram program;
  const std::uint32_t shared = program.add_column(random.uniform());
  const std::uint32_t joining = program.add_row(0, 0);
  double joined = 0;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    std::vector<std::uint32_t> columns;
    std::vector<double> point;
    for (std::uint32_t j = 0; j < kColumns; ++j) {
      columns.push_back(program.add_column(random.uniform()));
      point.push_back(random.bernoulli(0.5) ? random.uniform() : 0);
      const double weight = random.uniform();
      program.add(joining, columns.back(), weight);
      joined += weight * point.back();
    }
    for (std::uint32_t i = 0; i < kRows; ++i) {
      double sum = 0.5;  // of the shared column
      const std::uint32_t row = program.add_row(0, 0, block);
      program.add(row, shared, 1);
      for (std::uint32_t j = 0; j < kColumns; ++j) {
        const double value = 2 * random.uniform() - 1;
        program.add(row, columns[j], value);
        sum += value * point[j];
      }
      program.row_upper[row] = sum;
      program.row_lower[row] = i == 0 ? sum : -kUnlimited;
    }
  }
  program.row_upper[joining] = kUnlimited;
  program.row_lower[joining] = joined;
  return program;
}

}  // namespace orthant
