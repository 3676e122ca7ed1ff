#include "sim/measure/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace orthant {
namespace {

// Heidelberger & Welch 1981: a polynomial of degree 2 is fitted to K points of the logarithm of the
// periodogram. With their constants the variance is like chi-square with 7 degrees of freedom.
constexpr std::size_t kSpectrumPoints = 25;
constexpr std::size_t kFrequencies = 2 * kSpectrumPoints;
constexpr double kLogBias = 0.270;               // bias of the logarithm of a mean of two ordinates
constexpr double kVarianceBias = 0.882;          // C1, of the exponential of the fit at frequency 0
constexpr double kStudent7 = 2.364624251592785;  // 97.5 % point with C2 = 7 degrees of freedom
// Smaller ordinates are raised to this share of their mean: noise is never as small, but a regular
// series may have ordinates of 0.
constexpr double kLeastOrdinate = 1e-4;

constexpr double kGrowthLevel = 0.01;
constexpr double kLeastGrowth = 0.01;  // share of the generated flits

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance_of(std::span<const double> values, double mean) {
  double sum = 0;
  for (const double v : values) sum += (v - mean) * (v - mean);
  return sum / static_cast<double>(values.size() - 1);
}

// Means of `count` merged batches; empty when one of them has no packet.
std::vector<double> merged_means(std::span<const LatencySum> fine, std::size_t count) {
  const std::size_t step = fine.size() / count;
  std::vector<double> means;
  for (std::size_t i = 0; i < count; ++i) {
    LatencySum sum;
    for (std::size_t j = i * step; j < (i + 1) * step; ++j) sum += fine[j];
    if (sum.packets == 0) return {};
    means.push_back(sum.mean());
  }
  return means;
}

double mean_latency(std::span<const LatencySum> batches) {
  LatencySum all;
  for (const LatencySum& sum : batches) all += sum;
  return all.mean();
}

// Returns the contribution of each batch to the deviation of the ratio (sum of latencies / packets)
// from its true value, times the number of batches: linearised, so that batches may hold different
// numbers of packets.
std::vector<double> ratio_residuals(std::span<const LatencySum> batches) {
  LatencySum all;
  for (const LatencySum& sum : batches) all += sum;
  const auto packets = static_cast<double>(all.packets);
  const double scale = static_cast<double>(batches.size()) / (packets * packets);
  std::vector<double> residuals;
  for (const LatencySum& sum : batches) {  // differences of whole numbers: equal latencies give 0
    const double difference =
        sum.latency * packets - all.latency * static_cast<double>(sum.packets);
    residuals.push_back(difference * scale);
  }
  return residuals;
}

double sum_of_squares(std::span<const double> values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

// Returns the half-width of the interval of the mean of residuals, `filled` of which are not known
// to be 0.
double independent_half_width(std::span<const double> residuals, std::size_t filled) {
  const boost::math::students_t law(static_cast<double>(filled - 1));
  const double t = boost::math::quantile(law, 0.975);
  const double scale = static_cast<double>(filled) / static_cast<double>(filled - 1);
  return t * std::sqrt(scale * sum_of_squares(residuals)) / static_cast<double>(residuals.size());
}

// Ordinates of the periodogram at 1, 2, ... periods per series.
std::vector<double> periodogram(std::span<const double> values, std::size_t frequencies) {
  const std::size_t n = values.size();
  std::vector<double> cosine(n);
  std::vector<double> sine(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
    cosine[i] = std::cos(angle);
    sine[i] = std::sin(angle);
  }
  std::vector<double> ordinates;
  for (std::size_t k = 1; k <= frequencies; ++k) {
    double real = 0;
    double imaginary = 0;
    for (std::size_t i = 0; i < n; ++i) {
      real += values[i] * cosine[i * k % n];
      imaginary += values[i] * sine[i * k % n];
    }
    ordinates.push_back((real * real + imaginary * imaginary) / static_cast<double>(n));
  }
  return ordinates;
}

// Returns the weight of point n = 1 .. K in the value at frequency 0 of the least-squares parabola.
// Point n stands at frequency (4 n - 1) / 2 N, so frequency 0 is n = 1/4. Uses the orthogonal
// polynomials 1, u and u^2 - (K^2 - 1) / 12 of u = n - (K + 1) / 2.
double weight_at_zero(std::size_t n) {
  const auto k = static_cast<double>(kSpectrumPoints);
  const double middle = (k + 1) / 2;
  const double square = (k * k - 1) / 12;
  const double u = static_cast<double>(n) - middle;
  const double zero = 0.25 - middle;
  return 1 / k + zero * u / (k * square) +
         (zero * zero - square) * (u * u - square) / (k * square * (k * k - 4) / 15);
}

double spectral_half_width(std::span<const double> residuals) {
  const std::vector<double> ordinates = periodogram(residuals, kFrequencies);
  const double least = kLeastOrdinate * mean_of(ordinates);
  if (least == 0) return 0;
  double logarithm = 0;
  for (std::size_t n = 1; n <= kSpectrumPoints; ++n) {
    const double ordinate = (ordinates[2 * n - 2] + ordinates[2 * n - 1]) / 2;
    logarithm += weight_at_zero(n) * (std::log(std::max(ordinate, least)) + kLogBias);
  }
  const double variance = kVarianceBias * std::exp(logarithm);
  return kStudent7 * std::sqrt(variance / static_cast<double>(residuals.size()));
}

// Returns the least mean of a batch that holds a packet.
double least_mean(std::span<const LatencySum> batches) {
  double least = std::numeric_limits<double>::infinity();
  for (const LatencySum& batch : batches)
    if (batch.packets != 0) least = std::min(least, batch.mean());
  return least;
}

// Latencies have a floor and a long tail, so the mean of a window with few bursts is too low and
// its half-width too small. The logarithm of the latency above the floor is nearer to a normal
// variable: its interval is symmetric, so the interval of the mean is longer upward. Returns the
// longer side.
double longer_side(double half_width, double above_floor) {
  return half_width == 0 ? 0 : above_floor * std::expm1(half_width / above_floor);
}

// Returns the probability of a mean increment this large if the backlog does not grow.
double growth_p_value(std::span<const double> increments) {
  const double mean = mean_of(increments);
  if (mean <= 0) return 1;
  const double variance = variance_of(increments, mean);
  if (variance == 0) return 0;
  const auto n = static_cast<double>(increments.size());
  const boost::math::students_t law(n - 1);
  return boost::math::cdf(boost::math::complement(law, mean / std::sqrt(variance / n)));
}

bool grows_enough(std::span<const double> increments, double generated) {
  return std::accumulate(increments.begin(), increments.end(), 0.0) > kLeastGrowth * generated;
}

}  // namespace

std::optional<double> confidence_half_width(std::span<const LatencySum> batches) {
  const auto filled = static_cast<std::size_t>(
      std::ranges::count_if(batches, [](const LatencySum& sum) { return sum.packets != 0; }));
  if (filled < 2) return std::nullopt;
  const std::vector<double> residuals = ratio_residuals(batches);
  const double above_floor = mean_latency(batches) - least_mean(batches);
  const double half_width = filled < 2 * kFrequencies
                                ? independent_half_width(residuals, filled)
                                : longer_side(spectral_half_width(residuals), above_floor);
  // Mathematics libraries differ in the last bits of logarithms and quantiles; results must not.
  return static_cast<double>(static_cast<float>(half_width));
}

double lag1_correlation(std::span<const double> values) {
  const double mean = mean_of(values);
  double covariance = 0;
  double variance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    variance += (values[i] - mean) * (values[i] - mean);
    if (i > 0) covariance += (values[i] - mean) * (values[i - 1] - mean);
  }
  return variance == 0 ? 0 : covariance / variance;
}

