// Capacity of any network by linear programming.
//
// Uniform traffic to all destinations of one source is one flow, so the program has a flow per
// source and channel: minimise L such that, for every source s and router t != s, the inflow minus
// the outflow of s's flow at t is the share of t, and the flows of a channel sum to at most its
// bandwidth times L. The capacity is 1 / L (Dally & Towles 2004, chapter 3).
// Tested by: tests/analysis/capacity_test.cpp
#include <fmt/format.h>

#include <cstdlib>

#include "analysis/guarantees/capacity.hpp"
#include "base/rational.hpp"
#include "solver/interior_point.hpp"

namespace orthant {
namespace {

// Flits per cycle from s to t if every node sends one flit per cycle to uniform destinations.
double uniform_flow(const Topology& topology, RouterId s, RouterId t) {
  return static_cast<double>(topology.node_count_of(s)) *
         static_cast<double>(topology.node_count_of(t)) /
         static_cast<double>(topology.node_count());
}

// The program; its first column is the load.
LinearProgram flow_program(const Topology& topology) {
  LinearProgram program;
  const std::uint32_t load = program.add_column(1);
  std::vector<std::uint32_t> carried;  // row per channel
  for (const Channel& channel : topology.channels()) {
    carried.push_back(program.add_row(-kUnlimited, 0));
    program.add(carried.back(), load, -to_double(channel.bandwidth));
  }
  std::vector<std::uint32_t> stays(topology.router_count());  // row per router except the source
  for (std::uint32_t s = 0; s < stays.size(); ++s) {
    const RouterId source{s};
    if (topology.node_count_of(source) == 0) continue;
    for (std::uint32_t t = 0; t < stays.size(); ++t) {
      const double flow = uniform_flow(topology, source, RouterId{t});
      if (t != s) stays[t] = program.add_row(flow, flow, s);
    }
    for (std::size_t c = 0; c < carried.size(); ++c) {
      const Channel& channel = topology.channel(ChannelId{c});
      if (channel.to == source) continue;
      const std::uint32_t flow = program.add_column(0);
      program.add(carried[c], flow, 1);
      program.add(stays[channel.to.index()], flow, 1);
      if (channel.from != source) program.add(stays[channel.from.index()], flow, -1);
    }
  }
  return program;
}

constexpr double kTolerance = 1e-12;

// Number of digits in which all machines agree.
constexpr int kReliableDigits = 11;
double rounded(double value, int digits) {
  return std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr);
}

}  // namespace

std::optional<double> capacity_by_program(const Topology& topology) {
  std::size_t sources = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    sources += topology.node_count_of(RouterId{r}) != 0;
  const std::size_t flows = sources * topology.channel_count();
  if (sources < 2 || flows > kMaxProgramFlows) return std::nullopt;
  const LpSolution solution =
      solve_by_interior_point(flow_program(topology), {.tolerance = kTolerance});
  if (solution.status != LpStatus::kOptimal) return std::nullopt;
  return rounded(1 / solution.objective, kReliableDigits);
}

double share_of_program_capacity(double flits, double capacity) {
  return rounded(flits / capacity,
                 kReliableDigits - 1);  // the last digit of a quotient is unreliable
}

}  // namespace orthant
