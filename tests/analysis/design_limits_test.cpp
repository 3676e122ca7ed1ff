// Designs within limits on length, iterations and time, and degenerate networks and matrices.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "analysis/design/tabulated_paths.hpp"
#include "analysis/guarantees/average_case.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "base/rational.hpp"
#include "tests/analysis/checked_design.hpp"
#include "tests/analysis/design_networks.hpp"

namespace orthant {
namespace {

TEST(Design, TradesLengthForLoad) {
  const Topology torus = make_torus({.radices = {4, 4}});
  double before = kUnlimited;
  for (const double locality : {1.0, 1.1, 1.2, 1.3, 1.35, 1.5}) {
    DesignOptions options = worst_case_options();
    options.then_path_length = false;
    options.locality = locality;
    const Design design = design_routing(torus, options);
    expect_consistent(torus, design);
    EXPECT_LE(attained(torus, design).length, locality + 1e-9);
    EXPECT_LE(design.largest_load, before + 1e-9);
    before = design.largest_load;
    if (locality == 1.0) {
      EXPECT_NEAR(before, best_worst_case(torus, DesignPaths::kMinimal), 1e-9);
    }
  }
  EXPECT_NEAR(before, best_worst_case(torus), 1e-9);
}

// The inverse of the tradeoff: the load that a length permits requires paths of that length.
TEST(Design, FindsTheShortestPathsOfALoad) {
  const Topology torus = make_torus({.radices = {4, 4}});
  for (const DesignPaths paths : {DesignPaths::kAny, DesignPaths::kTurns}) {
    DesignOptions shortest = worst_case_options(paths);
    shortest.locality = 1.2;
    const double load = design_routing(torus, shortest).largest_load;
    DesignOptions options = worst_case_options(paths);
    options.then_path_length = false;
    options.load_limit = load;
    const Design design = design_routing(torus, options);
    expect_consistent(torus, design);
    EXPECT_FALSE(design.load);
    EXPECT_EQ(design.largest_load, load);
    EXPECT_NEAR(design.length->objective, 1.2, 1e-7);
    options.load_limit = 0.99 * best_worst_case(torus);
    EXPECT_EQ(design_routing(torus, options).status(), LpStatus::kInfeasible);
  }
}

TEST(Design, OfListedPathsIsThatOfFlowsWhereNoneIsLeftOut) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  DesignOptions listed = worst_case_options();
  listed.max_length = 9;
  const Design flows = design_routing(mesh, worst_case_options());
  const Design paths = design_routing(mesh, listed);
  EXPECT_NEAR(paths.largest_load, flows.largest_load, 1e-9);
  EXPECT_NEAR(paths.length->objective, flows.length->objective, 1e-7);
  expect_consistent(mesh, paths);
  // Shortest paths have at most 4 hops; not all paths of 4 hops are shortest.
  DesignOptions minimal = worst_case_options(DesignPaths::kMinimal);
  const Design minimal_flows = design_routing(mesh, minimal);
  minimal.max_length = 4;
  EXPECT_NEAR(design_routing(mesh, minimal).largest_load, minimal_flows.largest_load, 1e-9);
  listed.max_length = 4;
  const Design four = design_routing(mesh, listed);
  EXPECT_GE(four.largest_load, flows.largest_load - 1e-9);
  EXPECT_LE(four.largest_load, minimal_flows.largest_load + 1e-9);
}

TEST(Design, ReportsThatNothingIsWithinTheLimits) {
  DesignOptions options = worst_case_options();
  options.locality = 0.99;
  const Design design = design_routing(make_torus({.radices = {4, 4}}), options);
  EXPECT_EQ(design.status(), LpStatus::kInfeasible);
  EXPECT_FALSE(design.length);
  EXPECT_TRUE(design.paths.empty());
}

// What a stopped design says of its routing is what exact analysis finds.
void expect_measured(const Topology& topology, const Design& design) {
  const Attained found = attained(topology, design);
  EXPECT_NEAR(found.worst, design.largest_load, 1e-9 * found.worst);
  EXPECT_NEAR(found.worst, design.load->objective, 1e-9 * found.worst);
  if (design.length) {
    EXPECT_NEAR(found.length, design.length->objective, 1e-9);
  }
}

TEST(Design, StopsAtLimitsWithABoundThatHolds) {
  const Topology torus = make_torus({.radices = {6, 6}});
  const double load = best_worst_case(torus);
  const double length = design_routing(torus, worst_case_options()).length->objective;
  for (const DesignMethod method : {DesignMethod::kSimplex, DesignMethod::kInteriorPoint}) {
    for (const bool then_path_length : {false, true}) {
      DesignOptions options = worst_case_options();
      options.method = method;
      options.then_path_length = then_path_length;
      const auto expect_stopped = [&](LpStatus status, bool interrupted = false) {
        const Design design = design_routing(torus, options);
        EXPECT_EQ(design.status(), status);
        EXPECT_EQ(design.paths.empty(), interrupted);
        if (!interrupted) {
          expect_measured(torus, design);
          EXPECT_GE(design.load->objective, load * (1 - 1e-9));
        }
        EXPECT_TRUE(std::isfinite(design.last().bound));
        EXPECT_LE(design.last().bound, (design.length ? length : load) + 1e-9);
      };
      for (const std::uint64_t iterations : {0u, 1u, 3u, 5u}) {
        options.solver.iteration_limit = iterations;
        expect_stopped(LpStatus::kIterationLimit);
      }
      options.solver.iteration_limit = LpOptions().iteration_limit;
      options.solver.time_limit_seconds = 0;
      expect_stopped(LpStatus::kTimeLimit);
      options.solver.time_limit_seconds = kUnlimited;
      options.solver.progress = [](const LpProgress&) { return false; };
      expect_stopped(LpStatus::kTimeLimit, true);
    }
  }
}

TEST(Design, ForAveragesStopsAtLimits) {
  const Topology torus = make_torus({.radices = {4, 4}});
  DesignOptions options;
  options.objective = DesignObjective::kAverageCase;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    options.matrices.push_back(random_matrix(16, seed));
  const Design best = design_routing(torus, options);
  ASSERT_EQ(best.status(), LpStatus::kOptimal);
  EXPECT_NEAR(best.load->bound, best.largest_load, 1e-8);
  options.solver.iteration_limit = 5;
  const Design stopped = design_routing(torus, options);
  EXPECT_EQ(stopped.status(), LpStatus::kIterationLimit);
  EXPECT_LE(stopped.load->bound, best.largest_load + 1e-9);
  EXPECT_GE(stopped.load->objective, best.largest_load - 1e-9);
  EXPECT_FALSE(stopped.paths.empty());
  options.solver = {};
  options.solver.time_limit_seconds = 0;
  EXPECT_EQ(design_routing(torus, options).status(), LpStatus::kTimeLimit);
}

// The longer the interior-point method may go on, the better the routing that it leaves.
TEST(Design, KeepsABetterRoutingTheLaterItIsStopped) {
  const Topology mesh = make_mesh({.radices = {5, 5}});
  DesignOptions options = worst_case_options();
  options.method = DesignMethod::kInteriorPoint;
  const Design best = design_routing(mesh, options);
  double load = kUnlimited;
  for (const std::uint64_t iterations : {0u, 4u, 8u}) {
    options.solver.iteration_limit = iterations;
    const Design design = design_routing(mesh, options);
    ASSERT_EQ(design.status(), LpStatus::kIterationLimit);
    expect_measured(mesh, design);
    EXPECT_LT(design.largest_load, load);
    load = design.largest_load;
  }
  EXPECT_LT(load, 1.02 * best.largest_load);
  // The program of the load ends in time, that of the length does not.
  options.solver.iteration_limit = best.load->iterations;
  const Design load_alone = design_routing(mesh, options);
  ASSERT_EQ(load_alone.status(), LpStatus::kIterationLimit);
  EXPECT_EQ(load_alone.load->status, LpStatus::kOptimal);
  expect_measured(mesh, load_alone);
  EXPECT_NEAR(load_alone.largest_load, best.largest_load, 1e-6 * best.largest_load);
  EXPECT_GE(load_alone.length->objective, best.length->objective - 1e-6);
  EXPECT_LE(load_alone.length->bound, best.length->objective + 1e-9);
}

// Without any time a torus has the best worst case all the same: 2 / capacity.
TEST(Design, OfATorusThatIsStoppedGoesOverRandomRouters) {
  const Topology torus = make_torus({.radices = {6, 5}});
  DesignOptions options = worst_case_options();
  options.solver.time_limit_seconds = 0;
  const Design design = design_routing(torus, options);
  EXPECT_EQ(design.status(), LpStatus::kTimeLimit);
  EXPECT_NEAR(attained(torus, design).worst, 1.5, 1e-9);
}

TEST(Design, OverRandomRoutersHasAtMostTwiceTheUniformLoad) {
  for (const Topology& topology : {make_mesh({.radices = {4, 3}}), lopsided_graph()}) {
    const Commodities commodities(topology, SymmetryUse::kFull);
    const PairPaths paths = paths_over_random_routers(commodities);
    const std::size_t n = topology.router_count();
    std::vector<double> uniform(topology.channel_count());
    for (std::size_t s = 0; s < n; ++s) {
      std::vector<double> flits;
      for (std::size_t t = 0; t < n; ++t)
        flits.push_back(static_cast<double>(topology.node_count_of(RouterId{s}) *
                                            topology.node_count_of(RouterId{t})) /
                        static_cast<double>(topology.node_count()));
      const auto flow = equal_shares(topology, RouterId{s}, flits);
      for (std::size_t c = 0; c < flow.size(); ++c) uniform[c] += flow[c];
    }
    double most = 0;
    for (std::size_t c = 0; c < uniform.size(); ++c)
      most = std::max(most, uniform[c] / to_double(topology.channel(ChannelId{c}).bandwidth));
    const PathTable table = table_of(topology, paths, false);
    const TabulatedPaths routing(table);
    const double worst = worst_case(find_symmetry(topology, routing)).channel_max_relative;
    EXPECT_LE(worst, 2 * most * (1 + 1e-9));
    EXPECT_GT(worst, most);
  }
}

// No routing has so little load; shortest paths are never too long.
TEST(Design, KeepsOnlyRoutingsWithinItsLimits) {
  const Topology torus = make_torus({.radices = {6, 6}});
  DesignOptions options = worst_case_options();
  options.solver.time_limit_seconds = 0;
  options.load_limit = 0.9 * best_worst_case(torus);
  EXPECT_TRUE(design_routing(torus, options).paths.empty());
  options.load_limit = {};
  options.locality = 1;
  options.then_path_length = false;
  const Design shortest = design_routing(torus, options);
  EXPECT_NEAR(attained(torus, shortest).length, 1, 1e-12);
  // A limit on turns is kept, too.
  options = worst_case_options(DesignPaths::kTurns);
  options.turns = 1;
  options.solver.iteration_limit = 2;
  const Design turns = design_routing(torus, options);
  EXPECT_EQ(turns.status(), LpStatus::kIterationLimit);
  expect_measured(torus, turns);
  EXPECT_LE(table_of(torus, turns).longest_turns(), 1u);
}

// ---- degenerate networks and matrices -----------------------------------------------------------

TEST(Design, ServesAGraphWithUnevenRouters) {
  const Topology graph = lopsided_graph();
  const Design design = design_routing(graph, worst_case_options());
  ASSERT_EQ(design.status(), LpStatus::kOptimal);
  EXPECT_EQ(design.symmetries, "none");
  EXPECT_LT(std::abs(design.gap()), 1e-7);
  for (std::size_t pair = 0; pair < 25; ++pair) {  // including pairs of the switch
    if (pair / 5 == pair % 5) {
      EXPECT_TRUE(design.paths[pair].empty());
      continue;
    }
    double sum = 0;
    for (const WeightedPath& path : design.paths[pair]) {
      sum += path.probability;
      const PathEnd end =
          for_each_hop(graph, RouterId{pair / 5}, path.path, [](ChannelId, std::uint8_t) {});
      EXPECT_EQ(end.router, RouterId{pair % 5});
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

// Pairs without traffic respect the limits as well: tornado leaves all pairs in different rows
// idle.
TEST(Design, KeepsIdlePairsWithinTheLimits) {
  const Topology torus = make_torus({.radices = {5, 5}});
  DesignOptions options;
  options.objective = DesignObjective::kPattern;
  options.paths = DesignPaths::kTurns;
  options.matrices = {std::vector<double>(25 * 25)};
  for (std::size_t r = 0; r < 25; ++r) options.matrices[0][r * 25 + r / 5 * 5 + (r + 2) % 5] = 1;
  for (const std::size_t turns : {1u, 2u}) {
    options.turns = turns;
    const Design design = design_routing(torus, options);
    ASSERT_EQ(design.status(), LpStatus::kOptimal);
    const PathTable table = table_of(torus, design);
    EXPECT_EQ(table.incompleteness(), "");
    EXPECT_LE(table.longest_turns(), turns);
  }
  options.turns = 0;
  const Design straight = design_routing(torus, options);
  EXPECT_EQ(straight.status(), LpStatus::kInfeasible);
  EXPECT_TRUE(straight.paths.empty());
  EXPECT_NE(straight.reason, "");
}

TEST(Design, OfTrafficThatCrossesNoChannelIsAnyShortestPaths) {
  const Topology torus = make_torus({.radices = {4, 4}});
  DesignOptions options;
  options.objective = DesignObjective::kPattern;
  options.then_path_length = true;
  options.matrices = {std::vector<double>(256)};
  for (std::size_t r = 0; r < 16; ++r) options.matrices[0][17 * r] = 1;
  const Design design = design_routing(torus, options);
  ASSERT_EQ(design.status(), LpStatus::kOptimal);
  EXPECT_EQ(design.largest_load, 0);
  EXPECT_EQ(design.gap(), 0);
  EXPECT_NEAR(design.length->objective, 1, 1e-12);
  EXPECT_NEAR(attained(torus, design).length, 1, 1e-12);
}

// All distances are 0, so the normalised length is NaN, as in path_length().
TEST(Design, OfOneRouterHasNothingToDo) {
  const Topology router = make_torus({.radices = {1, 1}});
  for (const DesignPaths paths : {DesignPaths::kAny, DesignPaths::kMinimal, DesignPaths::kTurns}) {
    for (const DesignMethod method : {DesignMethod::kSimplex, DesignMethod::kInteriorPoint}) {
      DesignOptions options = worst_case_options(paths);
      options.method = method;
      options.then_path_length = method == DesignMethod::kSimplex;
      const Design design = design_routing(router, options);
      ASSERT_EQ(design.status(), LpStatus::kOptimal);
      EXPECT_NEAR(design.largest_load, 0, 1e-9);
      ASSERT_EQ(design.paths.size(), 1u);
      EXPECT_TRUE(design.paths[0].empty());
    }
  }
}

TEST(Design, OfTwoPartsIsInfeasible) {
  for (const Topology& parts :
       {graph({1, 1, 1}, {{0, 1}}), graph({1, 1, 1, 1}, {{0, 1}, {2, 3}})}) {
    EXPECT_EQ(design_routing(parts, worst_case_options()).status(), LpStatus::kInfeasible);
    DesignOptions options;
    options.objective = DesignObjective::kPattern;
    options.matrices = {std::vector<double>(parts.router_count() * parts.router_count())};
    options.matrices[0][2 * parts.router_count()] = 1;  // from 2 to 0
    EXPECT_EQ(design_routing(parts, options).status(), LpStatus::kInfeasible);
  }
}

// Number of rows of an MPS file, without the objective.
std::size_t rows_in(const std::filesystem::path& file) {
  std::ifstream text(file);
  std::string line;
  while (std::getline(text, line) && line != "ROWS") {
  }
  std::size_t rows = 0;
  while (std::getline(text, line) && line != "COLUMNS") ++rows;
  return rows - 1;
}

TEST(Design, WritesItsLastProgram) {
  const auto file = std::filesystem::path(testing::TempDir()) / "design_test.mps";
  const Topology torus = make_torus({.radices = {4, 4}});
  DesignOptions options = worst_case_options();
  options.mps_file = file.string();
  const Design worst = design_routing(torus, options);
  EXPECT_EQ(rows_in(file), worst.last().constraints);
  // Rows of an average are added during the solution.
  options.objective = DesignObjective::kAverageCase;
  options.matrices = sample_matrices(torus, {.samples = 5});
  for (const bool then : {false, true}) {
    options.then_path_length = then;
    const Design design = design_routing(torus, options);
    EXPECT_EQ(rows_in(file), design.last().constraints);
    EXPECT_GT(rows_in(file), 5u);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace orthant
