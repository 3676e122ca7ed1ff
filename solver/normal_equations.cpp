// Tested by: tests/solver/interior_point_test.cpp
#include "solver/normal_equations.hpp"

#include <algorithm>
#include <atomic>
#include <map>

#include "base/parallel_for.hpp"

namespace orthant {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

// These terms prevent a breakdown of the factors when theta spans more than double precision;
// refinement removes the error that they cause.
constexpr double kAbsoluteRegularization = 1e-12;
constexpr double kRelativeRegularization = 1e-14;

void regularize(double& diagonal) {
  diagonal += kAbsoluteRegularization + kRelativeRegularization * diagonal;
}

SparseMatrix matrix_of(const Entries& entries, std::size_t rows, std::size_t columns) {
  SparseMatrix matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// Calls visit(e, f) for all pairs of entries of a column in which f is e or follows it.
template <class Visit>
void for_each_product(const SparseMatrix& matrix, int column, const Visit& visit) {
  for (SparseMatrix::InnerIterator e(matrix, column); e; ++e) {
    for (SparseMatrix::InnerIterator f = e; f; ++f) visit(e, f);
  }
}

}  // namespace

// ---- a block ------------------------------------------------------------------------------------

NormalBlock::NormalBlock(const SparseMatrix& a, std::vector<int> rows, std::vector<int> columns,
                         const std::vector<int>& border_row,
                         const std::vector<int>& joining_columns, int joining_rows)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  std::map<int, int> row_at, border_at;
  for (const int row : rows_) row_at.emplace(row, static_cast<int>(row_at.size()));
  const auto in_border = [&](int place) {
    const auto [known, added] = border_at.emplace(place, static_cast<int>(border_.size()));
    if (added) border_.push_back(place);
    return known->second;
  };
  Entries inner, of_rows, of_columns;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    for (SparseMatrix::InnerIterator e(a, columns_[j]); e; ++e) {
      const int border = border_row[static_cast<std::size_t>(e.row())];
      if (border < 0) {
        inner.emplace_back(row_at.at(static_cast<int>(e.row())), j, e.value());
      } else {
        of_rows.emplace_back(in_border(border), j, e.value());
      }
    }
  }
  for (std::size_t j = 0; j < joining_columns.size(); ++j) {
    for (SparseMatrix::InnerIterator e(a, joining_columns[j]); e; ++e) {
      const auto at = row_at.find(static_cast<int>(e.row()));
      if (at == row_at.end()) continue;
      of_columns.emplace_back(at->second, in_border(joining_rows + static_cast<int>(j)), e.value());
    }
  }
  inner_ = matrix_of(inner, rows_.size(), columns_.size());
  joining_rows_ = matrix_of(of_rows, border_.size(), columns_.size());
  joining_columns_ = matrix_of(of_columns, rows_.size(), border_.size());
  find_pattern();
}

void NormalBlock::find_pattern() {
  Entries pattern;
  for (int i = 0; i < inner_.rows(); ++i) pattern.emplace_back(i, i, 1);
  for (int j = 0; j < inner_.cols(); ++j) {
    for_each_product(inner_, j, [&](const auto& e, const auto& f) {
      pattern.emplace_back(f.row(), e.row(), 1);
    });
  }
  normal_ = matrix_of(pattern, rows_.size(), rows_.size());
  const auto place = [&](Eigen::Index row, Eigen::Index column) {
    const int* first = normal_.innerIndexPtr();
    return static_cast<int>(std::lower_bound(first + normal_.outerIndexPtr()[column],
                                             first + normal_.outerIndexPtr()[column + 1], row) -
                            first);
  };
  for (int i = 0; i < inner_.rows(); ++i) diagonal_at_.push_back(place(i, i));
  for (int j = 0; j < inner_.cols(); ++j) {
    for_each_product(inner_, j, [&](const auto& e, const auto& f) {
      product_at_.push_back(place(f.row(), e.row()));
    });
  }
  factor_ = std::make_unique<Factor>();
  factor_->analyzePattern(normal_);
}

bool NormalBlock::factor_normal() {
  double* normal = normal_.valuePtr();
  std::fill(normal, normal + normal_.nonZeros(), 0.0);
  auto at = product_at_.begin();
  for (int j = 0; j < inner_.cols(); ++j) {
    for_each_product(inner_, j, [&](const auto& e, const auto& f) {
      normal[*at++] += theta_[j] * e.value() * f.value();
    });
  }
  for (const int diagonal : diagonal_at_) regularize(normal[diagonal]);
  factor_->factorize(normal_);
  return factor_->info() == Eigen::Success;
}

