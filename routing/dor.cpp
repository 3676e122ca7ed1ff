// Dimension-order routing on a torus, mesh or hypercube: correct dimension 0, then 1, ... by the
// shorter way round.
//
// Source: Sullivan & Bashkow 1977; dateline VCs: Dally & Seitz 1987; bubble: Puente et al. 2001.
// VCs: torus with credits: 2 classes. dateline = crossing: class 0 up to and including the ring's
//   wrap-around channel, class 1 where it is not ahead. dateline = static: one class from entering
//   a ring to leaving it; plus direction: class 1 if the wrap-around channel is crossed, minus
//   direction: class 0 if it is. Bubble, mesh, hypercube and tori without rings: 1 class.
// Deadlock: dimensions only increase, and within a ring the channels of each class form a line,
//   class 0 leading to class 1 at most (grid_paths.cpp); so no cycle of dependencies exists. With
//   bubble every ring keeps a free slot, and the rings are left in the order of the dimensions.
// Ties: half way round an even ring both directions are taken with probability 1/2 (split), plus is
//   taken (plus), or the parity of the other offsets decides: even is plus (parity; on a network of
//   one dimension the parity of the source).
// Tested by: tests/routing/dor_test.cpp
#include <array>
#include <numeric>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid_paths.hpp"

namespace orthant {
namespace {

RoutingTraits traits_of(const Topology& topology, RingClasses classes) {
  RoutingTraits traits{
      .vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies, .minimal = true};
  if (classes == RingClasses::kOne) {
    traits.vc_classes = {{"dimension order"}};
    if (topology.has_rings()) traits.theorem = DeadlockTheorem::kBubble;
  } else {
    traits.vc_classes = {{"dateline 0"}, {"dateline 1"}};
  }
  return traits;
}

class Dor final : public ObliviousRouting {
 public:
  Dor(const Topology& topology, Ties ties, RingClasses classes)
      : ObliviousRouting(traits_of(topology, classes)),
        paths_(*topology.grid(), ties, classes),
        dimensions_(topology.grid()->dimensions()) {
    std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  }

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    paths_.for_each_directions(s, t, [&](OrderedPaths::Directions directions, double probability) {
      path.clear();
      paths_.append(s, t, order(), directions, 0, path);
      visit(path, probability);
    });
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    path.clear();
    paths_.append(s, t, order(), paths_.draw_directions(s, t, random), 0, path);
  }

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  DimensionOrder order() const { return {order_.data(), dimensions_}; }

  OrderedPaths paths_;
  std::array<std::uint8_t, 32> order_{};  // as many as Directions has bits
  std::size_t dimensions_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  required_grid(topology, options, "dor");
  if (options.order != Order::kFixed) {
    key_error("routing.order", "dor corrects dimension 0 first: only fixed is allowed");
  }
  const RingClasses classes = ring_classes(topology, options.flow_control, options.dateline);
  return std::make_unique<Dor>(topology, options.ties, classes);
}

}  // namespace

RoutingDescription describe_dor() {
  return {.name = "dor",
          .summary = "dimension order: corrects x, then y, ... by the shorter way round",
          .source = "Sullivan & Bashkow 1977; Dally & Seitz 1987",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = "torus: 2 (credit), 1 (bubble); mesh, hypercube: 1",
          .deadlock = "acyclic channel dependencies (datelines); bubble on rings",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.order", "routing.ties", "dor.dateline"},
          .make = make};
}

}  // namespace orthant
