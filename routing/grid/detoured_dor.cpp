// Tested by: tests/routing/detoured_dor_test.cpp
#include "routing/grid/detoured_dor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "base/parallel_for.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr std::uint8_t kNoPath = 0xff;  // in Detours::stages_

// The routers whose coordinates are within `margin` of the box around s and t that shortest paths
// cross. Visits each once; returns false if the box is the whole grid.
template <class Visit>
bool for_each_in_box(const Grid& grid, RouterId s, RouterId t, std::uint32_t margin,
                     const Visit& visit) {
  struct Range {
    std::uint32_t first, count;
  };
  std::array<Range, limits::kDimensions> ranges;
  const std::size_t dimensions = grid.dimensions();
  bool partial = false;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::uint32_t radix = grid.radix(d), from = grid.coordinate(s, d);
    const int offset = grid.offset(s, t, d);
    const auto length = static_cast<std::uint32_t>(std::abs(offset));
    // A tie has two boxes, which together are the ring.
    if (grid.is_tie(s, t, d) || length + 2 * margin + 1 >= radix) {
      ranges[d] = {0, radix};
      continue;
    }
    const std::uint32_t low = offset < 0 ? from + radix - length : from;
    if (grid.has_ring(d)) {
      ranges[d] = {(low + radix - margin) % radix, length + 2 * margin + 1};
    } else {
      const std::uint32_t lowest = low % radix, first = lowest - std::min(lowest, margin);
      ranges[d] = {first, std::min(lowest + length + margin, radix - 1) - first + 1};
    }
    partial = partial || ranges[d].count < radix;
  }
  std::array<std::uint32_t, limits::kDimensions> step{}, at{};
  while (true) {
    for (std::size_t d = 0; d < dimensions; ++d)
      at[d] = (ranges[d].first + step[d]) % grid.radix(d);
    visit(grid.router_at(std::span(at).first(dimensions)));
    std::size_t d = 0;
    while (d < dimensions && ++step[d] == ranges[d].count) step[d++] = 0;
    if (d == dimensions) return partial;
  }
}

}  // namespace

// The search for the stops of one pair.
struct Detours::Search {
  const Topology& topology;
  const FreeRuns& runs;
  DetourRule rule;
  const std::vector<std::uint8_t>& stages;
  const std::vector<std::uint16_t>& hops;  // [s][t]; of pairs with stages

  std::uint32_t best = FreeRuns::kBlocked;
  std::vector<RouterId> stops;

  void offer(RouterId stop, std::uint32_t total) {
    if (total > best || total == FreeRuns::kBlocked) return;
    if (total < best) stops.clear();
    best = total;
    stops.push_back(stop);
  }
  // Hops from a stop to t after the first of `stage_count` stages; kBlocked if they need others.
  std::uint32_t rest(RouterId stop, RouterId t, std::size_t stage_count) const {
    if (stop == t) return FreeRuns::kBlocked;  // a stage that reaches t is no detour
    if (stage_count == 1) return runs.dimension_order(stop, t, rule == DetourRule::kWildHops);
    const std::size_t pair = stop.index() * topology.router_count() + t.index();
    return stages[pair] + std::size_t{1} == stage_count ? hops[pair] : FreeRuns::kBlocked;
  }
  void offer_intermediate(RouterId s, RouterId t, RouterId stop, std::size_t stage_count) {
    if (stop == s || stop == t || !runs.has_channels(stop)) return;
    const std::uint32_t before = runs.dimension_order(s, stop, false);
    if (before == FreeRuns::kBlocked || before > best) return;
    const std::uint32_t after = rest(stop, t, stage_count);
    if (after != FreeRuns::kBlocked) offer(stop, before + after);
  }

  void find(RouterId s, RouterId t, std::size_t stage_count) {
    best = FreeRuns::kBlocked;
    stops.clear();
    if (rule == DetourRule::kWildHops) return find_hops(s, t, stage_count);
    if (stage_count > 1) {
      for (std::size_t r = 0; r < topology.router_count(); ++r)
        offer_intermediate(s, t, RouterId{r}, stage_count);
      return;
    }
    // Paths through routers out of the box are longer by 2 * (margin + 1) hops or more.
    const std::uint32_t shortest = runs.grid().distance(s, t);
    for (std::uint32_t margin = 0;; ++margin) {
      best = FreeRuns::kBlocked;
      stops.clear();
      const bool more = for_each_in_box(runs.grid(), s, t, margin, [&](RouterId stop) {
        offer_intermediate(s, t, stop, stage_count);
      });
      if (!more || best <= shortest + 2 * margin) return;
    }
  }
  void find_hops(RouterId s, RouterId t, std::size_t stage_count) {
    if (stage_count == 1) offer(s, runs.dimension_order(s, t, true));
    for (std::size_t p = 0; p < 2 * runs.grid().dimensions(); ++p) {
      if (runs.length(s, PortId{p}) == 0) continue;
      const RouterId stop = topology.neighbor(s, PortId{p});
      const std::uint32_t after = rest(stop, t, stage_count);
      if (after != FreeRuns::kBlocked) offer(stop, after + 1);
    }
  }
};

