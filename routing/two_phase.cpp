// Joined dimension-order paths and their VC classes.
//
// Why the sets are free of cycles: within a set the dimensions of a packet only rise, and within a
// ring the dateline classes form lines (grid_paths.cpp), so (set, dimension, class, steps along the
// ring) rises at every hop. A packet that goes on in the same dimension behind the intermediate
// router does so in the next set, whatever its direction. Taking the phase as the set is not enough
// in random order: x-y and y-x packets of one phase wait for each other in a circle.
#include "routing/two_phase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/error.hpp"

namespace orthant {

DimensionOrders::DimensionOrders(const Grid& grid, Order order) {
  std::vector<std::uint8_t> dimensions;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (grid.radix(d) > 1) dimensions.push_back(static_cast<std::uint8_t>(d));
  }
  dimensions_ = dimensions.size();
  do {
    flat_.insert(flat_.end(), dimensions.begin(), dimensions.end());
  } while (order == Order::kRandom && std::ranges::next_permutation(dimensions).found);
}

std::uint32_t moving_dimensions(const Grid& grid, RouterId a, RouterId b) {
  std::uint32_t moving = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (grid.coordinate(a, d) != grid.coordinate(b, d)) moving |= std::uint32_t{1} << d;
  }
  return moving;
}

RoutingTraits traits_of_sets(const Topology& topology, RingClasses classes, std::size_t sets,
                             std::string_view algorithm) {
  const std::size_t in_set = class_count(classes);
  if (sets * in_set > kMaxVcClasses) {
    key_error("routing.order",
              "{} needs {} VC classes in random order on this network, more than the {} VCs that a "
              "port may have; allowed: fixed",
              algorithm, sets * in_set, kMaxVcClasses);
  }
  RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies};
  if (classes == RingClasses::kOne && topology.has_rings()) {
    traits.theorem = DeadlockTheorem::kBubble;
  }
  for (std::size_t set = 0; set < sets; ++set) {
    for (std::size_t c = 0; c < in_set; ++c) {
      std::string name = fmt::format("set {}", set);
      if (in_set > 1) name += fmt::format(" dateline {}", c);
      traits.vc_classes.push_back({.name = std::move(name)});
    }
  }
  return traits;
}

void number_sets(std::uint8_t in_set, std::size_t phase_2, Path& path) {
  std::uint8_t first_class = 0;
  std::size_t last = 0;  // dimension of the leg before
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t d = Grid::dimension_of(path[i].port);
    if (d < last || (i > 0 && i == phase_2 && d == last)) first_class += in_set;
    path[i].vc_class += first_class;
    last = d;
  }
}

TwoPhasePaths::TwoPhasePaths(const Topology& topology, const RoutingOptions& options, Ties ties)
    : order_(options.order),
      classes_(orthant::ring_classes(topology, options.flow_control, Dateline::kCrossing)),
      runs_(*topology.grid(), ties, classes_),
      orders_(*topology.grid(), options.order) {}

std::size_t TwoPhasePaths::set_count() const {
  const std::size_t dimensions = orders_.dimensions();
  return order_ == Order::kFixed || dimensions <= 1 ? 2 : 2 * dimensions - 1;
}

void TwoPhasePaths::build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
                          OrderedPaths::Ways before, OrderedPaths::Ways behind, Path& path) const {
  path.clear();
  runs_.append(s, m, order, before, 0, path);
  const std::size_t phase_2 = path.size();
  runs_.append(m, t, order, behind, 0, path);
  const auto in_set = static_cast<std::uint8_t>(runs_.class_count());
  if (order_ == Order::kRandom) return number_sets(in_set, phase_2, path);
  for (Leg& leg : std::span(path).subspan(phase_2)) leg.vc_class += in_set;
}

}  // namespace orthant
