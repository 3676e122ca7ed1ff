// What analyze computes once for several points.
#include "app/exact/analysis_run.hpp"

#include <gtest/gtest.h>

namespace orthant {
namespace {

const std::string kText =
    "[topology]\nkind = torus\ndimensions = 4x4\n[routing]\nalgorithm = ival\n"
    "[traffic]\npattern = uniform\n";

Point point(std::vector<std::string> overrides) {
  return Config::parse(kText, "test.ini", overrides).point(0);
}

TEST(Analysis, SharesLoadsAndWorstCaseOfPointsThatDifferInThePattern) {
  BuiltNetworks built;
  const Analysis uniform(point({}), 1, &built);
  for (const char* pattern : {"traffic.pattern=transpose", "traffic.pattern=worst_case"}) {
    const Analysis shared(point({pattern}), 2, &built);
    EXPECT_EQ(&shared.symmetry(), &uniform.symmetry());
    EXPECT_EQ(shared.fields(), Analysis(point({pattern}), 1).fields());
    EXPECT_NE(shared.fields(), uniform.fields());
  }
  const Analysis other(point({"routing.algorithm=val"}), 1, &built);
  EXPECT_NE(&other.symmetry(), &uniform.symmetry());
  EXPECT_NE(other.fields(), uniform.fields());
}

// The one without the worst case comes first.
TEST(Analysis, FindsTheWorstCaseForThePointThatAsks) {
  BuiltNetworks built;
  const Analysis without(point({"analysis.worst_case=no"}), 1, &built);
  EXPECT_EQ(without.field("worst_case_throughput"), "");
  const Analysis with(point({}), 1, &built);
  EXPECT_EQ(with.field("worst_case_throughput"), "0.5");
  EXPECT_EQ(&with.symmetry(), &without.symmetry());
}

}  // namespace
}  // namespace orthant