NormalBlock::Rows NormalBlock::divide(const SparseMatrix& right) const {
  const auto& order = factor_->permutationP().indices();
  Rows x = Rows::Zero(right.rows(), right.cols());
  for (int j = 0; j < right.cols(); ++j) {
    for (SparseMatrix::InnerIterator e(right, j); e; ++e) x(order[e.row()], j) = e.value();
  }
  // Processes whole rows, so that the inner loop is contiguous in memory.
  const SparseMatrix& lower = factor_->matrixL().nestedExpression();
  for (int j = 0; j < lower.cols(); ++j) {
    SparseMatrix::InnerIterator e(lower, j);
    x.row(j) /= e.value();
    for (++e; e; ++e) x.row(e.row()) -= e.value() * x.row(j);
  }
  for (int j = static_cast<int>(lower.cols()) - 1; j >= 0; --j) {
    SparseMatrix::InnerIterator e(lower, j);
    const double pivot = e.value();
    for (++e; e; ++e) x.row(j) -= e.value() * x.row(e.row());
    x.row(j) /= pivot;
  }
  return x;
}

bool NormalBlock::factor(const Vector& theta, Eigen::MatrixXd& border) {
  theta_ = theta(columns_);
  if (!factor_normal()) return false;
  const SparseMatrix weighted = joining_rows_ * theta_.asDiagonal();
  const SparseMatrix right =
      SparseMatrix(inner_ * SparseMatrix(weighted.transpose())) + joining_columns_;
  const Rows divided = divide(right);
  const auto& order = factor_->permutationP().indices();
  Rows part = Rows::Zero(right.cols(), right.cols());
  for (int j = 0; j < right.cols(); ++j) {
    for (SparseMatrix::InnerIterator e(right, j); e; ++e)
      part.row(j) += e.value() * divided.row(order[e.row()]);
  }
  part -= SparseMatrix(weighted * SparseMatrix(joining_rows_.transpose()));
  for (std::size_t j = 0; j < border_.size(); ++j) {
    for (std::size_t i = 0; i < border_.size(); ++i)
      border(border_[i], border_[j]) -= part(static_cast<int>(i), static_cast<int>(j));
  }
  return true;
}

void NormalBlock::reduce(const Vector& right, Vector& border) const {
  const Vector x = factor_->solve(Vector(right(rows_)));
  const Vector inner = theta_.cwiseProduct(inner_.transpose() * x);
  const Vector part = joining_columns_.transpose() * x + joining_rows_ * inner;
  for (std::size_t i = 0; i < border_.size(); ++i) border[border_[i]] -= part[static_cast<int>(i)];
}

void NormalBlock::expand(const Vector& right, const Vector& border, Vector& dy) const {
  const Vector joined = border(border_);
  const Vector inner = theta_.cwiseProduct(joining_rows_.transpose() * joined);
  const Vector rest = Vector(right(rows_)) - joining_columns_ * joined - inner_ * inner;
  const Vector solved = factor_->solve(rest);
  dy(rows_) = solved;
}

// ---- all blocks ---------------------------------------------------------------------------------

NormalEquations::NormalEquations(const SparseMatrix& a, const std::vector<std::uint32_t>& row_block,
                                 std::uint32_t joining, std::size_t threads,
                                 const std::function<bool()>& stop)
    : a_(a), threads_(std::max<std::size_t>(threads, 1)) {
  std::map<std::uint32_t, std::vector<int>> rows, columns;
  std::vector<int> border_row(row_block.size(), -1);
  for (std::size_t i = 0; i < row_block.size(); ++i) {
    if (row_block[i] == joining) {
      border_row[i] = static_cast<int>(joining_rows_.size());
      joining_rows_.push_back(static_cast<int>(i));
    } else {
      rows[row_block[i]].push_back(static_cast<int>(i));
    }
  }
  Entries corner;
  for (int j = 0; j < a.cols(); ++j) {
    std::uint32_t block = joining;
    bool joins = false;
    for (SparseMatrix::InnerIterator e(a, j); e; ++e) {
      const std::uint32_t of_row = row_block[static_cast<std::size_t>(e.row())];
      if (of_row == joining) continue;
      joins = joins || (block != joining && block != of_row);
      block = of_row;
    }
    if (block != joining && !joins) {
      columns[block].push_back(j);
      continue;
    }
    for (SparseMatrix::InnerIterator e(a, j); e; ++e) {
      const int border = border_row[static_cast<std::size_t>(e.row())];
      if (border >= 0) corner.emplace_back(border, joining_columns_.size(), e.value());
    }
    joining_columns_.push_back(j);
  }
  corner_ = matrix_of(corner, joining_rows_.size(), joining_columns_.size());
  for (auto& [block, block_rows] : rows) {
    if (stop()) return;
    blocks_.emplace_back(a, std::move(block_rows), std::move(columns[block]), border_row,
                         joining_columns_, static_cast<int>(joining_rows_.size()));
  }
}

