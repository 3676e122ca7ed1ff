// Tested by: tests/analysis/design_program_test.cpp
#include "analysis/design/design_program.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "analysis/loads/shortest_paths.hpp"
#include "base/rational.hpp"

namespace orthant {
namespace {

using Role = Commodities::Role;

double bandwidth_of(const Topology& topology, ChannelId c) {
  return to_double(topology.channel(c).bandwidth);
}

}  // namespace

DesignProgram::DesignProgram(const Commodities& commodities, const RoutingModel& model)
    : commodities_(commodities), model_(model), length_(commodities.hops().count()) {
  model.add_to(program_);
  const Topology& topology = commodities.topology();
  double shortest = 0, idle = 0;
  for (std::size_t s = 0; s < commodities.sources(); ++s) {
    const ShortestPaths to = shortest_paths(topology, RouterId{s});
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      const auto nodes = static_cast<double>(topology.node_count_of(RouterId{s}) *
                                             topology.node_count_of(RouterId{t}));
      if (nodes == 0) continue;
      shortest += nodes * to.hops[t];
      if (commodities.idle(commodities.pair(RouterId{s}, RouterId{t}))) idle += nodes * to.hops[t];
    }
  }
  idle_length_ = idle / shortest;
  for (std::size_t orbit = 0; orbit < length_.size(); ++orbit) {
    const std::size_t pair = commodities.hops().first[orbit] / topology.channel_count();
    const auto nodes = static_cast<double>(topology.node_count_of(commodities.source(pair)) *
                                           topology.node_count_of(commodities.destination(pair)));
    length_[orbit] = nodes * commodities.hops().size[orbit] / shortest;
  }
}

// ---- rows ---------------------------------------------------------------------------------------

void DesignProgram::add_flow(std::uint32_t row, std::uint32_t orbit, double coefficient) {
  entries_.push_back({row, orbit, coefficient});
  for (const RoutingModel::Term& term : model_.flow(orbit))
    program_.add(row, term.column, coefficient * term.coefficient);
}

// Bounds the row's flow by bandwidth * load.
void DesignProgram::bound_load(std::uint32_t row, const LoadGroup& group, double bandwidth) {
  if (group.column) {
    program_.add(row, *group.column, -bandwidth);
  } else {
    program_.row_upper[row] = bandwidth * group.limit;
  }
}

void DesignProgram::minimize_length() {
  length_is_cost_ = true;
  for (std::size_t orbit = 0; orbit < length_.size(); ++orbit) {
    for (const RoutingModel::Term& term : model_.flow(orbit))
      program_.cost[term.column] += length_[orbit] * term.coefficient;
  }
}

void DesignProgram::limit_length(double normalized) {
  length_limit_ = normalized - idle_length_;
  length_row_ = program_.add_row(-kUnlimited, normalized - idle_length_);
  for (std::size_t orbit = 0; orbit < length_.size(); ++orbit)
    add_flow(*length_row_, static_cast<std::uint32_t>(orbit), length_[orbit]);
}

void DesignProgram::minimize(const LoadMeasure& measure) {
  if (measure.kind == LoadMeasure::Kind::kMean)
    return add_matrices(measure, 1 / static_cast<double>(measure.matrices.size()));
  add_rows(measure, {.column = program_.add_column(1), .cost = 1, .rows = {}});
}

void DesignProgram::limit(const LoadMeasure& measure, double load) {
  if (measure.kind != LoadMeasure::Kind::kMean)
    return add_rows(measure, {.column = {}, .limit = load, .rows = {}});
  mean_limit_ = load;
  mean_row_ = program_.add_row(-kUnlimited, load);
  add_matrices(measure, 0);
  for (const LoadGroup& group : groups_)
    program_.add(*mean_row_, *group.column, 1 / static_cast<double>(matrices_.size()));
}

void DesignProgram::add_rows(const LoadMeasure& measure, LoadGroup group) {
  if (measure.kind == LoadMeasure::Kind::kWorstCase) return add_worst_case_rows(std::move(group));
  add_load_rows(measure.matrices.at(0), std::move(group));
}

