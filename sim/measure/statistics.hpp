// Statistics of a run's counts: confidence intervals, the end of the warm-up, growing backlogs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "sim/measure/recorder.hpp"

namespace orthant {

// Number of equally long batches of a window.
inline constexpr std::size_t kFineBatches = 480;

// Half-width of the 95 % confidence interval of the mean latency, a ratio of sums over the batches:
// the spectral method of Heidelberger & Welch 1981 (K = 25, d = 2) on the residuals of the ratio.
// Their variance at frequency 0 is extrapolated from the logarithm of the periodogram, so
// correlation between batches counts. The interval is computed for the logarithm of the mean above
// the least batch; the half-width is its longer, upper side. If too few batches hold a packet for a
// spectrum, these batches are taken as independent. Empty if fewer than two do.
std::optional<double> confidence_half_width(std::span<const LatencySum> batches);

// Correlation of each value with the next one. Requires at least 3 values; 0 for constant series.
double lag1_correlation(std::span<const double> values);

// MSER (White 1997): returns how many initial values to drop so that the standard error of the mean
// of the rest is least. At most 3/4 of the series may be dropped.
std::size_t mser_truncation(std::span<const double> values);

// Returns false if the mean latency drifted within a window: the means of its twentieths have a
// lag-1 correlation of 0.2 or more, and those of its halves differ by more than a tenth. True if a
// twentieth has no packet: too few to decide.
bool is_level(std::span<const LatencySum> batches);

// The growing series of backlogs: one series per source, sampled at equal intervals. A source grows
// if the mean of its increments is positive at 99 % (one-sided t test, Holm's correction over the
// sources) and above one hundredth of the flits that it generates per interval. A test on the sum
// of all sources is added: it detects a small growth that is spread over all of them.
struct BacklogGrowth {
  bool grows = false;
  std::vector<std::size_t> sources;  // sources that grow, each tested alone
};
// flits(sample, source): a backlog.
BacklogGrowth find_growth(std::size_t samples, std::span<const std::uint64_t> generated_flits,
                          FunctionRef<std::uint64_t(std::size_t, std::size_t)> flits);

// Predicts the cycles until a network has drained. It held `at_first` packets `elapsed` cycles ago,
// holds `left` now, and is taken to go on at that rate. Returns 0 if `elapsed` is 0, and kNever if
// no packet has arrived.
Cycle cycles_to_drain(Cycle elapsed, std::uint64_t at_first, std::uint64_t left);

// Fairness index of Jain, Chiu and Hawe 1984: 1 if all values are equal, 1/n if one has everything.
std::optional<double> jain_index(std::span<const double> values);

}  // namespace orthant