std::size_t mser_truncation(std::span<const double> values) {
  const std::size_t n = values.size();
  if (n == 0) return 0;
  const double mean = mean_of(values);  // deviations from it keep the sums of squares exact enough
  double sum = 0;
  double squares = 0;
  std::vector<double> error(n);  // squared standard error of the mean of values d .. n-1
  // Runs from the end, so that sums over the kept tail grow by one value a step.
  for (std::size_t d = n; d-- > 0;) {
    const double deviation = values[d] - mean;
    sum += deviation;
    squares += deviation * deviation;
    const auto kept = static_cast<double>(n - d);
    error[d] = std::max(0.0, squares - sum * sum / kept) / (kept * kept);
  }
  // Smaller differences are rounding errors; the longer tail wins.
  const double negligible = 1e-12 * (mean * mean + squares / static_cast<double>(n));
  std::size_t best = 0;
  for (std::size_t d = 1; 4 * d <= 3 * n; ++d) {
    if (error[d] + negligible / static_cast<double>(n) < error[best]) best = d;
  }
  return best;
}

bool is_level(std::span<const LatencySum> batches) {
  constexpr double kMostDifference = 0.1;
  constexpr double kMostCorrelation = 0.2;
  const std::vector<double> halves = merged_means(batches, 2);
  const std::vector<double> twentieths = merged_means(batches, 20);
  if (halves.empty() || twentieths.empty()) return true;
  return std::abs(halves[1] - halves[0]) <= kMostDifference * mean_of(halves) ||
         lag1_correlation(twentieths) < kMostCorrelation;
}

