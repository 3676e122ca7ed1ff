#include "sim/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  wheel.run(2, [&](std::uint32_t r) {
    seen.push_back(r);
    if (r == 64) wheel.mark(3, 70);
  });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{3, 64, 130, 199}));
  seen.clear();
  wheel.run(3, [&](std::uint32_t r) { seen.push_back(r); });
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{70}));
}

TEST(DelayLine, DeliversInOrderAfterItsDelayAndGrows) {
  DelayLine<int> line(1'000);
  std::vector<std::pair<Cycle, int>> seen;
  int next = 0;
  for (Cycle t = 0; t < 5'000; ++t) {
    line.pop_due(t, [&](int event) { seen.emplace_back(t, event); });
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

// Against a map of lists: births near and many turns of the calendar away.
TEST(BirthCalendar, CallsEachNodeAtItsTimeHoweverFar) {
  constexpr std::uint32_t kNodes = 50;
  RandomStream random(1, 0, RandomPurpose::kTest);
  BirthCalendar calendar(kNodes);
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

struct Happening {
  Cycle time = 0;
  std::uint32_t number = 0;  // order of pushes
};

// Pushes at random while events run, from 0 to `longest` ticks ahead, into a calendar that is run
// in chunks of at most `chunk` ticks, and compares every event with the first of a set sorted by
// time, then by order of pushes.
void expect_sorted_order(Cycle longest, Cycle chunk, bool births) {
  RandomStream random(longest, static_cast<std::uint32_t>(chunk), RandomPurpose::kTest);
  EventCalendar<Happening> calendar(longest);
  std::map<std::pair<Cycle, std::uint32_t>, bool> expected;
  std::uint32_t pushes = 0;
  Cycle now = 0;
  const auto push = [&](Cycle time) {
    expected[{time, pushes}] = true;
    calendar.push({time, pushes++});
  };
  const auto delay = [&]() -> Cycle {
    switch (random.below(4)) {
      case 0:
        return 0;
      case 1:
        return longest;
      default:
        return random.below(static_cast<std::uint32_t>(longest + 1));
    }
  };
  const auto open = [&](Cycle slot) {
    const Cycle from = slot << calendar.shift();
    if (births) push(from + random.below(1u << calendar.shift()));
  };
  const auto handle = [&](const Happening& event) {
    now = event.time;
    ASSERT_FALSE(expected.empty());
    ASSERT_EQ(expected.begin()->first, std::make_pair(event.time, event.number));
    expected.erase(expected.begin());
    while (expected.size() < 20 || (expected.size() < 200 && random.below(2) == 0)) {
      push(now + delay());
    }
  };
  for (int i = 0; i < 20; ++i) push(delay());
  for (Cycle tick = 0; pushes < 20'000;) {
    tick += 1 + random.below(static_cast<std::uint32_t>(chunk));
    calendar.run(tick, open, handle);
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_TRUE(expected.empty() || expected.begin()->first.first >= tick);
    if (expected.size() < 300) push(tick + delay());  // between two calls
    if (random.below(100) != 0) continue;
    std::size_t pending = 0;
    calendar.for_each([&](const Happening& event) {
      pending += expected.count({event.time, event.number});
    });
    ASSERT_EQ(pending, expected.size());
  }
}

TEST(EventCalendar, RunsEventsByTimeAndThoseOfOneTimeInTheOrderOfTheirPushes) {
  for (const Cycle longest : {Cycle{1}, Cycle{5}, Cycle{63}, Cycle{1'022}, Cycle{1'023},
                              Cycle{5'000}, Cycle{1'000'003}}) {
    for (const Cycle chunk : {Cycle{1}, Cycle{7}, Cycle{1'000}, Cycle{1'000'000}}) {
      SCOPED_TRACE(testing::Message() << "longest " << longest << " chunk " << chunk);
      expect_sorted_order(longest, std::min(chunk + longest / 1'000, 50 * longest), false);
    }
  }
}

// The hook sees each slot once, in order, before the events of that slot.
TEST(EventCalendar, AsksForTheEventsOfEachSlotWhenItOpens) {
  for (const Cycle longest : {Cycle{100}, Cycle{5'000}, Cycle{70'000}}) {
    SCOPED_TRACE(longest);
    expect_sorted_order(longest, 333, true);
    EventCalendar<Happening> calendar(longest);
    Cycle expected = 0;
    for (Cycle tick = 3; tick < 3 * longest; tick += 77) {
      calendar.run(
          tick, [&](Cycle slot) { ASSERT_EQ(slot, expected++); }, [](const Happening&) {});
      EXPECT_EQ(expected, ((tick - 1) >> calendar.shift()) + 1);
    }
  }
}

// At most 1024 slots: of one tick up to a longest delay of 1022, of two from 1023 on.
TEST(EventCalendar, WidensItsSlotsForLongDelays) {
  EXPECT_EQ(EventCalendar<Happening>(1'022).shift(), 0u);
  EXPECT_EQ(EventCalendar<Happening>(1'023).shift(), 1u);
  EXPECT_EQ(EventCalendar<Happening>(2'045).shift(), 1u);
  EXPECT_EQ(EventCalendar<Happening>(2'046).shift(), 2u);
}

}  // namespace
}  // namespace orthant
