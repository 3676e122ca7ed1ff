// OutFlank routing: a new packet goes either within its shortest orthant or through one
// intermediate router outside it. It takes the way with the larger profit, given the free space at
// the source.
//
// Source: Versaci 2013; the routing of both phases: Puente et al. 1999, 2001.
// VCs: the escape of the last phase and that of the phase to an intermediate router (torus with
//   credits: dateline 0 and 1 of each; else one class each), then the adaptive class with all other
//   VCs. Every class needs a VC. The paper uses rings with bubbles and only mentions wormhole
//   switching; the version with datelines is ours.
// Deadlock: each phase is a shortest path with an escape in dimension order, as in abr. The last
//   phase has its own escape, and no packet returns from it to the first phase.
// Ties: routing.ties decides for destinations exactly k/2 hops away on an even ring; ties are drawn
//   once per packet for both phases.
// Tested by: tests/routing/ofr_test.cpp
#include <algorithm>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/grid/derouting.hpp"
#include "routing/grid/intermediate_routers.hpp"

namespace orthant {
namespace {

struct OfrKeys : DeroutingRules {
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
            .help = "The same as a share of the distance, if it exceeds ofr.delta: rounded, and at "
                    "most half of the smallest ring."}},
          {"ofr.eta",
           &OfrKeys::eta,
           {.when = kWhen, .help = "Weight of the path length in the profit of a detour."}},
          {"ofr.midpoint",
           in(&OfrKeys::intermediate, &IntermediateRules::wrap_sum_midpoint),
           {{"short_way", false}, {"wrap_sum", true}},
           {.when = kWhen,
            .help = "Midpoint between two coordinates: in the shorter direction, or (sum mod k) / "
                    "2 if it wraps around, as in the author's simulator."}},
          {"ofr.collinear",
           in(&OfrKeys::intermediate, &IntermediateRules::collinear_minus_only),
           {{"both_sides", false}, {"minus_side", true}},
           {.when = kWhen,
            .help =
                "Intermediate routers for two routers on a line: on both sides of the line, or one "
                "on the minus side in each other dimension, as in the author's simulator."}},
          {"ofr.mean",
           &OfrKeys::mean_over_second_leg,
           {{"first_leg", false}, {"second_leg", true}},
           {.when = kWhen,
            .help =
                "Divisor of the free space downstream of the links of the first leg: the number "
                "of links of this leg; second_leg as in the author's simulator."}},
      } +
      derouting_rows<OfrKeys>();
  return rows;
}

class Ofr final : public OrthantRouting {
 public:
  Ofr(RoutingTraits traits, const Topology& topology, const RoutingOptions& options,
      OrthantClasses classes, const OfrKeys& rules)
      : OrthantRouting(std::move(traits), topology, classes),
        topology_(topology),
        routes_(*topology.grid(), options.ties),
        routers_(*topology.grid(), rules.intermediate),
        rules_(rules) {}

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    const RouterId t = header.destination;
    const Draw draw = routes_.draw(random);
    const OrthantRoute shortest = routes_.between(s, t, draw);
    header = direct(t, shortest);
    if (is_too_close(shortest)) return;
    const Profits profits(rules_, topology_, s, traits().vc_classes, occupancy);
    const auto best_of = [&](auto for_each) {
      std::optional<Choice> best;
      (routers_.*for_each)(s, t, shortest, [&](RouterId q) {
        const OrthantRoute first = routes_.between(s, q, draw);
        const OrthantRoute second = routes_.between(q, t, draw);
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
    routes_.for_each_draw([&](Draw draw) {
      const OrthantRoute shortest = routes_.between(s, t, draw);
      visit(direct(t, shortest));
      if (is_too_close(shortest)) return;
      const auto visit_all = [&](Detour detour, auto for_each) {
        (routers_.*for_each)(s, t, shortest, [&](RouterId q) {
          const OrthantRoute first = routes_.between(s, q, draw);
          const OrthantRoute second = routes_.between(q, t, draw);
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
  using Draw = ShortestRoutes::Draw;

  struct Choice {
    RouterId via;
    OrthantRoute first;
    OrthantRoute second;
    double profit;
  };

  bool is_too_close(const OrthantRoute& shortest) const {
    return shortest.hops == 0 || shortest.hops < rules_.least_distance;
  }

  // Eq. 15.
  double profit_through(const Profits& profits, const OrthantRoute& first,
                        const OrthantRoute& second, const OrthantRoute& shortest) const {
    const auto links =
        static_cast<double>(rules_.mean_over_second_leg ? second.links() : first.links());
    const double dilation =
        static_cast<double>(first.hops + second.hops) / static_cast<double>(shortest.hops);
    return profits.profit(profits.free_behind(first) / links, dilation);
  }

  const Topology& topology_;
  ShortestRoutes routes_;
  IntermediateRouters routers_;
  OfrKeys rules_;
};

// The diameter in hops.
std::uint32_t longest_distance(const Grid& grid) {
  std::uint32_t hops = 0;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    hops += grid.has_ring(d) ? grid.radix(d) / 2 : grid.radix(d) - 1;
  return hops;
}

// Throws KeyError if delta exceeds half of some ring.
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
  traits.depends_on_occupancy = true;
  const IntermediateRouters routers(grid, own.intermediate);
  const std::uint32_t delta = routers.delta(longest_distance(grid));
  traits.detours = {{.name = "outflank",
                     .max_extra_hops = 2 * static_cast<std::uint32_t>(grid.dimensions()) * delta,
                     .guaranteed = !own.intermediate.wrap_sum_midpoint}};
  if (topology.kind() == "torus" || topology.has_rings())
    traits.detours.push_back({.name = "wraparound"});
  return std::make_unique<Ofr>(std::move(traits), topology, options, classes, own);
}

// Rings are shrunk to 4 or more routers. On such rings, a delta of two hops produces every kind of
// path, with runs below and above half of a ring. A share of the distance produces several values
// of delta at once: with a share of 1/2 a stand-in has deltas of one and two hops.
RoutingOptions for_smaller_network(const RoutingOptions& options) {
  RoutingOptions small = options;
  const IntermediateRules rules = rows().read(options.own).intermediate;
  if (rules.delta > 2) small.own.set("ofr.delta", "2");
  if (rules.delta_share > 0) small.own.set("ofr.delta_share", "0.5");
  return small;
}

}  // namespace

RoutingDescription describe_ofr() {
  return {.name = "ofr",
          .summary = "shortest, or through one router outside or opposite, by profit at the source",
          .source = "Versaci 2013",
          .topologies = "torus, mesh, hypercube",
          .vc_classes = "torus: 5 (credit), 3 (bubble); mesh, hypercube: 3",
          .deadlock = "Duato escape; bubble escape on rings",
          .adaptive = true,
          .minimal = false,
          .keys = {"routing.ties"},
          .own_keys = rows().keys(),
          .make = make,
          .for_smaller_network = for_smaller_network};
}

}  // namespace orthant
