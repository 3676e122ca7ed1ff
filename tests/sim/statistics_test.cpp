#include "sim/measure/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace orthant {
namespace {

RandomStream stream(std::uint32_t owner) { return {11, owner, RandomPurpose::kTest}; }

// The share of 2000 series whose interval holds the mean 50. Three standard errors of a proportion
// near 0.95 are 3 sqrt(.95 * .05 / 2000) = 0.015, and the longer side of a logarithmic interval
// covers up to 0.01 more than 0.95.
template <typename Fill>
double coverage(Fill fill) {
  int covered = 0;
  for (std::uint32_t series = 0; series < 2'000; ++series) {
    auto random = stream(series);
    std::vector<LatencySum> batches(kFineBatches);
    fill(random, batches);
    LatencySum all;
    for (const LatencySum& batch : batches) all += batch;
    covered += std::abs(all.mean() - 50) <= confidence_half_width(batches).value();
  }
  return covered / 2'000.0;
}

TEST(ConfidenceHalfWidth, CoversTheMeanInNinetyFivePercentOfCases) {
  const double share = coverage([](RandomStream& random, std::vector<LatencySum>& batches) {
    for (LatencySum& batch : batches) batch = {10, 10 * 50 * random.exponential()};
  });
  EXPECT_NEAR(share, 0.96, 0.02);
}

// An autoregressive series whose correlation falls by e in a fiftieth of the window. Means of 20 to
// 30 batches have a lag-1 correlation of 0.3 and more, and their intervals hold the mean in 0.85 of
// the cases; those of the ones that happen to look uncorrelated do no better.
TEST(ConfidenceHalfWidth, CoversTheMeanOfACorrelatedSeries) {
  const double share = coverage([](RandomStream& random, std::vector<LatencySum>& batches) {
    const double decay = std::exp(-50.0 / kFineBatches);
    double value = 0;
    for (int i = 0; i < 200; ++i) value = decay * value + random.uniform() - 0.5;
    for (LatencySum& batch : batches) {
      value = decay * value + random.uniform() - 0.5;
      batch = {10, 10 * (50 + value)};
    }
  });
  EXPECT_GE(share, 0.93);
  EXPECT_LE(share, 0.99);
}

// Batches of few packets are fast, those of many are slow: 1 or 9 packets of latency 10 or 54.444,
// so that the mean over packets is (10 + 9 * 54.444) / 10 = 50, that over batches 32.
TEST(ConfidenceHalfWidth, IsThatOfARatioWhereBatchesHoldDifferentNumbersOfPackets) {
  const double share = coverage([](RandomStream& random, std::vector<LatencySum>& batches) {
    for (LatencySum& batch : batches)
      batch = random.bernoulli(0.5) ? LatencySum{1, 10} : LatencySum{9, 490};
  });
  EXPECT_NEAR(share, 0.955, 0.015);
}

// One packet in each batch, all of latency 100 but one of 580: the residuals are 479 once and -1
// else, so every ordinate of the periodogram is 480^2 / 480, the fit is log 480 + 0.270, and the
// half-width of Heidelberger and Welch 2.36462 sqrt(0.882 e^0.270 480 / 480) = 2.54173. The mean of
// 101 lies 1 above the least batch, so the upper side on the scale of logarithms is
// e^2.54173 - 1 = 11.7016. With a batch of latency 1 in place of one of 100 the mean is
// 100.79375, and the residuals are 479.20625, -99.79375 and -0.79375.
TEST(ConfidenceHalfWidth, OfAFlatSpectrumIsThatOfHeidelbergerAndWelchOnALogarithmicScale) {
  std::vector<LatencySum> batches(480, LatencySum{1, 100});
  batches[77].latency = 580;
  EXPECT_NEAR(confidence_half_width(batches).value(), 11.7016, 1e-3);
  EXPECT_EQ(confidence_half_width(std::vector<LatencySum>(480, LatencySum{7, 700})), 0.0);
}

// A discrete-time queue. In each of `cycles` a packet comes from each of `flows` with the same
// probability, and all take `service` cycles of one channel, first come first served. The wait
// before the first of a cycle is W = max(W + A - 1, 0) with the work A of a cycle, so in the mean
// (E[A^2] - E[A]) / 2 (1 - E[A]); those that come in the same cycle and before a packet add
// service E[n (n - 1)] / 2 E[n] for n packets a cycle.
struct Queue {
  double load;
  int flows, service, cycles;

