// Dimension-order routing on a torus, mesh or hypercube: corrects dimension 0, then 1, ... in the
// shorter direction.
//
// Source: Sullivan & Bashkow 1977; dateline VCs: Dally & Seitz 1987; bubble: Puente et al. 2001;
//   routing.detour = intermediate: Gomez et al. 2006 (routers that packets pass, and the set of
//   classes after each of them).
// VCs: torus with credits: 2 classes. dateline = crossing: class 0 up to and including the ring's
//   wrap-around channel, class 1 once it is not ahead. dateline = static: one class for the whole
//   ring; plus direction: class 1 for packets that cross the wrap-around channel, minus direction:
//   class 0 for them. Bubble, mesh, hypercube and tori without rings: 1 class. Bubbles along some
//   dimensions only: 2 classes, chosen there by the parity of the last coordinate. In random order
//   n sets of these in n dimensions: a packet enters the next set when it turns into a lower
//   dimension. With detours one set for each run of dimension order between two stops; a pair with
//   fewer stops than others starts in a set that depends on its source.
// Deadlock: dimensions only increase (in random order: within a set, and sets increase), and within
//   a ring the channels of each class form a line, with dependencies from class 0 to class 1 only
//   (grid_paths.cpp); so no cycle of dependencies exists. With bubble every ring keeps a free slot,
//   and rings are left in dimension order. With detours packets enter the next set at each stop,
//   and sets only rise.
// Ties: for destinations exactly k/2 hops away on an even ring, both directions with probability
//   1/2 (split), plus (plus), or plus if the sum of the other offsets is even (parity; in one
//   dimension by the source's parity). On a twisted torus all shortest ways have the
//   same probability (split), or the one with the most hops in x is taken, plus before minus, then
//   with the most in y, and so on (plus).
// Tested by: tests/routing/dor_test.cpp
#include <algorithm>

#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/dimension_orders.hpp"
#include "routing/grid/dor_round_faults.hpp"
#include "routing/grid/twisted_paths.hpp"

namespace orthant {
namespace {

class Dor final : public ObliviousRouting {
 public:
  Dor(const Grid& grid, RoutingTraits traits, DimensionOrders orders, OrderedPaths paths)
      : ObliviousRouting(std::move(traits)),
        grid_(grid),
        orders_(std::move(orders)),
        paths_(paths) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    const std::uint32_t moving = differing_dimensions(grid_, s, t);
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
    assign_sets(static_cast<std::uint8_t>(paths_.class_count()), path.size(), path);
  }

  const Grid& grid_;
  DimensionOrders orders_;
  OrderedPaths paths_;
};

struct DorKeys {
  Dateline dateline = Dateline::kStatic;
  bool intermediate_detours = false;  // routing.detour = intermediate
};

const KeyRows<DorKeys>& rows() {
  static const KeyRows<DorKeys> rows = {
      {"dor.dateline",
       &DorKeys::dateline,
       {{"static", Dateline::kStatic}, {"crossing", Dateline::kCrossing}},
       {.when = read_if("routing.algorithm", "dor"),
        .help = "VC class on a ring: fixed on entering the ring, which balances the classes, or "
                "changed at the dateline."}},
      {"routing.detour",
       &DorKeys::intermediate_detours,
       {{"none", false}, {"intermediate", true}},
       {.when = read_if("routing.algorithm", "dor"),
        .help = "Packets whose path meets a missing channel: refused, or sent through intermediate "
                "routers, in further VC classes after each of them."}}};
  return rows;
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  // As a part of another routing, its classes are numbered like those of the other part.
  DorKeys own{.dateline = Dateline::kCrossing};
  if (!options.shares_vc_classes) own = rows().read(options.own);
  const Dateline dateline = own.dateline;
  if (topology.twisted_grid()) return make_twisted_dor(topology, options, dateline);
  if (own.intermediate_detours && !topology.grid())
    return make_dor_round_faults(topology, options, StopRule::kIntermediate, dateline, "dor");
  const Grid& grid = required_grid(topology, options, "dor");
  const RingClasses classes = ring_classes(topology, options, dateline);
  DimensionOrders orders(grid, options.order);
  const std::size_t sets =
      options.order == Order::kFixed ? 1 : std::max<std::size_t>(1, orders.dimensions());
  return std::make_unique<Dor>(grid, dor_traits(topology, classes, sets), std::move(orders),
                               OrderedPaths(grid, options.ties, classes));
}

}  // namespace

RoutingDescription describe_dor() {
  return {.name = "dor",
          .summary = "dimension order: corrects x, then y, ... in the shorter direction",
          .source = "Sullivan & Bashkow 1977; Dally & Seitz 1987",
          .topologies = "torus, twisted or broken, mesh, hypercube",
          .vc_classes =
              "torus: 2 (credit), 1 (bubble); mesh, hypercube: 1; in random order n times "
              "as many in n dimensions, with detours once more for each",
          .deadlock = "acyclic channel dependencies (datelines); bubble on rings",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.order", "routing.ties"},
          .own_keys = rows().keys(),
          .make = make};
}

}  // namespace orthant
