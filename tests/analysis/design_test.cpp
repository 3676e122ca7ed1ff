// Designed routings against reference values, against the exact analysis of their own paths, and
// against each other.
#include "analysis/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "analysis/average_case.hpp"
#include "analysis/capacity.hpp"
#include "analysis/channel_load.hpp"
#include "analysis/path_length.hpp"
#include "analysis/symmetry.hpp"
#include "analysis/worst_case.hpp"
#include "base/error.hpp"
#include "tests/analysis/design_networks.hpp"
#include "tests/analysis/designed_table.hpp"

namespace orthant {
namespace {

DesignOptions worst_case_options(DesignPaths paths = DesignPaths::kAny) {
  DesignOptions options;
  options.objective = DesignObjective::kWorstCase;
  options.paths = paths;
  options.then_path_length = true;
  return options;
}

std::string name_of(const Topology& topology) {
  return topology.kind() + ' ' + topology.dimensions();
}

struct Attained {
  double worst = 0;   // largest load under any permutation
  double length = 0;  // normalised
};
Attained attained(const Topology& topology, const Design& design) {
  const auto routing = table_routing(topology, design.paths, design.by_translation);
  const Symmetry symmetry = find_symmetry(topology, *routing->oblivious());
  const PairLoads loads(topology, *routing->oblivious(), symmetry.translations);
  return {worst_case(loads, symmetry.representatives()).channel_max_relative,
          path_length(loads).normalized()};
}

// The design says of its paths what the assignment per channel finds, and both programs are solved
// to their bounds.
void expect_what_it_says(const Topology& topology, const Design& design, double rounding = 1e-9) {
  ASSERT_EQ(design.status(), LpStatus::kOptimal);
  const Attained found = attained(topology, design);
  EXPECT_NEAR(found.worst, design.largest_load, 2 * rounding * design.largest_load);
  if (design.length) {
    EXPECT_NEAR(found.length, design.length->objective, rounding);
  }
  EXPECT_LT(design.gap(), 1e-6);
  EXPECT_GT(design.gap(), -1e-6);
}

TEST(Design, AttainsItsWorstCaseAndLength) {
  for (const Topology& topology :
       {make_torus({.radices = {3}}), make_torus({.radices = {6}}), make_torus({.radices = {4, 4}}),
        make_torus({.radices = {5, 4}}), make_torus({.radices = {2, 5}}),
        make_torus({.radices = {3, 3, 2}}), make_mesh({.radices = {3, 3}}),
        make_mesh({.radices = {4, 3}}), make_mesh({.radices = {5}}),
        make_hypercube({.radices = {2, 2, 2}})}) {
    SCOPED_TRACE(name_of(topology));
    for (const DesignPaths paths :
         {DesignPaths::kAny, DesignPaths::kMinimal, DesignPaths::kTurns}) {
      DesignOptions options = worst_case_options(paths);
      options.turns = 2 * topology.grid()->dimensions() - 2;
      options.method = DesignMethod::kSimplex;
      expect_what_it_says(topology, design_routing(topology, options));
      options.then_path_length = false;
      expect_what_it_says(topology, design_routing(topology, options));
    }
  }
}

}  // namespace
}  // namespace orthant
