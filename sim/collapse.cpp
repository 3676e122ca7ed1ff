#include "sim/collapse.hpp"

#include <algorithm>

namespace orthant {
namespace {

constexpr double kLeastLoss = 0.05;  // share of the generated flits

// A line through the samples that is level up to a corner and then rises, or falls.
struct Corner {
  double slope = 0;      // flits per interval
  double explained = 0;  // share of the squares of the samples about their mean
};

Corner fit(std::span<const double> samples, std::size_t corner) {
  const auto x = [&](std::size_t i) { return static_cast<double>(std::max(i, corner) - corner); };
  const auto count = static_cast<double>(samples.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    mean_x += x(i) / count;
    mean_y += samples[i] / count;
  }
  double covariance = 0, variance = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    covariance += (x(i) - mean_x) * (samples[i] - mean_y);
    variance += (x(i) - mean_x) * (x(i) - mean_x);
  }
  return {covariance / variance, covariance * covariance / variance};
}

}  // namespace

std::optional<std::size_t> collapse_sample(std::span<const double> backlog, double generated) {
  std::optional<std::size_t> best;
  Corner of_best;
  for (std::size_t i = 0; i + 1 < backlog.size(); ++i) {
    const Corner corner = fit(backlog, i);
    if (corner.slope <= 0 || corner.explained <= of_best.explained) continue;
    best = i;
    of_best = corner;
  }
  const double per_interval = generated / static_cast<double>(backlog.size() - 1);
  if (of_best.slope <= kLeastLoss * per_interval) return std::nullopt;
  return best;
}

}  // namespace orthant
