// Mehrotra's predictor-corrector method.
//
// Source: Mehrotra 1992; Wright 1997, chapter 10.
// Tested by: tests/solver/interior_point_test.cpp
#include "solver/interior_point.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/progress_timer.hpp"
#include "solver/normal_equations.hpp"

namespace orthant {
namespace {

// The program min c x, a x = b, x >= 0, whose rows and columns are scaled to a largest entry of
// about 1. The columns of the given program come first, then the slacks.
struct StandardForm {
  SparseMatrix a;
  Vector b, c;
  Vector row_scale, column_scale;  // scaled = scale * given

  explicit StandardForm(const LinearProgram& program);

 private:
  void scale();
};

StandardForm::StandardForm(const LinearProgram& program) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const LinearProgram::Entry& e : program.entries)
    entries.emplace_back(e.row, e.column, e.value);
  assert(std::ranges::count(program.lower, 0) == std::ssize(program.lower));
  assert(std::ranges::count(program.upper, kUnlimited) == std::ssize(program.upper));
  auto columns = static_cast<int>(program.columns());
  const auto rows = static_cast<int>(program.rows());
  b.resize(rows);
  for (int i = 0; i < rows; ++i) {
    const double lower = program.row_lower[static_cast<std::size_t>(i)];
    const double upper = program.row_upper[static_cast<std::size_t>(i)];
    assert(std::isfinite(lower) != std::isfinite(upper) || lower == upper);
    b[i] = std::isfinite(upper) ? upper : lower;
    if (lower != upper) entries.emplace_back(i, columns++, std::isfinite(upper) ? 1 : -1);
  }
  a.resize(rows, columns);
  a.setFromTriplets(entries.begin(), entries.end());
  c = Vector::Zero(columns);
  c.head(static_cast<int>(program.columns())) =
      Eigen::Map<const Vector>(program.cost.data(), static_cast<int>(program.columns()));
  scale();
}

void StandardForm::scale() {
  row_scale = Vector::Ones(a.rows());
  column_scale = Vector::Ones(a.cols());
  constexpr int kPasses = 4;
  for (int pass = 0; pass < kPasses; ++pass) {
    Vector row_max = Vector::Zero(a.rows()), column_max = Vector::Zero(a.cols());
    for (int j = 0; j < a.cols(); ++j) {
      for (SparseMatrix::InnerIterator e(a, j); e; ++e) {
        row_max[e.row()] = std::max(row_max[e.row()], std::abs(e.value()));
        column_max[j] = std::max(column_max[j], std::abs(e.value()));
      }
    }
    const auto factor = [](double most) { return most > 0 ? 1 / std::sqrt(most) : 1; };
    const Vector row_factor = row_max.unaryExpr(factor);
    const Vector column_factor = column_max.unaryExpr(factor);
    a = row_factor.asDiagonal() * a * column_factor.asDiagonal();
    row_scale.array() *= row_factor.array();
    column_scale.array() *= column_factor.array();
  }
  b.array() *= row_scale.array();
  c.array() *= column_scale.array();
}

struct Iterate {
  Vector x, y, z;
};

// Distance of an iterate from a solution: the largest relative error of primal feasibility, dual
// feasibility and gap.
struct Residuals {
  Vector primal, dual;
  double objective = 0;
  double error = 0;

  Residuals(const StandardForm& form, const Iterate& it)
      : primal(form.b - form.a * it.x),
        dual(form.c - form.a.transpose() * it.y - it.z),
        objective(form.c.dot(it.x)) {
    constexpr double kSmallObjective = 1e-3;
    const double gap = std::abs(objective - form.b.dot(it.y));
    const double of_primal = primal.norm() / (1 + form.b.norm());
    const double of_dual = dual.norm() / (1 + form.c.norm());
    const double of_gap = gap / (kSmallObjective + std::abs(objective));
    error = std::isfinite(of_primal + of_dual + of_gap) ? std::max({of_primal, of_dual, of_gap})
                                                        : kUnlimited;
  }
};

// Largest step, at most 1, that keeps v + step * dv >= 0.
double longest_step(const Vector& v, const Vector& dv) {
  double step = 1;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    if (dv[i] < 0) step = std::min(step, -v[i] / dv[i]);
  }
  return step;
}

class InteriorPoint {
 public:
  InteriorPoint(const LinearProgram& program, const LpOptions& options)
      : options_(options),
        form_(program),
        normal_(form_.a, program.row_block, LinearProgram::kJoining, options.threads,
                [this] { return is_stopped(); }) {}

  // Returns the status; best() then returns the best iterate.
  LpStatus run();
  const Iterate& best() const { return best_; }
  const StandardForm& form() const { return form_; }
  std::uint64_t iterations() const { return iterations_; }

 private:
  bool start();
  bool step(const Residuals& residuals);
  void direction(const Residuals& residuals, const Vector& complementarity, Vector& dx, Vector& dy,
                 Vector& dz) const;
  // True if out of time or asked to stop. Thread-safe.
  bool is_stopped();
  // Prepares direction() for this theta; returns false if that fails or the run is stopped.
  bool factor(const Vector& theta) {
    return normal_.factor(theta, [this] { return is_stopped(); });
  }

