// The simplex method, by COIN-OR CLP: exact vertices, and warm starts when rows are added.
#pragma once

#include <memory>

#include "solver/linear_program.hpp"

namespace orthant {

class Simplex {
 public:
  explicit Simplex(const LinearProgram& program);
  ~Simplex();

  // Uses the dual method. The first call starts from the slack basis, later calls from the last
  // basis.
  LpSolution solve(const LpOptions& options = {});

  // Adds the rows of `program` beyond those already added; its columns must be the same.
  void add_rows(const LinearProgram& program);

  // Writes the program in MPS format. Throws std::runtime_error if the file cannot be written.
  void write_mps(const std::string& file) const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

inline LpSolution solve_by_simplex(const LinearProgram& program, const LpOptions& options = {}) {
  return Simplex(program).solve(options);
}

}  // namespace orthant
