// A Valiant-like routing for tests of the analysis: dimension order to a random intermediate
// router, then to the destination. It claims no VC classes and no deadlock freedom.
#pragma once

#include "routing/grid/grid_paths.hpp"
#include "routing/routing.hpp"

namespace orthant {

class TwoPhases final : public ObliviousRouting {
 public:
  // The order of dimensions in each phase.
  TwoPhases(const Topology& topology, std::vector<std::uint8_t> first_order,
            std::vector<std::uint8_t> second_order)
      : ObliviousRouting({.vc_classes = {{"only"}}, .theorem = DeadlockTheorem::kNone}),
        routers_(topology.router_count()),
        paths_(*topology.grid(), Ties::kSplit, RingClasses::kOne),
        first_(std::move(first_order)),
        second_(std::move(second_order)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    for (std::size_t v = 0; v < routers_; ++v) {
      const RouterId via{v};
      paths_.for_each_directions(s, via, [&](OrderedPaths::Directions out, double p) {
        path.clear();
        paths_.append(s, via, first_, out, 0, path);
        const std::size_t legs = path.size();
        paths_.for_each_directions(via, t, [&](OrderedPaths::Directions home, double q) {
          path.resize(legs);
          paths_.append(via, t, second_, home, 0, path);
          visit(path, p * q / static_cast<double>(routers_));
        });
      });
    }
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const RouterId via{random.below(static_cast<std::uint32_t>(routers_))};
    path.clear();
    paths_.append(s, via, first_, paths_.draw_directions(s, via, random), 0, path);
    paths_.append(via, t, second_, paths_.draw_directions(via, t, random), 0, path);
  }
  std::size_t max_legs() const override { return 2 * paths_.max_legs(); }

 private:
  std::size_t routers_;
  OrderedPaths paths_;
  std::vector<std::uint8_t> first_, second_;
};

// Both phases by ascending dimension.
inline TwoPhases valiant(const Topology& topology) {
  std::vector<std::uint8_t> order;
  for (std::size_t d = 0; d < topology.grid()->dimensions(); ++d) {
    order.push_back(static_cast<std::uint8_t>(d));
  }
  return {topology, order, order};
}

}  // namespace orthant
