// Models a routing as flows: one variable per orbit of hops, and conservation at every router.
//
// Channels into a pair's source and out of its destination are omitted: a path through them
// contains a loop, whose removal increases no load and no length.
//
// Source: Towles, Dally & Boyd 2003, section 4; Ahuja, Magnanti & Orlin 1993, section 3.5, for the
//   decomposition of flows into paths.
// Tested by: tests/analysis/routing_model_test.cpp
#include <algorithm>
#include <limits>
#include <queue>

#include "analysis/design/routing_model.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kNoColumn = std::numeric_limits<std::uint32_t>::max();

class FlowModel final : public RoutingModel {
 public:
  FlowModel(const Commodities& commodities, bool minimal)
      : commodities_(commodities), topology_(commodities.topology()) {
    column_.assign(commodities.hops().count(), kNoColumn);
    for (std::size_t orbit = 0; orbit < commodities.pairs().count(); ++orbit) {
      const std::size_t pair = commodities.pairs().first[orbit];
      if (!commodities.idle(pair)) add_columns(pair, minimal);
    }
    first_term_.push_back(0);
    for (const std::uint32_t column : column_) {
      if (column != kNoColumn) terms_.push_back({column, 1});
      first_term_.push_back(terms_.size());
    }
  }

  void add_to(LinearProgram& program) const override {
    for (std::size_t i = 0; i < columns_; ++i) program.add_column(0);
    const Orbits& pairs = commodities_.pairs();
    for (std::uint32_t orbit = 0; orbit < pairs.count(); ++orbit) {
      if (!commodities_.idle(pairs.first[orbit])) add_conservation(pairs.first[orbit], program);
    }
  }

  double cheapest(std::size_t pair_orbit, std::span<const double> price) const override;
  PairPaths paths(std::span<const double> x, MissingFlow missing) const override;

 private:
  void add_columns(std::size_t pair, bool minimal) {
    const RouterId s = commodities_.source(pair);
    const RouterId t = commodities_.destination(pair);
    const ShortestPaths to_s = shortest_paths(topology_, s);
    const ShortestPaths to_t = shortest_paths(topology_, t);
    for (std::size_t c = 0; c < topology_.channel_count(); ++c) {
      const Channel& channel = topology_.channel(ChannelId{c});
      if (channel.to == s || channel.from == t) continue;
      const std::uint32_t hops =
          to_s.hops[channel.from.index()] + 1 + to_t.hops[channel.to.index()];
      if (minimal && hops != to_s.hops[t.index()]) continue;
      std::uint32_t& column = column_[commodities_.hops().of[commodities_.hop(pair, ChannelId{c})]];
      if (column == kNoColumn) column = columns_++;
    }
  }

  // Outflow minus inflow is 1 at the source, -1 at the destination, else 0. There is one row per
  // orbit of places; the destination's row is redundant and omitted.
  void add_conservation(std::size_t pair, LinearProgram& program) const {
    const std::size_t routers = topology_.router_count();
    const RouterId s = commodities_.source(pair);
    const RouterId t = commodities_.destination(pair);
    const auto place = [&](RouterId r) {
      return commodities_.places().of[pair * routers + r.index()];
    };
    std::vector<std::uint32_t> done{place(s), place(t)};
    add_balance(pair, s, 1, program);
    for (std::size_t r = 0; r < routers; ++r) {
      const std::uint32_t orbit = place(RouterId{r});
      if (std::ranges::find(done, orbit) != done.end()) continue;
      done.push_back(orbit);
      add_balance(pair, RouterId{r}, 0, program);
    }
  }

  void add_balance(std::size_t pair, RouterId r, double surplus, LinearProgram& program) const {
    std::vector<std::pair<std::uint32_t, double>> balance;
    const auto add = [&](ChannelId c, double sign) {
      const std::uint32_t column = column_[commodities_.hops().of[commodities_.hop(pair, c)]];
      if (column == kNoColumn) return;
      const auto known =
          std::ranges::find(balance, column, &std::pair<std::uint32_t, double>::first);
      if (known == balance.end()) {
        balance.emplace_back(column, sign);
      } else {
        known->second += sign;
      }
    };
    for (std::size_t port = 0; port < topology_.channel_port_count(r); ++port) {
      const auto out = topology_.channel_from(r, PortId{port});
      if (!out) continue;
      add(*out, 1);
      add(topology_.channel(*out).reverse, -1);
    }
    std::erase_if(balance, [](const auto& term) { return term.second == 0; });
    // The balance is empty if a symmetry maps the router onto itself and its inflow onto its
    // outflow. The balance is also empty at a source without outgoing channels; its row then makes
    // the program infeasible.
    if (balance.empty() && surplus == 0) return;
    const std::uint32_t row = program.add_row(surplus, surplus, commodities_.pairs().of[pair]);
    for (const auto& [column, value] : balance) program.add(row, column, value);
  }

  const Commodities& commodities_;
  const Topology& topology_;
  std::vector<std::uint32_t> column_;  // per orbit of hops; kNoColumn if no path uses it
  std::uint32_t columns_ = 0;
};

double FlowModel::cheapest(std::size_t pair_orbit, std::span<const double> price) const {
  const std::size_t pair = commodities_.pairs().first[pair_orbit];
  const RouterId s = commodities_.source(pair);
  const RouterId t = commodities_.destination(pair);
  std::vector<double> best(topology_.router_count(), kUnlimited);
  using Reached = std::pair<double, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  best[s.index()] = 0;
  open.emplace(0, s.value);
  while (!open.empty()) {
    const auto [cost, id] = open.top();
    open.pop();
    const RouterId here{id};
    if (cost > best[here.index()]) continue;
    if (here == t) break;
    for (std::size_t port = 0; port < topology_.channel_port_count(here); ++port) {
      const auto c = topology_.channel_from(here, PortId{port});
      if (!c) continue;
      const std::uint32_t orbit = commodities_.hops().of[commodities_.hop(pair, *c)];
      if (column_[orbit] == kNoColumn) continue;
      const RouterId next = topology_.neighbor(here, PortId{port});
      if (cost + price[orbit] >= best[next.index()]) continue;
      best[next.index()] = cost + price[orbit];
      open.emplace(best[next.index()], next.value);
    }
  }
  return best[t.index()];
}

PairPaths FlowModel::paths(std::span<const double> x, MissingFlow missing) const {
  PairPaths paths(commodities_.pair_count());
  FlowDecomposition decompose(commodities_);
  std::vector<double> flow(topology_.channel_count());
  for (const std::uint32_t pair : commodities_.pairs().first) {
    if (commodities_.idle(pair)) continue;
    for (std::size_t c = 0; c < flow.size(); ++c) {
      const std::uint32_t column =
          column_[commodities_.hops().of[commodities_.hop(pair, ChannelId{c})]];
      flow[c] = column == kNoColumn ? 0 : x[column];
    }
    decompose(pair, flow, paths, missing);
  }
  return paths;
}

}  // namespace

std::unique_ptr<RoutingModel> make_flow_model(const Commodities& commodities, bool minimal) {
  return std::make_unique<FlowModel>(commodities, minimal);
}

}  // namespace orthant
