// Programs reduced by symmetry, compared with the full ones, and their bounds.
#include "analysis/design/design_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/guarantees/traffic_samples.hpp"
#include "solver/interior_point.hpp"
#include "solver/simplex.hpp"
#include "tests/analysis/design_networks.hpp"
#include "tests/analysis/grid_group.hpp"
#include "tests/analysis/plain_design.hpp"

namespace orthant {
namespace {

using Kind = LoadMeasure::Kind;

// At most six nodes: 720 permutations.
std::vector<Topology> tiny_networks() {
  std::vector<Topology> list;
  for (const std::uint32_t k : {2u, 3u, 4u, 5u}) list.push_back(make_torus({.radices = {k}}));
  list.push_back(make_mesh({.radices = {4}}));
  list.push_back(make_torus({.radices = {2, 2}}));
  list.push_back(make_torus({.radices = {2, 3}}));
  list.push_back(make_mesh({.radices = {2, 3}}));
  list.push_back(make_torus({.radices = {3}, .nodes_per_router = 2}));
  list.push_back(make_torus({.radices = {3, 2},
                             .nodes_per_router = 1,
                             .latency_cycles = {1},
                             .bandwidth = {Rational(1), Rational(1, 2)}}));
  list.push_back(lopsided_graph());
  return list;
}

// The objective and the limits of a program.
struct Problem {
  std::optional<LoadMeasure> cost;  // empty: the length
  std::optional<double> length_limit = {};
  std::optional<LoadMeasure> limited = {};
  double load_limit = 0;
};

void build(const Problem& problem, DesignProgram& program) {
  if (problem.cost) {
    program.minimize(*problem.cost);
  } else {
    program.minimize_length();
  }
  if (problem.length_limit) program.limit_length(*problem.length_limit);
  if (problem.limited) program.limit(*problem.limited, problem.load_limit);
}

void add_plain(const LoadMeasure& measure, std::optional<double> limit, PlainDesign& plain) {
  if (measure.kind == Kind::kWorstCase) plain.add_worst_case({.limit = limit});
  if (measure.kind == Kind::kMatrix) plain.add_matrix(measure.matrices[0], {.limit = limit});
  if (measure.kind == Kind::kMean) plain.add_mean(measure.matrices, limit);
}

// `of_plain`: the matrices of a mean that replace those of the problem.
LpSolution solve_plain(const Topology& topology, const Problem& problem, bool minimal,
                       const std::vector<std::vector<double>>& of_plain) {
  PlainDesign plain(topology, minimal);
  const auto measure = [&](LoadMeasure m) {
    if (m.kind == Kind::kMean) m.matrices = of_plain;
    return m;
  };
  if (problem.cost) {
    add_plain(measure(*problem.cost), {}, plain);
  } else {
    plain.add_length({});
  }
  if (problem.length_limit) plain.add_length(problem.length_limit);
  if (problem.limited) add_plain(measure(*problem.limited), problem.load_limit, plain);
  return solve_by_simplex(plain.program);
}

// The matrices of a sample under every element of the group that the commodities use.
std::vector<std::vector<double>> closure(const Topology& topology, SymmetryUse use,
                                         const std::vector<std::vector<double>>& sample) {
  if (!topology.grid()) return sample;  // without symmetry in these tests
  const std::size_t n = topology.router_count();
  const auto group = use == SymmetryUse::kFull           ? GridGroup::Use::kFull
                     : use == SymmetryUse::kTranslations ? GridGroup::Use::kTranslations
                                                         : GridGroup::Use::kNone;
  const GridGroup moves(topology, group);
  std::vector<std::vector<double>> all;
  for (const GroupElement& g : moves.elements()) {
    for (const auto& matrix : sample) {
      std::vector<double>& image = all.emplace_back(matrix.size());
      for (std::size_t i = 0; i < matrix.size(); ++i) {
        const std::size_t s = g.router[i / n], t = g.router[i % n];
        image[g.reversal ? t * n + s : s * n + t] = matrix[i];
      }
    }
  }
  return all;
}

std::vector<std::vector<double>> sample_of(const Topology& topology, std::size_t size) {
  std::vector<std::vector<double>> sample;
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto permutation = random_permutation_sample(topology.node_count(), 3, i);
    sample.push_back(flattened(topology, router_traffic(topology, permutation)));
  }
  return sample;
}

// At most the optimum for arbitrary multipliers, and equal to it for those of the solver.
void expect_bound(const DesignProgram& program, const LpSolution& solution, double optimum) {
  EXPECT_NEAR(program.bound(solution), optimum, 1e-7);
  RandomStream random(1, 0, RandomPurpose::kTest);
  const double most = optimum + 1e-9 * (1 + std::abs(optimum));
  LpSolution wrong = solution;
  for (int trial = 0; trial < 12; ++trial) {
    for (std::size_t row = 0; row < wrong.row_dual.size(); ++row) {
      double& dual = wrong.row_dual[row];
      switch (trial % 4) {
        case 0:
          dual = -random.uniform();
          break;
        case 1:
          dual = 1e3 * (2 * random.uniform() - 1);
          break;
        case 2:
          dual = solution.row_dual[row] * (1 + 0.2 * random.uniform()) - 0.01 * random.uniform();
          break;
        default:
          dual = random.bernoulli(0.9) ? 0 : -10 * random.uniform();
      }
    }
    EXPECT_LE(program.bound(wrong), most) << "trial " << trial;
  }
  std::ranges::fill(wrong.row_dual, 0);
  EXPECT_LE(program.bound(wrong), most);
  std::ranges::fill(wrong.row_dual, 1);
  EXPECT_LE(program.bound(wrong), most);
}

// The optimum of a problem, by symmetry and by the full program.
double checked_optimum(const Topology& topology, SymmetryUse use, bool minimal,
                       const Problem& problem) {
  const bool by_matrix = problem.cost && problem.cost->kind == Kind::kMatrix;
  const bool limits_matrix = problem.limited && problem.limited->kind == Kind::kMatrix;
  Commodities::Matrix matrix;
  if (by_matrix) matrix = problem.cost->matrices[0];
  if (limits_matrix) matrix = problem.limited->matrices[0];
  const Commodities commodities(topology, use, matrix);
  const auto model = make_flow_model(commodities, minimal);
  DesignProgram program(commodities, *model);
  build(problem, program);
  const LpSolution solution = solve(program);
  EXPECT_EQ(solution.status, LpStatus::kOptimal);
  const bool is_length = !problem.cost;
  const double optimum = is_length ? program.length(solution) : solution.objective;
  const auto& mean =
      problem.cost && problem.cost->kind == Kind::kMean ? problem.cost : problem.limited;
  std::vector<std::vector<double>> of_plain;
  if (mean && mean->kind == Kind::kMean) of_plain = closure(topology, use, mean->matrices);
  const LpSolution plain = solve_plain(topology, problem, minimal, of_plain);
  EXPECT_EQ(plain.status, LpStatus::kOptimal);
  EXPECT_NEAR(optimum, plain.objective, 1e-9) << commodities.symmetries();
  if (problem.length_limit) {
    EXPECT_LE(program.length(solution), *problem.length_limit + 1e-9);
  }
  expect_bound(program, solution, optimum);
  return optimum;
}

// The measure alone, then the shortest paths at its optimum and half way to the value of shortest
// paths, and the measure under the same limits of length.
void expect_trade_off(const Topology& topology, SymmetryUse use, const LoadMeasure& measure) {
  const double least = checked_optimum(topology, use, false, {.cost = measure});
  const double minimal = checked_optimum(topology, use, true, {.cost = measure});
  EXPECT_GE(minimal, least - 1e-9);
  for (const double part : {1e-7, 0.5}) {
    const double load = least + part * (minimal - least) + 1e-7;
    const double length =
        checked_optimum(topology, use, false,
                        {.cost = {}, .length_limit = {}, .limited = measure, .load_limit = load});
    EXPECT_GE(length, 1 - 1e-9);
    checked_optimum(topology, use, false, {.cost = measure, .length_limit = length + 1e-6});
  }
}

std::string name_with_nodes(const Topology& topology) {
  return topology.kind() + ' ' + topology.dimensions() + " x " +
         std::to_string(topology.node_count());
}

// Equation 8 of Towles, Dally & Boyd 2003 with all permutations as constraints.
TEST(DesignProgram, HasTheWorstCaseOfAllPermutations) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    expect_trade_off(topology, SymmetryUse::kFull, {});
  }
}

