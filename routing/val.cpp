// Valiant's algorithm: dimension order to a random router, then dimension order to the destination.
// Any traffic pattern becomes two times uniform traffic.
//
// Source: Valiant & Brebner 1981; on tori as in Towles, Dally & Boyd 2003, Table 1.
// VCs: sets of the classes of dimension order (2 on a torus with credits, else 1). Fixed order: 2
//   sets, one per phase. Random order: 2n-1 sets in n >= 2 dimensions (two_phase.hpp).
// Deadlock: within a set dimensions only rise, and sets only rise (two_phase.cpp); with bubble
//   every ring of each set keeps a free slot, and the rings are left in that order.
// Ties: decided per phase, as in dimension order (split, plus, parity).
// Own node: also through an intermediate router.
// Tested by: tests/routing/val_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/random_intermediate.hpp"
#include "routing/grid/twisted_paths.hpp"
#include "routing/grid/two_phase.hpp"

namespace orthant {
namespace {

class Val final : public RandomIntermediateRouting {
 public:
  Val(const Topology& topology, RoutingTraits traits, TwoPhasePaths paths)
      : RandomIntermediateRouting(topology, std::move(traits)), paths_(std::move(paths)) {}

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  const OrderedPaths& runs() const override { return paths_.runs(); }
  const DimensionOrders& orders() const override { return paths_.orders(); }
  void build(RouterId s, RouterId m, RouterId t, DimensionOrder order,
             OrderedPaths::Directions before, OrderedPaths::Directions after,
             Path& path) const override {
    paths_.build(s, m, t, order, {.plus = before}, {.plus = after}, path);
  }

  TwoPhasePaths paths_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  if (topology.twisted_grid()) return make_twisted_val(topology, options);
  required_grid(topology, options, "val");
  TwoPhasePaths paths(topology, options, options.ties);
  RoutingTraits traits = traits_of_sets(topology, paths.ring_classes(), paths.set_count(), "val");
  return std::make_unique<Val>(topology, std::move(traits), std::move(paths));
}

}  // namespace

RoutingDescription describe_val() {
  return {.name = "val",
          .summary = "Valiant: dimension order to a router drawn from all, then to the destination",
          .source = "Valiant & Brebner 1981",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = kTwoPhaseClasses,
          .deadlock = kTwoPhaseDeadlock,
          .adaptive = false,
          .minimal = false,
          .keys = {"routing.order", "routing.ties"},
          .make = make};
}

}  // namespace orthant
