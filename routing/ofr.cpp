// OutFlank routing: a new packet goes either within its shortest orthant or through one
// intermediate router beside it, whichever promises the larger profit by what is free at the
// source.
//
// Source: Versaci 2013; the routing of both legs: Puente et al. 1999, 2001.
// VCs: the escape of the last leg, that of the leg to an intermediate router (torus with credits:
//   dateline 0 and 1 of each; else one class each), then the adaptive class with all others. Needs
//   a VC for every class. The paper has rings with bubbles; the wormhole version with datelines,
//   which it only mentions, is ours.
// Deadlock: each leg is a shortest path with an escape in dimension order, as abr; the last leg has
//   an escape of its own, and no packet goes back to the first one from there.
// Ties: half way round an even ring by routing.ties; what is drawn when the packet starts
//   holds for both legs.
// Tested by: tests/routing/ofr_test.cpp
#include <algorithm>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/detour.hpp"
#include "routing/grid/intermediate_routers.hpp"

namespace orthant {
namespace {

struct OfrKeys : DetourRules {
  OfrKeys() { eta = 2; }

  IntermediateRules intermediate;
  bool mean_over_second_leg = false;
};

const KeyRows<OfrKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "ofr");
  static const KeyRows<OfrKeys> rows =
      KeyRows<OfrKeys>{
          {"ofr.delta",
           in(&OfrKeys::intermediate, &IntermediateRules::delta),
           {.least = 1,
            .most = 65535,
            .when = kWhen,
            .help = "Hops by which an intermediate router lies outside the shortest paths; at most "
                    "half of the smallest ring."}},
          {"ofr.delta_share",
           in(&OfrKeys::intermediate, &IntermediateRules::delta_share),
           {.high = 1,
            .when = kWhen,
            .help = "The same as a share of the distance, for pairs where it is more than "
                    "ofr.delta: rounded, and at most half of the smallest ring."}},
          {"ofr.eta",
           &OfrKeys::eta,
           {.when = kWhen, .help = "Weight of the path length in the profit of a detour."}},
          {"ofr.midpoint",
           in(&OfrKeys::intermediate, &IntermediateRules::wrap_sum_midpoint),
           {{"short_way", false}, {"wrap_sum", true}},
           {.when = kWhen,
            .help =
                "Middle between two coordinates: on the short way round, or (sum mod k) / 2 where "
                "it wraps around, as in the author's simulator."}},
          {"ofr.collinear",
           in(&OfrKeys::intermediate, &IntermediateRules::collinear_minus_only),
           {{"both_sides", false}, {"minus_side", true}},
           {.when = kWhen,
            .help =
                "Intermediate routers for two routers on a line: on both sides of it, or one on "
                "the minus side in each other dimension, as in the author's simulator."}},
          {"ofr.mean",
           &OfrKeys::mean_over_second_leg,
           {{"first_leg", false}, {"second_leg", true}},
           {.when = kWhen,
            .help = "Number of links by which the free space behind the links of the first leg is "
                    "divided: those of which leg; second_leg as in the author's simulator."}},
      } +
      detour_rows<OfrKeys>();
  return rows;
}

