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
    for (const UniformFlows::Source& source : flows.sources())
      flow_.push_back(equal_shares(source.router));
  }

  CapacityRange run() {
    constexpr int kRoundsPerBound = 4;
    // Prices over these are more than precision can tell apart.
    constexpr double kFinest = 2e-4, kFiner = 1.4;
    sum_loads();
    find_bound(std::vector<double>(flows_.row_count(), 1));
    double smoothing = 1;  // e over the largest load
    while (!ended()) {
      scale_ = std::log(static_cast<double>(channels())) / (smoothing * largest());
      for (int round = 0; round < kRoundsPerBound && !out_of_time(); ++round) {
        set_prices();
        for (std::size_t s = 0; s < flow_.size(); ++s) move(s);
        sum_loads();
      }
      set_prices();
      find_bound(price_);
      constexpr double kOld = 0.8;
      for (std::size_t row = 0; row < price_.size(); ++row)
        mean_price_[row] = kOld * mean_price_[row] + (1 - kOld) * price_[row] / total_price();
      find_bound(mean_price_);
      if (least_ / bound_ - 1 < smoothing) smoothing = std::max(smoothing / kFiner, kFinest);
    }
    return {.at_least = 1 / least_, .at_most = 1 / bound_};
  }

 private:
  std::size_t channels() const { return flows_.topology().channel_count(); }
  double largest() const { return *std::ranges::max_element(load_); }
  bool out_of_time() const { return seconds_since(begin_) > options_.time_limit_seconds; }
  bool ended() const { return least_ <= bound_ * (1 + options_.gap) || out_of_time(); }

  std::vector<double> equal_shares(RouterId source) const;
  void sum_loads();
  void set_prices();
  double total_price() const;
  void find_bound(const std::vector<double>& price) {
    bound_ = std::max(bound_, flows_.bound(price, options_.threads));
  }
  void move(std::size_t s);
  double best_part() const;

  const UniformFlows& flows_;
  const CapacityOptions& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  UniformFlows::Tree tree_;
  std::vector<std::vector<double>> flow_;   // per source and channel
  std::vector<double> load_;                // per row, over bandwidth
  std::vector<double> target_;              // per channel: the flow of a source on cheapest paths
  std::vector<double> change_;              // per row: what moving to it adds to the load
  std::vector<double> price_, mean_price_;  // per row
  double scale_ = 1;                        // 1 / e
  double least_ = kUnlimitedLoad;           // largest load of the best flows so far
  double bound_ = 0;                        // no routing has less
  static constexpr double kUnlimitedLoad = 1e300;
};

// All shortest paths, with equal probability.
std::vector<double> BalancedFlows::equal_shares(RouterId source) const {
  const Topology& topology = flows_.topology();
  const ShortestPaths from = shortest_paths(topology, source);
  std::vector<std::size_t> order(topology.router_count());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = r;
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t r) { return from.hops[r]; });
  std::vector<double> through(order.size()), flow(channels());
  std::vector<std::vector<std::size_t>> into(order.size());
  for (std::size_t c = 0; c < channels(); ++c)
    into[topology.channel(ChannelId{c}).to.index()].push_back(c);
  for (const std::size_t r : order) {
    if (from.paths[r] == 0 || RouterId{r} == source) continue;
    through[r] += flows_.flits(source, RouterId{r});
    for (const std::size_t c : into[r]) {
      const std::size_t before = topology.channel(ChannelId{c}).from.index();
      if (from.paths[before] == 0 || from.hops[before] + 1 != from.hops[r]) continue;
      flow[c] = through[r] * from.paths[before] / from.paths[r];
      through[before] += flow[c];
    }
  }
  return flow;
}

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

// Returns the part of a move at which the sum is smallest, by Newton's method.
double BalancedFlows::best_part() const {
  constexpr int kMostSteps = 6;
  constexpr double kLongest = 0.5, kClose = 1e-3;
  double part = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    double slope = 0, curvature = 0;
    for (std::size_t row = 0; row < change_.size(); ++row) {
      if (change_[row] == 0) continue;
      const double weight = price_[row] * flows_.bandwidth(row) * change_[row] *
                            std::exp(scale_ * part * change_[row]);
      slope += weight;
      curvature += scale_ * weight * change_[row];
    }
    if (curvature <= 0 || (part == 0 && slope >= 0)) return 0;
    const double next = std::clamp(part - slope / curvature, 0.0, std::min(1.0, part + kLongest));
    const bool close = std::abs(next - part) < kClose * next;
    part = next;
    if (close) break;
  }
  return part;
}

void BalancedFlows::move(std::size_t s) {
  const auto [source, weight] = flows_.sources()[s];
  tree_.grow(source, price_);
  tree_.fill(source, target_);
  std::vector<double>& flow = flow_[s];
  std::ranges::fill(change_, 0.0);
  for (std::size_t c = 0; c < flow.size(); ++c)
    change_[flows_.row(c)] += weight * (target_[c] - flow[c]);
  for (std::size_t row = 0; row < change_.size(); ++row) change_[row] /= flows_.bandwidth(row);
  const double part = best_part();
  if (part == 0) return;
  for (std::size_t c = 0; c < flow.size(); ++c) flow[c] += part * (target_[c] - flow[c]);
  for (std::size_t row = 0; row < change_.size(); ++row) {
    if (change_[row] == 0) continue;
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
