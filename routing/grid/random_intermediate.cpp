#include "routing/grid/random_intermediate.hpp"

namespace orthant {

void RandomIntermediateRouting::enumerate(RouterId s, RouterId t,
                                          FunctionRef<void(const Path&, double)> visit) const {
  using Directions = OrderedPaths::Directions;
  const double each = 1 / static_cast<double>(routers_);
  Path path;
  for (std::size_t i = 0; i < routers_; ++i) {
    const RouterId m{i};
    const auto moving = differing_dimensions(grid_, s, m) | differing_dimensions(grid_, m, t);
    runs().for_each_directions(s, m, [&](Directions before, double p) {
      runs().for_each_directions(m, t, [&](Directions after, double q) {
        orders().for_each(moving, [&](DimensionOrder order, double r) {
          build(s, m, t, order, before, after, path);
          visit(path, p * q * r * each);
        });
      });
    });
  }
}

void RandomIntermediateRouting::sample(RouterId s, RouterId t, RandomStream& random,
                                       Path& path) const {
  const RouterId m{random.below(static_cast<std::uint32_t>(routers_))};
  const DimensionOrder order = orders().draw(random);
  const auto before = runs().draw_directions(s, m, random);
  const auto after = runs().draw_directions(m, t, random);
  build(s, m, t, order, before, after, path);
}

}  // namespace orthant
