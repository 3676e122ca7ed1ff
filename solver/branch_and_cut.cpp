// Tested by: tests/solver/branch_and_cut_test.cpp
#include "solver/branch_and_cut.hpp"

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <csignal>
#include <mutex>
#include <optional>
#include <string>

namespace orthant {
namespace {

constexpr double kTolerance = 1e-6;  // relative to the magnitude of a row's terms

// Blocks SIGINT until CBC has installed its handler, and then restores ours: CBC always installs
// its own handler, and at its end restores ours without the flags of ours.
class OwnInterrupt {
 public:
  OwnInterrupt() {
    sigaction(SIGINT, nullptr, &own_);
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &mask_);
  }
  ~OwnInterrupt() { take_back(); }
  OwnInterrupt(const OwnInterrupt&) = delete;
  OwnInterrupt& operator=(const OwnInterrupt&) = delete;

  // Keeps the default handler if a first interrupt has restored it for a second interrupt.
  void take_back() const {
    struct sigaction now {};
    sigaction(SIGINT, nullptr, &now);
    if (now.sa_handler != SIG_DFL) sigaction(SIGINT, &own_, nullptr);
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }

 private:
  struct sigaction own_ {};
  sigset_t mask_{};
};

// Decides whether the search must end. A decision to end is final, since CBC's status then proves
// nothing.
class Limits {
 public:
  explicit Limits(const IntegerOptions& options)
      : options_(options), start_(std::chrono::steady_clock::now()) {}

  bool over() {
    over_ = over_ || seconds_left() <= 0 || (options_.stop && options_.stop());
    return over_;
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Called when the solver polls for the first time.
  void solver_has_begun() {
    if (!begun_) interrupt_.take_back();
    begun_ = true;
  }
  double seconds_left() const { return options_.time_limit_seconds - seconds(); }

 private:
  const IntegerOptions& options_;
  std::chrono::steady_clock::time_point start_;
  OwnInterrupt interrupt_;
  bool begun_ = false;
  bool over_ = false;
};

// Both solvers copy their handlers, so the handlers hold references to the limits.
class SearchWatch final : public CbcEventHandler {
 public:
  explicit SearchWatch(Limits& limits) : limits_(limits) {}
  CbcAction event(CbcEvent) override { return limits_.over() ? stop : noAction; }
  CbcAction event(CbcEvent what, void*) override { return event(what); }
  CbcEventHandler* clone() const override { return new SearchWatch(*this); }

 private:
  Limits& limits_;
};

// Interrupts a single long linear program.
class RelaxationWatch final : public ClpEventHandler {
 public:
  explicit RelaxationWatch(Limits& limits) : limits_(limits) {}
  int event(Event what) override {
    limits_.solver_has_begun();
    if (what != endOfIteration && what != endOfFactorization) return -1;
    return limits_.over() ? kStop : -1;
  }
  ClpEventHandler* clone() const override { return new RelaxationWatch(*this); }