BacklogGrowth find_growth(std::size_t samples, std::span<const std::uint64_t> generated_flits,
                          FunctionRef<std::uint64_t(std::size_t, std::size_t)> flits) {
  BacklogGrowth result;
  if (samples < 3) return result;
  const std::size_t nodes = generated_flits.size();
  std::vector<std::pair<double, std::size_t>> p_values;
  std::vector<double> all(samples - 1);
  std::size_t tested = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (generated_flits[node] == 0) continue;
    ++tested;
    std::vector<double> increments;
    auto before = static_cast<double>(flits(0, node));
    for (std::size_t i = 1; i < samples; ++i) {
      const auto now = static_cast<double>(flits(i, node));
      increments.push_back(now - before);
      all[i - 1] += increments.back();
      before = now;
    }
    if (grows_enough(increments, static_cast<double>(generated_flits[node]))) {
      p_values.emplace_back(growth_p_value(increments), node);
    }
  }
  std::sort(p_values.begin(), p_values.end());
  for (const auto& [p, node] : p_values) {  // Holm: stop at the first that is not rejected
    if (p > kGrowthLevel / static_cast<double>(tested)) break;
    result.sources.push_back(node);
    --tested;
  }
  std::sort(result.sources.begin(), result.sources.end());
  const double generated = std::accumulate(generated_flits.begin(), generated_flits.end(), 0.0);
  result.grows = !result.sources.empty() ||
                 (grows_enough(all, generated) && growth_p_value(all) <= kGrowthLevel);
  return result;
}

Cycle cycles_to_drain(Cycle elapsed, std::uint64_t at_first, std::uint64_t left) {
  if (elapsed == 0) return 0;
  if (left >= at_first) return kNever;
  const double cycles = static_cast<double>(elapsed) * static_cast<double>(left) /
                        static_cast<double>(at_first - left);
  return cycles < 0x1p63 ? static_cast<Cycle>(cycles) : kNever;
}

std::optional<double> jain_index(std::span<const double> values) {
  double sum = 0;
  double squares = 0;
  for (const double v : values) {
    sum += v;
    squares += v * v;
  }
  if (squares == 0) return std::nullopt;
  return sum * sum / (static_cast<double>(values.size()) * squares);
}

}  // namespace orthant
