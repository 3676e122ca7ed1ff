// Verifies the deadlock theorem that each registered routing claims, on small networks of all kinds
// under every combination of switching, flow control and options.
#include "analysis/deadlock/deadlock.hpp"

#include <gtest/gtest.h>

#include "tests/every/networks.hpp"

namespace orthant {
namespace {

class EveryRoutingClaim : public testing::TestWithParam<RoutingCase> {};

TEST_P(EveryRoutingClaim, HoldsWhenTheWholeNetworkIsWalked) {
  const Topology topology = GetParam().topology();
  for (const auto& [options, routing] : build_all(GetParam(), topology)) {
    const DeadlockTheorem claim = routing->traits().theorem;
    if (claim == DeadlockTheorem::kNone) continue;
    // An oblivious routing that splits ties includes all paths of the other rules.
    if (!GetParam().routing->adaptive && options.ties != Ties::kSplit) continue;
    const auto vcs = static_cast<std::uint32_t>(routing->traits().vc_classes.size());
    const DeadlockReport report = check_deadlock(topology, *routing,
                                                 {.switching = options.switching,
                                                  .flow_control = options.flow_control,
                                                  .bubble_dimensions = options.bubble_dimensions,
                                                  .vcs = vcs});
    EXPECT_TRUE(report.free) << report_text(report);
    EXPECT_EQ(report.theorem, claim);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryRoutingClaim, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace orthant
