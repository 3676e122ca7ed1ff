#include "sim/measure/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.hpp"

namespace orthant {
namespace {

TEST(Histogram, BinsTouchEachOtherAndHoldEveryValue) {
  Histogram h;
  for (Cycle v = 0; v < 5'000; ++v) h.add(v);
  Cycle next = 0;
  for (const auto& bin : h.bins()) {
    EXPECT_EQ(bin.from, next);
    EXPECT_EQ(bin.packets, std::min<Cycle>(bin.to, 5'000) - bin.from);
    next = bin.to;
  }
  EXPECT_GE(next, 5'000u);
}

TEST(Histogram, QuantilesAreWithinOnePercentOfTheSortedSample) {
  RandomStream random(3, 0, RandomPurpose::kTest);
  Histogram h;
  std::vector<Cycle> sample;
  for (int i = 0; i < 100'000; ++i) {
    sample.push_back(static_cast<Cycle>(20 + 3000 * random.exponential()));
    h.add(sample.back());
  }
  std::sort(sample.begin(), sample.end());
  for (const double q : {0.01, 0.5, 0.95, 0.99, 0.999}) {
    const auto exact = static_cast<double>(
        sample[static_cast<std::size_t>(std::ceil(q * static_cast<double>(sample.size()))) - 1]);
    EXPECT_NEAR(*h.quantile(q, 20), exact, 0.005 * exact + 0.5);
  }
}

TEST(Histogram, GivesNoQuantileWithTooFewEntriesBeyondIt) {
  Histogram h;
  for (Cycle v = 0; v < 1'999; ++v) h.add(v);
  EXPECT_FALSE(h.quantile(0.99, 20));
  h.add(5);
  EXPECT_TRUE(h.quantile(0.99, 20));
  EXPECT_FALSE(Histogram{}.quantile(0.5, 20));
}

TEST(Histogram, StaysSmallForHugeValues) {
  Histogram h;
  h.add(Cycle{1} << 60);
  h.add(1);
  EXPECT_EQ(h.bins().size(), 2u);
  EXPECT_LE(h.bins()[1].from, Cycle{1} << 60);
  EXPECT_GT(h.bins()[1].to, Cycle{1} << 60);
}

}  // namespace
}  // namespace orthant
