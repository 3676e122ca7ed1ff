// Tested by: tests/analysis/design_test.cpp
#include "analysis/design/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>

#include "analysis/design/design_program.hpp"
#include "analysis/design/measured_routing.hpp"
#include "analysis/design/routing_model.hpp"
#include "analysis/guarantees/average_case.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "base/error.hpp"
#include "base/progress_timer.hpp"
#include "solver/interior_point.hpp"
#include "solver/simplex.hpp"

namespace orthant {
namespace {

// Relative difference by which two programs may differ in the same load.
constexpr double kRounding = 1e-9;

class Stopwatch {
 public:
  explicit Stopwatch(const LpOptions& options) : options_(options) {}
  bool interrupted() const { return options_.progress && !options_.progress({}); }
  bool stopped() const { return rest().time_limit_seconds <= 0 || interrupted(); }
  // The options with the remaining time limit.
  LpOptions rest() const {
    LpOptions rest = options_;
    rest.time_limit_seconds -= seconds_since(start_);
    return rest;
  }

 private:
  const LpOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Few rows or few columns favour the simplex method.
bool prefers_interior_point(const LinearProgram& program) {
  constexpr std::size_t kMaxForSimplex = 8000;
  return std::min(program.rows(), program.columns()) > kMaxForSimplex;
}

// Solves the program, adding rows of the mean load only when a solution violates them.
LpSolution solve_with_violated(DesignProgram& program, const Stopwatch& watch) {
  Simplex simplex(program.program());
  while (true) {
    LpSolution solution = simplex.solve(watch.rest());
    if (solution.status != LpStatus::kOptimal || program.add_violated(solution) == 0)
      return solution;
    simplex.add_rows(program.program());
  }
}

LpSolution solve_from_inside(const DesignProgram& program, const Stopwatch& watch) {
  constexpr std::size_t kMaxPotentials = 6000;
  if (program.potential_count() > kMaxPotentials) {
    key_error("topology.dimensions",
              "{} potentials are too many for interior points; allowed: at most {} up to "
              "symmetry, or design.method = simplex",
              program.potential_count(), kMaxPotentials);
  }
  // The last digits cost two or three iterations, and the next program needs them.
  LpOptions exact = watch.rest();
  exact.tolerance = 1e-11;
  return solve_by_interior_point(program.program(), exact);
}

LpSolution solve(DesignProgram& program, const DesignOptions& options, const Stopwatch& watch) {
  if (options.objective == DesignObjective::kAverageCase)
    return solve_with_violated(program, watch);
  const bool interior =
      options.method == DesignMethod::kInteriorPoint ||
      (options.method == DesignMethod::kAuto && prefers_interior_point(program.program()));
  if (!interior) return solve_by_simplex(program.program(), watch.rest());
  LpSolution solution = solve_from_inside(program, watch);
  // The simplex method also solves programs without an interior (a limit met by only one point).
  if (solution.status == LpStatus::kFailed && options.method == DesignMethod::kAuto)
    return solve_by_simplex(program.program(), watch.rest());
  return solution;
}

SolvedProgram solved(const DesignProgram& program, const LpSolution& solution, double objective) {
  return {.status = solution.status,
          .objective = objective,
          .bound = program.bound(solution),
          .variables = program.program().columns(),
          .constraints = program.program().rows(),
          .iterations = solution.iterations};
}

// The limits for listing paths one by one; nullopt if paths are modelled as flows.
std::optional<PathLimits> limits_of(const DesignOptions& options) {
  if (options.paths != DesignPaths::kTurns && !options.max_length) return std::nullopt;
  PathLimits limits{.turns = {},
                    .max_length = options.max_length,
                    .minimal = options.paths == DesignPaths::kMinimal};
  if (options.paths == DesignPaths::kTurns) limits.turns = options.turns;
  return limits;
}

std::unique_ptr<RoutingModel> make_model(const Commodities& commodities,
                                         const DesignOptions& options, const Stopwatch& watch) {
  if (const std::optional<PathLimits> limits = limits_of(options))
    return make_path_model(commodities, *limits, [&] { return watch.stopped(); });
  return make_flow_model(commodities, options.paths == DesignPaths::kMinimal);
}

// Returns the load limit of the next program. After an optimum this is the lower bound, the best
// estimate of the optimum: a limit even slightly above the optimum makes the feasible region a
// needle, which is hard for interior points.
double load_limit(const Design& design) {
  if (!design.load) return design.largest_load;
  const SolvedProgram& load = *design.load;
  return load.gap() < 0.1 * kRounding ? load.bound : load.objective * (1 + kRounding);
}

// True if the allowed paths include a routing with the best worst case of a torus: VAL if any path
// is allowed, or IVAL, whose paths have at most 2 (n - 1) turns.
bool holds_worst_case_optimum(const Topology& topology, const DesignOptions& options) {
  if (options.objective != DesignObjective::kWorstCase || topology.grid() == nullptr) return false;
  if (options.max_length || options.paths == DesignPaths::kMinimal) return false;
  if (options.paths == DesignPaths::kAny) return true;
  std::size_t moving = 0;
  for (const std::uint32_t radix : topology.grid()->radices()) moving += radix > 1 ? 1 : 0;
  return options.turns + 2 >= 2 * moving;
}

std::vector<double> uniform_matrix(const Topology& topology) {
  const std::size_t n = topology.router_count();
  std::vector<double> matrix(n * n);
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      matrix[s * n + t] = static_cast<double>(topology.node_count_of(RouterId{s}) *
                                              topology.node_count_of(RouterId{t})) /
                          static_cast<double>(topology.node_count());
    }
  }
  return matrix;
}

LoadMeasure measure_of(const Topology& topology, const DesignOptions& options) {
  switch (options.objective) {
    case DesignObjective::kWorstCase:
      break;
    case DesignObjective::kAverageCase:
      return {LoadMeasure::Kind::kMean, options.matrices};
    case DesignObjective::kPattern:
      return {LoadMeasure::Kind::kMatrix, options.matrices};
    case DesignObjective::kCapacity:
      return {LoadMeasure::Kind::kMatrix, {uniform_matrix(topology)}};
  }
  return {LoadMeasure::Kind::kWorstCase, {}};
}

// Idle pairs use all their shortest paths with equal probability.
void add_idle_pairs(const Commodities& commodities, PairPaths& paths) {
  FlowDecomposition decompose(commodities);
  for (const std::uint32_t pair : commodities.pairs().first) {
    const RouterId s = commodities.source(pair), t = commodities.destination(pair);
    if (!commodities.idle(pair) || s == t) continue;
    const std::vector<double> flow = equal_shares(commodities.topology(), s, t);
    if (std::ranges::count(flow, 0.0) == std::ssize(flow)) continue;  // one of them is down
    decompose(pair, flow, paths);
  }
}

// Does the same with the shortest paths within the limits. Throws NoPath.
void add_idle_pairs_within(PathLimits limits, const Commodities& commodities, PairPaths& paths) {
  limits.minimal = true;
  for (std::size_t pair = 0; pair < commodities.pair_count(); ++pair) {
    const RouterId s = commodities.source(pair), t = commodities.destination(pair);
    if (!commodities.idle(pair) || s == t) continue;
    const std::vector<Path> found = paths_within(commodities.topology(), s, t, limits);
    if (found.empty() && commodities.topology().has_nodes(s) && commodities.topology().has_nodes(t))
      throw NoPath{s, t};
    for (const Path& path : found)
      paths[pair].push_back({1 / static_cast<double>(found.size()), path});
  }
}

// Adds the paths of idle pairs. Throws NoPath.
PairPaths with_idle_pairs(const Commodities& commodities, const DesignOptions& options,
                          PairPaths paths) {
  if (const std::optional<PathLimits> limits = limits_of(options)) {
    add_idle_pairs_within(*limits, commodities, paths);
  } else {
    add_idle_pairs(commodities, paths);
  }
  return paths;
}

}  // namespace

