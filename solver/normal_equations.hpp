// The normal equations of a bordered block-diagonal matrix: a sparse Cholesky factor per block, and
// a dense Schur complement of the rows and columns that couple the blocks.
//
// Source: Wright 1997, chapter 11.
#pragma once

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace orthant {

using Vector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;  // by columns

// A block: some rows, and the columns that touch no row of another block. Its border consists of
// the joining rows and columns that touch it.
class NormalBlock {
 public:
  // `border_row`: per row of `a` its index in the border, or -1. In the border, the joining columns
  // follow the joining rows, from index `joining_rows` on.
  NormalBlock(const SparseMatrix& a, std::vector<int> rows, std::vector<int> columns,
              const std::vector<int>& border_row, const std::vector<int>& joining_columns,
              int joining_rows);

  // Factors inner * theta * inner' and subtracts the block's contribution from the border's matrix.
  // Returns false if a pivot is not positive.
  bool factor(const Vector& theta, Eigen::MatrixXd& border);
  // Subtracts the block's contribution from the border's right-hand side.
  void reduce(const Vector& right, Vector& border) const;
  // Computes the block's rows of dy from the border's solution.
  void expand(const Vector& right, const Vector& border, Vector& dy) const;

 private:
  using Factor = Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void find_pattern();
  bool factor_normal();
  // Returns the inverse of the normal matrix times `right`; rows in the order of the factor.
  Rows divide(const SparseMatrix& right) const;

  std::vector<int> rows_, columns_, border_;
  SparseMatrix inner_;            // rows x columns
  SparseMatrix joining_rows_;     // border x columns
  SparseMatrix joining_columns_;  // rows x border
  SparseMatrix normal_;           // lower triangle of inner * theta * inner'
  std::vector<int> product_at_;   // per column of inner_, per pair of its entries: index in normal_
  std::vector<int> diagonal_at_;
  Vector theta_;  // of the block's columns
  std::unique_ptr<Factor> factor_;
};

class NormalEquations {
 public:
  // `row_block`: per row of `a` its block, or `joining`. `a` must outlive the object. If `stop`,
  // which is polled, returns true, blocks are missing and factor() must not be called.
  NormalEquations(const SparseMatrix& a, const std::vector<std::uint32_t>& row_block,
                  std::uint32_t joining, std::size_t threads, const std::function<bool()>& stop);

  // Prepares solve() for one theta, one positive value per column. Returns false if the equations
  // are numerically singular, or if `stop`, which is polled, returns true.
  bool factor(const Vector& theta, const std::function<bool()>& stop);
  // Solves a dx = p, a' dy - dx / theta = g.
  void solve(const Vector& p, const Vector& g, Vector& dx, Vector& dy) const;

 private:
  bool factor_blocks(Eigen::MatrixXd& border, const std::function<bool()>& stop);
  bool factor_border(const Eigen::MatrixXd& border);
  Vector solve_border(const Vector& right) const;
  void solve_once(const Vector& p, const Vector& g, Vector& dx, Vector& dy) const;

  const SparseMatrix& a_;
  std::size_t threads_;
  std::vector<int> joining_rows_, joining_columns_;
  SparseMatrix corner_;  // joining rows x joining columns
  std::vector<NormalBlock> blocks_;
  Vector theta_;
  // The border's matrix is [R, K; K', -C]: factors of C and of R + K C^-1 K'.
  Eigen::LLT<Eigen::MatrixXd> column_factor_, row_factor_;
  Eigen::MatrixXd coupling_;  // K
  // Partial sums of the border. They are kept between calls, since freed large matrices return to
  // the system.
  std::vector<Eigen::MatrixXd> sums_;
};

}  // namespace orthant
