// Measured channel counts against the exact expectation, with the exact law of their noise.
//
// Single-flit packets, Bernoulli generation with probability p: in each cycle source s sends with
// probability p a packet whose destination and path are drawn afresh. Let n_c be the number of
// times that this packet uses channel c. Cycles and sources are independent, so the flits on
// channels c and d within T cycles have covariance
//   T * sum over s of (p E_s[n_c n_d] - p^2 E_s[n_c] E_s[n_d]),
// the expectations being over destinations and over the paths of a routing that draws them: a
// random choice adds no term of its own, since no two packets share it.
// The sum of squared standard scores over channels has mean n and variance 2 sum of squared
// correlations; it is compared with a scaled chi-square of those (Satterthwaite 1946).
#pragma once

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <vector>

#include "analysis/loads/channel_load.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

// Covariance of the flit counts of all channel pairs, per cycle.
inline std::vector<std::vector<double>> covariance(const Built& built, double p) {
  const Topology& topology = *built.topology;
  const std::size_t n = topology.channel_count();
  std::vector<std::vector<double>> result(n, std::vector<double>(n));
  std::vector<std::size_t> channels;
  for (std::uint32_t s = 0; s < topology.node_count(); ++s) {
    const RouterId from = topology.router_of(NodeId{s});
    std::vector<double> uses(n);
    built.traffic.row(NodeId{s}, [&](NodeId t, double share) {
      const auto add = [&](const Path& path, double probability) {
        channels.clear();
        for_each_hop(topology, from, path,
                     [&](ChannelId c, std::uint8_t) { channels.push_back(c.index()); });
        for (const auto c : channels) {
          uses[c] += share * probability;
          for (const auto d : channels) result[c][d] += p * share * probability;
        }
      };
      built.routing->oblivious()->enumerate(from, topology.router_of(t), add);
    });
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t d = 0; d < n; ++d) result[c][d] -= p * p * uses[c] * uses[d];
    }
  }
  return result;
}

// Simulates, and compares every channel, and all of them together at 1 % shared out among `cases`
// (Bonferroni); at 0.1 %, that the noise is not overstated either.
inline void expect_exact_channel_counts(const Scenario& s, int cases = 1) {
  const Built built = build(s);
  const SimulationResult result = simulate(s);
  ASSERT_EQ(result.verdict, Verdict::kStable);
  const auto expected =
      expected_channel_loads(*built.topology, *built.routing->oblivious(), built.traffic);
  const auto noise = covariance(built, s.flits_per_cycle);
  const auto cycles = static_cast<double>(s.run.measure);
  double sum = 0;
  double correlations = 0;
  double used = 0;
  for (std::size_t c = 0; c < expected.size(); ++c) {
    const auto flits = static_cast<double>(result.channel_flits[c]);
    if (expected[c] == 0) {
      EXPECT_EQ(flits, 0) << "channel " << c;
      continue;
    }
    const double mean = expected[c] * s.flits_per_cycle * cycles;
    const double score = (flits - mean) / std::sqrt(noise[c][c] * cycles);
    EXPECT_LT(std::abs(score), 4.5) << "channel " << c << ": " << flits << " against " << mean;
    sum += score * score;
    ++used;
    for (std::size_t d = 0; d < expected.size(); ++d) {
      if (expected[d] == 0) continue;
      correlations += noise[c][d] * noise[c][d] / (noise[c][c] * noise[d][d]);
    }
  }
  ASSERT_GT(used, 0);
  const double scale = correlations / used;
  const boost::math::chi_squared law(used / scale);
  EXPECT_LT(sum / scale, quantile(complement(law, 0.01 / cases)));
  EXPECT_GT(sum / scale, quantile(law, 0.001 / cases));
}

}  // namespace orthant::test
