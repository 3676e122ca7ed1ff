// Shortest-path policies on meshes, tori and hypercubes (Badr & Podar 1989; Wu 1996): a message
// tries the channels that bring it closer to its destination one after the other, in the order of
// the policy; each is healthy with probability p, and the message is lost where none is.
//
// With q = 1 - p the probability of delivery from an offset of distance d is p^d R(q), where
//   R(offset) = sum over its eligible neighbours, the i-th of the order: q^(i-1) R(neighbour),
// so R has whole coefficients >= 0 for a fixed order; R(0) = 1, and R(1) is the number of shortest
// paths.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/polynomial.hpp"
#include "base/function_ref.hpp"
#include "topology/topology.hpp"

namespace orthant {

// What is left of a way to its destination, up to symmetry: hops in each dimension, 0 to k/2 on a
// ring and 0 to k-1 on a line, numbered with dimension 0 fastest. Every hop leads to a smaller
// number.
class Offsets {
 public:
  explicit Offsets(const Grid& grid);

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return most_.size(); }
  std::uint32_t hops(std::size_t offset, std::size_t d) const {
    return static_cast<std::uint32_t>(offset / strides_[d] % (most_[d] + 1));
  }
  std::uint32_t distance(std::size_t offset) const;
  // Eligible neighbours in dimension d: 2 where both ways round the ring are equally short.
  unsigned ways(std::size_t offset, std::size_t d) const {
    const std::uint32_t h = hops(offset, d);
    return h == 0 ? 0 : h == tie_[d] ? 2 : 1;
  }
  // The offset one hop on in dimension d.
  std::size_t next(std::size_t offset, std::size_t d) const { return offset - strides_[d]; }
  // Ordered pairs of routers that are so far apart.
  double pairs(std::size_t offset) const;
  // "3x1"
  std::string text(std::size_t offset) const;
  std::size_t at(std::span<const std::uint32_t> hops) const;

 private:
  std::vector<std::uint32_t> radices_;
  std::vector<bool> ring_;
  std::vector<std::uint32_t> most_;  // hops, per dimension
  std::vector<std::uint32_t> tie_;   // hops at which both ways are equally short; 0: never
  std::vector<std::size_t> strides_;
  std::size_t size_ = 1;
};

// Dimensions of an offset in the order in which a policy tries them, both ways round together.
class DimensionOrder {
 public:
  DimensionOrder() = default;
  std::span<const std::uint8_t> dimensions() const& { return {dimensions_.data(), size_}; }
  std::span<std::uint8_t> dimensions() & { return {dimensions_.data(), size_}; }
  // Of a temporary they would be gone before a loop over them begins.
  std::span<const std::uint8_t> dimensions() const&& = delete;
  void push_back(std::size_t d) { dimensions_[size_++] = static_cast<std::uint8_t>(d); }
  bool operator==(const DimensionOrder& other) const {
    return std::ranges::equal(dimensions(), other.dimensions());
  }

 private:
  std::array<std::uint8_t, 8> dimensions_{};
  std::uint8_t size_ = 0;
};

// The dimensions in which an offset has hops left, ascending.
DimensionOrder eligible_dimensions(const Offsets& offsets, std::size_t offset);

// P of every offset.
std::vector<Integer> shortest_path_counts(const Offsets& offsets);

enum class Policy { kOptimal, kMp, kZ2, kDorRetry, kDorStrict, kRandom };

// The order at every offset of the policies with a fixed one: mp (most shortest paths first; of
// equals the longer remaining way, then the lower dimension), z2 (longest remaining way first, then
// the lower dimension), dor_retry (lowest dimension first).
std::vector<DimensionOrder> orders_of(Policy policy, const Offsets& offsets);
// The same with what the policy ties sorted as in `preferred`.
std::vector<DimensionOrder> orders_of(Policy policy, const Offsets& offsets,
                                      std::span<const DimensionOrder> preferred);

// R of an offset whose neighbours' are known.
Polynomial next_delivery(const Offsets& offsets, std::size_t offset, const DimensionOrder& order,
                         std::span<const Polynomial> known);

// numerator / denominator
struct Fraction {
  Polynomial numerator;
  Integer denominator = 1;
};

// R of every offset under a policy that does not depend on p. `alive` is called for each; what it
// throws ends the work.
std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets,
                                           FunctionRef<void()> alive);
std::vector<Fraction> delivery_polynomials(Policy policy, const Offsets& offsets);

// Coefficients of p^distance upwards of p^distance R(1 - p), over the denominator.
std::vector<Integer> coefficients_in_p(const Polynomial& r);

// Probability of delivery of every offset for a given p, in floating point and without
// cancellation.
std::vector<double> delivery(Policy policy, const Offsets& offsets, double p);

// The order at every offset for a given p; of policies without one the dimensions ascend.
std::vector<DimensionOrder> orders_at(Policy policy, const Offsets& offsets, double p);

// The mean over all pairs of different routers, of which there must be some.
double mean_delivery(const Offsets& offsets, std::span<const double> delivery);

// The smallest p, to within 1e-12, at which the mean is `target` or more; 0 < target < 1.
// `alive` is called some 40 times.
double needed_for_mean(Policy policy, const Offsets& offsets, double target,
                       FunctionRef<void()> alive);

}  // namespace orthant
