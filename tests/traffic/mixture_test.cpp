// Several classes as one traffic: rows weighted by flits, lengths by packets, seeds.
#include <gmock/gmock.h>

#include <map>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

TrafficClass part(const Topology& network, const char* pattern, double load_share,
                  std::vector<PacketLengths::Part> lengths) {
  TrafficClass part;
  part.traffic.pattern = make_pattern(pattern, network);
  part.traffic.injection =
      make_injection("bernoulli", {.messages_per_cycle = 0.1, .flits_per_cycle = 0.1});
  part.traffic.lengths = PacketLengths(std::move(lengths));
  part.traffic.messages_per_node = 10;
  part.load_share = load_share;
  return part;
}

// 3 of 4 flits are uniform in packets of 4; the rest goes to the neighbour in packets of 1 or 5.
Traffic mixture(const Topology& network) {
  return mixed_traffic({part(network, "uniform", 0.9, {{4, 1}}),
                        part(network, "neighbor", 0.3, {{1, 0.5}, {5, 0.5}})});
}

TEST(Mixture, HasTheRowOfItsFlits) {
  const Topology network = make_torus({.radices = {4, 4}});
  std::map<NodeId, double> row;
  mixture(network).row(NodeId{0u}, [&](NodeId destination, double share) {
    EXPECT_TRUE(row.emplace(destination, share).second);
  });
  ASSERT_EQ(row.size(), 16u);
  double sum = 0;
  std::size_t larger = 0;
  for (const auto& [destination, share] : row) {
    sum += share;
    larger += share > 0.75 / 16 + 0.2;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(larger, 1u);
}

// Per flit there are 0.75 / 4 packets of 4 flits and 0.25 / 3 packets of 1 or 5.
TEST(Mixture, HasTheLengthsOfItsPackets) {
  const Traffic traffic = mixture(make_torus({.radices = {4, 4}}));
  ASSERT_EQ(traffic.lengths.parts().size(), 3u);
  const double packets = 0.75 / 4 + 0.25 / 3;
  EXPECT_NEAR(traffic.lengths.parts()[0].share, 0.125 / 3 / packets, 1e-12);
  EXPECT_NEAR(traffic.lengths.parts()[1].share, 0.75 / 4 / packets, 1e-12);
  EXPECT_NEAR(traffic.lengths.mean(), 1 / packets, 1e-12);
  EXPECT_EQ(traffic.messages_per_node, 20u);
}

TEST(Mixture, DrawsDestinationsByItsRow) {
  const Topology network = make_torus({.radices = {4, 4}});
  const Traffic traffic = mixture(network);
  std::map<NodeId, double> row, drawn;
  traffic.row(NodeId{5u}, [&](NodeId destination, double share) { row[destination] = share; });
  RandomStream random(1, 0, RandomPurpose::kTest);
  constexpr std::uint64_t kDraws = 40'000;
  for (std::uint64_t i = 0; i < kDraws; ++i)
    ++drawn[traffic.pattern->destination(NodeId{5u}, i, random).value()];
  double chi_square = 0;
  for (const auto& [destination, share] : row)
    chi_square += std::pow(drawn[destination] - share * kDraws, 2) / (share * kDraws);
  EXPECT_LT(chi_square, 30.58);  // 15 degrees of freedom, 1 %
}

// The first class sends the same as alone; the others have different streams.
TEST(Mixture, GivesEveryClassItsSeed) {
  Traffic traffic = mixture(make_torus({.radices = {4, 4}}));
  traffic.set_seed(7);
  EXPECT_EQ(traffic.classes[0].traffic.seed, 7u);
  const std::uint64_t second = traffic.classes[1].traffic.seed;
  EXPECT_NE(second, 7u);
  traffic.set_seed(8);
  EXPECT_NE(traffic.classes[1].traffic.seed, second);
  traffic.set_seed(7);
  EXPECT_EQ(traffic.classes[1].traffic.seed, second);
}

TEST(Mixture, SendsWhereAClassDoes) {
  const Topology network = make_torus({.radices = {4, 4}});
  Traffic traffic = mixture(network);
  EXPECT_TRUE(traffic.sends(NodeId{3u}));
  EXPECT_TRUE(mixed_traffic({traffic.classes[1]}).sends(NodeId{3u}));
}

}  // namespace
}  // namespace orthant