class Ofr final : public OrthantRouting {
 public:
  Ofr(RoutingTraits traits, const Topology& topology, const RoutingOptions& options,
      OrthantClasses classes, const OfrKeys& rules)
      : OrthantRouting(std::move(traits), topology, classes),
        topology_(topology),
        ways_(*topology.grid(), options.ties),
        routers_(*topology.grid(), rules.intermediate),
        rules_(rules) {}

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    const RouterId t = header.destination;
    const Draw draw = ways_.draw(random);
    const Way shortest = ways_.between(s, t, draw);
    header = direct(t, shortest);
    if (is_too_close(shortest)) return;
    const Profits profits(rules_, topology_, s, traits().vc_classes, occupancy);
    const auto best_of = [&](auto for_each) {
      std::optional<Choice> best;
      (routers_.*for_each)(s, t, shortest, [&](RouterId q) {
        const Way first = ways_.between(s, q, draw);
        const Way second = ways_.between(q, t, draw);
        if (!first.leaves(shortest) || !second.leaves(shortest)) return;
        const double profit = profit_through(profits, first, second, shortest);
        if (!best || profit > best->profit) best = Choice{q, first, second, profit};
      });
      return best;
    };
    const auto outflank = best_of(&IntermediateRouters::for_each_outflank);
    const auto wraparound = best_of(&IntermediateRouters::for_each_wraparound);
    const bool takes_outflank = outflank && (!wraparound || outflank->profit >= wraparound->profit);
    const auto& best = takes_outflank ? outflank : wraparound;
    if (!best || best->profit <= profits.shortest(shortest)) return;
    header = through(t, best->via, best->first, best->second,
                     takes_outflank ? kOutflankDetour : kWraparoundDetour);
  }

  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    ways_.for_each_draw([&](Draw draw) {
      const Way shortest = ways_.between(s, t, draw);
      visit(direct(t, shortest));
      if (is_too_close(shortest)) return;
      const auto visit_all = [&](Detour detour, auto for_each) {
        (routers_.*for_each)(s, t, shortest, [&](RouterId q) {
          const Way first = ways_.between(s, q, draw);
          const Way second = ways_.between(q, t, draw);
          if (first.leaves(shortest) && second.leaves(shortest))
            visit(through(t, q, first, second, detour));
        });
      };
      visit_all(kOutflankDetour, &IntermediateRouters::for_each_outflank);
      visit_all(kWraparoundDetour, &IntermediateRouters::for_each_wraparound);
    });
  }

  Detour detour(RouterId, const Header& header) const override {
    if ((header.bits & kToVia) == 0) return Detour::kNone;
    return (header.bits & kWraparound) != 0 ? kWraparoundDetour : kOutflankDetour;
  }

 private:
  using Draw = ShortestWays::Draw;

  struct Choice {
    RouterId via;
    Way first;
    Way second;
    double profit;
  };

  bool is_too_close(const Way& shortest) const {
    return shortest.hops == 0 || shortest.hops < rules_.least_distance;
  }

  // Eq. 15.
  double profit_through(const Profits& profits, const Way& first, const Way& second,
                        const Way& shortest) const {
    const auto links =
        static_cast<double>(rules_.mean_over_second_leg ? second.links() : first.links());
    const double dilation =
        static_cast<double>(first.hops + second.hops) / static_cast<double>(shortest.hops);
    return profits.profit(profits.free_behind(first) / links, dilation);
  }

  const Topology& topology_;
  ShortestWays ways_;
  IntermediateRouters routers_;
  OfrKeys rules_;
};

// Hops between the two routers farthest apart.
std::uint32_t longest_distance(const Grid& grid) {
  std::uint32_t hops = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    hops += grid.has_ring(d) ? grid.radix(d) / 2 : grid.radix(d) - 1;
  return hops;
}

// Throws KeyError where delta would lead more than half round some ring.
void check_delta(const Grid& grid, std::uint32_t delta) {
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const std::uint32_t k = grid.radix(d);
    const bool smallest = std::ranges::none_of(
        grid.radices(), [&](std::uint32_t other) { return other >= 3 && other < k; });
    if (!grid.has_ring(d) || !smallest || 2 * delta <= k) continue;
    key_error("ofr.delta", "{} hops lead more than half round a ring of {} routers; allowed: 1{}",
              delta, k, k >= 4 ? fmt::format(" to {}", k / 2) : "");
  }
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  const Grid& grid = required_grid(topology, options, "ofr");
  const OfrKeys own = rows().read(options.own);
  check_delta(grid, own.intermediate.delta);
  const OrthantClasses classes = {.rings = ring_classes(topology, options, Dateline::kCrossing),
                                  .intermediate = true};
  RoutingTraits traits = orthant_traits(topology, options, classes);
  const IntermediateRouters routers(grid, own.intermediate);
  const std::uint32_t delta = routers.delta(longest_distance(grid));
  traits.detours = {{.name = "outflank",
                     .most_extra_hops = 2 * static_cast<std::uint32_t>(grid.dimensions()) * delta,
                     .promised = !own.intermediate.wrap_sum_midpoint}};
  if (topology.kind() == "torus") traits.detours.push_back({.name = "wraparound"});
  return std::make_unique<Ofr>(std::move(traits), topology, options, classes, own);
}

// Two hops beyond the box make every kind of path: less and more than half round no ring of 4 or
// more, which is the least that a stand-in has where the network has such rings. A share of the
// distance makes several kinds at once; with a half a stand-in has one and two hops.
RoutingOptions for_stand_in(const RoutingOptions& options) {
  RoutingOptions small = options;
  const IntermediateRules rules = rows().read(options.own).intermediate;
  if (rules.delta > 2) small.own.set("ofr.delta", "2");
  if (rules.delta_share > 0) small.own.set("ofr.delta_share", "0.5");
  return small;
}

}  // namespace

RoutingDescription describe_ofr() {
  return {.name = "ofr",
          .summary = "shortest, or through one router beside or opposite, by profit at the source",
          .source = "Versaci 2013",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = "torus: 5 (credit), 3 (bubble); mesh, hypercube: 3",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = false,
          .keys = {"routing.ties"},
          .own_keys = rows().keys(),
          .make = make,
          .for_stand_in = for_stand_in};
}

}  // namespace orthant
