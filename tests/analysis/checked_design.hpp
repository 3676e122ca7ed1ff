// Helpers for tests of designs: options, and the exact analysis of the designed paths.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "analysis/design/design.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/path_length.hpp"
#include "tests/analysis/designed_table.hpp"

namespace orthant {

inline DesignOptions worst_case_options(DesignPaths paths = DesignPaths::kAny) {
  DesignOptions options;
  options.objective = DesignObjective::kWorstCase;
  options.paths = paths;
  options.then_path_length = true;
  return options;
}

inline std::string name_of(const Topology& topology) {
  return topology.kind() + ' ' + topology.dimensions();
}

struct Attained {
  double worst = 0;   // largest load under any permutation
  double length = 0;  // normalised
};
inline Attained attained(const Topology& topology, const Design& design) {
  const auto routing = table_routing(topology, design.paths, design.by_translation);
  const SymmetricLoads found = find_symmetry(topology, *routing->oblivious());
  return {worst_case(found).channel_max_relative, path_length(found.loads).normalized()};
}

// The design's claims agree with the assignment per channel, and both programs attain their bounds.
inline void expect_consistent(const Topology& topology, const Design& design,
                              double rounding = 1e-9) {
  ASSERT_EQ(design.status(), LpStatus::kOptimal);
  const Attained found = attained(topology, design);
  EXPECT_NEAR(found.worst, design.largest_load, 2 * rounding * design.largest_load);
  if (design.length) {
    EXPECT_NEAR(found.length, design.length->objective, rounding);
  }
  EXPECT_LT(design.gap(), 1e-6);
  EXPECT_GT(design.gap(), -1e-6);
}

inline double best_worst_case(const Topology& topology, DesignPaths paths = DesignPaths::kAny) {
  DesignOptions options = worst_case_options(paths);
  options.then_path_length = false;  // bypasses known_worst_case()
  const Design design = design_routing(topology, options);
  EXPECT_EQ(design.status(), LpStatus::kOptimal);
  EXPECT_FALSE(design.known);
  return design.largest_load;
}

}  // namespace orthant
