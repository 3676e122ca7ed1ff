// Measured channel utilization of the routings that draw a path per packet against the exact
// expectation.
//
// 24 cases share the levels of the sum over channels. Of 24 x 256 single channels, 0.04 are
// expected beyond 4.5 standard errors by chance.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/sim/channel_counts.hpp"

namespace orthant {
namespace {

using test::Scenario;

constexpr int kCases = 24;

class FamilyChannelLoad : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(FamilyChannelLoad, AgreesWithTheExactExpectation) {
  Scenario s;
  s.routing = std::get<0>(GetParam());
  s.pattern = std::get<1>(GetParam());
  if (s.routing == "interpolated") {
    s.routing_keys.set("interpolated.first", "ival");
    s.routing_keys.set("interpolated.second", "dor");
    s.routing_keys.set("interpolated.alpha", "0.375");
  }
  s.router.vcs = 8;
  s.run.warmup = 2'000;
  s.run.measure = 100'000;
  const auto built = test::build(s);
  const auto exact =
      expected_channel_loads(*built.topology, *built.routing->oblivious(), built.traffic);
  s.flits_per_cycle = 0.4 * throughput_of(*built.topology, exact);
  test::expect_exact_channel_counts(s, kCases);
}

INSTANTIATE_TEST_SUITE_P(
    Torus8x8, FamilyChannelLoad,
    testing::Combine(testing::Values("val", "ival", "romm", "rlb", "rlbth", "interpolated"),
                     testing::Values("uniform", "tornado", "transpose", "bit_complement")),
    [](const auto& test_case) {
      return std::string(std::get<0>(test_case.param)) + "_" + std::get<1>(test_case.param);
    });

}  // namespace
}  // namespace orthant
