#include "routing/grid/dimension_orders.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace orthant {

namespace {

std::vector<std::uint8_t> dimensions_of(const Grid& grid) {
  std::vector<std::uint8_t> dimensions;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (grid.radix(d) > 1) dimensions.push_back(static_cast<std::uint8_t>(d));
  }
  return dimensions;
}

}  // namespace

DimensionOrders::DimensionOrders(const Grid& grid, Order order)
    : DimensionOrders(dimensions_of(grid), order) {}

DimensionOrders::DimensionOrders(std::vector<std::uint8_t> dimensions, Order order)
    : dimensions_(dimensions.size()) {
  do {
    flat_.insert(flat_.end(), dimensions.begin(), dimensions.end());
  } while (order == Order::kRandom && std::ranges::next_permutation(dimensions).found);
}

std::uint32_t differing_dimensions(const Grid& grid, RouterId a, RouterId b) {
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
  RoutingTraits traits{.vc_classes = {}, .theorem = path_theorem(topology, classes)};
  for (std::size_t set = 0; set < sets; ++set) {
    for (std::size_t c = 0; c < in_set; ++c) {
      std::string name = fmt::format("set {}", set);
      if (in_set > 1) name += fmt::format(" dateline {}", c);
      traits.vc_classes.push_back({.name = std::move(name)});
    }
  }
  return traits;
}

RoutingTraits dor_traits(const Topology& topology, RingClasses classes, std::size_t sets) {
  RoutingTraits traits = traits_of_sets(topology, classes, sets, "dor");
  traits.minimal = true;
  if (sets > 1) return traits;
  if (classes == RingClasses::kOne) {
    traits.vc_classes = {{"dimension order"}};
  } else {
    traits.vc_classes = {{"dateline 0"}, {"dateline 1"}};
  }
  return traits;
}

std::size_t val_sets(std::size_t dimensions, Order order) {
  return order == Order::kFixed || dimensions <= 1 ? 2 : 2 * dimensions - 1;
}

std::size_t ival_sets(std::size_t dimensions, Order order) {
  const std::size_t most = order == Order::kFixed ? 2 : std::max<std::size_t>(dimensions, 1);
  return std::clamp<std::size_t>(dimensions, 1, most);
}

void assign_sets(std::uint8_t in_set, std::size_t phase_2, Path& path) {
  std::uint8_t first_class = 0;
  std::size_t last = 0;  // dimension of the previous leg
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t d = Grid::dimension_of(path[i].port);
    if (d < last || (i > 0 && i == phase_2 && d == last)) first_class += in_set;
    path[i].vc_class += first_class;
    last = d;
  }
}

}  // namespace orthant
