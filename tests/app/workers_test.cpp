// Items on worker threads: each once, errors handed on.
#include "app/jobs/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <numeric>
#include <stdexcept>

namespace orthant {
namespace {

std::vector<std::size_t> first_items(std::size_t count) {
  std::vector<std::size_t> items(count);
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

TEST(Workers, ComputeEachItemOnceOnAnyNumberOfThreads) {
  for (const std::size_t threads : {1u, 2u, 7u}) {
    Progress progress("items", 100, 0, threads, true);
    std::map<std::size_t, std::string> rows;
    compute_on_threads(
        first_items(100), threads,
        [](std::size_t item, const RunProgress& watch) {
          EXPECT_TRUE(watch(1, 2));
          ItemResult result;
          result.row = {std::to_string(item)};
          return result;
        },
        [&](std::size_t item, ItemResult&& result) {
          EXPECT_TRUE(rows.emplace(item, result.row.at(0)).second);
        },
        progress);
    ASSERT_EQ(rows.size(), 100u);
    for (const auto& [item, text] : rows) EXPECT_EQ(text, std::to_string(item));
  }
}

TEST(Workers, DoNotHandOverWhatIsIncomplete) {
  Progress progress("items", 4, 0, 2, true);
  std::size_t taken = 0;
  compute_on_threads(
      first_items(4), 2,
      [](std::size_t item, const RunProgress&) {
        ItemResult result;
        result.complete = item % 2 == 0;
        return result;
      },
      [&](std::size_t item, ItemResult&&) { taken += 1 + item; }, progress);
  EXPECT_EQ(taken, 1u + 3u);
}

TEST(Workers, HandOnTheErrorOfAnItemAndStop) {
  Progress progress("items", 1000, 0, 2, true);
  std::atomic<std::size_t> computed = 0;
  EXPECT_THROW(compute_on_threads(
                   first_items(1000), 2,
                   [&](std::size_t item, const RunProgress&) -> ItemResult {
                     if (item == 3) throw std::runtime_error("item 3");
                     ++computed;
                     return {};
                   },
                   [](std::size_t, ItemResult&&) {}, progress),
               std::runtime_error);
  EXPECT_LT(computed, 1000u);
}

// The other worker is in the middle of an item that ends only when it is told to.
TEST(Workers, StopWhenAResultCannotBeTaken) {
  Progress progress("items", 2, 0, 2, true);
  EXPECT_THROW(
      compute_on_threads(
          first_items(2), 2,
          [](std::size_t item, const RunProgress& watch) {
            while (item == 1 && watch(0, 0)) continue;
            return ItemResult{};
          },
          [](std::size_t, ItemResult&&) { throw std::runtime_error("disk full"); }, progress),
      std::runtime_error);
}

TEST(Progress, SaysHowFarAndHowLong) {
  Progress progress("points", 10, 4, 2, true);
  EXPECT_EQ(progress.line(10), "4 of 10 points");
  progress.item_done();
  progress.set_fraction(1, 0.5);
  // One and a half of six in 9 s: six seconds each, four and a half are left.
  EXPECT_EQ(progress.line(9), "5 of 10 points, 55 %, about 27 s left");
  // A single long run says how far its cycles are.
  Progress single("runs", 1, 0, 1, true);
  single.set_fraction(0, 0.25);
  EXPECT_EQ(single.line(30), "0 of 1 run, 25 %, about 90 s left");
  EXPECT_EQ(duration_text(99.5), "2 min");
  EXPECT_EQ(duration_text(7.25 * 3600), "7 h 15 min");
}

}  // namespace
}  // namespace orthant
