// Dimension-order routing on a torus, mesh or hypercube: correct dimension 0, then 1, ... by the
// shorter way round.
//
// Source: Sullivan & Bashkow 1977; dateline VCs: Dally & Seitz 1987; bubble: Puente et al. 2001.
// VCs: torus with credits: 2 classes. dateline = crossing: class 0 up to and including the ring's
//   wrap-around channel, class 1 where it is not ahead. dateline = static: one class from entering
//   a ring to leaving it; plus direction: class 1 if the wrap-around channel is crossed, minus
//   direction: class 0 if it is. Bubble, mesh, hypercube and tori without rings: 1 class. Bubbles
//   along some dimensions alone: 2 classes, there by the parity of the last coordinate.
//   In random order n sets of these, n the dimensions: a packet moves on to the next one when it
//   turns into a lower dimension.
// Deadlock: dimensions only increase (in random order: within a set, and sets increase), and
//   within a ring the channels of each class form a line, class 0 leading to class 1 at most
//   (grid_paths.cpp); so no cycle of dependencies exists. With bubble every ring keeps a free slot,
//   and the rings are left in the order of the dimensions.
// Ties: half way round an even ring both directions are taken with probability 1/2 (split), plus is
//   taken (plus), or the parity of the other offsets decides: even is plus (parity; on a network of
//   one dimension the parity of the source).
// Tested by: tests/routing/dor_test.cpp
#include <algorithm>

#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/dimension_orders.hpp"

namespace orthant {
namespace {

RoutingTraits traits_of(const Topology& topology, RingClasses classes, std::size_t sets) {
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

class Dor final : public ObliviousRouting {
 public:
  Dor(const Grid& grid, RoutingTraits traits, DimensionOrders orders, OrderedPaths paths)
      : ObliviousRouting(std::move(traits)),
        grid_(grid),
        orders_(std::move(orders)),
        paths_(paths) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    const std::uint32_t moving = moving_dimensions(grid_, s, t);
    Path path;
    paths_.for_each_directions(s, t, [&](OrderedPaths::Directions directions, double probability) {
      orders_.for_each(moving, [&](DimensionOrder order, double p) {
        build(s, t, order, directions, path);
        visit(path, probability * p);
      });
    });
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const DimensionOrder order = orders_.draw(random);
    build(s, t, order, paths_.draw_directions(s, t, random), path);
  }

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  void build(RouterId s, RouterId t, DimensionOrder order, OrderedPaths::Directions directions,
             Path& path) const {
    path.clear();
    paths_.append(s, t, order, directions, 0, path);
    if (orders_.count() == 1) return;
    number_sets(static_cast<std::uint8_t>(paths_.class_count()), path.size(), path);
  }

  const Grid& grid_;
  DimensionOrders orders_;
  OrderedPaths paths_;
};

struct DorKeys {
  Dateline dateline = Dateline::kStatic;
};

const KeyRows<DorKeys>& rows() {
  static const KeyRows<DorKeys> rows = {
      {"dor.dateline",
       &DorKeys::dateline,
       {{"static", Dateline::kStatic}, {"crossing", Dateline::kCrossing}},
       {.when = read_if("routing.algorithm", "dor"),
        .help = "VC class on a ring: fixed when the packet enters the ring, which spreads packets "
                "evenly over the classes, or changes where it crosses the dateline."}}};
  return rows;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid(topology, options, "dor");
  // Beside another routing its classes are numbered as those are.
  const Dateline dateline =
      options.joined ? Dateline::kCrossing : rows().read(options.own).dateline;
  const RingClasses classes = ring_classes(topology, options, dateline);
  DimensionOrders orders(grid, options.order);
  const std::size_t sets =
      options.order == Order::kFixed ? 1 : std::max<std::size_t>(1, orders.dimensions());
  return std::make_unique<Dor>(grid, traits_of(topology, classes, sets), std::move(orders),
                               OrderedPaths(grid, options.ties, classes));
}

}  // namespace

RoutingDescription describe_dor() {
  return {.name = "dor",
          .summary = "dimension order: corrects x, then y, ... by the shorter way round",
          .source = "Sullivan & Bashkow 1977; Dally & Seitz 1987",
          .topologies = "torus, mesh, hypercube",
          .vc_classes =
              "torus: 2 (credit), 1 (bubble); mesh, hypercube: 1; in random order n times "
              "as many in n dimensions",
          .deadlock = "acyclic channel dependencies (datelines); bubble on rings",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.order", "routing.ties"},
          .own_keys = rows().keys(),
          .make = make};
}

}  // namespace orthant
