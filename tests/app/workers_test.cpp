// Items on worker threads: each once, errors handed on.
#include "app/jobs/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

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
        first_items(100), {threads},
        [](std::size_t item, const Share&, const RunProgress& watch) {
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
      first_items(4), {2},
      [](std::size_t item, const Share&, const RunProgress&) {
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
                   first_items(1000), {2},
                   [&](std::size_t item, const Share&, const RunProgress&) -> ItemResult {
                     if (item == 3) throw std::runtime_error("item 3");
                     ++computed;
                     return {};
                   },
                   [](std::size_t, ItemResult&&) {}, progress),
               std::runtime_error);
  EXPECT_LT(computed, 1000u);
}

// The other worker is in the middle of an item that ends only when it is asked to.
TEST(Workers, StopWhenAResultCannotBeTaken) {
  Progress progress("items", 2, 0, 2, true);
  EXPECT_THROW(
      compute_on_threads(
          first_items(2), {2},
          [](std::size_t item, const Share&, const RunProgress& watch) {
            while (item == 1 && watch(0, 0)) continue;
            return ItemResult{};
          },
          [](std::size_t, ItemResult&&) { throw std::runtime_error("disk full"); }, progress),
      std::runtime_error);
}

TEST(Workers, ShareThreadsAmongItems) {
  using Batches = std::vector<Batch>;
  // Nothing gains from more than one thread.
  EXPECT_EQ(batches(3, {8}), (Batches{{3, 3, 1}}));
  EXPECT_EQ(batches(100, {8}), (Batches{{100, 8, 1}}));
  EXPECT_EQ(batches(0, {8, 8}), Batches{});
  // Fewer than threads.
  EXPECT_EQ(batches(1, {8, 100}), (Batches{{1, 1, 8}}));
  EXPECT_EQ(batches(1, {8, 2}), (Batches{{1, 1, 2}}));
  EXPECT_EQ(batches(3, {8, 100}), (Batches{{3, 3, 2}}));
  EXPECT_EQ(batches(5, {8, 100}), (Batches{{5, 5, 1}}));
  // As many as threads, and more.
  EXPECT_EQ(batches(8, {8, 100}), (Batches{{8, 8, 1}}));
  EXPECT_EQ(batches(9, {8, 100}), (Batches{{8, 8, 1}, {1, 1, 8}}));
  EXPECT_EQ(batches(18, {8, 100}), (Batches{{16, 8, 1}, {2, 2, 4}}));
  EXPECT_EQ(batches(15, {8, 100}), (Batches{{15, 8, 1}}));
  // So many as the user says.
  EXPECT_EQ(batches(9, {8, 2, true}), (Batches{{9, 4, 2}}));
  EXPECT_EQ(batches(9, {2, 8, true}), (Batches{{9, 1, 8}}));
}

TEST(Progress, ShowsTheShareAndTheTimeLeft) {
  Progress progress("points", 10, 4, 2, true);
  EXPECT_EQ(progress.line(10), "4 of 10 points");
  progress.item_done(4);
  progress.set_fraction(1, 5, 0.5);
  // One and a half of six in 9 s: six seconds each, four and a half are left.
  EXPECT_EQ(progress.line(9), "5 of 10 points, 55 %, about 27 s left");
  progress.set_fraction(1, 5, 0.25);  // never falls
  EXPECT_EQ(progress.line(9).substr(0, 20), "5 of 10 points, 55 %");
  Progress single("runs", 1, 0, 1, true);
  single.set_fraction(0, 0, 1);
  EXPECT_EQ(single.line(130), "0 of 1 run, 99 %");
  single.item_done(0);
  EXPECT_EQ(single.line(131), "1 of 1 run, 100 %");
  EXPECT_EQ(duration_text(99.5), "2 min");
  EXPECT_EQ(duration_text(7.25 * 3600), "7 h 15 min");
}

TEST(Progress, GoesByTheCostOfItems) {
  const std::vector<double> costs = {1, 1, 998, 1000};
  Progress progress("points", 4, 1, 1, true,
                    {[&](std::size_t item) { return costs[item]; }, 2000, costs[0]});
  progress.item_done(1);
  // Half of the points, but a thousandth of the cost: too little to go by for five seconds.
  EXPECT_EQ(progress.line(4.9), "2 of 4 points, 0 %");
  EXPECT_EQ(progress.line(5), "2 of 4 points, 0 %, about 2 h 47 min left");
  progress.set_fraction(0, 2, 0.5);
  EXPECT_EQ(progress.line(250), "2 of 4 points, 25 %, about 13 min left");
  progress.item_done(2);
  progress.set_fraction(0, 2, 0);
  EXPECT_EQ(progress.line(500), "3 of 4 points, 50 %, about 9 min left");
}

}  // namespace
}  // namespace orthant
