// What is made of the counts of a run: confidence intervals, the end of the warm-up, growing
// backlogs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/recorder.hpp"

namespace orthant {

// Number of fine batches that a window is counted in; they are merged to 30, 24 or 20 for an
// interval.
inline constexpr std::size_t kFineBatches = 480;

// Half-width of the 95 % confidence interval of the mean, by batch means (Law & Carson 1979): the
// most batches out of 30, 24 and 20 whose means have a lag-1 correlation below 0.2. Empty where
// none has, or a batch is empty.
std::optional<double> confidence_half_width(std::span<const LatencySum> fine_batches);

// Correlation of each value with the next one. Requires at least 3 values; 0 for constant series.
double lag1_correlation(std::span<const double> values);

// MSER (White 1997): how many values at the start to drop so that the standard error of the mean of
// the rest is least. At most 3/4 of the series is considered for dropping.
std::size_t mser_truncation(std::span<const double> values);

// False when the mean latency of a window moved on: its batch means are correlated too strongly for
// an interval, and the means of its two halves differ by more than a tenth. True where a batch has
// no packet: too few to tell.
bool is_level(std::span<const LatencySum> fine_batches);

// Which series of backlogs grow: one series per source, sampled at equal intervals. A source grows
// when the mean of its increments is positive at 99 % (one-sided t test, Holm's correction over the
// sources) and above one hundredth of the flits that it generates per interval. The test on the sum
// of all sources comes on top: it sees a small growth that is spread over all of them.
struct BacklogGrowth {
  bool grows = false;
  std::vector<std::size_t> sources;  // those that grow by themselves
};
BacklogGrowth find_growth(std::span<const std::vector<std::uint64_t>> samples,
                          std::span<const std::uint64_t> generated_flits);

// Fairness index of Jain, Chiu and Hawe 1984: 1 when all values are equal, 1/n when one has
// everything.
std::optional<double> jain_index(std::span<const double> values);

}  // namespace orthant
