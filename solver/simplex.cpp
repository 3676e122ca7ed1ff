// Tested by: tests/solver/simplex_test.cpp
#include "solver/simplex.hpp"

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinError.hpp>
#include <CoinPackedMatrix.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <stdexcept>

namespace orthant {
namespace {

double clp_bound(double bound) {
  return std::isinf(bound) ? std::copysign(COIN_DBL_MAX, bound) : bound;
}

std::vector<double> clp_bounds(std::span<const double> bounds) {
  std::vector<double> converted(bounds.size());
  std::ranges::transform(bounds, converted.begin(), clp_bound);
  return converted;
}

// Reports progress and stops the solver at its limits.
class Watch final : public ClpEventHandler {
 public:
  explicit Watch(const LpOptions& options)
      : options_(options), start_(std::chrono::steady_clock::now()) {}

  int event(Event what) override {
    if (what != endOfIteration && what != endOfFactorization) return -1;
    const auto spent = std::chrono::steady_clock::now() - start_;
    if (std::chrono::duration<double>(spent).count() > options_.time_limit_seconds) return kStop;
    if (what == endOfIteration || !options_.progress) return -1;
    const LpProgress progress{
        .iterations = static_cast<std::uint64_t>(model_->numberIterations()),
        .objective = model_->objectiveValue(),
        .infeasibility = model_->sumPrimalInfeasibilities() + model_->sumDualInfeasibilities()};
    return options_.progress(progress) ? -1 : kStop;
  }

  ClpEventHandler* clone() const override { return new Watch(*this); }

  static constexpr int kStop = 5;  // also CLP's status after a stop by an event handler

 private:
  LpOptions options_;
  std::chrono::steady_clock::time_point start_;
};

LpStatus status_of(const ClpSimplex& clp) {
  switch (clp.status()) {
    case 0:
      return LpStatus::kOptimal;
    case 1:
      return LpStatus::kInfeasible;
    case 2:
      return LpStatus::kUnbounded;
    case 3:
      return clp.hitMaximumIterations() && clp.secondaryStatus() != 9 ? LpStatus::kIterationLimit
                                                                      : LpStatus::kTimeLimit;
    case Watch::kStop:
      return LpStatus::kTimeLimit;
    default:
      return LpStatus::kFailed;
  }
}

}  // namespace

struct Simplex::Model {
  ClpSimplex clp;
  std::size_t entries = 0;  // number of the program's entries already added
};

Simplex::Simplex(const LinearProgram& program) : model_(std::make_unique<Model>()) {
  ClpSimplex& clp = model_->clp;
  clp.setLogLevel(0);
  clp.resize(0, static_cast<int>(program.columns()));
  for (std::size_t j = 0; j < program.columns(); ++j) {
    const int column = static_cast<int>(j);
    clp.setObjectiveCoefficient(column, program.cost[j]);
    clp.setColumnBounds(column, clp_bound(program.lower[j]), clp_bound(program.upper[j]));
  }
  clp.createEmptyMatrix();  // CLP crashes on a program without rows if it never gets a matrix
  add_rows(program);
}

Simplex::~Simplex() = default;

void Simplex::add_rows(const LinearProgram& program) {
  ClpSimplex& clp = model_->clp;
  const auto known = static_cast<std::size_t>(clp.numberRows());
  const std::size_t added = program.rows() - known;
  // CLP requires unique positions, so the new rows are ordered and entries of one position are
  // summed.
  std::vector<LinearProgram::Entry> fresh(
      program.entries.begin() + static_cast<std::ptrdiff_t>(model_->entries),
      program.entries.end());
  std::ranges::sort(fresh, [](const auto& a, const auto& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  std::vector<CoinBigIndex> starts(added + 1);
  std::vector<int> columns;
  std::vector<double> values;
  std::size_t next = 0;
  for (std::size_t i = 0; i < added; ++i) {
    for (; next < fresh.size() && fresh[next].row == known + i; ++next) {
      const int column = static_cast<int>(fresh[next].column);
      if (static_cast<CoinBigIndex>(columns.size()) > starts[i] && columns.back() == column) {
        values.back() += fresh[next].value;
      } else {
        columns.push_back(column);
        values.push_back(fresh[next].value);
      }
    }
    starts[i + 1] = static_cast<CoinBigIndex>(columns.size());
  }
  clp.addRows(static_cast<int>(added),
              clp_bounds(std::span(program.row_lower).subspan(known)).data(),
              clp_bounds(std::span(program.row_upper).subspan(known)).data(), starts.data(),
              columns.data(), values.data());
  model_->entries = program.entries.size();
}

LpSolution Simplex::solve(const LpOptions& options) {
  ClpSimplex& clp = model_->clp;
  clp.setPrimalTolerance(options.tolerance);
  clp.setDualTolerance(options.tolerance);
  constexpr std::uint64_t kMaxIterations = std::numeric_limits<int>::max();
  clp.setMaximumIterations(static_cast<int>(std::min(options.iteration_limit, kMaxIterations)));
  const Watch watch(options);
  clp.passInEventHandler(&watch);
  clp.dual();
  // After perturbed or scaled steps the dual method may end slightly outside its tolerance.
  if (clp.status() == 0 && !clp.isProvenOptimal()) clp.primal(1);
  LpSolution solution{.status = status_of(clp),
                      .objective = clp.objectiveValue(),
                      .x = {},
                      .row_dual = {},
                      .iterations = static_cast<std::uint64_t>(clp.numberIterations())};
  solution.x.assign(clp.primalColumnSolution(), clp.primalColumnSolution() + clp.numberColumns());
  solution.row_dual.assign(clp.dualRowSolution(), clp.dualRowSolution() + clp.numberRows());
  return solution;
}

void Simplex::write_mps(const std::string& file) const {
  constexpr int kFullPrecision = 1;
  constexpr int kOneEntryALine = 1;
  bool written = false;
  try {
    written = model_->clp.writeMps(file.c_str(), kFullPrecision, kOneEntryALine) == 0;
  } catch (const CoinError&) {
    written = false;  // the folder does not exist or is not writable
  }
  if (!written) throw std::runtime_error("cannot write " + file);
}

}  // namespace orthant
