// POR: chooses the orthant of the largest profit given the free space at the source, then takes any
//   path within it.
//
// Source: Versaci 2013, Remark 3; orthants: Singh, Dally, Gupta and Towles 2003.
// VCs: the escape (credits: dateline 0 and 1; bubble: one class), then the adaptive class with all
//   other VCs. Every class needs a VC.
// Deadlock: as in abr, since a packet's directions are fixed in any orthant, and both datelines and
//   bubbles cover runs of up to a ring's length.
// Ties: routing.ties selects the shortest orthant for destinations exactly k/2 hops away on an even
//   ring. The other orthants of the tie compete by profit, and with plus and parity they count as
//   detours.
// Tested by: tests/routing/por_test.cpp
#include "routing/descriptions.hpp"
#include "routing/grid/derouting.hpp"

namespace orthant {
namespace {

struct PorKeys : DeroutingRules {
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
                "Divisor of the free space downstream of the links of an orthant: the number of "
                "dimensions to correct, or of all dimensions, as in the author's simulator."}},
      } +
      derouting_rows<PorKeys>();
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
    const OrthantRoute shortest = routes().between(s, t, routes().draw(random));
    header = direct(t, shortest);
    if (shortest.hops == 0 || shortest.hops < rules_.least_distance) return;
    const Profits profits(rules_, topology_, s, traits().vc_classes, occupancy);
    const auto links =
        static_cast<double>(rules_.mean_over_all ? grid().dimensions() : shortest.links());
    double best = profits.shortest(shortest);
    routes().for_each_orthant(s, t, [&](const OrthantRoute& route) {
      if (route.orthant == shortest.orthant) return;
      const double profit =
          profits.profit(profits.free_behind(route) / links,
                         static_cast<double>(route.hops) / static_cast<double>(shortest.hops));
      if (profit <= best) return;
      best = profit;
      header = direct(t, route);
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
  traits.depends_on_occupancy = true;
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
