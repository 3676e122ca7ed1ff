// POR: the orthant of the largest profit by what is free at the source, then any path within it.
//
// Source: Versaci 2013, Remark 3; orthants: Singh, Dally, Gupta and Towles 2003.
// VCs: the escape (credits: dateline 0 and 1; bubble: one class), then the adaptive class with all
//   others. Needs a VC for every class.
// Deadlock: as abr; the directions of a packet are fixed whichever orthant it takes, and both
//   datelines and bubbles hold for runs of up to a ring's length.
// Ties: half way round an even ring routing.ties says which orthant is the shortest; the others
//   compete, and with plus and parity count as detours.
// Tested by: tests/routing/por_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/detour.hpp"

namespace orthant {
namespace {

struct PorKeys : DetourRules {
  bool mean_over_all = false;
};

const KeyRows<PorKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "por");
  static const KeyRows<PorKeys> rows =
      KeyRows<PorKeys>{
          {"por.eta",
           &PorKeys::eta,
           {.when = kWhen, .help = "Weight of the path length in the profit of an orthant."}},
          {"por.mean",
           &PorKeys::mean_over_all,
           {{"useful", false}, {"all", true}},
           {.when = kWhen,
            .help =
                "Free space behind the links of an orthant is divided by the number of dimensions "
                "to go, or of all, as in the author's simulator."}},
      } +
      detour_rows<PorKeys>();
  return rows;
}

class Por final : public OneOrthantRouting {
 public:
  Por(RoutingTraits traits, const Topology& topology, const RoutingOptions& options,
      OrthantClasses classes)
      : OneOrthantRouting(std::move(traits), topology, classes, options.ties),
        topology_(topology),
        rules_(rows().read(options.own)) {}

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    const RouterId t = header.destination;
    const Way shortest = ways().between(s, t, ways().draw(random));
    header = direct(t, shortest);
    if (shortest.hops == 0 || shortest.hops < rules_.least_distance) return;
    const Profits profits(rules_, topology_, s, traits().vc_classes, occupancy);
    const auto links =
        static_cast<double>(rules_.mean_over_all ? grid().dimensions() : shortest.links());
    double best = profits.shortest(shortest);
    ways().for_each_orthant(s, t, [&](const Way& way) {
      if (way.orthant == shortest.orthant) return;
      const double profit =
          profits.profit(profits.free_behind(way) / links,
                         static_cast<double>(way.hops) / static_cast<double>(shortest.hops));
      if (profit <= best) return;
      best = profit;
      header = direct(t, way);
    });
  }

 private:
  const Topology& topology_;
  PorKeys rules_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  required_grid(topology, options, "por");
  require_torus(topology, "por");
  const OrthantClasses classes = {.rings = ring_classes(topology, options, Dateline::kCrossing)};
  RoutingTraits traits = orthant_traits(topology, options, classes);
  traits.detours = {kOrthantDetourKind};
  return std::make_unique<Por>(std::move(traits), topology, options, classes);
}

}  // namespace

RoutingDescription describe_por() {
  return {.name = "por",
          .summary = "the orthant of the largest profit at the source, then any path within it",
          .source = "Versaci 2013; Singh, Dally, Gupta, Towles 2003",
          .topologies = "torus",
          .vc_classes = "3 (credit), 2 (bubble)",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = false,
          .keys = {"routing.ties"},
          .own_keys = rows().keys(),
          .make = make};
}

}  // namespace orthant
