#include "sim/kernel/kernel.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"

namespace orthant {
namespace {

TEST(ActiveWheel, StepsEachMarkedRouterOnceInOrderOfId) {
  ActiveWheel wheel(200, 4);
  for (const std::uint32_t r : {199u, 3u, 64u, 3u, 130u}) wheel.mark(2, r);
  wheel.mark(5, 1);
  std::vector<std::uint32_t> seen;
  wheel.visit(2, 3, [&](std::uint32_t r, Cycle) {
    seen.push_back(r);
    if (r == 64) wheel.mark(3, 70);
  });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{3, 64, 130, 199}));
  seen.clear();
  wheel.visit(3, 4, [&](std::uint32_t r, Cycle) { seen.push_back(r); });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{70}));
}

TEST(ActiveWheel, VisitsEachRouterForAllItsTicks) {
  ActiveWheel wheel(200, 8);
  for (const std::uint32_t r : {3u, 70u, 199u}) wheel.mark(6, r);
  wheel.mark(8, 3);
  wheel.mark(9, 199);  // in a slot of its own until the visit is over
  std::vector<std::pair<std::uint32_t, Cycle>> seen;
  const auto note = [&](std::uint32_t r, Cycle tick) {
    seen.emplace_back(r, tick);
    if (r == 70 && tick == 6) {
      wheel.mark(7, 70);  // itself, in this visit
      wheel.mark(9, 3);   // another, after it
    }
  };
  EXPECT_TRUE(wheel.visit(6, 9, note));
  EXPECT_EQ(seen, (std::vector<std::pair<std::uint32_t, Cycle>>{
                      {3, 6}, {3, 8}, {70, 6}, {70, 7}, {199, 6}}));
  seen.clear();
  EXPECT_TRUE(wheel.visit(9, 12, note));
  EXPECT_EQ(seen, (std::vector<std::pair<std::uint32_t, Cycle>>{{3, 9}, {199, 9}}));
  EXPECT_FALSE(wheel.visit(12, 15, note));
}

TEST(DelayLine, DeliversInOrderAfterItsDelayAndGrows) {
  DelayLine<int> line(1'000);
  std::vector<std::pair<Cycle, int>> seen;
  int next = 0;
  for (Cycle t = 0; t < 5'000; ++t) {
    line.pop_due(t, [&](int event, Cycle due) {
      EXPECT_EQ(due, t);
      seen.emplace_back(t, event);
    });
    for (Cycle i = 0; i < t % 3; ++i) line.push(t, next++);
  }
  int expected = 0;
  for (Cycle t = 0; t < 4'000; ++t) {
    for (Cycle i = 0; i < t % 3; ++i, ++expected) {
      EXPECT_EQ(seen[static_cast<std::size_t>(expected)], std::make_pair(t + 1'000, expected));
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(expected));
}

// Against a map of lists: generation near and many turns of the calendar away.
TEST(GenerationCalendar, CallsEachNodeAtItsTimeHoweverFar) {
  constexpr std::uint32_t kNodes = 50;
  RandomStream random(1, 0, RandomPurpose::kTest);
  GenerationCalendar calendar(kNodes);
  std::map<Cycle, std::vector<std::uint32_t>> expected;
  const auto plan = [&](std::uint32_t node, Cycle from) {
    const Cycle tick = from + (random.below(4) == 0 ? random.below(30'000) : random.below(50));
    calendar.schedule(node, tick);
    expected[tick].push_back(node);
  };
  for (std::uint32_t n = 0; n < kNodes; ++n) plan(n, 0);
  for (Cycle t = 0; t < 100'000; ++t) {
    std::vector<std::uint32_t> seen;
    calendar.pop_due(t, [&](std::uint32_t node) {
      seen.push_back(node);
      plan(node, t + 1);
    });
    std::sort(seen.begin(), seen.end());
    auto due = expected[t];
    std::sort(due.begin(), due.end());
    ASSERT_EQ(seen, due) << t;
  }
}

}  // namespace
}  // namespace orthant
