#include "sim/event_calendar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/random.hpp"

namespace orthant {
namespace {

struct Happening {
  Cycle time = 0;
  std::uint32_t number = 0;  // order of pushes
  std::uint32_t order = 0;   // the calendar's own
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
    calendar.push({.time = time, .number = pushes++});
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
  for (const Cycle longest : {Cycle{1}, Cycle{5}, Cycle{63}, Cycle{4'094}, Cycle{4'095},
                              Cycle{50'000}, Cycle{1'000'003}}) {
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

// At most 4096 slots: of one tick up to a longest delay of 4094, of two from 4095 on.
TEST(EventCalendar, WidensItsSlotsForLongDelays) {
  EXPECT_EQ(EventCalendar<Happening>(4'094).shift(), 0u);
  EXPECT_EQ(EventCalendar<Happening>(4'095).shift(), 1u);
  EXPECT_EQ(EventCalendar<Happening>(8'189).shift(), 1u);
  EXPECT_EQ(EventCalendar<Happening>(8'190).shift(), 2u);
}

}  // namespace
}  // namespace orthant
