// Base of VAL and IVAL: draws an intermediate router from all routers, an order of dimensions, and
// directions at ties in both phases. The two differ in the path built from these.
#pragma once

#include "routing/grid/dimension_orders.hpp"

namespace orthant {

class RandomIntermediateRouting : public ObliviousRouting {
 public:
  void enumerate(RouterId s, RouterId t, FunctionRef<void(const Path&, double)> visit) const final;
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const final;

 protected:
  // The topology must have a grid and outlive the object.
  RandomIntermediateRouting(const Topology& topology, RoutingTraits traits)
      : ObliviousRouting(std::move(traits)),
        grid_(*topology.grid()),
        routers_(topology.router_count()) {}
  const Grid& grid() const { return grid_; }

 private:
  virtual const OrderedPaths& runs() const = 0;
  virtual const DimensionOrders& orders() const = 0;
  // Builds the path through m in this order of (at least) the dimensions that differ.
  virtual void build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
                     OrderedPaths::Directions before, OrderedPaths::Directions after,
                     Path& path) const = 0;

  const Grid& grid_;
  std::size_t routers_;
};

}  // namespace orthant
