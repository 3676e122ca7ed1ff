// GOAL: draws an orthant such that every dimension is loaded evenly, then takes any path within it.
//
// Source: Singh, Dally, Gupta and Towles 2003.
// VCs: 3 classes, also with bubble: two for the *-channels (dateline 0 and 1), which a packet may
//   use only in its first unfinished dimension, then the adaptive class with all other VCs.
// Deadlock: the *-channels are an escape in dimension order. Their dateline class depends only on
//   position, destination and direction and covers runs of up to a ring's length, so neither
//   non-minimal directions nor adaptive hops disturb the order of the *-channels.
// Ties: for destinations exactly k/2 hops away on an even ring, both directions with probability
//   1/2.
// Tested by: tests/routing/goal_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/orthant.hpp"

namespace orthant {
namespace {

class Goal final : public OneOrthantRouting {
 public:
  Goal(RoutingTraits traits, const Topology& topology, OrthantClasses classes)
      : OneOrthantRouting(std::move(traits), topology, classes, Ties::kSplit) {}

  // On a ring of k, the shorter direction is taken with probability (k - |offset|) / k.
  void start(RouterId s, Header& header, const LocalOccupancy&,
             RandomStream& random) const override {
    const RouterId t = header.destination;
    Orthant orthant = routes().between(s, t, 0).orthant;
    for (std::size_t d = 0; d < grid().dimensions(); ++d) {
      const int offset = grid().offset(s, t, d);
      if (offset == 0 || !grid().has_ring(d)) continue;
      const auto hops = static_cast<std::uint32_t>(offset < 0 ? -offset : offset);
      if (random.below(grid().radix(d)) < hops) orthant = flipped(orthant, d);
    }
    header = direct(t, routes().within(s, t, orthant));
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