double SolvedProgram::gap() const {
  if (objective == bound) return 0;
  return (objective - bound) / std::abs(objective);
}

LpStatus Design::status() const {
  if (load && load->status != LpStatus::kOptimal) return load->status;
  return length ? length->status : LpStatus::kOptimal;
}

bool Design::was_stopped() const {
  return status() == LpStatus::kTimeLimit || status() == LpStatus::kIterationLimit;
}

double Design::gap() const { return std::max(load ? load->gap() : 0, length ? length->gap() : 0); }

// The optimal multipliers of a single ring bound the load of the whole network. They are used as
// prices: the channels of every ring of the dimension cost as much as those of the single ring, and
// channels of other dimensions cost nothing. Packets between routers of one ring then pay at least
// as much as in a network that is only that ring.
std::optional<double> known_worst_case(const Topology& topology, const LpOptions& options) {
  const Grid* grid = topology.grid();
  const std::optional<double> capacity = capacity_flits(topology);
  if (!grid || !capacity || !Translations::exist_for(topology)) return std::nullopt;
  const double attained = 2 / *capacity;
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    const auto channel = topology.channel_from(RouterId{0}, Grid::plus_port(d));
    // If the ring is the whole network, its program is not smaller.
    if (!channel || grid->radix(d) == topology.router_count()) continue;
    const Topology ring = make_torus(
        {.radices = {grid->radix(d)},
         .nodes_per_router = static_cast<std::uint32_t>(topology.node_count_of(RouterId{0})),
         .bandwidth = {topology.channel(*channel).bandwidth}});
    const Commodities commodities(ring, SymmetryUse::kFull);
    const auto model = make_flow_model(commodities, false);
    DesignProgram program(commodities, *model);
    program.minimize({LoadMeasure::Kind::kWorstCase});
    const LpSolution solution = solve_by_simplex(program.program(), options);
    if (program.bound(solution) >= attained * (1 - kRounding)) return attained;
  }
  return std::nullopt;
}

