// Improved Valiant: dimension order to a router drawn from all, the reverse order to the
// destination, and loops removed.
//
// A loop is the part of a path between two visits of one router. Following the path, at the first
// router that was visited before everything since that visit is dropped, and so on to the end.
// Since the second phase begins with the dimension in which the first one ends, what both phases
// have in common there falls away: a path that runs back stops where it would turn. Two runs in the
// same direction become one; no router is visited twice.
//
// So no walk is needed. In the last dimensions of the order, as far as source and destination agree
// in them, the hops of both phases add up to none or to once round the ring: they fall away. The
// next dimension keeps the sum of its hops. It leads to another coordinate, which all routers
// behind have and none before; so the phases have no other router in common, and the rest of both
// stays as it is.
//
// Source: Towles, Dally & Boyd 2003, section 5.1.
// VCs: sets of the classes of dimension order (2 on a torus with credits, else 1). A packet moves
//   on to the next set when it turns into a lower dimension; in fixed order the first such turn
//   counts, behind it dimensions only fall. Fixed order: 2 sets in n >= 2 dimensions. Random order:
//   n sets.
// Deadlock: within a set dimensions only rise (fixed order, set 1: only fall); runs are shorter
//   than once round, for which the dateline classes form lines (grid_paths.cpp); sets only rise.
//   With bubble every ring of each set keeps a free slot, and the rings are left in that order.
// Ties: in each phase by itself, as in dimension order (split, plus, parity).
// Own node: no hops.
// Tested by: tests/routing/ival_test.cpp
#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/through_any_router.hpp"

namespace orthant {
namespace {

class Ival final : public ThroughAnyRouter {
 public:
  Ival(const Topology& topology, const RoutingOptions& options, RingClasses classes,
       RoutingTraits traits)
      : ThroughAnyRouter(topology, std::move(traits)),
        order_(options.order),
        runs_(grid(), options.ties, classes),
        orders_(grid(), options.order) {}

  std::size_t max_legs() const override { return 2 * runs_.max_legs(); }

 private:
  const OrderedPaths& runs() const override { return runs_; }
  const DimensionOrders& orders() const override { return orders_; }
  void build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
             OrderedPaths::Directions before, OrderedPaths::Directions behind,
             Path& path) const override {
    path.clear();
    std::size_t last = order.size();  // not of the dimensions that fall away
    do {
      if (last == 0) return;
      --last;
    } while (grid().coordinate(s, order[last]) == grid().coordinate(t, order[last]));
    const auto out = [&](std::size_t d) { return signed_hops(s, m, d, before); };
    const auto back = [&](std::size_t d) { return signed_hops(m, t, d, behind); };
    Sets sets{*this, path};
    for (std::size_t i = 0; i < last; ++i) sets.append(order[i], s, out(order[i]));
    sets.append(order[last], s, out(order[last]) + back(order[last]));
    for (std::size_t i = last; i-- > 0;) sets.append(order[i], m, back(order[i]));
  }

  // < 0: by minus.
  int signed_hops(RouterId from, RouterId to, std::size_t d,
                  OrderedPaths::Directions directions) const {
    const int offset = grid().offset(from, to, d);  // > 0 at a tie
    const bool by_minus = offset > 0 && (directions >> d & 1) == 0 && grid().is_tie(from, to, d);
    return by_minus ? -offset : offset;
  }

  // Appends runs in the sets that their turns ask for.
  struct Sets {
    const Ival& ival;
    Path& path;
    std::uint8_t first_class = 0;
    std::size_t last = 0;  // dimension of the run before

    void append(std::size_t d, RouterId start, int hops) {
      if (hops == 0) return;
      if (d < last && (ival.order_ == Order::kRandom || first_class == 0))
        first_class += static_cast<std::uint8_t>(ival.runs_.class_count());
      last = d;
      ival.runs_.append_run(d, ival.grid().coordinate(start, d), hops > 0,
                            static_cast<std::uint32_t>(std::abs(hops)), first_class, path);
    }
  };

  Order order_;
  OrderedPaths runs_;
  DimensionOrders orders_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid(topology, options, "ival");
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  const std::size_t dimensions = DimensionOrders(grid, Order::kFixed).dimensions();
  const std::size_t most = options.order == Order::kFixed ? 2 : dimensions;
  const std::size_t sets = std::clamp<std::size_t>(dimensions, 1, std::max<std::size_t>(most, 1));
  return std::make_unique<Ival>(topology, options, classes,
                                traits_of_sets(topology, classes, sets, "ival"));
}

}  // namespace

RoutingDescription describe_ival() {
  return {.name = "ival",
          .summary = "Valiant with the order reversed in the second phase and loops removed",
          .source = "Towles, Dally & Boyd 2003",
          .topologies = "torus, mesh, hypercube",
          .vc_classes =
              "fixed order: torus 4 (credit), 2 (bubble), mesh and hypercube 2; random "
              "order in n dimensions: torus 2n, n, others n",
          .deadlock =
              "acyclic channel dependencies (datelines, a set per turn into a lower "
              "dimension); bubble on rings",
          .adaptive = false,
          .minimal = false,
          .keys = {"routing.order", "routing.ties"},
          .make = make};
}

}  // namespace orthant
