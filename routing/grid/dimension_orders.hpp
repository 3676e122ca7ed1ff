// The orders in which a packet may correct the dimensions of a grid, and the sets of VC classes
// that separate paths of different orders; shared by dor, ival and the two-phase routings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "routing/grid/grid_paths.hpp"
#include "routing/routing.hpp"

namespace orthant {

// Orders of the dimensions of radix > 1: dimension 0 first (fixed), or all orders with equal
// probability (random).
class DimensionOrders {
 public:
  DimensionOrders(const Grid& grid, Order order);
  // Of these dimensions, ascending.
  DimensionOrders(std::vector<std::uint8_t> dimensions, Order order);

  std::size_t count() const { return dimensions_ == 0 ? 1 : flat_.size() / dimensions_; }
  DimensionOrder operator[](std::size_t i) const {
    return {flat_.data() + i * dimensions_, dimensions_};
  }
  DimensionOrder draw(RandomStream& random) const {
    return (*this)[count() == 1 ? 0 : random.below(static_cast<std::uint32_t>(count()))];
  }
  // Calls visit(order, probability) for every order of the dimensions in the bit mask `moving`, as
  // induced by the orders of all dimensions.
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

// The dimensions in which two routers differ, one bit each.
std::uint32_t differing_dimensions(const Grid& grid, RouterId a, RouterId b);

// The VC classes of `sets` copies of a ring's classes, with their deadlock theorem. Throws
// KeyError("routing.order") if there are more than kMaxVcClasses.
RoutingTraits traits_of_sets(const Topology& topology, RingClasses classes, std::size_t sets,
                             std::string_view algorithm);

// The traits of dimension order with these sets.
RoutingTraits dor_traits(const Topology& topology, RingClasses classes, std::size_t sets);

// The sets of two phases, to an intermediate router and from there, in so many dimensions of more
// than one router: for val (two_phase.hpp), and for ival, which reverses the order (ival.cpp).
std::size_t val_sets(std::size_t dimensions, Order order);
std::size_t ival_sets(std::size_t dimensions, Order order);

// Adds its set to the class of every leg of a path of dimension-order runs: a new set of `in_set`
// classes begins wherever the dimension falls, and at leg `phase_2` also where it stays.
void assign_sets(std::uint8_t in_set, std::size_t phase_2, Path& path);

}  // namespace orthant