namespace {

// Solves the programs of a design one after the other.
class Designer {
 public:
  Designer(const Commodities& commodities, const RoutingModel& model, const DesignOptions& options,
           const Stopwatch& watch, Design& design)
      : commodities_(commodities),
        model_(model),
        options_(options),
        watch_(watch),
        design_(design),
        measure_(measure_of(commodities.topology(), options)) {}

  void run() {
    const bool shortest = options_.then_path_length || options_.load_limit;
    const bool limited = options_.load_limit || options_.locality;
    if (shortest && !limited && holds_worst_case_optimum(commodities_.topology(), options_))
      design_.known = known_worst_case(commodities_.topology(), watch_.rest());
    if (options_.load_limit || design_.known) {
      design_.largest_load = options_.load_limit.value_or(design_.known.value_or(0));
    } else {
      minimize_load();
    }
    if (shortest && design_.status() == LpStatus::kOptimal) minimize_length();
    if (design_.status() == LpStatus::kOptimal) {
      keep_paths();
    } else if (design_.was_stopped() && !watch_.interrupted()) {
      keep_best_so_far();
    }
  }

 private:
  // Returns nullopt if there is no time to begin.
  std::optional<LpSolution> solved_program(DesignProgram& program) {
    if (watch_.stopped()) return std::nullopt;
    LpSolution solution = solve(program, options_, watch_);
    if (!options_.mps_file.empty()) Simplex(program.program()).write_mps(options_.mps_file);
    points_.push_back(solution.x);
    return solution;
  }

  void minimize_load() {
    design_.load = {.status = LpStatus::kTimeLimit};
    if (watch_.stopped()) return;
    DesignProgram program(commodities_, model_);
    program.minimize(measure_);
    if (options_.locality) program.limit_length(*options_.locality);
    const auto solution = solved_program(program);
    if (!solution) return;
    design_.load = solved(program, *solution, solution->objective);
    design_.largest_load = solution->objective;
  }

