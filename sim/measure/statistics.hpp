// What is made of the counts of a run: confidence intervals, the end of the warm-up, growing
// backlogs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "sim/measure/recorder.hpp"

namespace orthant {

// Number of batches, equally long, that a window is counted in.
inline constexpr std::size_t kFineBatches = 480;

// Half-width of the 95 % confidence interval of the mean latency, a ratio of sums over the batches:
// the spectral method of Heidelberger & Welch 1981 (K = 25, d = 2) on the residuals of
// the ratio. Their variance at frequency 0 is extrapolated from the logarithm of the periodogram,
// so correlation between batches counts. The interval is that of the logarithm of the mean above
// the least batch, and the half-width its longer, upper side. Where too few batches hold a packet
// for a spectrum, these are taken as independent. Empty where fewer than two do.
std::optional<double> confidence_half_width(std::span<const LatencySum> batches);

// Correlation of each value with the next one. Requires at least 3 values; 0 for constant series.
double lag1_correlation(std::span<const double> values);

// MSER (White 1997): how many values at the start to drop so that the standard error of the mean of
// the rest is least. At most 3/4 of the series is considered for dropping.
std::size_t mser_truncation(std::span<const double> values);

// False when the mean latency of a window moved on: the means of its twentieths have a lag-1
// correlation of 0.2 or more, and those of its halves differ by more than a tenth. True where a
// twentieth has no packet: too few to decide.
bool is_level(std::span<const LatencySum> batches);

// Which series of backlogs grow: one series per source, sampled at equal intervals. A source grows
// when the mean of its increments is positive at 99 % (one-sided t test, Holm's correction over the
// sources) and above one hundredth of the flits that it generates per interval. The test on the sum
// of all sources comes on top: it sees a small growth that is spread over all of them.
struct BacklogGrowth {
  bool grows = false;
  std::vector<std::size_t> sources;  // those that grow by themselves
};
// flits(sample, source): a backlog.
BacklogGrowth find_growth(std::size_t samples, std::span<const std::uint64_t> generated_flits,
                          FunctionRef<std::uint64_t(std::size_t, std::size_t)> flits);

// How long until all of `at_first` packets have arrived, if the `left` ones come as quickly as
// those of the `elapsed` cycles; 0 while nothing has elapsed, kNever where none came.
Cycle cycles_to_drain(Cycle elapsed, std::uint64_t at_first, std::uint64_t left);

// Fairness index of Jain, Chiu and Hawe 1984: 1 when all values are equal, 1/n when one has
// everything.
std::optional<double> jain_index(std::span<const double> values);

}  // namespace orthant
