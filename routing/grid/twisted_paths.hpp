// Paths on a twisted torus: shortest ways in a given order of dimensions, with dateline classes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "routing/grid/dimension_orders.hpp"
#include "routing/routing.hpp"
#include "topology/twisted_grid.hpp"

namespace orthant {

// A routing builds both its enumeration and its sampling from ways() and append().
class TwistedPaths {
 public:
  // The grid must outlive the object. Throws KeyError("routing.ties") for rules other than split
  // and plus.
  TwistedPaths(const TwistedGrid& grid, Ties ties, RingClasses classes);

  const TwistedGrid& grid() const { return grid_; }
  RingClasses classes() const { return classes_; }
  // The number of ways from s to t, each taken with the same probability: all shortest ones, or,
  // if ties go to plus, the first of them.
  std::size_t ways(RouterId s, RouterId t) const {
    return ties_ == Ties::kSplit ? grid_.shortest_count(s, t) : 1;
  }
  TwistedGrid::Hops draw(RouterId s, RouterId t, RandomStream& random) const {
    const std::size_t count = ways(s, t);
    return grid_.shortest(s, t, count == 1 ? 0 : random.below(static_cast<std::uint32_t>(count)));
  }
  // Appends a path from s with these hops in this order of dimensions; returns where it ends.
  RouterId append(RouterId s, TwistedGrid::Hops hops, DimensionOrder order, Path& path) const;
  // Appends a run from s along dimension d, in the minus direction if `hops` is negative; returns
  // where it ends.
  RouterId append_run(RouterId s, std::size_t d, std::int64_t hops, std::uint8_t first_class,
                      Path& path) const;
  // Largest number of legs that one append() adds.
  std::size_t max_legs() const;

 private:
  const TwistedGrid& grid_;
  Ties ties_;
  RingClasses classes_;
};

// The dimensions in which hops are made, one bit each.
std::uint32_t moving_dimensions(TwistedGrid::Hops hops);

// The orders of the dimensions that have channels.
DimensionOrders orders_of(const TwistedGrid& grid, Order order);

// Dimension order, Valiant's two phases and IVAL on a twisted torus, for dor, val and ival; and any
// shortest way with dimension order as the escape, for minimal_adaptive. Each throws KeyErrors as
// the routing does on a torus.
std::unique_ptr<Routing> make_twisted_dor(const Topology& topology, const RoutingOptions& options,
                                          Dateline dateline);
std::unique_ptr<Routing> make_twisted_val(const Topology& topology, const RoutingOptions& options);
std::unique_ptr<Routing> make_twisted_ival(const Topology& topology, const RoutingOptions& options);
std::unique_ptr<Routing> make_twisted_minimal_adaptive(const Topology& topology,
                                                       const RoutingOptions& options);

}  // namespace orthant
