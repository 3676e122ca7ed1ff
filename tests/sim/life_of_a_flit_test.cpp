// The three hand-traced packets of docs/life_of_a_flit.md, watched tick by tick.
#include <gtest/gtest.h>

#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

struct Trace {
  std::vector<Cycle> crossed;            // cycles in which a flit won the switch towards a channel
  std::vector<Cycle> ejected;            // cycles in which a flit won the switch towards its node
  Cycle latency = 0;                     // of the packet
  std::vector<RouterActivity> activity;  // per router, up to the end
};

Trace watch(const Scenario& s) {
  const Built built = test::build(s);
  const auto network = test::make_network(s, built);
  network->open_window(0, kNever, 1);
  network->count_activity();
  Trace trace;
  while (!network->drained()) {
    const Cycle now = network->now();
    const std::uint64_t hops = network->flit_hops();
    const std::uint64_t ejected = network->recorder().ejected_flits();
    network->advance(now + 1);
    for (auto n = hops; n < network->flit_hops(); ++n) trace.crossed.push_back(now);
    for (auto n = ejected; n < network->recorder().ejected_flits(); ++n)
      trace.ejected.push_back(now);
  }
  trace.latency = network->recorder().window().latency_sum;
  trace.activity = network->activity();
  return trace;
}

// Each router on the way writes and reads every flit once, grants the packet a VC and each flit the
// switch; the last one passes none on to a neighbour. The others do nothing.
void expect_activity(const Trace& trace, std::size_t routers, std::uint64_t flits) {
  ASSERT_EQ(trace.activity.size(), 8u);
  for (std::size_t r = 0; r < 8; ++r) {
    const RouterActivity expected = {.buffer_writes = flits,
                                     .buffer_reads = flits,
                                     .crossbar_flits = flits,
                                     .link_flits = r + 1 < routers ? flits : 0,
                                     .vc_allocations = 1,
                                     .switch_allocations = flits};
    EXPECT_EQ(trace.activity[r], r < routers ? expected : RouterActivity{}) << r;
  }
}

TEST(LifeOfAFlit, OneFlitThroughDefaultRouters) {
  Scenario s;
  s.radices = {8};
  const Trace trace = watch(test::lone_packets(s, NodeId{0u}, NodeId{2u}, 1));
  EXPECT_EQ(trace.crossed, (std::vector<Cycle>{1, 3}));
  EXPECT_EQ(trace.ejected, (std::vector<Cycle>{5}));
  EXPECT_EQ(trace.latency, 7u);
  expect_activity(trace, 3, 1);
}

TEST(LifeOfAFlit, ThreeFlitsThroughFourStageRouters) {
  Scenario s;
  s.radices = {8};
  s.latency_cycles = {2};
  s.router.routing_delay = s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
  const Trace trace = watch(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 3));
  EXPECT_EQ(trace.crossed, (std::vector<Cycle>{3, 4, 5}));
  EXPECT_EQ(trace.ejected, (std::vector<Cycle>{9, 10, 11}));
  EXPECT_EQ(trace.latency, 14u);
  expect_activity(trace, 2, 3);
}

TEST(LifeOfAFlit, ThreeFlitsStoredAndForwarded) {
  Scenario s;
  s.radices = {8};
  s.router.switching = Switching::kStoreAndForward;
  const Trace trace = watch(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 3));
  EXPECT_EQ(trace.crossed, (std::vector<Cycle>{3, 4, 5}));
  EXPECT_EQ(trace.ejected, (std::vector<Cycle>{7, 8, 9}));
  EXPECT_EQ(trace.latency, 11u);
  expect_activity(trace, 2, 3);
}

}  // namespace
}  // namespace orthant
