#include "analysis/policy/shortest_path_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "routing/minimal_adaptive.hpp"

namespace orthant {

Offsets::Offsets(const Grid& grid) {
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const std::uint32_t k = grid.radix(d);
    const bool ring = grid.has_ring(d);
    radices_.push_back(k);
    ring_.push_back(ring);
    max_hops_.push_back(ring ? k / 2 : k - 1);
    tie_.push_back(ring && k % 2 == 0 ? k / 2 : 0);
    strides_.push_back(size_);
    size_ *= max_hops_.back() + 1;
  }
}

std::uint32_t Offsets::distance(std::size_t offset) const {
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) sum += hops(offset, d);
  return sum;
}

double Offsets::pairs(std::size_t offset) const {
  double pairs = 1;
  for (std::size_t d = 0; d < dimensions(); ++d) {
    const std::uint32_t h = hops(offset, d);
    pairs *= ring_[d] || h == 0 ? radices_[d] : radices_[d] - h;
    if (h != 0 && h != tie_[d]) pairs *= 2;  // in either direction
  }
  return pairs;
}

std::string Offsets::text(std::size_t offset) const {
  std::string text;
  for (std::size_t d = 0; d < dimensions(); ++d)
    text += fmt::format("{}{}", d == 0 ? "" : "x", hops(offset, d));
  return text;
}

std::size_t Offsets::at(std::span<const std::uint32_t> hops) const {
  return std::inner_product(hops.begin(), hops.end(), strides_.begin(), std::size_t{0});
}

PolicyOrder eligible_dimensions(const Offsets& offsets, std::size_t offset) {
  PolicyOrder order;
  for (std::size_t d = 0; d < offsets.dimensions(); ++d) {
    if (offsets.hops(offset, d) != 0) order.push_back(d);
  }
  return order;
}

std::vector<Integer> shortest_path_counts(const Offsets& offsets) {
  std::vector<Integer> counts = {1};
  while (counts.size() < offsets.size()) {
    const std::size_t x = counts.size();
    Integer sum = 0;
    const PolicyOrder eligible = eligible_dimensions(offsets, x);
    for (const std::uint8_t d : eligible.dimensions())
      sum += offsets.directions(x, d) * counts[offsets.next(x, d)];
    counts.push_back(std::move(sum));
  }
  return counts;
}

namespace {

// Larger values come first.
std::uint32_t preference(Policy policy, const Offsets& offsets, std::size_t x, std::uint8_t d) {
  const std::uint32_t h = offsets.hops(x, d);
  if (policy == Policy::kMp) return shortest_paths_weight(h, offsets.directions(x, d) == 2);
  return policy == Policy::kZ2 ? h : static_cast<std::uint32_t>(offsets.dimensions()) - d;
}

// Sorts the dimensions of each offset stably, so that their initial order breaks the last ties.
void sort_by_preference(Policy policy, const Offsets& offsets, std::vector<PolicyOrder>& orders) {
  for (std::size_t x = 0; x < offsets.size(); ++x) {
    std::ranges::stable_sort(orders[x].dimensions(), std::ranges::greater{},
                             [&](std::uint8_t d) { return preference(policy, offsets, x, d); });
  }
}

}  // namespace

std::vector<PolicyOrder> orders_of(Policy policy, const Offsets& offsets) {
  std::vector<PolicyOrder> orders;
  for (std::size_t x = 0; x < offsets.size(); ++x)
    orders.push_back(eligible_dimensions(offsets, x));
  if (policy == Policy::kMp) sort_by_preference(Policy::kZ2, offsets, orders);
  sort_by_preference(policy, offsets, orders);
  return orders;
}

std::vector<PolicyOrder> orders_of(Policy policy, const Offsets& offsets,
                                   std::span<const PolicyOrder> preferred) {
  std::vector<PolicyOrder> orders(preferred.begin(), preferred.end());
  sort_by_preference(policy, offsets, orders);
  return orders;
}

Polynomial next_delivery(const Offsets& offsets, std::size_t offset, const PolicyOrder& order,
                         std::span<const Polynomial> known) {
  Polynomial r;
  std::size_t tried = 0;
  for (const std::uint8_t d : order.dimensions()) {
    for (unsigned i = 0; i < offsets.directions(offset, d); ++i)
      r.add(known[offsets.next(offset, d)], tried++);
  }
  return r;
}

