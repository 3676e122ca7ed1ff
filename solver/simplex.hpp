// The simplex method, by COIN-OR CLP: exact vertices, and warm starts when rows are added.
#pragma once

#include <memory>

#include "solver/linear_program.hpp"

namespace orthant {

class Simplex {
 public:
  explicit Simplex(const LinearProgram& program);
  ~Simplex();

  // From the last basis; the first time from the slack basis, by the dual method where the costs
  // allow.
  LpSolution solve(const LpOptions& options = {});

  // Adds all rows that `program` has beyond those already taken; its columns must be the same.
  void add_rows(const LinearProgram& program);

  // Writes the program in MPS format. Throws std::runtime_error where the file cannot be written.
  void write_mps(const std::string& file) const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

inline LpSolution solve_by_simplex(const LinearProgram& program, const LpOptions& options = {}) {
  return Simplex(program).solve(options);
}

}  // namespace orthant