  const LpOptions& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // guards stopped_ and progress_
  bool stopped_ = false;
  LpProgress progress_;  // last reported progress
  StandardForm form_;
  NormalEquations normal_;
  Iterate it_, best_;
  std::uint64_t iterations_ = 0;
};

bool InteriorPoint::is_stopped() {
  const std::lock_guard lock(mutex_);
  stopped_ = stopped_ || seconds_since(begin_) > options_.time_limit_seconds ||
             (options_.progress && !options_.progress(progress_));
  return stopped_;
}

// Sets Mehrotra's starting point: the least-squares solutions, shifted to positive values.
bool InteriorPoint::start() {
  const auto columns = form_.a.cols();
  if (!factor(Vector::Ones(columns))) return false;
  Vector unused, minus_z;
  normal_.solve(form_.b, Vector::Zero(columns), it_.x, unused);
  normal_.solve(Vector::Zero(form_.a.rows()), form_.c, minus_z, it_.y);
  it_.z = -minus_z;
  const auto lift = [](Vector& v) { v.array() += std::max(0.0, -1.5 * v.minCoeff()) + 1e-4; };
  lift(it_.x);
  lift(it_.z);
  const double product = it_.x.dot(it_.z);
  const double more_x = 0.5 * product / it_.z.sum();
  const double more_z = 0.5 * product / it_.x.sum();
  it_.x.array() += more_x;
  it_.z.array() += more_z;
  return true;
}

// Computes the Newton step that changes the products x * z by `complementarity`.
void InteriorPoint::direction(const Residuals& residuals, const Vector& complementarity, Vector& dx,
                              Vector& dy, Vector& dz) const {
  normal_.solve(residuals.primal, residuals.dual - complementarity.cwiseQuotient(it_.x), dx, dy);
  dz = (complementarity - it_.z.cwiseProduct(dx)).cwiseQuotient(it_.x);
}

bool InteriorPoint::step(const Residuals& residuals) {
  if (!factor(it_.x.cwiseQuotient(it_.z))) return false;
  const auto n = static_cast<double>(it_.x.size());
  const double mu = it_.x.dot(it_.z) / n;
  Vector dx, dy, dz;
  direction(residuals, -it_.x.cwiseProduct(it_.z), dx, dy, dz);
  const double mu_affine =
      (it_.x + longest_step(it_.x, dx) * dx).dot(it_.z + longest_step(it_.z, dz) * dz) / n;
  const double target = std::pow(mu_affine / mu, 3) * mu;
  const Vector corrected =
      (target - dx.array() * dz.array() - it_.x.array() * it_.z.array()).matrix();
  direction(residuals, corrected, dx, dy, dz);
  constexpr double kToTheBoundary = 0.9995;
  const double part = std::min(kToTheBoundary, std::max(0.9, 1 - mu));
  const double step_x = part * longest_step(it_.x, dx), step_z = part * longest_step(it_.z, dz);
  it_.x += step_x * dx;
  it_.y += step_z * dy;
  it_.z += step_z * dz;
  return true;
}

LpStatus InteriorPoint::run() {
  constexpr std::uint64_t kMaxIterations = 300;
  // Rounding errors stall a nearly optimal point, which is then accepted.
  constexpr double kGoodEnough = 1e-8;
  constexpr int kPatience = 40, kPatienceAtEnd = 6;
  if (!start()) return is_stopped() ? LpStatus::kTimeLimit : LpStatus::kFailed;
  double best_error = kUnlimited;
  int without_gain = 0;
  for (;; ++iterations_) {
    const Residuals residuals(form_, it_);
    without_gain = residuals.error < 0.5 * best_error ? 0 : without_gain + 1;
    if (residuals.error < best_error) {
      best_error = residuals.error;
      best_ = it_;
    }
    if (best_error <= options_.tolerance) return LpStatus::kOptimal;
    progress_ = {iterations_, residuals.objective, residuals.error};
    if (is_stopped()) return LpStatus::kTimeLimit;
    if (iterations_ >= options_.iteration_limit) return LpStatus::kIterationLimit;
    const bool close = best_error < kGoodEnough;
    const bool stuck = without_gain > (close ? kPatienceAtEnd : kPatience) ||
                       iterations_ >= kMaxIterations || !std::isfinite(residuals.error);
    if (stuck || !step(residuals)) {
      if (is_stopped()) return LpStatus::kTimeLimit;
      return close ? LpStatus::kOptimal : LpStatus::kFailed;
    }
  }
}

}  // namespace

LpSolution solve_by_interior_point(const LinearProgram& program, const LpOptions& options) {
  InteriorPoint method(program, options);
  LpSolution solution{.status = method.run(), .objective = 0, .x = {}, .row_dual = {}};
  solution.iterations = method.iterations();
  const Iterate& best = method.best();
  solution.x.resize(program.columns());
  solution.row_dual.resize(program.rows());
  if (best.x.size() == 0) return solution;
  for (std::size_t j = 0; j < solution.x.size(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    solution.x[j] = best.x[column] * method.form().column_scale[column];
    solution.objective += program.cost[j] * solution.x[j];
  }
  for (std::size_t i = 0; i < solution.row_dual.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    solution.row_dual[i] = best.y[row] * method.form().row_scale[row];
  }
  return solution;
}

}  // namespace orthant