TEST(DesignProgram, HasTheSameOptimumWithWhateverSymmetries) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    std::vector<double> optima;
    for (const SymmetryUse use :
         {SymmetryUse::kFull, SymmetryUse::kTranslations, SymmetryUse::kNone}) {
      const Commodities commodities(topology, use);
      const auto model = make_flow_model(commodities, false);
      DesignProgram program(commodities, *model);
      program.minimize({});
      const LpSolution solution = solve(program);
      optima.push_back(solution.objective);
      expect_bound(program, solution, solution.objective);
    }
    EXPECT_NEAR(optima[0], optima[1], 1e-9);
    EXPECT_NEAR(optima[0], optima[2], 1e-9);
  }
}

TEST(DesignProgram, HasTheLoadOfMatrices) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    const std::size_t n = topology.router_count();
    expect_trade_off(topology, SymmetryUse::kFull,
                     {Kind::kMatrix, {matrix_of(topology, "uniform")}});
    expect_trade_off(topology, SymmetryUse::kFull, {Kind::kMatrix, {random_matrix(n, 2)}});
    if (topology.grid()) {
      const LoadMeasure tornado{Kind::kMatrix, {matrix_of(topology, "tornado")}};
      expect_trade_off(topology, SymmetryUse::kFull, tornado);
      expect_trade_off(topology, SymmetryUse::kTranslations, tornado);
    }
  }
}