 private:
  static constexpr int kStop = 5;
  Limits& limits_;
};

std::vector<double> coin_bounds(std::vector<double> bounds) {
  for (double& bound : bounds) {
    if (std::isinf(bound)) bound = std::copysign(COIN_DBL_MAX, bound);
  }
  return bounds;
}

// Returns the matrix in column order, with the entries of one position summed.
CoinPackedMatrix matrix_of(const LinearProgram& program) {
  std::vector<LinearProgram::Entry> entries = program.entries;
  std::ranges::sort(entries, [](const auto& a, const auto& b) {
    return std::pair(a.column, a.row) < std::pair(b.column, b.row);
  });
  std::vector<int> rows, columns;
  std::vector<double> values;
  for (const LinearProgram::Entry& entry : entries) {
    const auto row = static_cast<int>(entry.row), column = static_cast<int>(entry.column);
    if (!rows.empty() && rows.back() == row && columns.back() == column) {
      values.back() += entry.value;
      continue;
    }
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(entry.value);
  }
  CoinPackedMatrix matrix(true, rows.data(), columns.data(), values.data(),
                          static_cast<CoinBigIndex>(values.size()));
  matrix.setDimensions(static_cast<int>(program.rows()), static_cast<int>(program.columns()));
  return matrix;
}

OsiClpSolverInterface relaxation_of(const IntegerProgram& integer, Limits& limits) {
  const LinearProgram& program = integer.program;
  OsiClpSolverInterface relaxation;
  relaxation.loadProblem(matrix_of(program), coin_bounds(program.lower).data(),
                         coin_bounds(program.upper).data(), program.cost.data(),
                         coin_bounds(program.row_lower).data(),
                         coin_bounds(program.row_upper).data());
  for (std::size_t j = 0; j < program.columns(); ++j) {
    if (integer.integer[j]) relaxation.setInteger(static_cast<int>(j));
  }
  relaxation.setHintParam(OsiDoReducePrint, true, OsiHintTry);
  relaxation.messageHandler()->setLogLevel(0);
  relaxation.getModelPtr()->setLogLevel(0);
  const RelaxationWatch watch(limits);
  relaxation.getModelPtr()->passInEventHandler(&watch);
  return relaxation;
}

// Runs CBC's command on a program in memory.
void run(CbcModel& cbc, const Limits& limits) {
  CbcSolverUsefulData data;
  data.noPrinting_ = true;
  CbcMain0(cbc, data);
  cbc.setLogLevel(0);
  std::vector<std::string> words = {"cbc", "-log", "0", "-slog", "0", "-timeMode", "elapsed"};
  // With less time CBC ends before its first point, even for a trivial program.
  constexpr double kMinSeconds = 0.01, kMaxSeconds = 1e9;
  if (limits.seconds_left() < kMaxSeconds) {
    words.emplace_back("-seconds");
    words.push_back(std::to_string(std::max(limits.seconds_left(), kMinSeconds)));
  }
  words.insert(words.end(), {"-solve", "-quit"});
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const auto no_call_back = [](CbcModel*, int) { return 0; };
  CbcMain1(static_cast<int>(arguments.size()), arguments.data(), cbc, no_call_back, data);
}

// Rounds the integer columns; nullopt if the result violates the program.
std::optional<std::vector<double>> whole(const IntegerProgram& integer, const double* point) {
  const LinearProgram& program = integer.program;
  std::vector<double> x(point, point + program.columns());
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (integer.integer[j]) x[j] = std::round(x[j]);
    const double slack = integer.integer[j] ? 0 : kTolerance * (1 + std::abs(x[j]));
    if (x[j] < program.lower[j] - slack || x[j] > program.upper[j] + slack) return std::nullopt;
  }
  std::vector<double> sum(program.rows()), size(program.rows(), 1);
  for (const LinearProgram::Entry& entry : program.entries) {
    sum[entry.row] += entry.value * x[entry.column];
    size[entry.row] += std::abs(entry.value * x[entry.column]);
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double slack = kTolerance * size[i];
    if (sum[i] < program.row_lower[i] - slack || sum[i] > program.row_upper[i] + slack)
      return std::nullopt;
  }
  return x;
}

LpStatus status_of(const CbcModel& cbc, bool has_point) {
  if (cbc.isProvenInfeasible()) return LpStatus::kInfeasible;
  if (cbc.isContinuousUnbounded() || cbc.isProvenDualInfeasible()) return LpStatus::kUnbounded;
  if (cbc.isSecondsLimitReached()) return LpStatus::kTimeLimit;
  return cbc.isProvenOptimal() && has_point ? LpStatus::kOptimal : LpStatus::kFailed;
}

// CBC rejects programs without columns.
IntegerSolution solve_without_columns(const IntegerProgram& program) {
  const bool feasible = whole(program, nullptr).has_value();
  return {.status = feasible ? LpStatus::kOptimal : LpStatus::kInfeasible, .x = {}};
}

// CBC parses its command through global variables, so only one program runs at a time. Returns
// false if `stop` returned true.
bool wait_for(std::unique_lock<std::timed_mutex>& turn, const IntegerOptions& options) {
  while (!turn.try_lock_for(std::chrono::milliseconds(20))) {
    if (options.stop && options.stop()) return false;
  }
  return true;
}

}  // namespace

IntegerSolution solve_by_branch_and_cut(const IntegerProgram& program,
                                        const IntegerOptions& options) {
  assert(program.integer.size() == program.program.columns());
  if (program.integer.empty()) return solve_without_columns(program);
  static std::timed_mutex one_at_a_time;
  std::unique_lock turn(one_at_a_time, std::defer_lock);
  if (!wait_for(turn, options)) return {.status = LpStatus::kTimeLimit, .x = {}};
  Limits limits(options);
  if (limits.over()) return {.status = LpStatus::kTimeLimit, .x = {}};
  CbcModel cbc(relaxation_of(program, limits));
  const SearchWatch watch(limits);
  cbc.passInEventHandler(&watch);
  run(cbc, limits);
  IntegerSolution solution{.x = {}, .nodes = static_cast<std::size_t>(cbc.getNodeCount())};
  std::optional<std::vector<double>> point;
  if (cbc.bestSolution() != nullptr) point = whole(program, cbc.bestSolution());
  solution.status = limits.over() ? LpStatus::kTimeLimit : status_of(cbc, point.has_value());
  solution.x = std::move(point).value_or(std::vector<double>{});
  for (std::size_t j = 0; j < solution.x.size(); ++j)
    solution.objective += program.program.cost[j] * solution.x[j];
  solution.seconds = limits.seconds();
  return solution;
}

}  // namespace orthant
