// Networks in overload that must stay live.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

inline constexpr Cycle kOverloadCycles = 250'000;
// Every source must deliver something in each such span.
inline constexpr Cycle kProgressCycles = 50'000;

// Runs in overload and expects that every source goes on delivering, without a knot, and that flits
// and credits are conserved to the end.
inline void expect_live(Scenario s, Cycle cycles = kOverloadCycles) {
  s.flits_per_cycle = 1;
  const Built built = build(s);
  const auto network = make_network(s, built);
  for (Cycle from = 0; from < cycles; from += kProgressCycles) {
    const Cycle to = from + kProgressCycles;
    network->open_window(from, to, 1);
    network->advance(to);
    const auto& delivered = network->recorder().window().accepted_by_source;
    ASSERT_GT(*std::min_element(delivered.begin(), delivered.end()), 0u) << "cycle " << to;
    network->check_conservation();
  }
  EXPECT_TRUE(network->wait_graph().stuck().empty());
}

}  // namespace orthant::test
