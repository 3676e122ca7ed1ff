// Measured channel utilization of dimension order and O1TURN against the exact expectation.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/sim/channel_counts.hpp"

namespace orthant {
namespace {

using test::Scenario;

struct Case {
  const char* kind;
  std::vector<std::uint32_t> radices;
  const char* routing;
  const char* pattern;
  double load;
};

void PrintTo(const Case& test_case, std::ostream* out) { *out << test_case.pattern; }

class ChannelLoad : public testing::TestWithParam<Case> {};

TEST_P(ChannelLoad, AgreesWithTheExactExpectation) {
  Scenario s;
  s.kind = GetParam().kind;
  s.radices = GetParam().radices;
  s.routing = GetParam().routing;
  s.pattern = GetParam().pattern;
  s.flits_per_cycle = GetParam().load;
  s.router.vcs = 4;
  s.run.warmup = 2'000;
  s.run.measure = 200'000;
  test::expect_exact_channel_counts(s);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, ChannelLoad,
    testing::Values(Case{"torus", {8, 8}, "dor", "uniform", 0.3},
                    Case{"torus", {8, 8}, "dor", "tornado", 0.2},
                    Case{"torus", {8, 8}, "dor", "transpose", 0.15},
                    Case{"torus", {8, 8}, "dor", "bit_complement", 0.2},
                    Case{"mesh", {6, 5}, "dor", "uniform", 0.2},
                    Case{"mesh", {5, 5}, "o1turn", "uniform", 0.2},
                    Case{"torus", {6, 6}, "o1turn", "transpose", 0.15},
                    Case{"hypercube", {2, 2, 2, 2, 2}, "dor", "bit_reverse", 0.2}),
    [](const auto& test_case) {
      std::string name = std::string(test_case.param.kind) + "_" + test_case.param.routing + "_" +
                         test_case.param.pattern;
      return name;
    });

}  // namespace
}  // namespace orthant