Detours::Detours(const Topology& topology, const FreeRuns& runs, DetourRule rule, std::size_t most,
                 std::string_view algorithm, std::size_t threads)
    : routers_(topology.router_count()) {
  if (routers_ > kMaxRouters)
    key_error(
        "routing.algorithm",
        "{} lists detours for {} routers; allowed: at most {} on a grid with missing channels",
        algorithm, routers_, kMaxRouters);
  stages_.assign(routers_ * routers_, kNoPath);
  first_.assign(routers_ * routers_, 0);
  std::vector<std::uint16_t> hops(routers_ * routers_, 0);
  const auto for_each_open = [&](RouterId s, const auto& visit) {
    if (!runs.has_channels(s)) return;
    for (std::size_t t = 0; t < routers_; ++t)
      if (runs.has_channels(RouterId{t}) && stages_[pair(s, RouterId{t})] == kNoPath)
        visit(RouterId{t});
  };
  for (std::size_t s = 0; s < routers_; ++s)
    for_each_open(RouterId{s}, [&](RouterId t) {
      if (runs.dimension_order(RouterId{s}, t, false) != FreeRuns::kBlocked)
        stages_[pair(RouterId{s}, t)] = 0;
    });
  // What one source finds at this number of stages: the pairs' ends and hops, and their lists.
  struct Found {
    std::vector<std::pair<RouterId, std::uint16_t>> ends;
    std::vector<RouterId> stops;
  };
  std::optional<std::pair<RouterId, RouterId>> open;
  for (std::size_t count = 1;; ++count) {
    std::vector<Found> found(routers_);
    parallel_for(routers_, threads, [&] {
      return [&, search = Search{topology, runs, rule, stages_, hops, FreeRuns::kBlocked, {}}](
                 std::size_t s) mutable {
        for_each_open(RouterId{s}, [&](RouterId t) {
          search.find(RouterId{s}, t, count);
          if (search.stops.empty()) return;
          found[s].ends.emplace_back(t, static_cast<std::uint16_t>(search.best));
          const std::size_t all = search.stops.size(), kept = std::min(all, kMaxStops);
          found[s].stops.emplace_back(kept);
          for (std::size_t i = 0; i < kept; ++i)
            found[s].stops.push_back(search.stops[i * all / kept]);
        });
      };
    });
    bool any = false;
    open = {};
    for (std::size_t s = 0; s < routers_; ++s) {
      std::size_t next = 0;
      for (const auto& [t, length] : found[s].ends) {
        const std::size_t p = pair(RouterId{s}, t);
        stages_[p] = static_cast<std::uint8_t>(count);
        hops[p] = length;
        first_[p] = static_cast<std::uint32_t>(stops_.size());
        const std::size_t list = 1 + found[s].stops[next].index();
        stops_.insert(stops_.end(), found[s].stops.begin() + static_cast<std::ptrdiff_t>(next),
                      found[s].stops.begin() + static_cast<std::ptrdiff_t>(next + list));
        next += list;
        any = true;
      }
      if (!open && topology.has_nodes(RouterId{s}))
        for_each_open(RouterId{s}, [&](RouterId t) {
          if (!open && topology.has_nodes(t)) open = std::pair(RouterId{s}, t);
        });
    }
    if (any) most_stages_ = count;
    if (!open || !any || count == most) break;
  }
  if (!open) return;
  key_error(
      "routing.algorithm",
      "{} has no path from {} to {} with {} {}; allowed: minimal_adaptive, up_down, or table with "
      "what design finds",
      algorithm, router_text(topology, open->first), router_text(topology, open->second), most,
      rule == DetourRule::kWildHops ? "wild hops" : "intermediate routers");
}

