// A routing of uniform traffic whose loads are balanced, and prices that show how good it is.
//
// The flows minimise the sum over channels of exp(u / e), a smooth stand-in for the largest load u
// over bandwidth, whose slopes are prices of the channels. One source after the other moves a part
// of its flow to the cheapest paths, the part that is best (the method of Frank & Wolfe by blocks).
// As the two bounds come closer, e becomes smaller.
// Source: Bienstock 2002, chapters 3 and 4.
// Tested by: tests/analysis/graph_capacity_test.cpp
#include "analysis/guarantees/balanced_flows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "analysis/loads/shortest_paths.hpp"
#include "base/progress_timer.hpp"

namespace orthant {
namespace {

class BalancedFlows {
 public:
  BalancedFlows(const UniformFlows& flows, const CapacityOptions& options)
      : flows_(flows),
        options_(options),
        tree_(flows),
        target_(channels()),
        change_(flows.row_count()),
        price_(flows.row_count()),
        mean_price_(flows.row_count()) {
    std::vector<double> flits(flows.topology().router_count());
    for (const UniformFlows::Source& source : flows.sources()) {
      for (std::size_t t = 0; t < flits.size(); ++t)
        flits[t] = flows.flits(source.router, RouterId{t});
      flow_.push_back(equal_shares(flows.topology(), source.router, flits));
    }
  }

  CapacityRange run() {
    constexpr int kRoundsPerBound = 4;
    sum_loads();
    find_bound(std::vector<double>(flows_.row_count(), 1));
    double smoothing = 1;  // e over the largest load
    while (!ended()) {
      const double gap_before = gap();
      scale_ = std::log(static_cast<double>(channels())) / (smoothing * largest());
      for (int round = 0; round < kRoundsPerBound && !out_of_time(); ++round) {
        set_prices();
        for (std::size_t s = 0; s < flow_.size(); ++s) move(s);
        sum_loads();
      }
      find_bounds();
      smoothing = finer(smoothing, gap_before);
    }
    return {.at_least = 1 / least_, .at_most = 1 / bound_};
  }

 private:
  std::size_t channels() const { return flows_.topology().channel_count(); }
  double largest() const { return *std::ranges::max_element(load_); }
  bool out_of_time() const { return seconds_since(begin_) > options_.time_limit_seconds; }
  bool ended() const { return least_ <= bound_ * (1 + options_.gap) || out_of_time(); }

  double gap() const { return least_ / bound_ - 1; }
  // A smaller e where the present one has done its part: the bounds are as close as it lets them
  // be, or come closer by little. But not far below the gap, where steps would be short.
  double finer(double smoothing, double gap_before) const {
    constexpr double kFiner = 1.4, kLittle = 0.1, kBelowGap = 8;
    const bool stalls = gap() > (1 - kLittle) * gap_before && smoothing * kBelowGap > gap();
    return gap() < smoothing || stalls ? smoothing / kFiner : smoothing;
  }

  void sum_loads();
  void set_prices();
  double total_price() const;
  void find_bound(const std::vector<double>& price) {
    bound_ = std::max(bound_, flows_.bound(price, options_.threads));
  }
  void find_bounds();
  void move(std::size_t s);
  struct Slope {
    double slope = 0, curvature = 0;
  };
  Slope slope_at(double part) const;
  double best_part() const;

