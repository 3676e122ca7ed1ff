// Linear programs of oblivious routing by definition: a flow per pair of routers and channel, a row
// per permutation and channel; no symmetry, no potentials, no listed paths.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "analysis/loads/shortest_paths.hpp"
#include "solver/linear_program.hpp"
#include "topology/topology.hpp"

namespace orthant {

class PlainDesign {
 public:
  PlainDesign(const Topology& topology, bool minimal) : topology_(topology) {
    const std::size_t n = topology.router_count();
    column_.resize(n * n * topology.channel_count());
    for (std::size_t s = 0; s < n; ++s) {
      const auto from = shortest_paths(topology, RouterId{s}).hops;
      for (std::size_t t = 0; t < n; ++t) {
        pair_weight_.push_back(static_cast<double>(topology.node_count_of(RouterId{s}) *
                                                   topology.node_count_of(RouterId{t})));
        shortest_ += pair_weight_.back() * from[t];
        if (s == t || pair_weight_.back() == 0) continue;
        add_flow(s, t, minimal ? std::optional(from[t]) : std::nullopt);
      }
    }
  }

  LinearProgram program;

  // An upper limit on the load, or a column with this cost.
  struct Load {
    std::optional<double> limit;
    double cost = 1;
  };
  void add_worst_case(const Load& load) {
    const std::vector<std::uint32_t> columns = load_columns(load);
    std::vector<std::size_t> permutation(topology_.node_count());
    std::iota(permutation.begin(), permutation.end(), std::size_t{0});
    const std::size_t n = topology_.router_count();
    do {
      std::vector<double> matrix(n * n);
      for (std::size_t i = 0; i < permutation.size(); ++i) {
        matrix[topology_.router_of(NodeId{i}).index() * n +
               topology_.router_of(NodeId{permutation[i]}).index()] += 1;
      }
      add_rows(matrix, load, columns);
    } while (std::ranges::next_permutation(permutation).found);
  }
  void add_matrix(const std::vector<double>& matrix, const Load& load) {
    add_rows(matrix, load, load_columns(load));
  }
  void add_mean(const std::vector<std::vector<double>>& matrices, std::optional<double> limit) {
    const double share = 1 / static_cast<double>(matrices.size());
    const std::uint32_t row = program.add_row(-kUnlimited, limit.value_or(kUnlimited));
    for (const auto& matrix : matrices) {
      const Load load{.limit = {}, .cost = limit ? 0 : share};
      const std::vector<std::uint32_t> column = load_columns(load);
      program.add(row, column[0], share);
      add_rows(matrix, load, column);
    }
  }
  void add_length(std::optional<double> limit) {
    const std::uint32_t row = program.add_row(-kUnlimited, limit.value_or(kUnlimited));
    const std::size_t channels = topology_.channel_count();
    for (std::size_t i = 0; i < column_.size(); ++i) {
      if (!column_[i]) continue;
      const double length = pair_weight_[i / channels] / shortest_;
      if (limit) {
        program.add(row, *column_[i], length);
      } else {
        program.cost[*column_[i]] += length;
      }
    }
  }

 private:
  std::optional<std::uint32_t>& column(std::size_t s, std::size_t t, ChannelId c) {
    return column_[(s * topology_.router_count() + t) * topology_.channel_count() + c.index()];
  }

  // Adds one unit from s to t; with a number of hops only over shortest paths of that length.
  void add_flow(std::size_t s, std::size_t t, std::optional<std::uint32_t> hops) {
    const auto from = shortest_paths(topology_, RouterId{s}).hops;
    const auto to = shortest_paths(topology_, RouterId{t}).hops;
    std::vector<std::uint32_t> row;
    for (std::size_t r = 0; r < topology_.router_count(); ++r) {
      const double surplus = r == s ? 1 : r == t ? -1 : 0;
      row.push_back(program.add_row(surplus, surplus));
    }
    for (std::size_t c = 0; c < topology_.channel_count(); ++c) {
      const Channel& channel = topology_.channel(ChannelId{c});
      if (hops && from[channel.from.index()] + 1 + to[channel.to.index()] != *hops) continue;
      const std::uint32_t flow = program.add_column(0);
      column(s, t, ChannelId{c}) = flow;
      program.add(row[channel.from.index()], flow, 1);
      program.add(row[channel.to.index()], flow, -1);
    }
  }

  std::vector<std::uint32_t> load_columns(const Load& load) {
    if (load.limit) return {};
    return {program.add_column(load.cost)};
  }
  void add_rows(const std::vector<double>& matrix, const Load& load,
                const std::vector<std::uint32_t>& load_column) {
    const std::size_t n = topology_.router_count();
    for (std::size_t c = 0; c < topology_.channel_count(); ++c) {
      const double bandwidth = to_double(topology_.channel(ChannelId{c}).bandwidth);
      const std::uint32_t row =
          program.add_row(-kUnlimited, load.limit ? bandwidth * *load.limit : 0);
      if (!load.limit) program.add(row, load_column[0], -bandwidth);
      for (std::size_t i = 0; i < matrix.size(); ++i) {
        const auto flow = column(i / n, i % n, ChannelId{c});
        if (flow && matrix[i] != 0) program.add(row, *flow, matrix[i]);
      }
    }
  }

  const Topology& topology_;
  std::vector<std::optional<std::uint32_t>> column_;  // [s][t][c]
  std::vector<double> pair_weight_;                   // [s][t]: pairs of nodes
  double shortest_ = 0;                               // sum over all pairs of nodes
};

}  // namespace orthant