namespace {

const Polynomial kOne({1});

std::vector<Fraction> whole(std::vector<Polynomial> polynomials) {
  std::vector<Fraction> fractions;
  for (Polynomial& polynomial : polynomials) fractions.push_back({std::move(polynomial)});
  return fractions;
}

std::vector<Fraction> fixed_order_delivery(Policy policy, const Offsets& offsets,
                                           FunctionRef<void()> progress) {
  const std::vector<PolicyOrder> orders = orders_of(policy, offsets);
  std::vector<Polynomial> known = {kOne};
  while (known.size() < offsets.size()) {
    progress();
    known.push_back(next_delivery(offsets, known.size(), orders[known.size()], known));
  }
  return whole(std::move(known));
}

// Every order of the m neighbours is equally likely, so each is tried i-th with probability 1/m: R
// = (1 + q + ... + q^(m-1)) / m * sum of the neighbours' R.
std::vector<Fraction> random_order_delivery(const Offsets& offsets, FunctionRef<void()> progress) {
  std::vector<Fraction> known = {{kOne}};
  while (known.size() < offsets.size()) {
    progress();
    const std::size_t x = known.size();
    Fraction sum;
    unsigned neighbours = 0;
    const PolicyOrder eligible = eligible_dimensions(offsets, x);
    for (const std::uint8_t d : eligible.dimensions())
      sum.denominator = lcm(sum.denominator, known[offsets.next(x, d)].denominator);
    for (const std::uint8_t d : eligible.dimensions()) {
      const Fraction& next = known[offsets.next(x, d)];
      sum.numerator.add(next.numerator, 0,
                        sum.denominator / next.denominator * offsets.directions(x, d));
      neighbours += offsets.directions(x, d);
    }
    Fraction r{{}, sum.denominator * neighbours};
    for (unsigned tried = 0; tried < neighbours; ++tried) r.numerator.add(sum.numerator, tried);
    known.push_back(std::move(r));
  }
  return known;
}

}  // namespace

std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets,
                                           FunctionRef<void()> progress) {
  if (policy == Policy::kRandom) return random_order_delivery(offsets, progress);
  if (policy == Policy::kDorStrict) return std::vector<Fraction>(offsets.size(), {kOne});
  return fixed_order_delivery(policy, offsets, progress);
}

std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets) {
  return delivery_polynomials(policy, offsets, [] {});
}

std::vector<Integer> coefficients_in_p(const Polynomial& r) {
  std::vector<Integer> c = shifted(r, 1).coefficients();  // R(1 + y), y = -p
  for (std::size_t i = 1; i < c.size(); i += 2) c[i] = -c[i];
  return c;
}

namespace {

// Probability that one of the neighbours, in the given order, accepts the message and it arrives.
double ordered_delivery(const Offsets& offsets, std::size_t x, const PolicyOrder& order, double p,
                        std::span<const double> known) {
  double sum = 0;
  double reached = p;  // all previous channels failed, and this one is healthy
  for (const std::uint8_t d : order.dimensions()) {
    for (unsigned i = 0; i < offsets.directions(x, d); ++i, reached *= 1 - p)
      sum += reached * known[offsets.next(x, d)];
  }
  return sum;
}

void sort_by_delivery(const Offsets& offsets, std::size_t x, std::span<const double> known,
                      PolicyOrder& order) {
  std::ranges::stable_sort(order.dimensions(), std::ranges::greater{},
                           [&](std::uint8_t d) { return known[offsets.next(x, d)]; });
}

double in_any_order(const Offsets& offsets, std::size_t x, const PolicyOrder& eligible, double p,
                    std::span<const double> known) {
  double sum = 0, tried = 0, reached = p;
  unsigned neighbours = 0;
  for (const std::uint8_t d : eligible.dimensions()) {
    for (unsigned i = 0; i < offsets.directions(x, d); ++i, reached *= 1 - p) {
      sum += known[offsets.next(x, d)];
      tried += reached;
      ++neighbours;
    }
  }
  return tried / neighbours * sum;
}

}  // namespace

std::vector<double> delivery(Policy policy, const Offsets& offsets, double p) {
  std::vector<PolicyOrder> orders;
  if (policy == Policy::kMp || policy == Policy::kZ2) orders = orders_of(policy, offsets);
  std::vector<double> known = {1};
  while (known.size() < offsets.size()) {
    const std::size_t x = known.size();
    PolicyOrder order = orders.empty() ? eligible_dimensions(offsets, x) : orders[x];
    if (policy == Policy::kOptimal) sort_by_delivery(offsets, x, known, order);
    known.push_back(policy == Policy::kRandom      ? in_any_order(offsets, x, order, p, known)
                    : policy == Policy::kDorStrict ? std::pow(p, offsets.distance(x))
                                                   : ordered_delivery(offsets, x, order, p, known));
  }
  return known;
}

std::vector<PolicyOrder> orders_at(Policy policy, const Offsets& offsets, double p) {
  std::vector<PolicyOrder> orders = orders_of(policy, offsets);
  if (policy != Policy::kOptimal) return orders;
  const std::vector<double> best = delivery(policy, offsets, p);
  for (std::size_t x = 0; x < orders.size(); ++x) sort_by_delivery(offsets, x, best, orders[x]);
  return orders;
}

double mean_delivery(const Offsets& offsets, std::span<const double> delivery) {
  double sum = 0, pairs = 0;
  for (std::size_t x = 1; x < offsets.size(); ++x) {
    sum += offsets.pairs(x) * delivery[x];
    pairs += offsets.pairs(x);
  }
  return sum / pairs;
}

double needed_for_mean(Policy policy, const Offsets& offsets, double target,
                       FunctionRef<void()> progress) {
  constexpr double kWidth = 1e-12;
  double low = 0, high = 1;
  while (high - low > kWidth) {
    progress();
    const double middle = (low + high) / 2;
    const bool enough = mean_delivery(offsets, delivery(policy, offsets, middle)) >= target;
    (enough ? high : low) = middle;
  }
  return high;
}

}  // namespace orthant
