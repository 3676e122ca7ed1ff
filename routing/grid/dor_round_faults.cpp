// Tested by: tests/routing/dor_round_faults_test.cpp
#include "routing/grid/dor_round_faults.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/error.hpp"

namespace orthant {
namespace {

class DorRoundFaults final : public ObliviousRouting {
 public:
  DorRoundFaults(RoutingTraits traits, FreeRuns runs, Stops stops, RingClasses classes, Ties ties,
                 StopRule rule)
      : ObliviousRouting(std::move(traits)),
        runs_(std::move(runs)),
        stops_(std::move(stops)),
        classes_(classes),
        ties_(ties),
        rule_(rule) {}

  // Counts through the choices of walk(), the last one fastest.
  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    if (s != t && !stops_.has_path(s, t)) return;
    struct Choice {
      std::size_t taken, from;
    };
    std::vector<Choice> choices;
    Path path;
    do {
      std::size_t next = 0;
      double probability = 1;
      walk(s, t, path, [&](std::size_t from) {
        if (next == choices.size()) choices.push_back({0, from});
        probability /= static_cast<double>(from);
        return choices[next++].taken;
      });
      visit(path, probability);
      while (!choices.empty() && ++choices.back().taken == choices.back().from) choices.pop_back();
    } while (!choices.empty());
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    walk(s, t, path, [&](std::size_t from) -> std::size_t {
      return from == 1 ? 0 : random.below(static_cast<std::uint32_t>(from));
    });
  }

  std::size_t max_legs() const override {
    std::size_t legs = 0;
    for (std::size_t d = 0; d < runs_.grid().dimensions(); ++d)
      legs += classes_ == RingClasses::kCrossing && classes_.has_dateline(runs_.grid(), d) ? 2 : 1;
    return rule_ == StopRule::kIntermediate ? legs * (stops_.most() + 1) : legs + stops_.most();
  }

 private:
  // Builds the path for the choices that choose(n) makes among n equally probable ones.
  template <class Choose>
  void walk(RouterId s, RouterId t, Path& path, const Choose& choose) const {
    path.clear();
    const std::size_t count = s == t ? 0 : stops_.count(s, t);
    std::size_t set = first_set(s, count);
    RouterId here = s;
    for (std::size_t left = count; left > 0; --left) {
      const std::span<const RouterId> stops = stops_.first(here, t);
      const RouterId stop = stops[choose(stops.size())];
      if (rule_ == StopRule::kIntermediate)
        append_dimension_order(here, stop, false, set++, path, choose);
      else
        append_hop(here, stop, left, path);
      here = stop;
    }
    const bool long_way = rule_ == StopRule::kWildHops && count > 0;
    append_dimension_order(here, t, long_way, set, path, choose);
  }

  // Pairs with fewer stops than others need fewer sets; which, depends on their source, so that
  // all sets are used.
  std::size_t first_set(RouterId s, std::size_t stops) const {
    if (rule_ == StopRule::kWildHops) return 0;
    std::size_t sum = 0;
    for (std::size_t d = 0; d < runs_.grid().dimensions(); ++d)
      sum += runs_.grid().coordinate(s, d);
    return sum % (stops_.most() - stops + 1);
  }

  template <class Choose>
  void append_dimension_order(RouterId here, RouterId t, bool long_way, std::size_t set, Path& path,
                              const Choose& choose) const {
    const Grid& grid = runs_.grid();
    for (std::size_t d = 0; d < grid.dimensions(); ++d) {
      const std::uint32_t from = grid.coordinate(here, d), to = grid.coordinate(t, d);
      if (from == to) continue;
      const FreeRuns::Directions open = runs_.directions(here, d, to, long_way);
      const bool both = open == (FreeRuns::kPlus | FreeRuns::kMinus) && ties_ == Ties::kSplit;
      const bool plus = both ? choose(2) == 0 : (open & FreeRuns::kPlus) != 0;
      append_run(classes_, d, grid.has_ring(d) ? grid.radix(d) : 0, from, plus,
                 runs_.hops(here, d, to, plus),
                 static_cast<std::uint8_t>(set * class_count(classes_)), path);
      here = runs_.end_of(here, d, to);
    }
  }

  // Appends a wild hop, or nothing for the long way round. The hop is in the class of its number;
  // pairs with fewer wild hops than others begin with a later one.
  void append_hop(RouterId here, RouterId stop, std::size_t left, Path& path) const {
    if (here == stop) return;
    const Grid& grid = runs_.grid();
    std::size_t d = 0;
    while (grid.coordinate(here, d) == grid.coordinate(stop, d)) ++d;
    const bool plus = runs_.hops(here, d, grid.coordinate(stop, d), true) == 1;
    path.push_back(
        {.port = plus ? Grid::plus_port(d) : Grid::minus_port(d),
         .hops = 1,
         .vc_class = static_cast<std::uint8_t>(class_count(classes_) + stops_.most() - left)});
  }

  FreeRuns runs_;
  Stops stops_;
  RingClasses classes_;
  Ties ties_;
  StopRule rule_;
};

// The classes of dimension order in so many sets, one after another.
std::vector<VcClass> classes_of_sets(RingClasses classes, std::size_t sets) {
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
  return all;
}

std::vector<VcClass> vc_classes(RingClasses classes, std::size_t stops, StopRule rule) {
  if (rule == StopRule::kIntermediate) return classes_of_sets(classes, stops + 1);
  std::vector<VcClass> all = classes_of_sets(classes, 1);
  for (VcClass& vc_class : all) vc_class.phase = static_cast<std::uint8_t>(stops);
  for (std::size_t hop = 0; hop < stops; ++hop)
    all.push_back({.name = fmt::format("wild {}", hop), .phase = static_cast<std::uint8_t>(hop)});
  return all;
}

RingClasses ring_classes_of(const Grid& grid, Dateline dateline) {
  for (std::size_t d = 0; d < grid.dimensions(); ++d)
    if (grid.has_ring(d))
      return dateline == Dateline::kStatic ? RingClasses::kStatic : RingClasses::kCrossing;
  return RingClasses::kOne;
}

}  // namespace

std::unique_ptr<Routing> make_dor_round_faults(const Topology& topology,
                                               const RoutingOptions& options, StopRule rule,
                                               Dateline dateline, std::string_view algorithm) {
  const Grid& grid = required_grid_under(topology, options, algorithm);
  if (options.ties != Ties::kSplit && options.ties != Ties::kPlus)
    key_error("routing.ties", "{} is not defined with detours; allowed: split, plus",
              options.ties == Ties::kParity ? "parity" : "source");
  if (options.order != Order::kFixed)
    key_error("routing.order", "random is not defined with detours; allowed: fixed");
  const RingClasses classes = ring_classes_of(grid, dateline);
  FreeRuns runs(topology, grid);
  const std::size_t most = rule == StopRule::kIntermediate
                               ? kMaxVcClasses / class_count(classes) - 1
                               : kMaxVcClasses - class_count(classes);
  Stops stops(topology, runs, rule, most, algorithm, options.threads);
  RoutingTraits traits{.vc_classes = vc_classes(classes, stops.most(), rule),
                       .theorem = DeadlockTheorem::kAcyclicDependencies,
                       .minimal = stops.most() == 0,
                       .this_network_only = stops.most() > 0};
  return std::make_unique<DorRoundFaults>(std::move(traits), std::move(runs), std::move(stops),
                                          classes, options.ties, rule);
}

}  // namespace orthant
