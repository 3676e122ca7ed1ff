// Bubbles on the rings along some dimensions of a torus and datelines on the others: in overload,
// empty, and with each half of the rule left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/sim/expect_live.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::expect_live;
using test::kProgressCycles;
using test::Scenario;

constexpr DimensionMask kX = 1, kY = 2;

// Two slots in every buffer, the least that there may be, and one VC for each class.
Scenario mixed_torus(std::vector<std::uint32_t> radices, const std::string& routing,
                     DimensionMask bubbles) {
  Scenario s;
  s.radices = std::move(radices);
  s.routing = routing;
  s.lengths = {{1, 0.5}, {5, 0.5}};
  s.router = {.switching = Switching::kVirtualCutThrough,
              .flow_control = FlowControl::kBubble,
              .bubble_dimensions = bubbles,
              .buffer_flits = 10};
  s.router.vcs = static_cast<std::uint32_t>(test::build(s).routing->traits().vc_classes.size());
  return s;
}

class BubbleDimensions : public testing::TestWithParam<const char*> {};

TEST_P(BubbleDimensions, StayLiveInOverload) {
  for (const std::vector<std::uint32_t>& radices :
       {std::vector<std::uint32_t>{4, 4}, {8, 4}, {3, 8}}) {
    for (const DimensionMask bubbles : {kX, kY, DimensionMask{0}}) {
      Scenario s = mixed_torus(radices, GetParam(), bubbles);
      const bool longest = radices[0] == 4 && bubbles != 0;
      expect_live(s, longest ? 3 * kProgressCycles : kProgressCycles);
      s.router.switching = Switching::kStoreAndForward;
      s.latency_cycles = {3};
      expect_live(s, kProgressCycles);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Routings, BubbleDimensions,
                         testing::Values("dor", "o1turn", "val", "minimal_adaptive", "abr", "goal"),
                         [](const auto& routing) { return std::string(routing.param); });

TEST(BubbleDimensions, StayLiveInTheOutputQueuedModel) {
  for (const DimensionMask bubbles : {kX, kY}) {
    for (const char* routing : {"dor", "abr"}) {
      Scenario s = mixed_torus({8, 4}, routing, bubbles);
      s.router.model = RouterModel::kOutputQueued;
      s.router.switching = Switching::kStoreAndForward;
      s.router.output_queue.packets = 2;
      s.flits_per_cycle = 1;
      const Built built = test::build(s);
      const auto network = test::make_network(s, built);
      network->advance(kProgressCycles * network->ticks_per_cycle());
      network->check_conservation();
      EXPECT_TRUE(network->wait_graph().stuck().empty());
    }
  }
}

// True where packets that go nearly half way round their ring of dimension d lock in overload under
// these rules of the router.
bool locks(Scenario s, std::uint32_t d, DimensionMask bubbles_of_router) {
  s.flits_per_cycle = 1;
  s.lengths = {{5, 1.0}};
  const auto topology = test::build(s).topology;
  s.own_pattern = find_pattern("tornado")->make(*topology, {.dimensions = {d}});
  const Built built = test::build(s);
  s.router.bubble_dimensions = bubbles_of_router;
  const auto network = test::make_network(s, built);
  network->advance(kProgressCycles);
  network->check_conservation();
  return !network->wait_graph().stuck().empty();
}

TEST(Deadlock, PacketsThatLeaveNoBubbleLockARingWithoutADateline) {
  for (const std::uint32_t d : {0u, 1u}) {
    const DimensionMask own = DimensionMask{1} << d;
    const Scenario s = mixed_torus({8, 8}, "dor", own);
    EXPECT_FALSE(locks(s, d, own));
    EXPECT_TRUE(locks(s, d, 0));
    // The routing takes all rings for ones with bubbles.
    const Scenario all = mixed_torus({8, 8}, "dor", kX | kY);
    EXPECT_FALSE(locks(all, d, kX | kY));
    EXPECT_TRUE(locks(all, d, (kX | kY) & ~own));
  }
}

TEST(BubbleDimensions, OfAllAreBubbleFlowControl) {
  Scenario s = mixed_torus({6, 4}, "dor", kX | kY);
  s.run.measure = 3'000;
  s.flits_per_cycle = 0.4;
  const SimulationResult listed = test::simulate(s);
  s.router.bubble_dimensions = kAllDimensions;
  const SimulationResult all = test::simulate(s);
  EXPECT_EQ(listed.latency_mean, all.latency_mean);
  EXPECT_EQ(listed.packets, all.packets);
}

}  // namespace
}  // namespace orthant
