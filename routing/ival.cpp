// Improved Valiant: dimension order to a random router, the reverse order to the destination, with
// loops removed.
//
// A loop is the part of a path between two visits to one router. Loops are removed in path order:
// at the first router visited before, the path since that visit is dropped, and so on. The second
// phase begins with the dimension in which the first one ends, so hops of that dimension that both
// phases share cancel: a path that would double back turns earlier. Two runs in the same direction
// merge; no router is visited twice.
//
// Hence the path need not be walked. In the last dimensions of the order, as long as source and
// destination agree in them, the hops of both phases sum to zero or to one full ring and cancel.
// The next dimension keeps the sum of its hops. It leads to another coordinate, which all later
// routers have and no earlier one; so the phases share no other router, and the rest of both is
// unchanged.
//
// Source: Towles, Dally & Boyd 2003, section 5.1.
// VCs: sets of the classes of dimension order (2 on a torus with credits, else 1). A packet enters
//   the next set when it turns into a lower dimension; in fixed order only the first such turn
//   counts, since dimensions only fall after it. Fixed order: 2 sets in n >= 2 dimensions. Random
//   order: n sets.
// Deadlock: within a set dimensions only rise (fixed order, set 1: only fall); runs are shorter
//   than a ring, so the dateline classes form lines (grid_paths.cpp); sets only rise. With bubble
//   every ring of each set keeps a free slot, and the rings are left in that order.
// Ties: decided per phase, as in dimension order (split, plus, parity).
// Own node: no hops.
// Tested by: tests/routing/ival_test.cpp
#include <cstdlib>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/random_intermediate.hpp"
#include "routing/grid/twisted_paths.hpp"

namespace orthant {
namespace {

class Ival final : public RandomIntermediateRouting {
 public:
  Ival(const Topology& topology, const RoutingOptions& options, RingClasses classes,
       RoutingTraits traits)
      : RandomIntermediateRouting(topology, std::move(traits)),
        order_(options.order),
        runs_(grid(), options.ties, classes),
        orders_(grid(), options.order) {}

  std::size_t max_legs() const override { return 2 * runs_.max_legs(); }

 private:
  const OrderedPaths& runs() const override { return runs_; }
  const DimensionOrders& orders() const override { return orders_; }
  void build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
             OrderedPaths::Directions before, OrderedPaths::Directions after,
             Path& path) const override {
    path.clear();
    std::size_t last = order.size();  // of the dimensions that do not cancel
    do {
      if (last == 0) return;
      --last;
    } while (grid().coordinate(s, order[last]) == grid().coordinate(t, order[last]));
    const auto out = [&](std::size_t d) { return signed_hops(s, m, d, before); };
    const auto back = [&](std::size_t d) { return signed_hops(m, t, d, after); };
    Sets sets{*this, path};
    for (std::size_t i = 0; i < last; ++i) sets.append(order[i], s, out(order[i]));
    sets.append(order[last], s, out(order[last]) + back(order[last]));
    for (std::size_t i = last; i-- > 0;) sets.append(order[i], m, back(order[i]));
  }

  // Negative for the minus direction.
  int signed_hops(RouterId from, RouterId to, std::size_t d,
                  OrderedPaths::Directions directions) const {
    const int offset = grid().offset(from, to, d);  // positive at a tie
    const bool by_minus = offset > 0 && (directions >> d & 1) == 0 && grid().is_tie(from, to, d);
    return by_minus ? -offset : offset;
  }

  // Appends runs and assigns their sets by their turns.
  struct Sets {
    const Ival& ival;
    Path& path;
    std::uint8_t first_class = 0;
    std::size_t last = 0;  // dimension of the previous run

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
  if (topology.twisted_grid()) return make_twisted_ival(topology, options);
  const Grid& grid = required_grid(topology, options, "ival");
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  const std::size_t sets =
      ival_sets(DimensionOrders(grid, Order::kFixed).dimensions(), options.order);
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