// Adds one row per orbit of lanes. The listed hops of a lane correspond one to one to the pairs
// that may cross the lane's channel.
void DesignProgram::add_load_rows(Commodities::Matrix matrix, LoadGroup group) {
  const Topology& topology = commodities_.topology();
  const Orbits& lanes = commodities_.lanes();
  for (const std::uint32_t lane : lanes.first) {
    const double bandwidth = bandwidth_of(topology, commodities_.channel_of_lane(lane));
    group.rows.push_back({program_.add_row(-kUnlimited, 0), bandwidth});
    bound_load(group.rows.back().row, group, bandwidth);
  }
  const Orbits& hops = commodities_.hops();
  for (std::uint32_t orbit = 0; orbit < hops.count(); ++orbit) {
    if (model_.flow(orbit).empty()) continue;
    const std::size_t pair = hops.first[orbit] / topology.channel_count();
    const ChannelId c{hops.first[orbit] % topology.channel_count()};
    const double flits = matrix[commodities_.source(pair).index() * topology.router_count() +
                                commodities_.destination(pair).index()];
    if (flits == 0) continue;
    const std::uint32_t lane_orbit = lanes.of[commodities_.lane(c)];
    add_flow(group.rows[lane_orbit].row, orbit, flits * hops.size[orbit] / lanes.size[lane_orbit]);
  }
  groups_.push_back(std::move(group));
}

// Equation 8 with potentials u(s, c) and v(t, c) that sum to at least flow(s, t, c). Both may be
// required to be >= 0: flows are not negative, so an optimal dual assignment with such potentials
// exists.
void DesignProgram::add_worst_case_rows(LoadGroup group) {
  assert(worst_rows_.empty());
  group.worst_case = true;
  const Topology& topology = commodities_.topology();
  const Orbits& hops = commodities_.hops();
  const Orbits& potentials = commodities_.potentials();
  std::vector<std::optional<std::uint32_t>> column(potentials.count());
  const auto column_of = [&](std::size_t potential) {
    std::optional<std::uint32_t>& known = column[potentials.of[potential]];
    if (!known) {
      known = program_.add_column(0);
      ++potentials_;
    }
    return *known;
  };
  worst_rows_.resize(hops.count());
  for (std::uint32_t orbit = 0; orbit < hops.count(); ++orbit) {
    if (model_.flow(orbit).empty()) continue;
    const std::size_t pair = hops.first[orbit] / topology.channel_count();
    const ChannelId c{hops.first[orbit] % topology.channel_count()};
    const std::uint32_t row = program_.add_row(-kUnlimited, 0, commodities_.pairs().of[pair]);
    worst_rows_[orbit] = row;
    add_flow(row, orbit, 1);
    program_.add(
        row, column_of(commodities_.potential(Role::kSource, commodities_.source(pair), c)), -1);
    program_.add(
        row,
        column_of(commodities_.potential(Role::kDestination, commodities_.destination(pair), c)),
        -1);
  }
  const Orbits& lanes = commodities_.lanes();
  for (const std::uint32_t lane : lanes.first) {
    const ChannelId c = commodities_.channel_of_lane(lane);
    const std::uint32_t row = program_.add_row(-kUnlimited, 0);
    bound_load(row, group, bandwidth_of(topology, c));
    for (std::size_t r = 0; r < topology.router_count(); ++r) {
      for (const Role role : {Role::kSource, Role::kDestination}) {
        const auto known = column[potentials.of[commodities_.potential(role, RouterId{r}, c)]];
        if (known)
          program_.add(row, *known, static_cast<double>(topology.node_count_of(RouterId{r})));
      }
    }
  }
  groups_.push_back(std::move(group));
}

void DesignProgram::add_matrices(const LoadMeasure& measure, double column_cost) {
  assert(groups_.empty());
  matrices_ = measure.matrices;
  for (std::size_t i = 0; i < matrices_.size(); ++i)
    groups_.push_back(
        {.column = program_.add_column(column_cost), .cost = column_cost, .rows = {}});
}

