// Tested by: tests/routing/dor_round_faults_test.cpp
#include "routing/grid/stops.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "base/error.hpp"
#include "base/parallel_for.hpp"
#include "routing/routing.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

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
struct Stops::Search {
  const Topology& topology;
  const FreeRuns& runs;
  StopRule rule;
  const std::vector<std::uint8_t>& counts;
  const std::vector<std::uint16_t>& hops;  // [s][t]; of pairs with stops

  std::uint32_t best = FreeRuns::kBlocked;
  std::vector<RouterId> stops;

  void offer(RouterId stop, std::uint32_t total) {
    if (total > best || total == FreeRuns::kBlocked) return;
    if (total < best) stops.clear();
    best = total;
    stops.push_back(stop);
  }
  // Hops from a stop to t after the first of `count` stops; kBlocked if they need others.
  std::uint32_t rest(RouterId stop, RouterId t, std::size_t count) const {
    if (stop == t) return FreeRuns::kBlocked;  // a packet does not stop at t
    if (count == 1) return runs.dimension_order(stop, t, rule == StopRule::kWildHops);
    const std::size_t pair = stop.index() * topology.router_count() + t.index();
    return counts[pair] + std::size_t{1} == count ? hops[pair] : FreeRuns::kBlocked;
  }
  void offer_intermediate(RouterId s, RouterId t, RouterId stop, std::size_t count) {
    if (stop == s || stop == t || !runs.has_channels(stop)) return;
    const std::uint32_t before = runs.dimension_order(s, stop, false);
    if (before == FreeRuns::kBlocked || before > best) return;
    const std::uint32_t after = rest(stop, t, count);
    if (after != FreeRuns::kBlocked) offer(stop, before + after);
  }

  void find(RouterId s, RouterId t, std::size_t count) {
    best = FreeRuns::kBlocked;
    stops.clear();
    if (rule == StopRule::kWildHops) return find_hops(s, t, count);
    if (count > 1) {
      for (std::size_t r = 0; r < topology.router_count(); ++r)
        offer_intermediate(s, t, RouterId{r}, count);
      return;
    }
    // Paths through routers out of the box are longer by 2 * (margin + 1) hops or more.
    const std::uint32_t shortest = runs.grid().distance(s, t);
    for (std::uint32_t margin = 0;; ++margin) {
      best = FreeRuns::kBlocked;
      stops.clear();
      const bool more = for_each_in_box(
          runs.grid(), s, t, margin, [&](RouterId stop) { offer_intermediate(s, t, stop, count); });
      if (!more || best <= shortest + 2 * margin) return;
    }
  }
  void find_hops(RouterId s, RouterId t, std::size_t count) {
    if (count == 1) offer(s, runs.dimension_order(s, t, true));
    for (std::size_t p = 0; p < 2 * runs.grid().dimensions(); ++p) {
      if (runs.length(s, PortId{p}) == 0) continue;
      const RouterId stop = topology.neighbor(s, PortId{p});
      const std::uint32_t after = rest(stop, t, count);
      if (after != FreeRuns::kBlocked) offer(stop, after + 1);
    }
  }
};

// What one source finds at one number of stops.
struct Stops::Found {
  std::vector<RouterId> ends;
  std::vector<std::uint16_t> hops;                 // per end
  std::vector<std::vector<RouterId>> first_stops;  // per end
};

template <class Visit>
void Stops::for_each_open(const FreeRuns& runs, RouterId s, const Visit& visit) const {
  if (!runs.has_channels(s)) return;
  for (std::size_t t = 0; t < routers_; ++t)
    if (runs.has_channels(RouterId{t}) && !has_path(s, RouterId{t})) visit(RouterId{t});
}

void Stops::find_direct(const FreeRuns& runs) {
  for (std::size_t s = 0; s < routers_; ++s)
    for_each_open(runs, RouterId{s}, [&](RouterId t) {
      if (runs.dimension_order(RouterId{s}, t, false) != FreeRuns::kBlocked)
        count_[pair(RouterId{s}, t)] = 0;
    });
}

bool Stops::find(const Topology& topology, const FreeRuns& runs, StopRule rule, std::size_t count,
                 std::vector<std::uint16_t>& hops, std::size_t threads) {
  std::vector<Found> found(routers_);
  parallel_for(routers_, threads, [&] {
    return [&, search = Search{topology, runs, rule, count_, hops, FreeRuns::kBlocked, {}}](
               std::size_t s) mutable {
      for_each_open(runs, RouterId{s}, [&](RouterId t) {
        search.find(RouterId{s}, t, count);
        if (search.stops.empty()) return;
        found[s].ends.push_back(t);
        found[s].hops.push_back(static_cast<std::uint16_t>(search.best));
        std::vector<RouterId>& list = found[s].first_stops.emplace_back();
        const std::size_t all = search.stops.size(), listed = std::min(all, kMaxListed);
        for (std::size_t i = 0; i < listed; ++i) list.push_back(search.stops[i * all / listed]);
      });
    };
  });
  bool any = false;
  for (std::size_t s = 0; s < routers_; ++s) {
    for (std::size_t i = 0; i < found[s].ends.size(); ++i) {
      const std::size_t p = pair(RouterId{s}, found[s].ends[i]);
      const std::vector<RouterId>& list = found[s].first_stops[i];
      count_[p] = static_cast<std::uint8_t>(count);
      hops[p] = found[s].hops[i];
      list_[p] = static_cast<std::uint32_t>(begin_.size() - 1);
      routers_of_lists_.insert(routers_of_lists_.end(), list.begin(), list.end());
      begin_.push_back(static_cast<std::uint32_t>(routers_of_lists_.size()));
      any = true;
    }
  }
  return any;
}

Stops::Stops(const Topology& topology, const FreeRuns& runs, StopRule rule, std::size_t most,
             std::string_view algorithm, std::size_t threads)
    : routers_(topology.router_count()) {
  if (topology.grid()) return;
  if (routers_ > kMaxRouters)
    key_error(
        "routing.algorithm",
        "{} lists the stops of {} routers; allowed: at most {} on a grid with missing channels",
        algorithm, routers_, kMaxRouters);
  count_.assign(routers_ * routers_, kNoPath);
  list_.assign(routers_ * routers_, 0);
  std::vector<std::uint16_t> hops(routers_ * routers_, 0);
  find_direct(runs);
  for (std::size_t count = 1; count <= most && find(topology, runs, rule, count, hops, threads);
       ++count)
    most_ = count;
  for (std::size_t s = 0; s < routers_; ++s) {
    if (!topology.has_nodes(RouterId{s})) continue;
    for_each_open(runs, RouterId{s}, [&](RouterId t) {
      if (!topology.has_nodes(t)) return;
      throw UnroutableError(
          "routing.algorithm",
          fmt::format(
              "{} has no path from {} to {} with {} {}; allowed: minimal_adaptive, up_down, "
              "or table with what design finds",
              algorithm, router_text(topology, RouterId{s}), router_text(topology, t), most,
              rule == StopRule::kWildHops ? "wild hops" : "intermediate routers"));
    });
  }
}

}  // namespace orthant
