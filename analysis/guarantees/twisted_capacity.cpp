// Capacity of a twisted torus.
//
// By its translations and the reflection of all dimensions, a best routing loads all channels of a
// dimension d alike: with c h_d / (2 N) flits per unit of injection, where h_d is the number of
// hops in d, summed over the ways to all N routers. So the capacity is 2 N / (c max F(w)), where w
// are prices >= 0 of a hop in each dimension with sum w_d b_d = 1 (b_d: bandwidth), and F(w) the
// sum of the cheapest ways to all routers: the dual of the linear program over all routings, whose
// minimum and maximum may be exchanged. F is concave, and the hops of the cheapest ways are a slope
// of it; so cutting planes find the maximum.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "analysis/guarantees/capacity.hpp"
#include "solver/linear_program.hpp"
#include "solver/simplex.hpp"

namespace orthant {
namespace {

using Prices = std::vector<std::int64_t>;  // per dimension

struct CheapestWays {
  std::int64_t cost = 0;     // summed over all routers
  std::vector<double> hops;  // per dimension, the same sum
};

CheapestWays cheapest_ways(const TwistedGrid& grid, const Prices& prices) {
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  const std::size_t n = grid.dimensions();
  std::vector<std::int64_t> cost(grid.router_count(), kFar);
  std::vector<std::size_t> port_to(grid.router_count());  // of the last hop
  std::vector<std::size_t> order;                         // by cost
  std::priority_queue<std::pair<std::int64_t, std::size_t>,
                      std::vector<std::pair<std::int64_t, std::size_t>>, std::greater<>>
      open;
  cost[0] = 0;
  open.emplace(0, 0);
  while (!open.empty()) {
    const auto [so_far, here] = open.top();
    open.pop();
    if (so_far > cost[here]) continue;
    order.push_back(here);
    for (std::size_t port = 0; port < 2 * n; ++port) {
      const std::size_t next = grid.neighbor(RouterId{here}, PortId{port}).index();
      const std::int64_t by_here = so_far + prices[port / 2];
      if (!grid.has_ring(port / 2) || by_here >= cost[next]) continue;
      cost[next] = by_here;
      port_to[next] = port;
      open.emplace(by_here, next);
    }
  }
  // Each last hop serves all ways that go on from its end.
  CheapestWays ways{.cost = std::accumulate(cost.begin(), cost.end(), std::int64_t{0}),
                    .hops = std::vector<double>(n)};
  std::vector<double> through(grid.router_count(), 1);
  for (auto r = order.rbegin(); *r != 0; ++r) {
    ways.hops[port_to[*r] / 2] += through[*r];
    through[grid.neighbor(RouterId{*r}, PortId{port_to[*r] ^ 1}).index()] += through[*r];
  }
  return ways;
}

// The fewest parts, up to some hundreds, of which the shares are whole numbers; else very many, of
// which they are so about.
std::int64_t parts_of(const std::vector<double>& shares) {
  constexpr std::int64_t kMost = 1000, kVeryMany = std::int64_t{1} << 24;
  for (std::int64_t parts = 1; parts <= kMost; ++parts) {
    const bool whole = std::ranges::all_of(shares, [&](double share) {
      const double part = share * static_cast<double>(parts);
      return std::abs(part - std::round(part)) < 1e-7;
    });
    if (whole) return parts;
  }
  return kVeryMany;
}

}  // namespace

std::optional<Rational> twisted_capacity_flits(const Topology& topology) {
  const TwistedGrid& grid = *topology.twisted_grid();
  std::vector<std::size_t> moving;
  std::vector<Rational> bandwidth(grid.dimensions(), 1);
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const auto channel = topology.channel_from(RouterId{0}, Grid::plus_port(d));
    if (!channel) continue;
    moving.push_back(d);
    bandwidth[d] = topology.channel(*channel).bandwidth;
  }
  if (moving.empty()) return std::nullopt;
  // Column d: the share u_d = w_d b_d of the prices; the last column: F, in hops per bandwidth.
  LinearProgram program;
  for (std::size_t i = 0; i < moving.size(); ++i) program.add_column(0, 0, 1);
  const std::uint32_t value = program.add_column(-1, 0, kUnlimited);
  const std::uint32_t sum = program.add_row(1, 1);
  for (std::uint32_t i = 0; i < moving.size(); ++i) program.add(sum, i, 1);
  const auto nodes = static_cast<std::int64_t>(topology.node_count_of(RouterId{0}));
  std::int64_t common = 1;  // makes 1 / bandwidth whole
  for (const std::size_t d : moving) common = std::lcm(common, bandwidth[d].numerator());
  std::vector<double> shares(moving.size(), 1.0 / static_cast<double>(moving.size()));
  Simplex simplex(program);
  constexpr int kMostCuts = 200;
  for (int cut = 0; cut < kMostCuts; ++cut) {
    const std::int64_t parts = parts_of(shares);
    Prices prices(grid.dimensions());
    for (std::size_t i = 0; i < moving.size(); ++i) {
      const Rational& b = bandwidth[moving[i]];
      prices[moving[i]] = std::llround(shares[i] * static_cast<double>(parts)) * b.denominator() *
                          (common / b.numerator());
    }
    const CheapestWays ways = cheapest_ways(grid, prices);
    const Rational reached = Rational(ways.cost) / (parts * common);
    const std::uint32_t row = program.add_row(0, kUnlimited);
    for (std::uint32_t i = 0; i < moving.size(); ++i)
      program.add(row, i, ways.hops[moving[i]] / to_double(bandwidth[moving[i]]));
    program.add(row, value, -1);
    simplex.add_rows(program);
    const LpSolution solution = simplex.solve();
    if (solution.status != LpStatus::kOptimal) return std::nullopt;
    if (-solution.objective <= to_double(reached) * (1 + 1e-10))
      return Rational(2 * static_cast<std::int64_t>(grid.router_count())) / (nodes * reached);
    shares.assign(solution.x.begin(),
                  solution.x.begin() + static_cast<std::ptrdiff_t>(moving.size()));
  }
  return std::nullopt;
}

}  // namespace orthant
