// Capacity of any network by linear programming.
//
// Uniform traffic to all destinations of one source is one flow, so the program has a flow per
// source and channel: minimise L such that, for every source s and router t != s, the inflow minus
// the outflow of s's flow at t is the share of t, and the flows of a channel sum to at most its
// bandwidth times L. The capacity is 1 / L (Dally & Towles 2004, chapter 3). By symmetry, one
// source serves its orbit and one row the channels of an orbit (UniformFlows).
//
// Neither bound relies on the solver: the multipliers of the channels are prices, and cheapest
// paths pay no more than any routing; its flows are a routing, once what they lack is added.
// Tested by: tests/analysis/graph_capacity_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "analysis/guarantees/balanced_flows.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "analysis/guarantees/uniform_flows.hpp"
#include "solver/interior_point.hpp"

namespace orthant {
namespace {

// The program. Its first column is the load, its first rows those of the channels; then come the
// flows of each source over each channel.
LinearProgram flow_program(const UniformFlows& flows) {
  const Topology& topology = flows.topology();
  LinearProgram program;
  const std::uint32_t load = program.add_column(1);
  for (std::uint32_t row = 0; row < flows.row_count(); ++row)
    program.add(program.add_row(-kUnlimited, 0), load, -flows.bandwidth(row));
  std::vector<std::uint32_t> stays(topology.router_count());  // row per router except the source
  for (std::uint32_t s = 0; s < flows.sources().size(); ++s) {
    const auto [source, weight] = flows.sources()[s];
    for (std::uint32_t t = 0; t < stays.size(); ++t) {
      const double flits = flows.flits(source, RouterId{t});
      if (RouterId{t} != source) stays[t] = program.add_row(flits, flits, s);
    }
    for (std::size_t c = 0; c < topology.channel_count(); ++c) {
      const Channel channel = topology.channel(ChannelId{c});
      const std::uint32_t flow = program.add_column(0);
      program.add(static_cast<std::uint32_t>(flows.row(c)), flow, weight);
      if (channel.to != source) program.add(stays[channel.to.index()], flow, 1);
      if (channel.from != source) program.add(stays[channel.from.index()], flow, -1);
    }
  }
  return program;
}

// The largest load over bandwidth of a routing made from the flows of a solution.
double load_of(const UniformFlows& flows, const LpSolution& solution) {
  const std::size_t channels = flows.topology().channel_count();
  std::vector<double> load(flows.row_count());
  const std::vector<double> equal(flows.row_count(), 1);
  UniformFlows::Tree tree(flows);
  std::vector<double> flow(channels);
  for (std::size_t s = 0; s < flows.sources().size(); ++s) {
    const auto [source, weight] = flows.sources()[s];
    std::copy_n(solution.x.begin() + static_cast<std::ptrdiff_t>(1 + s * channels), channels,
                flow.begin());
    tree.grow(source, equal);
    tree.repair(source, flow);
    for (std::size_t c = 0; c < channels; ++c) load[flows.row(c)] += weight * flow[c];
  }
  double largest = 0;
  for (std::size_t row = 0; row < load.size(); ++row)
    largest = std::max(largest, load[row] / flows.bandwidth(row));
  return largest;
}

// Number of digits in which all machines agree.
constexpr int kReliableDigits = 11;
double rounded(double value, int digits) {
  return std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr);
}

// The largest number of some digits that is at most the value, which is positive; with `up` the
// smallest that is at least the value.
double rounded_off(double value, bool up) {
  constexpr int kDigits = 6;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) + 1 - kDigits);
  const double units = up ? std::ceil(value / unit) : std::floor(value / unit);
  return rounded(units * unit, kDigits);
}

// The best estimate if the bounds agree; no solver's word is taken for it.
CapacityRange rounded_range(const CapacityRange& range, double estimate) {
  constexpr double kExact = 1e-9;
  if (!(range.at_most <= range.at_least * (1 + kExact)))
    return {rounded_off(range.at_least, false), rounded_off(range.at_most, true)};
  const double capacity =
      rounded(std::clamp(estimate, range.at_least, range.at_most), kReliableDigits);
  return {capacity, capacity};
}

CapacityRange by_program(const UniformFlows& flows, const CapacityOptions& options) {
  constexpr double kTolerance = 1e-12;
  const LpSolution solution = solve_by_interior_point(
      flow_program(flows), {.tolerance = kTolerance, .threads = options.threads});
  std::vector<double> price(flows.row_count());
  for (std::size_t row = 0; row < price.size(); ++row)
    price[row] = std::max(0.0, -solution.row_dual[row]);
  // A program that failed has no prices.
  if (std::ranges::none_of(price, [](double p) { return p > 0; })) std::ranges::fill(price, 1.0);
  return rounded_range({.at_least = 1 / load_of(flows, solution),
                        .at_most = 1 / flows.bound(price, options.threads)},
                       1 / solution.objective);
}

}  // namespace

std::optional<CapacityRange> capacity_range(const Topology& topology,
                                            const CapacityOptions& options) {
  std::size_t sources = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    sources += topology.has_nodes(RouterId{r}) ? 1 : 0;
  if (sources < 2 || topology.channel_count() == 0) return std::nullopt;
  const UniformFlows flows(topology);
  const std::size_t size = flows.sources().size() * flows.row_count();
  // Of one thread. Each source adds to a matrix with an entry for each pair of rows.
  constexpr double kSecondsPerEntry = 2e-7;
  const double seconds =
      kSecondsPerEntry * static_cast<double>(size) * static_cast<double>(flows.row_count());
  if (size <= options.most_flows || seconds <= options.program_seconds)
    return by_program(flows, options);
  if (options.time_limit_seconds <= 0) return std::nullopt;
  const auto range = balanced_flows(flows, options);
  return range ? std::optional(rounded_range(*range, range->at_least)) : std::nullopt;
}

std::optional<double> capacity_by_program(const Topology& topology) {
  const auto range = capacity_range(topology, {});
  return range && range->is_exact() ? std::optional(range->at_least) : std::nullopt;
}

double share_of_program_capacity(double flits, double capacity) {
  return rounded(flits / capacity,
                 kReliableDigits - 1);  // the last digit of a quotient is unreliable
}

}  // namespace orthant