namespace {

class DetouredDor final : public ObliviousRouting {
 public:
  DetouredDor(RoutingTraits traits, FreeRuns runs, Detours detours, RingClasses classes, Ties ties,
              DetourRule rule)
      : ObliviousRouting(std::move(traits)),
        runs_(std::move(runs)),
        detours_(std::move(detours)),
        classes_(classes),
        ties_(ties),
        rule_(rule) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    if (s != t && !is_served(s, t)) return;
    Path path;
    expand(s, t, first_set(s, t), 1, path, [&](double probability) { visit(path, probability); });
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    path.clear();
    std::size_t set = first_set(s, t);
    RouterId here = s;
    bool long_way = false;
    for (std::size_t stages = detours_.stages(s, t); stages > 0; --stages) {
      const std::span<const RouterId> stops = detours_.stops(here, t);
      const RouterId stop = stops.size() == 1
                                ? stops[0]
                                : stops[random.below(static_cast<std::uint32_t>(stops.size()))];
      if (rule_ == DetourRule::kIntermediate) {
        draw_dimension_order(here, stop, false, set++, random, path);
      } else {
        append_hop(here, stop, stages, path);
        long_way = true;
      }
      here = stop;
    }
    draw_dimension_order(here, t, long_way, set, random, path);
  }

  std::size_t max_legs() const override {
    std::size_t legs = 0;
    for (std::size_t d = 0; d < runs_.grid().dimensions(); ++d)
      legs += classes_ == RingClasses::kCrossing && classes_.has_dateline(runs_.grid(), d) ? 2 : 1;
    const std::size_t stages = detours_.most_stages();
    return rule_ == DetourRule::kIntermediate ? legs * (stages + 1) : legs + stages;
  }

 private:
  bool is_served(RouterId s, RouterId t) const { return detours_.stages(s, t) != kNoPath; }

  // Pairs with fewer stages than others need fewer sets; which, depends on their source, so that
  // all sets are used.
  std::size_t first_set(RouterId s, RouterId t) const {
    if (rule_ == DetourRule::kWildHops || !is_served(s, t)) return 0;
    std::size_t sum = 0;
    for (std::size_t d = 0; d < runs_.grid().dimensions(); ++d)
      sum += runs_.grid().coordinate(s, d);
    return sum % (detours_.most_stages() - detours_.stages(s, t) + 1);
  }

  // Appends all paths from `here` to t, one at a time, and calls done(probability) for each.
  void expand(RouterId here, RouterId t, std::size_t set, double probability, Path& path,
              FunctionRef<void(double)> done) const {
    const std::size_t stages = here == t ? 0 : detours_.stages(here, t);
    if (stages == 0) return expand_runs(here, t, 0, false, set, probability, path, done);
    const std::span<const RouterId> stops = detours_.stops(here, t);
    for (const RouterId stop : stops) {
      const double each = probability / static_cast<double>(stops.size());
      const std::size_t size = path.size();
      if (rule_ == DetourRule::kIntermediate) {
        expand_runs(here, stop, 0, false, set, each, path,
                    [&](double p) { expand(stop, t, set + 1, p, path, done); });
      } else {
        append_hop(here, stop, stages, path);
        if (stages == 1)
          expand_runs(stop, t, 0, true, set, each, path, done);
        else
          expand(stop, t, set, each, path, done);
      }
      path.resize(size);
    }
  }

  // The same in dimension order, from dimension d on.
  void expand_runs(RouterId here, RouterId t, std::size_t d, bool long_way, std::size_t set,
                   double probability, Path& path, FunctionRef<void(double)> done) const {
    const Grid& grid = runs_.grid();
    while (d < grid.dimensions() && grid.coordinate(here, d) == grid.coordinate(t, d)) ++d;
    if (d == grid.dimensions()) return done(probability);
    const FreeRuns::Directions open = directions(here, t, d, long_way);
    const bool tie = open == (FreeRuns::kPlus | FreeRuns::kMinus);
    for (const bool plus : {true, false}) {
      if ((open & (plus ? FreeRuns::kPlus : FreeRuns::kMinus)) == 0) continue;
      const std::size_t size = path.size();
      const RouterId end = append_run(here, t, d, plus, set, path);
      expand_runs(end, t, d + 1, long_way, set, tie ? probability / 2 : probability, path, done);
      path.resize(size);
    }
  }

  void draw_dimension_order(RouterId here, RouterId t, bool long_way, std::size_t set,
                            RandomStream& random, Path& path) const {
    for (std::size_t d = 0; d < runs_.grid().dimensions(); ++d) {
      if (runs_.grid().coordinate(here, d) == runs_.grid().coordinate(t, d)) continue;
      const FreeRuns::Directions open = directions(here, t, d, long_way);
      const bool tie = open == (FreeRuns::kPlus | FreeRuns::kMinus);
      const bool plus = tie ? random.below(2) == 0 : open == FreeRuns::kPlus;
      here = append_run(here, t, d, plus, set, path);
    }
  }