  double probability() const { return load / (flows * service); }
  double mean_wait() const {
    const double p = probability();
    const double variance = service * service * flows * p * (1 - p);
    return (variance + load * load - load) / (2 * (1 - load)) + service * (flows - 1) * p / 2;
  }
  std::vector<LatencySum> window(RandomStream& random) const {
    std::vector<LatencySum> batches(kFineBatches);
    const double p = probability();
    int work = 0;
    for (int cycle = -2'000; cycle < cycles; ++cycle) {
      for (int flow = 0; flow < flows; ++flow) {
        if (!random.bernoulli(p)) continue;
        if (cycle >= 0)
          batches[static_cast<std::size_t>(cycle) * kFineBatches /
                  static_cast<std::size_t>(cycles)] += {1, 10.0 + work};
        work += service;
      }
      work = std::max(work - 1, 0);
    }
    return batches;
  }
};

struct Misses {
  double below, above;  // shares of the intervals that lie below and above the true mean
};

Misses misses(const Queue& queue, std::uint32_t series) {
  Misses result{};
  for (std::uint32_t i = 0; i < series; ++i) {
    auto random = stream(i);
    const std::vector<LatencySum> batches = queue.window(random);
    LatencySum all;
    for (const LatencySum& batch : batches) all += batch;
    const double error = all.mean() - 10 - queue.mean_wait();
    const double half_width = confidence_half_width(batches).value();
    result.below += (error < -half_width) / static_cast<double>(series);
    result.above += (error > half_width) / static_cast<double>(series);
  }
  return result;
}

// Two flows that meet at a channel, and one that waits for its own. Windows with few bursts have a
// low mean and a narrow interval: on the scale of the mean itself the first and the last miss in
// 0.065 of the cases and more.
TEST(ConfidenceHalfWidth, CoversTheMeanLatencyOfAQueue) {
  for (const Queue& queue :
       {Queue{0.8, 2, 1, 4'000}, Queue{0.6, 2, 1, 4'000}, Queue{0.5, 1, 8, 20'000}}) {
    const Misses share = misses(queue, 2'000);
    EXPECT_LE(share.below + share.above, 0.06) << queue.load;
    EXPECT_GE(share.below + share.above, 0.03) << queue.load;
    EXPECT_GT(share.below, share.above) << queue.load;
  }
}

// Latencies 10 and 14: mean 12, deviation 2.828, t with one degree of freedom 12.706, so
// 12.706 * 2.828 / sqrt 2 = 25.412.
TEST(ConfidenceHalfWidth, OfFewPacketsIsStudents) {
  std::vector<LatencySum> batches(kFineBatches);
  EXPECT_FALSE(confidence_half_width(batches));
  batches[3] = {1, 10};
  EXPECT_FALSE(confidence_half_width(batches));
  batches[200] = {1, 14};
  EXPECT_NEAR(confidence_half_width(batches).value(), 25.412, 1e-3);
}

// 200 series of independent batches; the same with a step, which 20 batches show as correlated.
TEST(IsLevel, SeesAStepEitherWayAndNoneInIndependentBatches) {
  for (std::uint32_t series = 0; series < 200; ++series) {
    auto random = stream(series);
    std::vector<LatencySum> fine(kFineBatches);
    for (LatencySum& batch : fine) batch = {10, 10 * (25 + 50 * random.uniform())};
    EXPECT_TRUE(is_level(fine));
    for (std::size_t i = kFineBatches * 6 / 10; i < kFineBatches; ++i) fine[i].latency *= 2;
    EXPECT_FALSE(is_level(fine));
    std::ranges::reverse(fine);
    EXPECT_FALSE(is_level(fine));
  }
}

TEST(IsLevel, TakesNoOffenceAtASmallStepOrAtTooFewPackets) {
  std::vector<LatencySum> fine(kFineBatches, LatencySum{1, 100});
  for (std::size_t i = kFineBatches / 2; i < kFineBatches; ++i) fine[i].latency = 109;
  EXPECT_TRUE(is_level(fine));
  for (std::size_t i = kFineBatches / 2; i < kFineBatches; ++i) fine[i].latency = 120;
  EXPECT_FALSE(is_level(fine));
  for (std::size_t i = 0; i < kFineBatches / 20; ++i) fine[i] = {};
  EXPECT_TRUE(is_level(fine));
}

TEST(Lag1Correlation, OfAnAlternatingSeriesIsNearMinusOne) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i % 2);
  EXPECT_NEAR(lag1_correlation(values), -0.99, 1e-9);
  EXPECT_EQ(lag1_correlation(std::vector<double>(10, 3.0)), 0.0);
}

TEST(MserTruncation, FindsTheEndOfARamp) {
  auto random = stream(0);
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back((i < 20 ? 5.0 * i : 100.0) + random.uniform());
  const auto cut = mser_truncation(values);
  EXPECT_GE(cut, 19u);
  EXPECT_LE(cut, 24u);
}

TEST(MserTruncation, OfASeriesThatKeepsGrowingIsBeyondHalf) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i);
  EXPECT_GT(mser_truncation(values), 50u);
}

