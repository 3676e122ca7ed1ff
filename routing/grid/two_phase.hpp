// Two dimension-order paths joined at an intermediate router, with the sets of VC classes that
// separate them.
#pragma once

#include <cstdint>
#include <string_view>

#include "routing/grid/dimension_orders.hpp"
#include "routing/routing.hpp"

namespace orthant {

// Texts for the descriptions of the two-phase routings.
inline constexpr std::string_view kTwoPhaseClasses =
    "fixed order: 4 (credit), 2 (bubble), without rings 2; random order in n dimensions: 4n-2, "
    "2n-1, "
    "without rings 2n-1";
inline constexpr std::string_view kTwoPhaseDeadlock =
    "acyclic channel dependencies (datelines, a set per phase or descent); bubble on rings";

// Dimension-order paths s -> m -> t, both in the same order of dimensions.
//
// Sets: in fixed order, one per phase. In random order a packet enters the next set whenever it
// does not go on to a higher dimension, also at the intermediate router: within a set dimensions
// only rise, and sets only rise. In e dimensions this happens at most e-1 times in each phase (the
// order e-1, ..., 0 rises at the intermediate router), which gives 2e-1 sets; in one dimension, 2.
class TwoPhasePaths {
 public:
  // The topology must have a grid and outlive the object.
  TwoPhasePaths(const Topology& topology, const RoutingOptions& options, Ties ties);

  const DimensionOrders& orders() const { return orders_; }
  const OrderedPaths& runs() const { return runs_; }
  RingClasses ring_classes() const { return classes_; }
  std::size_t set_count() const;
  std::size_t max_legs() const { return 2 * runs_.max_legs(); }

  // Builds the path in this order of (at least) the dimensions that differ, with the given
  // directions before and after m.
  void build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
             OrderedPaths::RunDirections before, OrderedPaths::RunDirections after,
             Path& path) const;

 private:
  Order order_;
  RingClasses classes_;
  OrderedPaths runs_;
  DimensionOrders orders_;
};

}  // namespace orthant