// Returns the load of every channel, relative to its bandwidth.
std::vector<double> DesignProgram::loads(std::size_t matrix, std::span<const double> flow) const {
  const Topology& topology = commodities_.topology();
  const std::size_t routers = topology.router_count();
  std::vector<double> load(topology.channel_count());
  for (std::size_t s = 0; s < routers; ++s) {
    for (std::size_t t = 0; t < routers; ++t) {
      const double flits = matrices_[matrix][s * routers + t];
      if (flits == 0 || s == t) continue;
      for (std::size_t c = 0; c < load.size(); ++c) {
        const std::size_t hop = commodities_.hop(RouterId{s}, RouterId{t}, ChannelId{c});
        load[c] += flits * flow[commodities_.hops().of[hop]];
      }
    }
  }
  for (std::size_t c = 0; c < load.size(); ++c) load[c] /= bandwidth_of(topology, ChannelId{c});
  return load;
}

void DesignProgram::add_channel_row(std::size_t matrix, ChannelId c) {
  const std::size_t routers = commodities_.topology().router_count();
  std::vector<double> coefficient(commodities_.hops().count());
  for (std::size_t s = 0; s < routers; ++s) {
    for (std::size_t t = 0; t < routers; ++t) {
      const double flits = matrices_[matrix][s * routers + t];
      if (flits == 0 || s == t) continue;
      coefficient[commodities_.hops().of[commodities_.hop(RouterId{s}, RouterId{t}, c)]] += flits;
    }
  }
  LoadGroup& group = groups_[matrix];
  const double bandwidth = bandwidth_of(commodities_.topology(), c);
  const std::uint32_t row = program_.add_row(-kUnlimited, 0);
  bound_load(row, group, bandwidth);
  group.rows.push_back({row, bandwidth});
  for (std::size_t orbit = 0; orbit < coefficient.size(); ++orbit) {
    if (coefficient[orbit] != 0)
      add_flow(row, static_cast<std::uint32_t>(orbit), coefficient[orbit]);
  }
}

std::size_t DesignProgram::add_violated(const LpSolution& solution) {
  constexpr std::size_t kMaxRows = 8;
  constexpr double kTolerance = 1e-9;
  const std::vector<double> flow = flows(solution);
  std::size_t added = 0;
  for (std::size_t i = 0; i < matrices_.size(); ++i) {
    const std::vector<double> load = loads(i, flow);
    const double allowed = solution.x[*groups_[i].column];
    std::vector<std::size_t> worst(load.size());
    std::iota(worst.begin(), worst.end(), 0);
    const std::size_t count = std::min(kMaxRows, worst.size());
    std::ranges::partial_sort(worst, worst.begin() + static_cast<std::ptrdiff_t>(count), {},
                              [&](std::size_t c) { return std::pair(-load[c], c); });
    for (std::size_t c = 0; c < count && load[worst[c]] > allowed + kTolerance; ++c) {
      add_channel_row(i, ChannelId{worst[c]});
      ++added;
    }
  }
  return added;
}

// ---- solutions ----------------------------------------------------------------------------------

std::vector<double> DesignProgram::flows(const LpSolution& solution) const {
  std::vector<double> flows(commodities_.hops().count());
  for (std::size_t orbit = 0; orbit < flows.size(); ++orbit) {
    for (const RoutingModel::Term& term : model_.flow(orbit))
      flows[orbit] += term.coefficient * solution.x[term.column];
  }
  return flows;
}

double DesignProgram::length(const LpSolution& solution) const {
  const std::vector<double> flow = flows(solution);
  return std::inner_product(flow.begin(), flow.end(), length_.begin(), idle_length_);
}

