// Improved Valiant: dimension order to a router drawn from all, the reverse order to the
// destination, and loops removed.
//
// A loop is the part of a path between two visits of one router. Following the path, at the first
// router that was visited before everything since that visit is dropped, and so on to the end.
// Since the second phase begins with the dimension in which the first one ends, what both phases
// have in common there falls away: a path that runs back stops where it would turn. Two runs in the
// same direction become one; no router is visited twice.
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
#include <array>
#include <boost/container/small_vector.hpp>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/through_any_router.hpp"

namespace orthant {
namespace {

// A walk without loops: the routers in the order of their visits, and the port that each is left
// through.
class LoopFreeWalk {
 public:
  LoopFreeWalk(const Grid& grid, RouterId s) : grid_(grid), here_(s) {}

  void follow(const Path& path) {
    for (const Leg& leg : path) {
      for (std::size_t i = 0; i < leg.hops; ++i) step(leg.port);
    }
  }

  // Calls visit(start, port, hops) for every straight run.
  template <class Visit>
  void for_each_run(const Visit& visit) const {
    for (std::size_t i = 0; i < steps_.size();) {
      std::size_t end = i + 1;
      while (end < steps_.size() && steps_[end].port == steps_[i].port) ++end;
      visit(steps_[i].from, steps_[i].port, static_cast<std::uint32_t>(end - i));
      i = end;
    }
  }

 private:
  struct Step {
    RouterId from;
    PortId port;
  };

  void step(PortId port) {
    steps_.push_back({here_, port});
    here_ = grid_.neighbor(here_, port);
    const auto visited = std::ranges::find(steps_, here_, &Step::from);
    steps_.erase(visited, steps_.end());
  }

  const Grid& grid_;
  RouterId here_;
  boost::container::small_vector<Step, 64> steps_;
};

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
    std::array<std::uint8_t, 32> reversed;
    std::ranges::reverse_copy(order, reversed.begin());
    path.clear();
    runs_.append(s, m, order, before, 0, path);
    runs_.append(m, t, {reversed.data(), order.size()}, behind, 0, path);
    LoopFreeWalk walk(grid(), s);
    walk.follow(path);
    path.clear();
    append_runs(walk, path);
  }

  void append_runs(const LoopFreeWalk& walk, Path& path) const {
    const auto in_set = static_cast<std::uint8_t>(runs_.class_count());
    std::uint8_t first_class = 0;
    std::size_t last = 0;  // dimension of the run before
    walk.for_each_run([&](RouterId start, PortId port, std::uint32_t hops) {
      const std::size_t d = Grid::dimension_of(port);
      if (d < last && (order_ == Order::kRandom || first_class == 0)) first_class += in_set;
      last = d;
      runs_.append_run(d, grid().coordinate(start, d), Grid::is_plus(port), hops, first_class,
                       path);
    });
  }

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
