// Start times computed by hand.
#include "schedule/timetable.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/schedule/cases.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

// Messages of 10 flits. Transfer 0 uses channels 0, 1, 2, reached after 0, 2, 4 cycles; transfer 1
// only channel 2, transfer 2 channels 3 and 1, transfer 3 channel 0.
TransferSet set() { return test::transfers(4, {{0, 1, 2}, {2}, {3, 1}, {0}}); }
const MessageTimes kTimes = {.cycles = 10, .offsets = {{0, 2, 4}, {0}, {0, 2}, {0}}};

// Transfer 0 releases channel 2 at 14, when transfer 1 starts; channel 1 at 12, which transfer 2
// reaches after 2 cycles; channel 0 at 10.
TEST(RollingStarts, WaitForTheChannelsOfTheirOwnAlone) {
  EXPECT_THAT(rolling_starts(set(), {{0}, {1, 2, 3}}, kTimes),
              ElementsAre(ElementsAre(0u), ElementsAre(14u, 10u, 10u)));
}

// Transfer 3 is in the second frame but free from the start; transfer 0 waits for all others:
// channel 0 until 10, channel 1 until 12 (reached after 2), channel 2 until 10 (after 4).
TEST(RollingStarts, DoNotWaitForTheFrameBefore) {
  EXPECT_THAT(rolling_starts(set(), {{1, 2}, {3}, {0}}, kTimes),
              ElementsAre(ElementsAre(0u, 0u), ElementsAre(0u), ElementsAre(10u)));
}

// The second pass of transfers 0 and 1: channel 2 is free at 24, and transfer 0 reaches it after 4
// cycles. A period takes 20 cycles, as long as its two messages.
TEST(RollingStarts, RepeatWithoutAGapWhereTheBottleneckHasNone) {
  EXPECT_THAT(rolling_starts(set(), {{0}, {1}, {0}, {1}}, kTimes),
              ElementsAre(ElementsAre(0u), ElementsAre(14u), ElementsAre(20u), ElementsAre(34u)));
}

}  // namespace
}  // namespace orthant
