// Concatenated dimension-order paths and their VC classes.
//
// Why the sets are acyclic: within a set a packet's dimensions only rise, and within a ring the
// dateline classes form lines (grid_paths.cpp), so (set, dimension, class, position along the ring)
// rises at every hop. A packet that continues in the same dimension after the intermediate router
// does so in the next set, in either direction. One set per phase is not enough in random order:
// x-y and y-x packets of one phase can form a cycle.
#include "routing/grid/two_phase.hpp"

namespace orthant {

TwoPhasePaths::TwoPhasePaths(const Topology& topology, const RoutingOptions& options, Ties ties)
    : order_(options.order),
      classes_(orthant::ring_classes(topology, options, Dateline::kCrossing)),
      runs_(*topology.grid(), ties, classes_),
      orders_(*topology.grid(), options.order) {}

std::size_t TwoPhasePaths::set_count() const { return val_sets(orders_.dimensions(), order_); }

void TwoPhasePaths::build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
                          OrderedPaths::RunDirections before, OrderedPaths::RunDirections after,
                          Path& path) const {
  path.clear();
  runs_.append(s, m, order, before, 0, path);
  const std::size_t phase_2 = path.size();
  runs_.append(m, t, order, after, 0, path);
  const auto in_set = static_cast<std::uint8_t>(runs_.class_count());
  if (order_ == Order::kRandom) return assign_sets(in_set, phase_2, path);
  for (Leg& leg : std::span(path).subspan(phase_2)) leg.vc_class += in_set;
}

}  // namespace orthant