// A routing that all symmetries preserve has the same largest load under a matrix and its images.
TEST(DesignProgram, HasTheMeanOfASampleAndItsImages) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    for (const SymmetryUse use :
         {SymmetryUse::kFull, SymmetryUse::kTranslations, SymmetryUse::kNone})
      expect_trade_off(topology, use, {Kind::kMean, sample_of(topology, 3)});
  }
}

TEST(DesignProgram, HasTheMeanOfMatricesThatAreNoPermutations) {
  const Topology torus = make_torus({.radices = {2, 3}});
  expect_trade_off(torus, SymmetryUse::kFull,
                   {Kind::kMean, {random_matrix(6, 1), random_matrix(6, 2)}});
}

// ---- infeasible limits --------------------------------------------------------------------------

LpStatus status_of(const Topology& topology, const Problem& problem) {
  const Commodities commodities(topology, SymmetryUse::kFull);
  const auto model = make_flow_model(commodities, false);
  DesignProgram program(commodities, *model);
  build(problem, program);
  return solve(program).status;
}

TEST(DesignProgram, IsInfeasibleBelowTheOptimum) {
  const Topology torus = make_torus({.radices = {4, 3}});
  const std::vector<LoadMeasure> measures = {
      {}, {Kind::kMatrix, {matrix_of(torus, "uniform")}}, {Kind::kMean, sample_of(torus, 4)}};
  for (const LoadMeasure& measure : measures) {
    EXPECT_EQ(status_of(torus, {.cost = measure, .length_limit = 0.999}), LpStatus::kInfeasible);
    EXPECT_EQ(status_of(torus, {.cost = measure, .length_limit = 1.0}), LpStatus::kOptimal);
    const Commodities commodities(torus, SymmetryUse::kFull);
    const auto model = make_flow_model(commodities, false);
    DesignProgram program(commodities, *model);
    program.minimize(measure);
    const double optimum = solve(program).objective;
    for (const double part : {0.999, 1.001}) {
      EXPECT_EQ(
          status_of(
              torus,
              {.cost = {}, .length_limit = {}, .limited = measure, .load_limit = part * optimum}),
          part < 1 ? LpStatus::kInfeasible : LpStatus::kOptimal);
    }
  }
}

// ---- larger networks ----------------------------------------------------------------------------

