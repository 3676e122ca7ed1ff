// Fully adaptive minimal routing on a torus, mesh or hypercube, with dimension-order routing as the
// escape.
//
// Source: Duato 1993, 1995; bubble escape: Puente et al. 2001.
// VCs: the escape classes first (torus with credits: dateline 0 and 1; else one), one VC each; then
//   the adaptive class with all other VCs. Every class needs a VC.
// Deadlock: the escape is offered at every hop, and its dateline class depends only on position,
//   destination and direction (0 while the wrap-around channel is ahead), so a packet that returns
//   from adaptive VCs respects the order of the classes; the extended dependency graph has no
//   cycle. With bubble the escape rings keep a free slot and are left in dimension order.
// Ties: for destinations exactly k/2 hops away on an even ring the adaptive class takes both
//   directions, the escape plus.
// Tested by: tests/routing/minimal_adaptive_test.cpp
#include "routing/minimal_adaptive.hpp"

#include <algorithm>

#include "routing/descriptions.hpp"
#include "routing/graph/minimal_anywhere.hpp"
#include "routing/grid/grid_paths.hpp"
#include "routing/grid/orthant.hpp"
#include "routing/grid/twisted_paths.hpp"

namespace orthant {
namespace {

RoutingTraits traits_of(const Topology& topology, const RoutingOptions& options,
                        RingClasses classes) {
  RoutingTraits traits = orthant_traits(topology, options, {.rings = classes});
  traits.minimal = true;
  return traits;
}

class MinimalAdaptive final : public FixedStartRouting {
 public:
  MinimalAdaptive(const Topology& topology, const RoutingOptions& options, RingClasses classes,
                  HopPreference preference)
      : FixedStartRouting(traits_of(topology, options, classes)),
        grid_(*topology.grid()),
        classes_(classes),
        preference_(preference) {}

  void candidates(RouterId here, const Header& header, const LocalOccupancy*,
                  CandidateList& out) const override {
    out.clear();
    const auto adaptive = static_cast<std::uint8_t>(class_count(classes_));
    const RouterId t = header.destination;
    std::optional<Candidate> escape;
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const std::uint32_t from = grid_.coordinate(here, d);
      const std::uint32_t to = grid_.coordinate(t, d);
      if (from == to) continue;
      const int offset = grid_.offset(here, t, d);
      const bool plus = offset > 0;
      const bool tie = grid_.has_ring(d) && 2 * offset == static_cast<int>(grid_.radix(d));
      const PortId port = plus ? Grid::plus_port(d) : Grid::minus_port(d);
      out.push_back({.port = port, .vc_class = adaptive});
      if (tie) out.push_back({.port = Grid::minus_port(d), .vc_class = adaptive});
      if (!escape) {
        escape = Candidate{.port = port,
                           .vc_class = ring_class(grid_, classes_, d, from, to, plus),
                           .escape = true};
      }
    }
    if (preference_ != nullptr) sort(here, t, out);
    if (escape) out.push_back(*escape);
  }

  std::size_t max_candidates() const override { return 2 * grid_.dimensions() + 1; }

 private:
  // Stable insertion sort of the few candidates, whose lower dimensions come first.
  void sort(RouterId here, RouterId t, CandidateList& list) const {
    const auto value = [&](const Candidate& candidate) {
      const std::size_t d = Grid::dimension_of(candidate.port);
      const int offset = grid_.offset(here, t, d);
      return preference_(static_cast<std::uint32_t>(std::abs(offset)), grid_.is_tie(here, t, d));
    };
    for (std::size_t i = 1; i < list.size(); ++i) {
      const std::uint32_t own = value(list[i]);
      std::size_t at = i;
      while (at > 0 && value(list[at - 1]) < own) --at;
      std::rotate(list.begin() + at, list.begin() + i, list.begin() + i + 1);
    }
  }

  const Grid& grid_;
  RingClasses classes_;
  HopPreference preference_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  if (topology.twisted_grid()) return make_twisted_minimal_adaptive(topology, options);
  if (!topology.grid()) return make_minimal_anywhere(topology, options);
  return make_minimal_adaptive(topology, options, "minimal_adaptive", nullptr);
}

}  // namespace

std::unique_ptr<Routing> make_minimal_adaptive(const Topology& topology,
                                               const RoutingOptions& options,
                                               std::string_view algorithm,
                                               HopPreference preference) {
  required_grid(topology, options, algorithm);
  const RingClasses classes = ring_classes(topology, options, Dateline::kCrossing);
  return std::make_unique<MinimalAdaptive>(topology, options, classes, preference);
}

RoutingDescription describe_minimal(std::string_view name, std::string_view summary,
                                    std::string_view source,
                                    decltype(RoutingDescription::make) make) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .topologies = "torus, mesh, hypercube",
          .vc_classes = "torus: 3 (credit), 2 (bubble); mesh, hypercube: 2",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = true,
          .keys = {},
          .ordered_candidates = true,
          .make = make};
}

RoutingDescription describe_minimal_adaptive() {
  RoutingDescription described =
      describe_minimal("minimal_adaptive", "any shortest path, dimension order as the escape",
                       "Duato 1993; Puente et al. 2001", make);
  described.topologies = "any";
  described.vc_classes = "torus: 3 (credit), 2 (bubble); others: 2";
  described.deadlock = "Duato escape; bubble escape on rings; up/down escape on other networks";
  described.ordered_candidates = false;
  return described;
}

}  // namespace orthant