TEST(MserTruncation, KeepsAConstantSeriesWhole) {
  EXPECT_EQ(mser_truncation(std::vector<double>(100, 7.0)), 0u);
  EXPECT_EQ(mser_truncation(std::vector<double>(100, 12.0 + 1.0 / 7)), 0u);
  std::vector<double> rounded;
  for (int i = 0; i < 100; ++i) rounded.push_back((i % 3 == 0 ? 85.0 + 3e-14 : 85.0) / 7);
  EXPECT_EQ(mser_truncation(rounded), 0u);
}

// samples: [sample][source].
BacklogGrowth growth_of(const std::vector<std::vector<std::uint64_t>>& samples,
                        std::span<const std::uint64_t> generated) {
  return find_growth(samples.size(), generated, [&](std::size_t sample, std::size_t source) {
    return samples[sample][source];
  });
}

// A queue near saturation: arrivals and services of a discrete-time single server, sampled 31
// times.
std::vector<std::vector<std::uint64_t>> queue_samples(double load, std::size_t nodes,
                                                      std::vector<std::uint64_t>& generated,
                                                      std::uint32_t seed) {
  std::vector<std::vector<std::uint64_t>> samples;
  std::vector<std::uint64_t> queue(nodes);
  generated.assign(nodes, 0);
  auto random = stream(1000 + seed);
  for (int batch = -10; batch <= 30; ++batch) {
    if (batch >= 0) samples.push_back(queue);
    for (std::size_t n = 0; n < nodes; ++n) {
      for (int t = 0; t < 500; ++t) {
        const bool generates = random.bernoulli(load);
        queue[n] += generates;
        if (batch >= 0) generated[n] += generates;
        if (queue[n] > 0 && random.bernoulli(0.5)) --queue[n];
      }
    }
  }
  return samples;
}

TEST(FindGrowth, RarelySeesGrowthInStableQueues) {
  int seen = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    std::vector<std::uint64_t> generated;
    const auto samples = queue_samples(0.45, 8, generated, seed);
    seen += growth_of(samples, generated).grows;
  }
  EXPECT_LE(seen, 4);
}

TEST(FindGrowth, SeesASmallGrowthSpreadOverAllSources) {
  int seen = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::vector<std::uint64_t> generated;
    const auto samples =
        queue_samples(0.53, 32, generated, seed);  // 0.03 of 0.53 per cycle too much
    seen += growth_of(samples, generated).grows;
  }
  EXPECT_GE(seen, 19);
}