// Listed paths and interior points have bounds of equal quality.
TEST(DesignProgram, BoundsEveryModelAndMethod) {
  for (const Topology& topology :
       {make_torus({.radices = {5, 4}}), make_mesh({.radices = {4, 4}}),
        make_torus({.radices = {3, 3, 3}}), make_hypercube({.radices = {2, 2, 2}})}) {
    SCOPED_TRACE(name_with_nodes(topology));
    const Commodities commodities(topology, SymmetryUse::kFull);
    std::vector<std::unique_ptr<RoutingModel>> models;
    models.push_back(make_flow_model(commodities, false));
    models.push_back(make_flow_model(commodities, true));
    models.push_back(make_path_model(
        commodities, {.turns = 2 * topology.grid()->dimensions() - 2, .max_length = {}}));
    for (const auto& model : models) {
      DesignProgram loads(commodities, *model);
      loads.minimize({});
      const LpSolution solution = solve_by_simplex(loads.program());
      ASSERT_EQ(solution.status, LpStatus::kOptimal);
      expect_bound(loads, solution, solution.objective);
      EXPECT_NEAR(loads.bound(solve_by_interior_point(loads.program())), solution.objective, 1e-6);
      DesignProgram lengths(commodities, *model);
      lengths.minimize_length();
      lengths.limit({}, solution.objective * (1 + 1e-6));
      const LpSolution shortest = solve_by_simplex(lengths.program());
      ASSERT_EQ(shortest.status, LpStatus::kOptimal);
      expect_bound(lengths, shortest, lengths.length(shortest));
    }
  }
}

// Multipliers on the channels into one destination for all sources, or out of one source: no
// permutation loads them like that, and the bound would be too high if it ignored this.
TEST(DesignProgram, BoundsNoHotSpots) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    const Commodities commodities(topology, SymmetryUse::kNone);
    const auto model = make_flow_model(commodities, false);
    LinearProgram alone;
    model->add_to(alone);
    DesignProgram program(commodities, *model);
    program.minimize({});
    LpSolution solution = solve(program);
    const double optimum = solution.objective;
    // Without symmetries every hop has a column, and a row of the worst case with that column.
    std::map<std::uint32_t, std::size_t> hop_of_column;
    for (std::size_t hop = 0; hop < commodities.hops().count(); ++hop) {
      for (const RoutingModel::Term& term : model->flow(hop)) hop_of_column[term.column] = hop;
    }
    for (std::size_t hot = 0; hot < topology.router_count(); ++hot) {
      for (const bool is_source : {false, true}) {
        std::ranges::fill(solution.row_dual, 0);
        for (const LinearProgram::Entry& entry : program.program().entries) {
          if (entry.row < alone.rows() || !hop_of_column.contains(entry.column)) continue;
          const std::size_t hop = hop_of_column[entry.column];
          const Channel& channel = topology.channel(ChannelId{hop % topology.channel_count()});
          const std::size_t pair = hop / topology.channel_count();
          const bool is_hot =
              is_source
                  ? commodities.source(pair) == RouterId{hot} && channel.from == RouterId{hot}
                  : commodities.destination(pair) == RouterId{hot} && channel.to == RouterId{hot};
          if (is_hot) solution.row_dual[entry.row] = -1;
        }
        EXPECT_LE(program.bound(solution), optimum + 1e-9) << hot << is_source;
      }
    }
  }
}

TEST(DesignProgram, HasLengthOneOnShortestPaths) {
  for (const Topology& topology : tiny_networks()) {
    SCOPED_TRACE(name_with_nodes(topology));
    const std::vector<double> matrix = random_matrix(topology.router_count(), 5);
    std::vector<double> some = matrix;
    for (std::size_t i = 0; i < some.size(); i += 3) some[i] = 0;
    for (const std::vector<double>& used : {std::vector<double>(), matrix, some}) {
      const Commodities commodities(topology, SymmetryUse::kFull, used);
      const auto model = make_flow_model(commodities, true);
      DesignProgram program(commodities, *model);
      program.minimize({});
      EXPECT_NEAR(program.length(solve(program)), 1, 1e-9);
    }
  }
}

}  // namespace
}  // namespace orthant
