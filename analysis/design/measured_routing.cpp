// Tested by: tests/analysis/design_limits_test.cpp
#include "analysis/design/measured_routing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "analysis/design/tabulated_paths.hpp"
#include "analysis/guarantees/worst_case.hpp"
#include "analysis/loads/path_length.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "analysis/loads/symmetry.hpp"
#include "base/rational.hpp"

namespace orthant {
namespace {

RouterTraffic traffic_of(Commodities::Matrix matrix, std::size_t routers) {
  RouterTraffic traffic;
  for (std::size_t s = 0; s < routers; ++s) {
    std::vector<Demand> row;
    for (std::size_t t = 0; t < routers; ++t) {
      const double flits = matrix[s * routers + t];
      if (flits > 0) row.push_back({.destination = RouterId{t}, .flits = flits});
    }
    traffic.add_row(std::move(row));
  }
  return traffic;
}

double largest_load(const PairLoads& loads, Commodities::Matrix matrix) {
  const Topology& topology = loads.topology();
  const std::vector<double> load = loads.channel_loads(traffic_of(matrix, topology.router_count()));
  double largest = 0;
  for (std::size_t c = 0; c < load.size(); ++c)
    largest = std::max(largest, load[c] / to_double(topology.channel(ChannelId{c}).bandwidth));
  return largest;
}

double measured_load(const SymmetricLoads& found, const LoadMeasure& measure, std::size_t threads) {
  if (measure.kind == LoadMeasure::Kind::kWorstCase)
    return worst_case(found, threads).channel_max_relative;
  double sum = 0;
  for (const std::vector<double>& matrix : measure.matrices)
    sum += largest_load(found.loads, matrix);
  return sum / static_cast<double>(measure.matrices.size());
}

}  // namespace

PathTable table_of(const Topology& topology, const PairPaths& paths, bool by_translation) {
  PathTable table(topology, by_translation);
  const std::size_t routers = topology.router_count();
  for (std::size_t pair = 0; pair < paths.size(); ++pair) {
    const RouterId s{pair / routers}, t{pair % routers};
    if (s == t) continue;
    for (const WeightedPath& path : paths[pair]) {
      assert(table.problem(s, t, path.path).empty());
      table.add(s, t, path.probability, path.path);
    }
  }
  return table;
}

PairPaths paths_over_random_routers(const Commodities& commodities) {
  const Topology& topology = commodities.topology();
  std::vector<double> share;  // per router
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    share.push_back(static_cast<double>(topology.node_count_of(RouterId{r})) /
                    static_cast<double>(topology.node_count()));
  std::vector<std::vector<double>> spread(share.size());  // per router: from it to all
  const auto from = [&](RouterId r) -> const std::vector<double>& {
    std::vector<double>& flow = spread[r.index()];
    if (flow.empty()) flow = equal_shares(topology, r, share);
    return flow;
  };
  PairPaths paths(commodities.pair_count());
  FlowDecomposition decompose(commodities);
  std::vector<double> flow(topology.channel_count());
  for (const std::uint32_t pair : commodities.pairs().first) {
    if (commodities.idle(pair)) continue;
    const std::vector<double>& out = from(commodities.source(pair));
    const std::vector<double>& back = from(commodities.destination(pair));
    for (std::size_t c = 0; c < flow.size(); ++c)
      flow[c] = out[c] + back[topology.channel(ChannelId{c}).reverse.index()];
    decompose(pair, flow, paths);
  }
  return paths;
}

std::optional<MeasuredRouting> best_of(std::vector<PairPaths> routings, const Topology& topology,
                                       bool by_translation, const LoadMeasure& measure,
                                       const RoutingLimits& limits, std::size_t threads) {
  constexpr double kRounding = 1e-6;
  const auto within = [](double value, const std::optional<double>& most) {
    return !most || value <= *most * (1 + kRounding);
  };
  std::optional<MeasuredRouting> best;
  for (PairPaths& paths : routings) {
    const PathTable table = table_of(topology, paths, by_translation);
    const TabulatedPaths routing(table);
    const SymmetricLoads found = find_symmetry(topology, routing, {.threads = threads});
    const double load = measured_load(found, measure, threads);
    const double length = path_length(found.loads).normalized();
    if (!within(load, limits.load) || !within(length, limits.length)) continue;
    const bool by_length =
        limits.load || (best && std::abs(load - best->load) <= kRounding * best->load);
    if (!best || (by_length ? length < best->length : load < best->load))
      best = {.paths = std::move(paths), .load = load, .length = length};
  }
  return best;
}

}  // namespace orthant
