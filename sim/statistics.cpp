#include "sim/statistics.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace orthant {
namespace {

// 97.5 % points of Student's t for 19, 23 and 29 degrees of freedom: constants, because a computed
// quantile could differ in its last bit from one mathematics library to the next.
constexpr std::array<std::pair<std::size_t, double>, 3> kStudent975 = {
    {{30, 2.045229642132703}, {24, 2.0686576104190406}, {20, 2.093024054408263}}};

constexpr double kGrowthLevel = 0.01;
constexpr double kLeastGrowth = 0.01;  // of the generated flits

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

// Probability of a mean increment as large as this one when the backlog does not grow.
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

std::optional<double> confidence_half_width(std::span<const LatencySum> fine_batches) {
  for (const auto& [count, t] : kStudent975) {
    const std::vector<double> means = merged_means(fine_batches, count);
    if (means.empty() || lag1_correlation(means) >= 0.2) continue;
    const double variance = variance_of(means, mean_of(means));
    return t * std::sqrt(variance / static_cast<double>(count));
  }
  return std::nullopt;
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
  // From the end, so that sums over the kept tail grow by one value a step.
  for (std::size_t d = n; d-- > 0;) {
    const double deviation = values[d] - mean;
    sum += deviation;
    squares += deviation * deviation;
    const auto kept = static_cast<double>(n - d);
    error[d] = std::max(0.0, squares - sum * sum / kept) / (kept * kept);
  }
  // What differs by less is rounding; the longer tail wins.
  const double negligible = 1e-12 * (mean * mean + squares / static_cast<double>(n));
  std::size_t best = 0;
  for (std::size_t d = 1; 4 * d <= 3 * n; ++d) {
    if (error[d] + negligible / static_cast<double>(n) < error[best]) best = d;
  }
  return best;
}

bool is_level(std::span<const LatencySum> fine_batches) {
  constexpr double kMostDifference = 0.1;
  const std::vector<double> halves = merged_means(fine_batches, 2);
  if (halves.empty() || merged_means(fine_batches, kStudent975.back().first).empty()) return true;
  const double difference = std::abs(halves[1] - halves[0]);
  return difference <= kMostDifference * mean_of(halves) ||
         confidence_half_width(fine_batches).has_value();
}

BacklogGrowth find_growth(std::span<const std::vector<std::uint64_t>> samples,
                          std::span<const std::uint64_t> generated_flits) {
  BacklogGrowth result;
  if (samples.size() < 3) return result;
  const std::size_t nodes = generated_flits.size();
  std::vector<std::pair<double, std::size_t>> p_values;
  std::vector<double> all(samples.size() - 1);
  std::size_t tested = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (generated_flits[node] == 0) continue;
    ++tested;
    std::vector<double> increments;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      increments.push_back(static_cast<double>(samples[i][node]) -
                           static_cast<double>(samples[i - 1][node]));
      all[i - 1] += increments.back();
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