  FreeRuns::Directions directions(RouterId here, RouterId t, std::size_t d, bool long_way) const {
    const FreeRuns::Directions open =
        runs_.directions(here, d, runs_.grid().coordinate(t, d), long_way);
    return ties_ == Ties::kPlus && (open & FreeRuns::kPlus) != 0 ? FreeRuns::kPlus : open;
  }

  RouterId append_run(RouterId here, RouterId t, std::size_t d, bool plus, std::size_t set,
                      Path& path) const {
    const Grid& grid = runs_.grid();
    const std::uint32_t to = grid.coordinate(t, d);
    orthant::append_run(classes_, d, grid.has_ring(d) ? grid.radix(d) : 0, grid.coordinate(here, d),
                        plus, runs_.hops(here, d, to, plus),
                        static_cast<std::uint8_t>(set * class_count(classes_)), path);
    return runs_.end_of(here, d, to);
  }

  // Appends a wild hop, or nothing for the long way round. The first of the most hops is in the
  // first class after those of dimension order.
  void append_hop(RouterId here, RouterId stop, std::size_t stages, Path& path) const {
    if (here == stop) return;
    const Grid& grid = runs_.grid();
    std::size_t d = 0;
    while (grid.coordinate(here, d) == grid.coordinate(stop, d)) ++d;
    const bool plus = runs_.hops(here, d, grid.coordinate(stop, d), true) == 1;
    path.push_back({.port = plus ? Grid::plus_port(d) : Grid::minus_port(d),
                    .hops = 1,
                    .vc_class = static_cast<std::uint8_t>(class_count(classes_) +
                                                          detours_.most_stages() - stages)});
  }

  FreeRuns runs_;
  Detours detours_;
  RingClasses classes_;
  Ties ties_;
  DetourRule rule_;
};

std::vector<VcClass> vc_classes(RingClasses classes, std::size_t stages, DetourRule rule) {
  const std::size_t sets = rule == DetourRule::kIntermediate ? stages + 1 : 1;
  std::vector<VcClass> all;
  for (std::size_t set = 0; set < sets; ++set) {
    for (std::size_t c = 0; c < class_count(classes); ++c) {
      std::string name = sets > 1 ? fmt::format("set {}", set) : "";
      if (class_count(classes) > 1)
        name += fmt::format("{}dateline {}", name.empty() ? "" : " ", c);
      else if (name.empty())
        name = "dimension order";
      all.push_back({.name = std::move(name), .phase = static_cast<std::uint8_t>(set)});
    }
  }
  if (rule == DetourRule::kIntermediate) return all;
  for (VcClass& vc_class : all) vc_class.phase = static_cast<std::uint8_t>(stages);
  for (std::size_t hop = 0; hop < stages; ++hop)
    all.push_back({.name = fmt::format("wild {}", hop), .phase = static_cast<std::uint8_t>(hop)});
  return all;
}

}  // namespace

std::unique_ptr<Routing> make_detoured_dor(const Topology& topology, const RoutingOptions& options,
                                           DetourRule rule, Dateline dateline,
                                           std::string_view algorithm) {
  const Grid& grid = required_grid_under(topology, options, algorithm);
  if (options.ties != Ties::kSplit && options.ties != Ties::kPlus)
    key_error("routing.ties", "{} is not defined with detours; allowed: split, plus",
              options.ties == Ties::kParity ? "parity" : "source");
  if (options.order != Order::kFixed)
    key_error("routing.order", "random is not defined with detours; allowed: fixed");
  RingClasses classes = RingClasses::kOne;
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    if (grid.has_ring(d))
      classes = dateline == Dateline::kStatic ? RingClasses::kStatic : RingClasses::kCrossing;
  FreeRuns runs(topology, grid);
  const std::size_t most = rule == DetourRule::kIntermediate
                               ? kMaxVcClasses / class_count(classes) - 1
                               : kMaxVcClasses - class_count(classes);
  Detours detours(topology, runs, rule, most, algorithm, options.threads);
  RoutingTraits traits{.vc_classes = vc_classes(classes, detours.most_stages(), rule),
                       .theorem = DeadlockTheorem::kAcyclicDependencies,
                       .minimal = detours.most_stages() == 0,
                       .this_network_only = detours.most_stages() > 0};
  return std::make_unique<DetouredDor>(std::move(traits), std::move(runs), std::move(detours),
                                       classes, options.ties, rule);
}

}  // namespace orthant
