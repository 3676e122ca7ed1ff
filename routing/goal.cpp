// GOAL: an orthant drawn so that every dimension is loaded evenly, then any path within it.
//
// Source: Singh, Dally, Gupta and Towles 2003.
// VCs: 3 classes, with bubble too: two for the *-channels of a packet (dateline 0 and 1), which
//   only its first dimension to go may use, then the adaptive class with all others.
// Deadlock: the *-channels are an escape in dimension order; their dateline class depends on
//   position, target and direction alone and holds for runs of up to a ring's length, so that
//   neither the long way round nor adaptive hops disturb its order.
// Ties: half way round an even ring both directions have probability 1/2.
// Tested by: tests/routing/goal_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {
namespace {

class Goal final : public OneOrthantRouting {
 public:
  Goal(RoutingTraits traits, const Topology& topology, OrthantClasses classes)
      : OneOrthantRouting(std::move(traits), topology, classes, Ties::kSplit) {}

  // In a ring of k, a destination `offset` hops away is reached by the short way with probability
  // (k - |offset|) / k.
  void start(RouterId s, Header& header, const LocalOccupancy&,
             RandomStream& random) const override {
    const RouterId t = header.destination;
    Orthant orthant = ways().between(s, t, 0).orthant;
    for (std::size_t d = 0; d < grid().dimensions(); ++d) {
      const int offset = grid().offset(s, t, d);
      if (offset == 0 || !grid().has_ring(d)) continue;
      const auto hops = static_cast<std::uint32_t>(offset < 0 ? -offset : offset);
      if (random.below(grid().radix(d)) < hops) orthant = flipped(orthant, d);
    }
    header = direct(t, ways().within(s, t, orthant));
  }

 private:
  static Orthant flipped(Orthant orthant, std::size_t d) {
    return static_cast<Orthant>(orthant ^ 1u << d);
  }
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  required_grid(topology, options, "goal");
  require_torus(topology, "goal");
  const OrthantClasses classes = {.rings = RingClasses::kCrossing};
  RoutingTraits traits = orthant_traits(topology, options, classes);
  traits.detours = {kOrthantDetourKind};
  return std::make_unique<Goal>(std::move(traits), topology, classes);
}

}  // namespace

RoutingDescription describe_goal() {
  return {.name = "goal",
          .summary = "an orthant drawn to balance the rings, then any path within it",
          .source = "Singh, Dally, Gupta, Towles 2003",
          .topologies = "torus",
          .vc_classes = "3",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = false,
          .keys = {},
          .make = make};
}

}  // namespace orthant
