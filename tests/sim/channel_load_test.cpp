// Measured channel utilization against the exact expectation, with the exact law of its noise.
//
// Single-flit packets, Bernoulli births with probability p: in each cycle source s sends with
// probability p over a random path, so the flits on channels c and d within T cycles have
// covariance
//   T * sum over s of (p P_s(c, d) - p^2 P_s(c) P_s(d)),
// P_s(c, d) the probability that a packet of s uses both. The sum of squared standard scores over
// channels has mean n and variance 2 sum of squared correlations; it is compared with a scaled
// chi-square of those (Satterthwaite 1946).
#include "analysis/channel_load.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

std::vector<std::size_t> channels_of(const Topology& topology, RouterId from, const Path& path) {
  std::vector<std::size_t> channels;
  RouterId here = from;
  for (const Leg& leg : path) {
    for (int hop = 0; hop < leg.hops; ++hop) {
      const ChannelId c = *topology.channel_from(here, leg.port);
      channels.push_back(c.index());
      here = topology.channel(c).to;
    }
  }
  return channels;
}

// Covariance of the flit counts of all channel pairs, per cycle.
std::vector<std::vector<double>> covariance(const Built& built, double p) {
  const Topology& topology = *built.topology;
  const std::size_t n = topology.channel_count();
  std::vector<std::vector<double>> result(n, std::vector<double>(n));
  for (std::uint32_t s = 0; s < topology.node_count(); ++s) {
    std::vector<double> uses(n);
    built.traffic.row(NodeId{s}, [&](NodeId t, double share) {
      built.routing->oblivious()->enumerate(topology.router_of(NodeId{s}), topology.router_of(t),
                                            [&](const Path& path, double probability) {
                                              const auto channels = channels_of(
                                                  topology, topology.router_of(NodeId{s}), path);
                                              for (const auto c : channels) {
                                                uses[c] += share * probability;
                                                for (const auto d : channels)
                                                  result[c][d] += p * share * probability;
                                              }
                                            });
    });
    for (std::size_t c = 0; c < n; ++c) {
      for (std::size_t d = 0; d < n; ++d) result[c][d] -= p * p * uses[c] * uses[d];
    }
  }
  return result;
}

struct Case {
  const char* kind;
  std::vector<std::uint32_t> radices;
  const char* routing;
  const char* pattern;
  double load;
};

void PrintTo(const Case& test_case, std::ostream* out) { *out << test_case.pattern; }

class ChannelLoad : public testing::TestWithParam<Case> {};

TEST_P(ChannelLoad, AgreesWithTheExactExpectation) {
  Scenario s;
  s.kind = GetParam().kind;
  s.radices = GetParam().radices;
  s.routing = GetParam().routing;
  s.pattern = GetParam().pattern;
  s.flits_per_cycle = GetParam().load;
  s.router.vcs = 4;
  s.run.warmup = 2'000;
  s.run.measure = 200'000;
  const Built built = test::build(s);
  const SimulationResult result = test::simulate(s);
  ASSERT_EQ(result.verdict, Verdict::kStable);
  const auto expected =
      expected_channel_loads(*built.topology, *built.routing->oblivious(), built.traffic).channel;
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
  EXPECT_LT(sum / scale, boost::math::quantile(law, 0.99));
  EXPECT_GT(sum / scale, boost::math::quantile(law, 0.001));  // the noise is not overstated either
}

INSTANTIATE_TEST_SUITE_P(
    Networks, ChannelLoad,
    testing::Values(Case{"torus", {8, 8}, "dor", "uniform", 0.3},
                    Case{"torus", {8, 8}, "dor", "tornado", 0.2},
                    Case{"torus", {8, 8}, "dor", "transpose", 0.15},
                    Case{"torus", {8, 8}, "dor", "bit_complement", 0.2},
                    Case{"mesh", {6, 5}, "dor", "uniform", 0.2},
                    Case{"mesh", {5, 5}, "o1turn", "uniform", 0.2},
                    Case{"torus", {6, 6}, "o1turn", "transpose", 0.15},
                    Case{"hypercube", {2, 2, 2, 2, 2}, "dor", "bit_reverse", 0.2}),
    [](const auto& test_case) {
      std::string name = std::string(test_case.param.kind) + "_" + test_case.param.routing + "_" +
                         test_case.param.pattern;
      return name;
    });

}  // namespace
}  // namespace orthant