// `multiplier` gives each listed hop of an orbit its multiplier a(s, t, c) >= 0. For every routing,
// the sum over all pairs of a(s, t, c) * flow(s, t, c) is at most phi(c) times the channel's worst
// load, where phi(c) is the largest row or column sum of a(., ., c) per node of the row's or
// column's router. Returns the sum of phi(c) * bandwidth(c) over all lanes.
double DesignProgram::worst_case_weight(std::span<const double> multiplier) const {
  const Topology& topology = commodities_.topology();
  const std::size_t routers = topology.router_count();
  const Orbits& lanes = commodities_.lanes();
  double weight = 0;
  for (std::size_t orbit = 0; orbit < lanes.count(); ++orbit) {
    const ChannelId c = commodities_.channel_of_lane(lanes.first[orbit]);
    std::vector<double> row(routers), column(routers);
    for (std::size_t s = 0; s < routers; ++s) {
      for (std::size_t t = 0; t < routers; ++t) {
        if (s == t) continue;
        const double a =
            multiplier[commodities_.hops().of[commodities_.hop(RouterId{s}, RouterId{t}, c)]];
        row[s] += a;
        column[t] += a;
      }
    }
    double phi = 0;
    for (std::size_t r = 0; r < routers; ++r) {
      const auto nodes = static_cast<double>(topology.node_count_of(RouterId{r}));
      if (nodes > 0) phi = std::max(phi, std::max(row[r], column[r]) / nodes);
    }
    weight += phi * lanes.size[orbit] * bandwidth_of(topology, c);
  }
  return weight;
}

// Adds the costs of a group's worst-case rows to the prices of hops, which are summed over an
// orbit. Sets the scale of the group's other rows. Returns what the relaxed rows contribute to the
// bound.
double DesignProgram::price_group(const LoadGroup& group, double column_cost,
                                  std::span<const double> multiplier,
                                  std::vector<double>& row_scale,
                                  std::vector<double>& price) const {
  const Orbits& hops = commodities_.hops();
  double weight = 0;
  std::vector<double> worst;
  if (group.worst_case) {
    worst.resize(hops.count());
    for (std::size_t orbit = 0; orbit < worst.size(); ++orbit)
      if (worst_rows_[orbit]) worst[orbit] = multiplier[*worst_rows_[orbit]] / hops.size[orbit];
    weight = worst_case_weight(worst);
  }
  for (const LoadGroup::Row& row : group.rows) weight += multiplier[row.row] * row.bandwidth;
  if (weight == 0) return 0;
  // If the load is a column, the weight of its multipliers must equal the cost of the column.
  const double scale = group.column ? column_cost / weight : 1;
  for (const LoadGroup::Row& row : group.rows) row_scale[row.row] = scale;
  for (std::size_t orbit = 0; orbit < worst.size(); ++orbit)
    price[orbit] += scale * worst[orbit] * hops.size[orbit];
  return group.column ? 0 : -weight * group.limit;
}

double DesignProgram::bound(const LpSolution& solution) const {
  std::vector<double> multiplier(program_.rows());
  for (std::size_t row = 0; row < multiplier.size(); ++row)
    multiplier[row] = std::max(0.0, -solution.row_dual[row]);
  std::vector<double> price(commodities_.hops().count());  // summed over an orbit
  double bound = 0;
  if (length_is_cost_) {
    price = length_;
    bound += idle_length_;
  }
  std::vector<double> row_scale(program_.rows());
  if (length_row_) {
    row_scale[*length_row_] = 1;
    bound -= multiplier[*length_row_] * length_limit_;
  }
  if (mean_row_) bound -= multiplier[*mean_row_] * mean_limit_;
  for (const LoadGroup& group : groups_) {
    const double cost =
        mean_row_ ? multiplier[*mean_row_] / static_cast<double>(matrices_.size()) : group.cost;
    bound += price_group(group, cost, multiplier, row_scale, price);
  }
  for (const FlowEntry& entry : entries_)
    price[entry.orbit] += row_scale[entry.row] * multiplier[entry.row] * entry.coefficient;
  const Orbits& pairs = commodities_.pairs();
  for (std::size_t orbit = 0; orbit < price.size(); ++orbit)
    price[orbit] /= commodities_.hops().size[orbit];
  for (std::size_t orbit = 0; orbit < pairs.count(); ++orbit) {
    if (!commodities_.idle(pairs.first[orbit]))
      bound += pairs.size[orbit] * model_.cheapest(orbit, price);
  }
  return bound;
}

}  // namespace orthant
