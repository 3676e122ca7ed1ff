// Pieces of the routings that send a packet through an intermediate router: the orders in which it
// may correct the dimensions, and two dimension-order paths joined at the intermediate, with the
// sets of VC classes that keep them apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "routing/grid_paths.hpp"
#include "routing/routing.hpp"

namespace orthant {

// The orders of the dimensions that have more than one router: dimension 0 first (fixed), or all of
// them, each with the same probability (random).
class DimensionOrders {
 public:
  DimensionOrders(const Grid& grid, Order order);

  std::size_t count() const { return dimensions_ == 0 ? 1 : flat_.size() / dimensions_; }
  DimensionOrder operator[](std::size_t i) const {
    return {flat_.data() + i * dimensions_, dimensions_};
  }
  DimensionOrder draw(RandomStream& random) const {
    return (*this)[count() == 1 ? 0 : random.below(static_cast<std::uint32_t>(count()))];
  }
  // Calls visit(order, probability) for every order of the dimensions of `moving`, a bit each: what
  // the orders of all dimensions mean to a path that moves in these alone.
  template <class Visit>
  void for_each(std::uint32_t moving, const Visit& visit) const;
  std::size_t dimensions() const { return dimensions_; }

 private:
  std::size_t dimensions_ = 0;
  std::vector<std::uint8_t> flat_;  // [order][position]
};

template <class Visit>
void DimensionOrders::for_each(std::uint32_t moving, const Visit& visit) const {
  if (count() == 1) return visit((*this)[0], 1.0);
  std::array<std::uint8_t, 32> order;
  std::size_t n = 0;
  double probability = 1;
  for (const std::uint8_t d : (*this)[0]) {  // ascending
    if ((moving >> d & 1) == 0) continue;
    order[n++] = d;
    probability /= static_cast<double>(n);
  }
  const std::span<std::uint8_t> dimensions(order.data(), n);
  do {
    visit(DimensionOrder(dimensions), probability);
  } while (std::ranges::next_permutation(dimensions).found);
}

// The dimensions in which two routers differ, a bit each.
std::uint32_t moving_dimensions(const Grid& grid, RouterId a, RouterId b);

// The VC classes of `sets` copies of a ring's classes, and the theorem that goes with them. Throws
// KeyError("routing.order") where they are more than kMaxVcClasses.
RoutingTraits traits_of_sets(const Topology& topology, RingClasses classes, std::size_t sets,
                             std::string_view algorithm);

// Adds its set to the class of every leg of a path of dimension-order runs: a new set of `in_set`
// classes begins wherever the dimension falls, and at leg `phase_2` also where it stays.
void number_sets(std::uint8_t in_set, std::size_t phase_2, Path& path);

// Dimension-order paths s -> m -> t, both in the same order of dimensions.
//
// Sets: in fixed order, one per phase. In random order a packet moves on to the next set whenever
// it does not go on to a higher dimension, at the intermediate router too: within a set dimensions
// only rise, and sets only rise. The most that happens in e dimensions is e-1 times in each phase
// (the order e-1, ..., 0 rises at the intermediate), 2e-1 sets; in one dimension, 2.
class TwoPhasePaths {
 public:
  // The topology must have a grid and outlive the object.
  TwoPhasePaths(const Topology& topology, const RoutingOptions& options, Ties ties);

  const DimensionOrders& orders() const { return orders_; }
  const OrderedPaths& runs() const { return runs_; }
  RingClasses ring_classes() const { return classes_; }
  std::size_t set_count() const;
  std::size_t max_legs() const { return 2 * runs_.max_legs(); }

  // The path in this order of (at least) the dimensions that differ, with these ways round before
  // and behind m.
  void build(RouterId s, RouterId m, RouterId t, DimensionOrder order, OrderedPaths::Ways before,
             OrderedPaths::Ways behind, Path& path) const;

 private:
  Order order_;
  RingClasses classes_;
  OrderedPaths runs_;
  DimensionOrders orders_;
};

}  // namespace orthant
