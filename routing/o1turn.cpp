// O1TURN in 2 dimensions (torus, mesh, hypercube): corrects x before y or y before x, each with
// probability 1/2.
//
// Source: Seo, Ali, Lim, Rafique and Thottethodi 2005.
// VCs: each set is a copy of the dimension-order classes: 2 VC classes on a torus with credits
//   (class 0 up to and including the wrap-around channel), else 1. There is one set per order:
//   first that of x-y, then that of y-x.
// Deadlock: the two orders share no VC, and each is dimension order, so no cycle of dependencies
//   exists. With bubble every ring of each set keeps a free slot, and packets leave the rings of a
//   set in one order.
// Ties: as in dimension order (split, plus, parity) for destinations exactly k/2 hops away on an
//   even ring.
// Tested by: tests/routing/o1turn_test.cpp
#include <array>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/grid_paths.hpp"

namespace orthant {
namespace {

constexpr std::array<std::array<std::uint8_t, 2>, 2> kOrders = {{{0, 1}, {1, 0}}};

RoutingTraits traits_of(const Topology& topology, RingClasses classes) {
  RoutingTraits traits{
      .vc_classes = {}, .theorem = path_theorem(topology, classes), .minimal = true};
  if (classes == RingClasses::kOne) {
    traits.vc_classes = {{"x-y"}, {"y-x"}};
  } else {
    traits.vc_classes = {
        {"x-y dateline 0"}, {"x-y dateline 1"}, {"y-x dateline 0"}, {"y-x dateline 1"}};
  }
  return traits;
}

class O1turn final : public ObliviousRouting {
 public:
  O1turn(const Topology& topology, Ties ties, RingClasses classes)
      : ObliviousRouting(traits_of(topology, classes)), paths_(*topology.grid(), ties, classes) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    paths_.for_each_directions(s, t, [&](OrderedPaths::Directions directions, double probability) {
      for (std::size_t o = 0; o < kOrders.size(); ++o) {
        build(s, t, o, directions, path);
        visit(path, probability / kOrders.size());
      }
    });
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const std::size_t order = random.next_u32() >> 31;
    build(s, t, order, paths_.draw_directions(s, t, random), path);
  }

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  void build(RouterId s, RouterId t, std::size_t order, OrderedPaths::Directions directions,
             Path& path) const {
    path.clear();
    const auto first_class = static_cast<std::uint8_t>(order * paths_.class_count());
    paths_.append(s, t, kOrders[order], directions, first_class, path);
  }

  OrderedPaths paths_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid(topology, options, "o1turn");
  if (grid.dimensions() != 2) {
    key_error("routing.algorithm",
              "o1turn needs a network of 2 dimensions, not {}; allowed: 2, or dor with "
              "routing.order = random",
              grid.dimensions());
  }
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  return std::make_unique<O1turn>(topology, options.ties, classes);
}

}  // namespace

RoutingDescription describe_o1turn() {
  return {.name = "o1turn",
          .summary = "x before y or y before x with probability 1/2 each",
          .source = "Seo et al. 2005",
          .topologies = "torus, mesh, hypercube, of 2 dimensions",
          .vc_classes = "torus: 4 (credit), 2 (bubble); mesh, hypercube: 2",
          .deadlock = "acyclic channel dependencies (a set of classes per order); bubble on rings",
          .adaptive = false,
          .minimal = true,
          .keys = {"routing.ties"},
          .make = make};
}

}  // namespace orthant
