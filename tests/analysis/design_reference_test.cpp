// Designed routings against the values of tests/data/towles/values.csv.
//
// Not compared: rows that say "LP vertex", whose average case is that of one of many optimal
// routings.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "analysis/average_case.hpp"
#include "analysis/capacity.hpp"
#include "analysis/design.hpp"
#include "analysis/design_program.hpp"
#include "analysis/path_length.hpp"
#include "analysis/traffic_samples.hpp"
#include "solver/simplex.hpp"
#include "tests/analysis/design_networks.hpp"
#include "tests/analysis/designed_table.hpp"
#include "tests/analysis/reference_values.hpp"

namespace orthant {
namespace {

using Kind = LoadMeasure::Kind;

const std::string kShipped = ORTHANT_SOURCE_DIR "/tests/data/towles/permutations_seed1.csv";

Topology torus_of(const ReferenceRow& row) {
  return make_torus({.radices = std::vector<std::uint32_t>(row.n, row.k)});
}

// Values have ten digits.
void expect_value(double found, const ReferenceRow& row) {
  EXPECT_NEAR(found, row.value, 1e-6 * row.value)
      << row.quantity << ' ' << row.k << ' ' << row.n << ' ' << row.algorithm << ' ' << row.alpha;
}

Design worst_case_design(const Topology& topology, DesignPaths paths, bool then_path_length) {
  DesignOptions options;
  options.objective = DesignObjective::kWorstCase;
  options.paths = paths;
  options.then_path_length = then_path_length;
  return design_routing(topology, options);
}

TEST(DesignReference, WorstCases) {
  for (const auto& [algorithm, paths] :
       {std::pair("OPT", DesignPaths::kAny), std::pair("MINIMAL_OPT", DesignPaths::kMinimal),
        std::pair("2TURN", DesignPaths::kTurns)}) {
    for (const ReferenceRow& row : reference_rows("wc_load", algorithm)) {
      const Topology torus = torus_of(row);
      expect_value(worst_case_design(torus, paths, false).largest_load, row);
    }
    for (const ReferenceRow& row : reference_rows("wc_throughput_frac_capacity", algorithm)) {
      const Topology torus = torus_of(row);
      const double load = worst_case_design(torus, paths, false).largest_load;
      expect_value(1 / load / capacity_flits(torus).value(), row);
    }
  }
}

TEST(DesignReference, LengthsAtTheBestWorstCase) {
  for (const auto& [algorithm, paths] :
       {std::pair("OPT", DesignPaths::kAny), std::pair("2TURN", DesignPaths::kTurns)}) {
    for (const ReferenceRow& row : reference_rows("Havg_norm", algorithm)) {
      const Topology torus = torus_of(row);
      const Design design = worst_case_design(torus, paths, true);
      EXPECT_TRUE(design.known);
      ASSERT_EQ(design.status(), LpStatus::kOptimal);
      expect_value(design.length->objective, row);
      expect_value(design.length->bound, row);
    }
  }
}

// ---- programs that share their commodities ------------------------------------------------------

LpSolution solve(DesignProgram& program) {
  Simplex simplex(program.program());
  while (true) {
    LpSolution solution = simplex.solve();
    if (solution.status != LpStatus::kOptimal || program.add_violated(solution) == 0)
      return solution;
    simplex.add_rows(program.program());
  }
}

class EightAryTwoCube : public testing::Test {
 protected:
  EightAryTwoCube()
      : torus_(make_torus({.radices = {8, 8}})), commodities_(torus_, SymmetryUse::kFull) {
    sample_.kind = Kind::kMean;
    for (const auto& permutation : read_permutations(kShipped, 64))
      sample_.matrices.push_back(flattened(torus_, router_traffic(torus_, permutation)));
  }

  std::unique_ptr<RoutingModel> model(std::string_view algorithm) const {
    if (algorithm == "OPT" || algorithm == "OPTavg") return make_flow_model(commodities_, false);
    if (algorithm == "MINIMAL_OPTavg") return make_flow_model(commodities_, true);
    const bool minimal = algorithm == "2TURN_MINIMAL" || algorithm == "2TURNA_minimal";
    return make_path_model(commodities_, {.turns = 2, .max_length = {}, .minimal = minimal});
  }

  // The smallest load, within so much length and worst case.
  double least(const RoutingModel& model, const LoadMeasure& measure,
               std::optional<double> length = {}, std::optional<double> worst = {}) const {
    DesignProgram program(commodities_, model);
    program.minimize(measure);
    if (length) program.limit_length(*length);
    if (worst) program.limit({}, *worst);
    const LpSolution solution = solve(program);
    EXPECT_EQ(solution.status, LpStatus::kOptimal);
    EXPECT_NEAR(program.bound(solution), solution.objective, 1e-6);
    return solution.objective;
  }
  double shortest(const RoutingModel& model, const LoadMeasure& measure, double load) const {
    DesignProgram program(commodities_, model);
    program.minimize_length();
    program.limit(measure, load);
    const LpSolution solution = solve(program);
    EXPECT_EQ(solution.status, LpStatus::kOptimal);
    EXPECT_NEAR(program.bound(solution), program.length(solution), 1e-6);
    return program.length(solution);
  }

  Topology torus_;
  Commodities commodities_;
  LoadMeasure sample_;
};

// Capacity is one flit per node and cycle, so that throughput is 1 / load.
TEST_F(EightAryTwoCube, HasTheLengthsOfFigure1) {
  for (const auto& [algorithm, name] :
       {std::pair("OPT", "OPT"), std::pair("2TURN_paths", "2TURN")}) {
    const auto made = model(name);
    for (const ReferenceRow& row : reference_rows("fig1_Hnorm_at_wc_throughput", algorithm))
      expect_value(shortest(*made, {}, 1 / std::stod(row.alpha)), row);
  }
}

TEST_F(EightAryTwoCube, HasTheWorstCaseOfMinimalPathsWithTwoTurns) {
  for (const ReferenceRow& row : reference_rows("wc_load", "2TURN_MINIMAL"))
    expect_value(least(*model("2TURN_MINIMAL"), {}), row);
}

TEST_F(EightAryTwoCube, HasTheAverageCases) {
  for (const char* algorithm : {"OPTavg", "2TURNA", "MINIMAL_OPTavg", "2TURNA_minimal"}) {
    const double load = least(*model(algorithm), sample_);
    expect_value(1 / load, reference_rows("avg_throughput_arith", algorithm).at(0));
  }
}

}  // namespace
}  // namespace orthant