// Sums into a fixed number of partial matrices, so that the result does not depend on the number of
// threads.
bool NormalEquations::factor_blocks(Eigen::MatrixXd& border, const std::function<bool()>& stop) {
  constexpr std::size_t kMaxParts = 16, kMaxBytes = std::size_t{1} << 27;
  const std::size_t bytes = static_cast<std::size_t>(border.size() + 1) * sizeof(double);
  const std::size_t parts = std::clamp<std::size_t>(kMaxBytes / bytes, 1, kMaxParts);
  sums_.resize(parts);
  for (Eigen::MatrixXd& sum : sums_) sum.setZero(border.rows(), border.cols());
  std::atomic<bool> good = true;
  parallel_for(parts, threads_, [&] {
    return [&](std::size_t part) {
      for (std::size_t k = part; k < blocks_.size() && good; k += parts)
        if (stop() || !blocks_[k].factor(theta_, sums_[part])) good = false;
    };
  });
  for (const Eigen::MatrixXd& sum : sums_) border += sum;
  return good && !stop();
}

bool NormalEquations::factor_border(const Eigen::MatrixXd& border) {
  const auto rows = corner_.rows(), columns = corner_.cols();
  if (columns > 0) {
    column_factor_.compute(-border.bottomRightCorner(columns, columns));
    if (column_factor_.info() != Eigen::Success) return false;
  }
  if (rows == 0) return true;
  coupling_ = border.topRightCorner(rows, columns);
  Eigen::MatrixXd last = border.topLeftCorner(rows, rows);
  if (columns > 0) last += coupling_ * column_factor_.solve(coupling_.transpose());
  for (Eigen::Index i = 0; i < rows; ++i) regularize(last(i, i));
  row_factor_.compute(last);
  return row_factor_.info() == Eigen::Success;
}

bool NormalEquations::factor(const Vector& theta, const std::function<bool()>& stop) {
  theta_ = theta;
  const auto rows = corner_.rows(), columns = corner_.cols();
  Eigen::MatrixXd border = Eigen::MatrixXd::Zero(rows + columns, rows + columns);
  border.topRightCorner(rows, columns) += corner_;
  border.bottomLeftCorner(columns, rows) += SparseMatrix(corner_.transpose());
  if (columns > 0)
    border.diagonal().tail(columns) -= Vector(theta_(joining_columns_)).cwiseInverse();
  return factor_blocks(border, stop) && factor_border(border);
}

// Solves [R, K; K', -C] z = right.
Vector NormalEquations::solve_border(const Vector& right) const {
  const auto rows = corner_.rows(), columns = corner_.cols();
  Vector z = right;
  if (rows > 0) {
    Vector top = right.head(rows);
    if (columns > 0) top += coupling_ * column_factor_.solve(right.tail(columns));
    z.head(rows) = row_factor_.solve(top);
  }
  if (columns > 0) {
    Vector bottom = -right.tail(columns);
    if (rows > 0) bottom += coupling_.transpose() * z.head(rows);
    z.tail(columns) = column_factor_.solve(bottom);
  }
  return z;
}

// Eliminates dx = theta (a' dy - g) in the columns of the blocks, which leaves a theta a' dy +
// (joining columns) dx = p + a theta g.
void NormalEquations::solve_once(const Vector& p, const Vector& g, Vector& dx, Vector& dy) const {
  Vector weighted = theta_.cwiseProduct(g);
  weighted(joining_columns_).setZero();
  const Vector right = p + a_ * weighted;
  Vector border(corner_.rows() + corner_.cols());
  border.head(corner_.rows()) = right(joining_rows_);
  border.tail(corner_.cols()) = g(joining_columns_);
  for (const NormalBlock& block : blocks_) block.reduce(right, border);
  const Vector z = solve_border(border);
  dy.setZero(a_.rows());
  dy(joining_rows_) = z.head(corner_.rows());
  for (const NormalBlock& block : blocks_) block.expand(right, z, dy);
  dx = theta_.cwiseProduct(a_.transpose() * dy - g);
  dx(joining_columns_) = z.tail(corner_.cols());
}

void NormalEquations::solve(const Vector& p, const Vector& g, Vector& dx, Vector& dy) const {
  constexpr int kRefinements = 2;
  solve_once(p, g, dx, dy);
  Vector correction_x, correction_y;
  for (int i = 0; i < kRefinements; ++i) {
    const Vector residual_p = p - a_ * dx;
    const Vector residual_g = g - (a_.transpose() * dy - dx.cwiseQuotient(theta_));
    solve_once(residual_p, residual_g, correction_x, correction_y);
    dx += correction_x;
    dy += correction_y;
  }
}

}  // namespace orthant
