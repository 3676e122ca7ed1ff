// The order found round by round against one list of all events, in which those of one time keep
// the order in which they were entered.
#include "sim/output_queued/event_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/random.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kRouters = 40;  // more events of one time than are sorted by insertion
constexpr std::uint32_t kRanks = 4;
constexpr Cycle kLongestLocal = 3;  // ticks from one event of a router to another
constexpr Cycle kClock = 7;         // every router has an event without a cause at its multiples

// An event, named by its whole history, so that both worlds name it alike.
struct Happening {
  Cycle time = 0;
  std::uint32_t router = 0;
  std::uint64_t name = 0;
};

// What happens in consequence, by rank: some things at other routers, at least `least` ticks later,
// and last perhaps one at the same router, sooner. Few delays, so many events of one time.
std::vector<Happening> consequences(const Happening& cause, Cycle least, Cycle longest) {
  RandomStream random(cause.name, cause.router, RandomPurpose::kTest);
  const auto name = [&] { return random.next_u64(); };
  std::vector<Happening> list;
  const std::uint32_t others = random.below(8) / 3;  // 0.875 in the mean: it dies out
  for (std::uint32_t i = 0; i < others; ++i) {
    const Cycle delay = random.below(2) == 0 ? least : longest;
    const std::uint32_t to = (cause.router + 1 + random.below(kRouters - 1)) % kRouters;
    list.push_back({cause.time + delay, to, name()});
  }
  if (random.below(10) == 0)
    list.push_back({cause.time + 1 + random.below(kLongestLocal), cause.router, name()});
  return list;
}
Happening tick(Cycle time, std::uint32_t router) {
  return {time, router, time * kRouters + router};
}

using Histories = std::vector<std::vector<std::uint64_t>>;  // [router][event]: names

// One list of all events.
Histories run_list(Cycle least, Cycle longest, Cycle end) {
  Histories histories(kRouters);
  using Key = std::tuple<Cycle, bool, std::uint64_t>;  // time, tick, number or router
  std::map<Key, Happening> list;
  std::uint64_t number = 0;
  for (Cycle time = 0; time < end; time += kClock) {
    for (std::uint32_t r = 0; r < kRouters; ++r) list[{time, true, r}] = tick(time, r);
  }
  while (!list.empty() && list.begin()->second.time < end) {
    const Happening now = list.begin()->second;
    list.erase(list.begin());
    histories[now.router].push_back(now.name);
    for (const Happening& next : consequences(now, least, longest))
      list[{next.time, false, number++}] = next;
  }
  return histories;
}

struct Expected {
  Happening event;
  Cause cause;
};

// Router by router in rounds of random lengths up to `least`.
class Rounds {
 public:
  Rounds(Cycle least, Cycle longest, unsigned ranks, EventIndex first)
      : least_(least),
        longest_(longest),
        order_(std::max(longest, kLongestLocal), ranks, first),
        expected_(kRouters),
        histories_(kRouters) {}

  Histories run(Cycle end, std::uint32_t seed) {
    RandomStream random(seed, 0, RandomPurpose::kTest);
    for (Cycle start = 0; start < end;) {
      const Cycle length = 1 + random.below(static_cast<std::uint32_t>(least_));
      const Cycle stop = std::min(end, start + length);
      order_.begin_round(start);
      for (std::uint32_t r = 0; r < kRouters; ++r) run_router(r, start, stop);
      start = stop;
    }
    return histories_;
  }

 private:
  void run_router(std::uint32_t r, Cycle start, Cycle stop) {
    Cycle clock = (start + kClock - 1) / kClock * kClock;
    for (;;) {
      const auto first = std::ranges::min_element(expected_[r], [&](const auto& a, const auto& b) {
        return a.event.time != b.event.time ? a.event.time < b.event.time
                                            : order_.before(a.cause, b.cause);
      });
      const bool none = first == expected_[r].end() || first->event.time >= stop;
      if (clock < stop && (none || clock < first->event.time)) {
        handle(tick(clock, r), order_.add_uncaused(clock));
        clock += kClock;
      } else if (none) {
        return;
      } else {
        const Expected taken = *first;
        expected_[r].erase(first);
        handle(taken.event, order_.add(taken.event.time, taken.cause));
      }
    }
  }

  void handle(const Happening& event, EventIndex index) {
    histories_[event.router].push_back(event.name);
    std::uint8_t rank = 0;
    for (const Happening& next : consequences(event, least_, longest_))
      expected_[next.router].push_back({next, {index, rank++}});
  }

  Cycle least_, longest_;
  EventOrder order_;
  std::vector<std::vector<Expected>> expected_;  // [router]
  Histories histories_;
};

void expect_order_of_one_list(unsigned ranks, EventIndex first) {
  for (const auto& [least, longest] : std::vector<std::pair<Cycle, Cycle>>{
           {1, 2}, {4, 8}, {5, 7}, {20, 41}, {60, 60}, {30, 500}}) {
    SCOPED_TRACE(testing::Message() << "delays " << least << " and " << longest);
    const Cycle end = 40 * least + 200;
    const Histories expected = run_list(least, longest, end);
    std::size_t events = 0;
    for (const auto& history : expected) events += history.size();
    EXPECT_GT(events, 3'000u);
    for (std::uint32_t seed = 0; seed < 5; ++seed)
      ASSERT_TRUE(Rounds(least, longest, ranks, first).run(end, seed) == expected)
          << "seed " << seed;
  }
}

TEST(EventOrder, IsThatOfOneListOfAllEventsHoweverTimeIsCutIntoRounds) {
  expect_order_of_one_list(kRanks, 0);
}

// Indices have 32 bits, and a long run has more events.
TEST(EventOrder, OutlivesTheWrapOfItsIndices) {
  for (const EventIndex before : {1u, 500u, 2'000u}) expect_order_of_one_list(kRanks, 0u - before);
}

// With so many ranks a cause and a rank do not fit into 32 bits.
TEST(EventOrder, SortsByLongKeysToo) { expect_order_of_one_list(1u << 30, 0); }

// Events of one instant in two routers decide who comes first in a third one.
TEST(EventOrder, GoesBackToTheFirstDifferenceInTime) {
  EventOrder order(100, 1);
  order.begin_round(0);
  const EventIndex late = order.add_uncaused(2);
  const EventIndex early = order.add_uncaused(1);
  order.begin_round(10);
  const EventIndex of_late = order.add(15, {late});
  const EventIndex of_early = order.add(15, {early});
  order.begin_round(20);
  EXPECT_TRUE(order.before({of_early}, {of_late}));
  EXPECT_FALSE(order.before({of_late}, {of_early}));
  EXPECT_TRUE(order.before({of_late, 0}, {of_late, 1}));
}

}  // namespace
}  // namespace orthant
