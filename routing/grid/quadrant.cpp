#include "routing/grid/quadrant.hpp"

#include <array>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "routing/grid/two_phase.hpp"

namespace orthant {
namespace {

// One direction along a dimension from source to destination.
struct AxisRun {
  bool plus = true;
  std::uint32_t hops = 0;
  double probability = 1;
};

// Directions of a dimension with positive probability: one or two.
struct AxisRuns {
  std::array<AxisRun, 2> runs;
  std::size_t count = 1;
};

class QuadrantRouting final : public ObliviousRouting {
 public:
  QuadrantRouting(const Topology& topology, RoutingTraits traits, TwoPhasePaths paths,
                  ShorterDirectionProbability shorter_probability)
      : ObliviousRouting(std::move(traits)),
        grid_(*topology.grid()),
        paths_(std::move(paths)),
        shorter_probability_(shorter_probability) {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      if (grid_.has_ring(d)) rings_ |= OrderedPaths::Directions{1} << d;
    }
  }

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    const auto ties = paths_.runs().resolve(s, t, ~OrderedPaths::Directions{0});
    const std::uint32_t differing = differing_dimensions(grid_, s, t);
    for_each_choice(0, s, t, ties, {.intermediate = s}, [&](const Choice& choice) {
      paths_.orders().for_each(differing, [&](DimensionOrder order, double p) {
        build(s, t, order, choice, path);
        visit(path, choice.probability * p);
      });
    });
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const auto ties = paths_.runs().resolve(s, t, ~OrderedPaths::Directions{0});
    Choice choice{.intermediate = s};
    const DimensionOrder order = paths_.orders().draw(random);
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const AxisRuns all = runs_of(s, t, d, ties);
      const bool second = all.count == 2 && !random.bernoulli(all.runs[0].probability);
      const AxisRun& run = all.runs[second ? 1 : 0];
      if (run.hops > 0) extend(d, run, random.below(run.hops + 1), choice);
    }
    build(s, t, order, choice, path);
  }

  std::size_t max_legs() const override { return paths_.max_legs(); }

 private:
  // Directions and an intermediate router, decided for the first few dimensions.
  struct Choice {
    RouterId intermediate;
    OrderedPaths::Directions plus = 0;
    double probability = 1;
  };

  AxisRuns runs_of(RouterId s, RouterId t, std::size_t d, OrderedPaths::Directions ties) const {
    const int offset = grid_.offset(s, t, d);
    const auto distance = static_cast<std::uint32_t>(std::abs(offset));
    const AxisRun shorter{.plus = offset > 0, .hops = distance};
    if (distance == 0 || !grid_.has_ring(d)) return {.runs = {shorter}};
    double probability = 1;
    if (grid_.is_tie(s, t, d)) {
      if ((paths_.runs().open_ties(s, t) >> d & 1) == 0) {
        return {.runs = {AxisRun{.plus = (ties >> d & 1) != 0, .hops = distance}}};
      }
      probability = 0.5;
    } else {
      probability = shorter_probability_(distance, grid_.radix(d));
    }
    if (probability == 1) return {.runs = {shorter}};
    return {.runs = {AxisRun{shorter.plus, distance, probability},
                     AxisRun{!shorter.plus, grid_.radix(d) - distance, 1 - probability}},
            .count = 2};
  }

  // Moves the intermediate router `hops` in this direction.
  void extend(std::size_t d, const AxisRun& run, std::uint32_t hops, Choice& choice) const {
    const PortId port = run.plus ? Grid::plus_port(d) : Grid::minus_port(d);
    for (std::uint32_t i = 0; i < hops; ++i) {
      choice.intermediate = grid_.neighbor(choice.intermediate, port);
    }
    if (run.plus) choice.plus |= OrderedPaths::Directions{1} << d;
    choice.probability *= run.probability / (run.hops + 1);
  }

  template <class Visit>
  void for_each_choice(std::size_t d, RouterId s, RouterId t, OrderedPaths::Directions ties,
                       const Choice& choice, const Visit& visit) const {
    if (d == grid_.dimensions()) return visit(choice);
    const AxisRuns all = runs_of(s, t, d, ties);
    for (std::size_t w = 0; w < all.count; ++w) {
      for (std::uint32_t hops = 0; hops <= all.runs[w].hops; ++hops) {
        Choice next = choice;
        extend(d, all.runs[w], hops, next);
        for_each_choice(d + 1, s, t, ties, next, visit);
      }
    }
  }

  void build(RouterId s, RouterId t, DimensionOrder order, const Choice& choice, Path& path) const {
    const OrderedPaths::RunDirections directions{.plus = choice.plus, .forced = rings_};
    paths_.build(s, choice.intermediate, t, order, directions, directions, path);
  }

  const Grid& grid_;
  TwoPhasePaths paths_;
  ShorterDirectionProbability shorter_probability_;
  OrderedPaths::Directions rings_ = 0;  // dimensions with a ring
};

}  // namespace

std::unique_ptr<Routing> make_quadrant_routing(const Topology& topology,
                                               const RoutingOptions& options,
                                               const QuadrantRule& rule) {
  required_grid(topology, options, rule.name);
  if (rule.torus_only) require_torus(topology, rule.name);
  TwoPhasePaths paths(topology, options, rule.ties);
  RoutingTraits traits =
      traits_of_sets(topology, paths.ring_classes(), paths.set_count(), rule.name);
  traits.minimal = rule.minimal;
  return std::make_unique<QuadrantRouting>(topology, std::move(traits), std::move(paths),
                                           rule.shorter_probability);
}

}  // namespace orthant
