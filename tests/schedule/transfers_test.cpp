// Bounds given by the busiest channels.
#include "schedule/transfers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

TEST(LiquidBound, IsThatOfTheBusiestChannels) {
  // Channel 1 carries transfers 0, 1, 3; channel 3 none.
  const LiquidBound bound = liquid_bound(test::transfers(4, {{0, 1}, {1}, {2}, {1, 2}, {0}}));
  EXPECT_THAT(bound.loads, ElementsAre(2u, 3u, 2u, 0u));
  EXPECT_EQ(bound.duration, 3u);
  EXPECT_THAT(bound.bottlenecks, ElementsAre(1u));
  EXPECT_THAT(bound.skeleton, ElementsAre(0u, 1u, 3u));
  EXPECT_EQ(bound.liquid_throughput, 5.0 / 3);
}

TEST(LiquidBound, HasNoBottleneckWhereNothingUsesAChannel) {
  const LiquidBound bound = liquid_bound(test::transfers(2, {{}, {}}));
  EXPECT_EQ(bound.duration, 0u);
  EXPECT_TRUE(bound.bottlenecks.empty());
  EXPECT_EQ(bound.liquid_throughput, 0);
}

// Channel 0 has 4 transfers for 2 at a time: 2 frames. Channel 1 has 3 for one: 3 frames. With a
// third unit channel 0 has 4/3, and channel 1 with two units 3/2: 2 frames, of which 1.5 are
// needed.
TEST(LiquidBound, CountsTransfersPerCapacity) {
  TransferSet set = test::double_channel();
  LiquidBound bound = liquid_bound(set);
  EXPECT_EQ(bound.duration, 3u);
  EXPECT_THAT(bound.bottlenecks, ElementsAre(1u));
  EXPECT_THAT(bound.skeleton, ElementsAre(3u, 4u, 5u));
  EXPECT_EQ(bound.liquid_throughput, 6.0 / 3);
  set.capacities = {3, 2};
  bound = liquid_bound(set);
  EXPECT_EQ(bound.duration, 2u);
  EXPECT_THAT(bound.bottlenecks, ElementsAre(1u));
  EXPECT_EQ(bound.liquid_throughput, 6 / 1.5);
}

TEST(LiquidBound, IsThatOfTheReference) {
  for (ScheduleCase& c : test::solved_cases()) {
    const LiquidBound bound = liquid_bound(c.set);
    std::string bottlenecks;
    for (const std::uint32_t channel : bound.bottlenecks) {
      if (!bottlenecks.empty()) bottlenecks.push_back(' ');
      bottlenecks.append(std::to_string(channel));
    }
    EXPECT_EQ(std::to_string(bound.duration), c.expected["duration"]) << c.name;
    EXPECT_EQ(bottlenecks, c.expected["bottlenecks"]) << c.name;
    EXPECT_EQ(std::to_string(bound.skeleton.size()), c.expected["skeleton_size"]) << c.name;
  }
}

}  // namespace
}  // namespace orthant
