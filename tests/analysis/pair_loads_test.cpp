// Pair loads, compared with hand-computed loads and the sums of expected_channel_loads().
#include "analysis/loads/pair_loads.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/loads/channel_load.hpp"
#include "tests/analysis/traffic_of.hpp"
#include "tests/analysis/two_phases.hpp"

namespace orthant {
namespace {

double share_of(std::span<const ChannelShare> shares, ChannelId channel) {
  double load = 0;
  for (const ChannelShare& share : shares) load += share.channel == channel ? share.load : 0;
  return load;
}

// From 0 to the tie on a ring of 4: two hops in each direction, each with probability 1/2.
TEST(PairLoads, OfATieAreHalves) {
  const Topology ring = make_torus({.radices = {4}});
  const auto dor = find_routing("dor")->make(ring, {});
  PairEnumerator enumerate(ring, *dor->oblivious());
  const auto shares = enumerate(RouterId{0}, RouterId{2});
  EXPECT_EQ(shares.size(), 4u);
  for (const ChannelShare& share : shares) EXPECT_EQ(share.load, 0.5);
  EXPECT_EQ(share_of(shares, *ring.channel_from(RouterId{1}, Grid::plus_port(0))), 0.5);
  EXPECT_EQ(share_of(shares, *ring.channel_from(RouterId{3}, Grid::minus_port(0))), 0.5);
  EXPECT_EQ(enumerate.hops(), 4u);
  EXPECT_TRUE(enumerate(RouterId{1}, RouterId{1}).empty());
}

std::vector<Topology> translated_networks() {
  std::vector<Topology> networks;
  networks.push_back(make_torus({.radices = {5, 3}}));
  networks.push_back(make_torus({.radices = {4, 2, 3}}));
  networks.push_back(make_torus({.radices = {4, 1, 2}, .nodes_per_router = 2}));
  networks.push_back(make_hypercube({.radices = {2, 2, 2}}));
  return networks;
}

TEST(PairLoads, OfOneSourceServeAllSources) {
  for (const Topology& network : translated_networks()) {
    const TwoPhases routing = valiant(network);
    const PairLoads one(network, routing, true);
    PairLoads::Reader read(one);
    PairEnumerator enumerate(network, routing);
    for (std::size_t s = 0; s < network.router_count(); ++s) {
      for (std::size_t t = 0; t < network.router_count(); ++t) {
        const auto expected = enumerate(RouterId{s}, RouterId{t});
        const auto shares = read(RouterId{s}, RouterId{t});
        ASSERT_EQ(shares.size(), expected.size());
        for (const ChannelShare& share : shares) {
          ASSERT_NEAR(share.load, share_of(expected, share.channel), 1e-13)
              << network.dimensions() << ' ' << s << ' ' << t;
        }
      }
    }
  }
}

TEST(PairLoads, MatricesAreThePairLoads) {
  const Topology network = make_torus({.radices = {4, 3}});
  const auto dor = find_routing("dor")->make(network, {});
  std::vector<ChannelId> channels;
  for (std::size_t c = 0; c < network.channel_count(); c += 5) channels.emplace_back(c);
  for (const bool translations : {true, false}) {
    const PairLoads loads(network, *dor->oblivious(), translations);
    PairEnumerator enumerate(network, *dor->oblivious());
    for (const std::size_t bytes : {std::size_t{1}, 3 * 12 * 12 * sizeof(double),
                                    PairLoads::kMatrixBytes}) {  // batches of 1, of 3, of all
      std::vector<int> visits(channels.size(), 0);
      loads.for_each_matrix(
          channels, 2,
          [&](std::size_t i, std::span<const double> w) {
            ++visits[i];
            PairEnumerator pair(network, *dor->oblivious());
            for (std::size_t st = 0; st < w.size(); ++st) {
              ASSERT_EQ(w[st], share_of(pair(RouterId{st / 12}, RouterId{st % 12}), channels[i]));
            }
          },
          bytes);
      EXPECT_EQ(visits, std::vector<int>(channels.size(), 1));
    }
  }
}

void expect_equal_loads(const Topology& network, const ObliviousRouting& routing, bool translations,
                        const char* pattern) {
  const Traffic traffic = traffic_of(network, pattern, {.seed = 3});
  const std::vector<double> expected = expected_channel_loads(network, routing, traffic);
  const PairLoads loads(network, routing, translations);
  const std::vector<double> sums = loads.channel_loads(router_traffic(network, traffic));
  ASSERT_EQ(sums.size(), expected.size());
  for (std::size_t c = 0; c < sums.size(); ++c) {
    EXPECT_NEAR(sums[c], expected[c], 1e-12)
        << network.kind() << ' ' << network.dimensions() << ' ' << pattern << ' ' << c;
  }
}

TEST(PairLoads, AddUpToTheExpectedChannelLoads) {
  for (const char* pattern : {"uniform", "bit_complement", "random_permutation"}) {
    for (const Topology& network : translated_networks()) {
      const TwoPhases routing = valiant(network);
      expect_equal_loads(network, routing, true, pattern);
      expect_equal_loads(network, routing, false, pattern);
    }
    const Topology mesh = make_mesh({.radices = {4, 3}, .nodes_per_router = 2});
    expect_equal_loads(mesh, valiant(mesh), false, pattern);
  }
}

TEST(PairLoads, OfAPermutationAreThoseOfItsPattern) {
  const Topology network = make_mesh({.radices = {3, 2}, .nodes_per_router = 2});
  std::vector<NodeId> reversed;
  for (std::size_t n = 12; n-- > 0;) reversed.emplace_back(n);
  const RouterTraffic a = router_traffic(network, reversed);
  const RouterTraffic b = router_traffic(network, traffic_of(network, "bit_complement"));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t s = 0; s < a.size(); ++s) {
    ASSERT_EQ(a[s].size(), 1u);  // both nodes of a router send to the same other router
    ASSERT_EQ(b[s].size(), 1u);
    EXPECT_EQ(a[s][0].destination, b[s][0].destination);
    EXPECT_EQ(a[s][0].flits, 2.0);
    EXPECT_EQ(b[s][0].flits, 2.0);
  }
}

}  // namespace
}  // namespace orthant