TEST(FindGrowth, NamesTheOneStarvedSource) {
  std::vector<std::uint64_t> generated(16, 5'000);
  std::vector<std::vector<std::uint64_t>> samples;
  auto random = stream(5);
  for (int i = 0; i <= 30; ++i) {
    std::vector<std::uint64_t> row(16);
    for (auto& v : row) v = random.below(20);
    row[7] = static_cast<std::uint64_t>(100 * i) + random.below(20);
    samples.push_back(row);
  }
  const auto growth = growth_of(samples, generated);
  EXPECT_TRUE(growth.grows);
  EXPECT_EQ(growth.sources, std::vector<std::size_t>{7});
}

std::vector<std::vector<std::uint64_t>> backlogs(
    const std::vector<std::vector<std::int64_t>>& increments) {
  std::vector<std::vector<std::uint64_t>> samples = {
      std::vector<std::uint64_t>(increments.front().size(), 1'000'000)};
  for (const auto& step : increments) {
    samples.push_back(samples.back());
    for (std::size_t n = 0; n < step.size(); ++n)
      samples.back()[n] += static_cast<std::uint64_t>(step[n]);  // modulo 2^64
  }
  return samples;
}

// Two increments a < b: t = (a + b) / (b - a) with one degree of freedom, that is Cauchy's law,
// whose 99 % point is cot(0.01 pi) = 31.82. For a = 1000 that is b = 1064.9.
TEST(FindGrowth, TestsAtNinetyNinePercent) {
  const std::vector<std::uint64_t> generated = {10'000};
  const BacklogGrowth above = growth_of(backlogs({{1'000}, {1'064}}), generated);
  EXPECT_TRUE(above.grows);
  EXPECT_EQ(above.sources, std::vector<std::size_t>{0});
  EXPECT_FALSE(growth_of(backlogs({{1'000}, {1'066}}), generated).grows);
}

// With Holm's correction the first of two sources must pass at 99.5 %: cot(0.005 pi) = 63.66, b =
// 1031.9. What the other source loses keeps the sum from growing.
TEST(FindGrowth, TestsEachOfTwoSourcesAtHalfTheLevel) {
  const std::vector<std::uint64_t> generated = {10'000, 10'000};
  const BacklogGrowth above = growth_of(backlogs({{1'000, -1'000}, {1'031, -1'031}}), generated);
  EXPECT_EQ(above.sources, std::vector<std::size_t>{0});
  EXPECT_FALSE(growth_of(backlogs({{1'000, -1'000}, {1'033, -1'033}}), generated).grows);
}

// Ten flits more at each of two looks, as surely as can be: more than a hundredth of 1999 generated
// flits, but not of 2000.
TEST(FindGrowth, IgnoresAGrowthOfAHundredthOfTheTraffic) {
  EXPECT_TRUE(growth_of(backlogs({{10}, {10}}), std::vector<std::uint64_t>{1'999}).grows);
  EXPECT_FALSE(growth_of(backlogs({{10}, {10}}), std::vector<std::uint64_t>{2'000}).grows);
}

// Each source gains 12 and loses 10 alternately: a mean of 1 with a standard deviation of 11.2 over
// 30 steps is t = 0.49, no growth. The sum gains 2 at each step, above a hundredth of the 4000
// generated flits but not of 6000.
TEST(FindGrowth, SeesASumThatGrowsThoughNoSourceDoes) {
  std::vector<std::vector<std::int64_t>> increments;
  for (int i = 0; i < 15; ++i) {
    increments.push_back({12, -10});
    increments.push_back({-10, 12});
  }
  const BacklogGrowth growth =
      growth_of(backlogs(increments), std::vector<std::uint64_t>{2'000, 2'000});
  EXPECT_TRUE(growth.grows);
  EXPECT_TRUE(growth.sources.empty());
  EXPECT_FALSE(growth_of(backlogs(increments), std::vector<std::uint64_t>{3'000, 3'000}).grows);
}

TEST(CyclesToDrain, GoOnAtTheRateSoFar) {
  EXPECT_EQ(cycles_to_drain(0, 40, 40), 0u);
  EXPECT_EQ(cycles_to_drain(100, 40, 40), kNever);
  EXPECT_EQ(cycles_to_drain(100, 40, 41), kNever);
  EXPECT_EQ(cycles_to_drain(100, 40, 30), 300u);
  EXPECT_EQ(cycles_to_drain(300, 40, 10), 100u);
  EXPECT_EQ(cycles_to_drain(300, 40, 0), 0u);
}

TEST(JainIndex, IsOneForEqualsAndOneOverNForOneTaker) {
  EXPECT_DOUBLE_EQ(*jain_index(std::vector<double>{2, 2, 2}), 1.0);
  EXPECT_DOUBLE_EQ(*jain_index(std::vector<double>{0, 0, 5, 0}), 0.25);
  EXPECT_FALSE(jain_index(std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace orthant