  const UniformFlows& flows_;
  const CapacityOptions& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  UniformFlows::Tree tree_;
  std::vector<std::vector<double>> flow_;   // per source and channel
  std::vector<double> load_;                // per row, over bandwidth
  std::vector<double> target_;              // per channel: the flow of a source on cheapest paths
  std::vector<double> change_;              // per row: what moving to it adds to the load
  std::vector<std::uint32_t> moved_;        // rows whose load a move changes
  std::vector<double> price_, mean_price_;  // per row
  double scale_ = 1;                        // 1 / e
  double least_ = kUnlimitedLoad;           // largest load of the best flows so far
  double bound_ = 0;                        // no routing has less
  static constexpr double kUnlimitedLoad = 1e300;
};

void BalancedFlows::sum_loads() {
  load_.assign(flows_.row_count(), 0);
  for (std::size_t s = 0; s < flow_.size(); ++s) {
    for (std::size_t c = 0; c < flow_[s].size(); ++c)
      load_[flows_.row(c)] += flows_.sources()[s].weight * flow_[s][c];
  }
  for (std::size_t row = 0; row < load_.size(); ++row) load_[row] /= flows_.bandwidth(row);
  least_ = std::min(least_, largest());
}

// Prices of a flit: the slopes of the sum, up to a factor.
void BalancedFlows::set_prices() {
  const double most = largest();
  for (std::size_t row = 0; row < price_.size(); ++row)
    price_[row] =
        std::exp(scale_ * (load_[row] - most)) * flows_.channels_in(row) / flows_.bandwidth(row);
}

double BalancedFlows::total_price() const {
  double total = 0;
  for (std::size_t row = 0; row < price_.size(); ++row)
    total += price_[row] * flows_.bandwidth(row);
  return total;
}

// Bounds the load by the present prices, and by their mean over time, which is often better.
void BalancedFlows::find_bounds() {
  constexpr double kOld = 0.8;
  set_prices();
  find_bound(price_);
  const double total = total_price();
  for (std::size_t row = 0; row < price_.size(); ++row)
    mean_price_[row] = kOld * mean_price_[row] + (1 - kOld) * price_[row] / total;
  find_bound(mean_price_);
}

// Slope and curvature of the sum after this part of a move.
BalancedFlows::Slope BalancedFlows::slope_at(double part) const {
  Slope found;
  for (const std::uint32_t row : moved_) {
    const double change = change_[row];
    const double grown = part == 0 ? 1 : std::exp(scale_ * part * change);
    const double weight = price_[row] * flows_.bandwidth(row) * change * grown;
    found.slope += weight;
    found.curvature += scale_ * weight * change;
  }
  return found;
}

// Returns the part of a move at which the sum is about smallest: by Newton's method, and by halves
// where it leaves the interval that is known to hold the part.
double BalancedFlows::best_part() const {
  constexpr int kMostSteps = 30;
  // Up to this exponent the sum is about quadratic, and a step ends at the smallest.
  constexpr double kQuadratic = 0.3;
  const Slope start = slope_at(0);
  if (!(start.slope < 0) || !(start.curvature > 0)) return 0;
  double largest = 0;
  for (const std::uint32_t row : moved_) largest = std::max(largest, std::abs(change_[row]));
  double low = 0, high = 1, part = std::min(1.0, -start.slope / start.curvature);
  if (scale_ * part * largest < kQuadratic) return part;
  for (int step = 0; step < kMostSteps; ++step) {
    const Slope here = slope_at(part);
    (here.slope <= 0 ? low : high) = part;
    if (low == 1) break;
    const double newton = part - here.slope / here.curvature;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    const bool close = scale_ * std::abs(next - part) * largest < kQuadratic;
    part = next;
    if (close) return part;
  }
  return low;
}

void BalancedFlows::move(std::size_t s) {
  const auto [source, weight] = flows_.sources()[s];
  tree_.grow(source, price_);
  tree_.fill(source, target_);
  std::vector<double>& flow = flow_[s];
  std::ranges::fill(change_, 0.0);
  for (std::size_t c = 0; c < flow.size(); ++c)
    change_[flows_.row(c)] += weight * (target_[c] - flow[c]);
  moved_.clear();
  for (std::uint32_t row = 0; row < change_.size(); ++row) {
    if (change_[row] == 0) continue;
    change_[row] /= flows_.bandwidth(row);
    moved_.push_back(row);
  }
  const double part = best_part();
  if (part == 0) return;
  for (std::size_t c = 0; c < flow.size(); ++c) flow[c] += part * (target_[c] - flow[c]);
  for (const std::uint32_t row : moved_) {
    load_[row] += part * change_[row];
    price_[row] *= std::exp(scale_ * part * change_[row]);
  }
}

}  // namespace

std::optional<CapacityRange> balanced_flows(const UniformFlows& flows,
                                            const CapacityOptions& options) {
  constexpr std::size_t kMostFlows = 50'000'000;  // 400 MB
  if (flows.sources().size() * flows.topology().channel_count() > kMostFlows) return std::nullopt;
  return BalancedFlows(flows, options).run();
}

}  // namespace orthant