  void minimize_length() {
    // No path is shorter than a shortest one.
    design_.length = {.status = LpStatus::kTimeLimit, .bound = 1};
    if (watch_.stopped()) return;
    DesignProgram program(commodities_, model_);
    program.minimize_length();
    program.limit(measure_, load_limit(design_));
    const auto solution = solved_program(program);
    if (!solution) return;
    design_.length = solved(program, *solution, program.length(*solution));
  }

  // Stores the paths of the last solution. If they are inexact, marks the program as failed.
  void keep_paths() {
    try {
      design_.paths = with_idle_pairs(commodities_, options_, model_.paths(points_.back()));
    } catch (const InexactFlow&) {
      (design_.length ? design_.length : design_.load)->status = LpStatus::kFailed;
    }
  }

  // Stores the best routing that the points make, or one that needs no program.
  void keep_best_so_far() {
    std::vector<PairPaths> routings;
    LinearProgram columns;
    model_.add_to(columns);
    points_.emplace_back(columns.columns());  // shortest paths alone
    for (const std::vector<double>& x : points_)
      routings.push_back(model_.paths(x, MissingFlow::kTakesShortestPaths));
    if (options_.paths == DesignPaths::kAny && !options_.max_length)
      routings.push_back(paths_over_random_routers(commodities_));
    if (watch_.interrupted()) return;
    for (PairPaths& paths : routings)
      paths = with_idle_pairs(commodities_, options_, std::move(paths));
    auto best = best_of(std::move(routings), commodities_.topology(), commodities_.by_translation(),
                        measure_, {.load = options_.load_limit, .length = options_.locality},
                        options_.solver.threads);
    if (!best) return;
    design_.paths = std::move(best->paths);
    design_.largest_load = best->load;
    if (design_.known) design_.load = {.status = LpStatus::kTimeLimit, .bound = *design_.known};
    if (design_.load) design_.load->objective = best->load;
    if (design_.length) design_.length->objective = best->length;
  }

  const Commodities& commodities_;
  const RoutingModel& model_;
  const DesignOptions& options_;
  const Stopwatch& watch_;
  Design& design_;
  LoadMeasure measure_;
  std::vector<std::vector<double>> points_;  // the last ones of the programs
};

}  // namespace

Design design_routing(const Topology& topology, const DesignOptions& options) {
  const Stopwatch watch(options.solver);
  const bool one_matrix = options.objective == DesignObjective::kPattern;
  const Commodities commodities(
      topology, options.symmetry,
      one_matrix ? Commodities::Matrix(options.matrices.at(0)) : Commodities::Matrix());
  Design design;
  design.symmetries = commodities.symmetries();
  design.pairs = commodities.pairs().count();
  design.by_translation = commodities.by_translation();
  try {
    const std::unique_ptr<RoutingModel> model = make_model(commodities, options, watch);
    Designer(commodities, *model, options, watch, design).run();
  } catch (const NoPath& none) {
    design.paths.clear();
    design.length.reset();
    design.load = {.status = LpStatus::kInfeasible};
    design.reason = fmt::format("no path from router {} to router {} is within the limits",
                                none.s.value, none.t.value);
  } catch (const ModelBuildStopped&) {
    design.load = {.status = LpStatus::kTimeLimit};
    design.reason = "stopped before a program was complete";
  }
  return design;
}

DesignOptions two_turn_design(const Topology& topology, bool average) {
  DesignOptions options{.objective = DesignObjective::kWorstCase,
                        .paths = DesignPaths::kTurns,
                        .turns = 2,
                        .then_path_length = true};
  if (!average) return options;
  options.objective = DesignObjective::kAverageCase;
  options.matrices = sample_matrices(topology, {.samples = 100, .seed = 1});
  return options;
}

}  // namespace orthant
