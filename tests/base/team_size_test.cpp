#include "base/team_size.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orthant {
namespace {

using namespace std::chrono_literals;
using Duration = TeamSize::Duration;

TEST(TeamSize, HalvesAndDoubles) {
  const TeamSize seven(7, 7, 7, 0s);
  EXPECT_EQ(seven.smaller(), 4u);
  EXPECT_EQ(seven.larger(), 7u);
  const TeamSize alone(7, 7, 1, 0s);
  EXPECT_EQ(alone.smaller(), 1u);
  EXPECT_EQ(alone.larger(), 2u);
  EXPECT_EQ(TeamSize(7, 1, 1, 0s).larger(), 1u);
}

// One member would need the time of all parts. Two must save a sixth of it, so that one would need
// a fifth more than they do.
TEST(TeamSize, ShrinksToOneWhereBarriersTakeTooLong) {
  TeamSize size(2, 2, 2, 0s);
  size.observe_steps(10ms, 10ms, 20ms);  // no waiting
  size.observe_steps(20ms, 10ms, 12ms);  // just enough
  size.observe_steps(30ms, 10ms, 11'900us);
  EXPECT_EQ(size.members(), 2u);  // one slow interval is not enough
  size.observe_steps(40ms, 10ms, 11'900us);
  EXPECT_EQ(size.members(), 1u);
  size.observe_steps(50ms, 10ms, 10ms);
  EXPECT_EQ(size.members(), 1u);
}

TEST(TeamSize, ForgivesAHiccup) {
  TeamSize size(2, 2, 2, 0s);
  for (Duration now = 10ms; now < 1s; now += 10ms) {
    size.observe_steps(now, 4ms, 2ms);
    size.observe_steps(now + 5ms, 4ms, 8ms);
  }
  EXPECT_EQ(size.members(), 2u);
}

// Four members take at most two of seven parts each: two sevenths of the total time.
TEST(TeamSize, ComparesWithTheLargestShareOfFewerMembers) {
  TeamSize size(7, 7, 7, 0s);
  size.observe_steps(10ms, 10ms, 42ms);
  EXPECT_EQ(size.members(), 7u);
  size.observe_steps(20ms, 10ms, 41'900us);
  size.observe_steps(30ms, 10ms, 41'900us);
  EXPECT_EQ(size.members(), 4u);
  size.observe_steps(60ms, 30ms, 1ms);
  EXPECT_EQ(size.members(), 2u);
  size.observe_steps(90ms, 30ms, 1ms);
  EXPECT_EQ(size.members(), 1u);
}

TEST(TeamSize, GrowsAfterAPauseWhereAProbeHadCores) {
  TeamSize size(4, 4, 1, 1s);
  EXPECT_FALSE(size.is_probe_due(1s + TeamSize::kFirstPause - 1ns));
  EXPECT_TRUE(size.is_probe_due(1s + TeamSize::kFirstPause));
  size.observe_probe(1s + TeamSize::kFirstPause, true);
  EXPECT_EQ(size.members(), 2u);
  EXPECT_TRUE(size.is_probe_due(2s));
  size.observe_probe(2s, true);
  EXPECT_EQ(size.members(), 4u);
  EXPECT_FALSE(size.is_probe_due(1h));
}

// Times at which probes are due if all of them fail.
TEST(TeamSize, WaitsTwiceAsLongAfterEachProbeThatFails) {
  TeamSize size(2, 2, 1, 0s);
  std::vector<Duration> pauses;
  Duration last{};
  for (Duration now{}; pauses.size() < 9; now += 1ms) {
    if (!size.is_probe_due(now)) continue;
    size.observe_probe(now, false);
    pauses.push_back(now - last);
    last = now;
  }
  EXPECT_EQ(size.members(), 1u);
  EXPECT_EQ(pauses, (std::vector<Duration>{10ms, 20ms, 40ms, 80ms, 160ms, 320ms, 640ms, 1s, 1s}));
}

TEST(TeamSize, WaitsTwiceAsLongAfterEachGrowthThatFailsAtOnce) {
  TeamSize size(2, 2, 2, 0s);
  const auto fail = [&](Duration now) {
    for (int stretch = 0; stretch < 2; ++stretch) size.observe_steps(now, 2ms, 2ms);
  };
  fail(2ms);
  size.observe_probe(100ms, true);
  fail(102ms);
  EXPECT_FALSE(size.is_probe_due(102ms + 2 * TeamSize::kFirstPause));
  EXPECT_TRUE(size.is_probe_due(102ms + 4 * TeamSize::kFirstPause));
  // Two members for a long time were worth it: the pause is short again.
  size.observe_probe(200ms, true);
  fail(5s);
  EXPECT_TRUE(size.is_probe_due(5s + TeamSize::kFirstPause));
}

// Two members waited 300 ms for a step that takes one member 2 ms.
TEST(TeamSize, WaitsLongAfterAFailureThatTookLong) {
  TeamSize size(2, 2, 2, 0s);
  size.observe_steps(302ms, 302ms, 2ms);
  EXPECT_FALSE(size.is_probe_due(302ms + 5999ms));
  EXPECT_TRUE(size.is_probe_due(302ms + 6s));
}

TEST(TeamSize, WaitsNotForEverAfterAStop) {
  TeamSize size(2, 2, 2, 0s);
  size.observe_steps(1h, 1h, 2ms);
  EXPECT_EQ(size.members(), 1u);
  EXPECT_TRUE(size.is_probe_due(1h + 10s));
}

// Whatever the cores do, intervals with too many members cost less than a hundredth of the time:
// here each growth meets a program that takes half of the time for itself.
TEST(TeamSize, LosesLittleWhereProbesAreAlwaysWrong) {
  TeamSize size(2, 2, 2, 0s);
  Duration lost{};
  Duration now{};
  while (now < 20s) {
    now += 2ms;
    if (size.members() == 2) {
      now += 2ms;
      lost += 2ms;
      size.observe_steps(now, 4ms, 2ms);
    } else if (size.is_probe_due(now)) {
      size.observe_probe(now, true);
    }
  }
  EXPECT_GT(lost, 0s);
  EXPECT_LT(lost, 200ms);
}

}  // namespace
}  // namespace orthant
