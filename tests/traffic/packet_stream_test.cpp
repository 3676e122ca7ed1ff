// The packets of a node: order, lengths, messages, sending to itself, and copies of the stream.
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

Traffic uniform_traffic(const Topology& network, double rate = 0.25) {
  Traffic traffic;
  traffic.pattern = make_pattern("uniform", network);
  traffic.injection =
      make_injection("bernoulli", {.messages_per_cycle = rate, .flits_per_cycle = rate});
  return traffic;
}

bool same(const PacketStream::Packet& a, const PacketStream::Packet& b) {
  return a.generated == b.generated && a.destination == b.destination && a.flits == b.flits;
}

TEST(PacketLengths, NormalisesSharesOnRequestAndKnowsTheMean) {
  const PacketLengths mix({{1, 3}, {5, 1}}, true);
  EXPECT_DOUBLE_EQ(mix.parts()[0].share, 0.75);
  EXPECT_DOUBLE_EQ(mix.mean(), 2.0);  // 0.75 * 1 + 0.25 * 5
  EXPECT_EQ(mix.longest(), 5);
  EXPECT_EQ(PacketLengths::fixed(7).mean(), 7.0);
}

// Shares count packets: chi-square of 100,000 draws, 2 degrees of freedom, 1 % point 9.21.
TEST(PacketLengths, DrawsByTheShares) {
  const PacketLengths mix({{8, 0.5}, {1, 0.3}, {2, 0.2}});
  RandomStream random(1, 0, RandomPurpose::kTest);
  std::map<int, double> counts;
  for (int i = 0; i < 100'000; ++i) ++counts[mix.draw(random)];
  EXPECT_EQ(counts.size(), 3u);
  double chi_square = 0;
  for (const auto& part : mix.parts()) {
    chi_square += std::pow(counts[part.flits] - part.share * 1e5, 2) / (part.share * 1e5);
  }
  EXPECT_LT(chi_square, 9.21);
}

TEST(PacketLengths, RefusesWhatIsNoMix) {
  EXPECT_EQ(key_error_of([] { PacketLengths({}); }),
            "traffic.packet_flits: at least one packet length is needed; allowed: flits, as 4");
  EXPECT_EQ(key_error_of([] {
              PacketLengths({{0, 1}});
            }),
            "traffic.packet_flits: a packet has at least 1 flit; allowed: 1 or more");
  EXPECT_EQ(key_error_of([] {
              PacketLengths({{4, -1}});
            }),
            "traffic.packet_flits: share -1 of length 4 is out of range; allowed: above 0, at "
            "most 1e9");
}

TEST(PacketLengths, HaveSharesThatSumToOne) {
  EXPECT_EQ(key_error_of([] {
              PacketLengths({{1, 0.6}, {5, 0.5}});
            }),
            "traffic.packet_flits: the shares sum to 1.1; allowed: 1, or traffic.normalize = yes");
  EXPECT_EQ(key_error_of([] {
              PacketLengths({{1, 0.5}, {5, 0.49998}});
            }),
            "traffic.packet_flits: the shares sum to 0.99998; allowed: 1, or traffic.normalize = "
            "yes");
  // Shares with few digits.
  EXPECT_NEAR(PacketLengths({{1, 0.333333}, {2, 0.333333}, {3, 0.333333}}).mean(), 2, 1e-12);
}

TEST(PacketStream, DependsOnSeedAndSourceAlone) {
  const auto network = torus({8, 8});
  Traffic traffic = uniform_traffic(network);
  PacketStream a(traffic, NodeId{3});
  PacketStream b(traffic, NodeId{3});
  PacketStream other(traffic, NodeId{4});
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto packet = a.next();
    EXPECT_TRUE(same(packet, b.next()));
    equal += same(packet, other.next());
  }
  EXPECT_LT(equal, 10);
  EXPECT_LE(sizeof(PacketStream), 152u);
}

TEST(PacketStream, ACopyYieldsTheSamePackets) {
  const auto network = torus({8, 8});
  for (const auto& injection : injection_registry()) {
    Traffic traffic = uniform_traffic(network);
    traffic.injection = injection.make({.messages_per_cycle = 0.02,
                                        .flits_per_cycle = 0.18,
                                        .burst_flits = 90,
                                        .mean_message_flits = 9});
    traffic.lengths = PacketLengths({{1, 0.5}, {5, 0.5}});
    traffic.packets_per_message = 3;
    PacketStream original(traffic, NodeId{0});
    for (int i = 0; i < 100; ++i) original.next();  // stops in the middle of a message
    PacketStream copy = original;
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(same(original.next(), copy.next()));
  }
}

TEST(PacketStream, GivesThePacketsOfAMessageOneBirthAndDestination) {
  const auto network = torus({8, 8});
  Traffic traffic = uniform_traffic(network);
  traffic.packets_per_message = 4;
  traffic.lengths = PacketLengths({{1, 0.5}, {5, 0.5}});
  PacketStream stream(traffic, NodeId{0});
  Cycle before = 0;
  int mixed = 0;
  for (int message = 0; message < 1000; ++message) {
    const auto head = stream.next();
    EXPECT_GE(head.generated, before + (message > 0));  // bernoulli: one message per cycle
    before = head.generated;
    bool differ = false;
    for (int i = 1; i < 4; ++i) {
      const auto packet = stream.next();
      EXPECT_EQ(packet.generated, head.generated);
      EXPECT_EQ(packet.destination, head.destination);
      differ = differ || packet.flits != head.flits;
    }
    mixed += differ;
  }
  // All four lengths are equal with probability 1/8: 875 +- 5 * 10.5.
  EXPECT_NEAR(mixed, 875, 5 * std::sqrt(1000.0 * 7 / 64));
}

TEST(PacketStream, EndsAfterItsMessages) {
  const auto network = torus({8, 8});
  Traffic traffic = uniform_traffic(network);
  traffic.packets_per_message = 2;
  traffic.messages_per_node = 3;
  PacketStream stream(traffic, NodeId{0});
  for (int i = 0; i < 6; ++i) EXPECT_NE(stream.next().generated, kNever);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(stream.next().generated, kNever);
  traffic.messages_per_node = 0;
  EXPECT_EQ(PacketStream(traffic, NodeId{0}).next().generated, kNever);
}

TEST(PacketStream, IsSilentWhereANodeNeverSends) {
  const auto network = torus({3, 3});
  Traffic traffic = uniform_traffic(network);
  traffic.pattern = make_pattern("transpose", network);
  EXPECT_EQ(PacketStream(traffic, NodeId{4}).next().destination, NodeId{4});
  traffic.self = false;
  EXPECT_FALSE(traffic.sends(NodeId{4}));
  EXPECT_TRUE(traffic.sends(NodeId{1}));
  EXPECT_EQ(PacketStream(traffic, NodeId{4}).next().generated, kNever);
  EXPECT_EQ(PacketStream(traffic, NodeId{1}).next().destination, NodeId{3});
}

// Row 0: 0.5 to itself, 0.1 and 0.2 to others, 0.2 not sent. Without the node itself the sent share
// remains 0.8, in the proportion 1 : 2.
TEST(Traffic, SpreadsTheOwnShareOverTheOthers) {
  const TemporaryFile file("0.5 0.1 0.2\n0 1 0\n0.5 0.5 0\n");
  Traffic traffic = uniform_traffic(torus({3}));
  traffic.pattern = make_pattern("matrix", torus({3}), {.file = file.path()});
  traffic.self = false;
  std::vector<double> row(3);
  traffic.row(NodeId{0}, [&](NodeId node, double p) { row[node.index()] = p; });
  EXPECT_THAT(row, testing::Pointwise(testing::DoubleNear(1e-15), {0.0, 0.8 / 3, 1.6 / 3}));
  traffic.row(NodeId{1}, [&](NodeId, double) { FAIL() << "node 1 has no other target"; });
  row.assign(3, 0);
  traffic.row(NodeId{2}, [&](NodeId node, double p) { row[node.index()] = p; });
  EXPECT_THAT(row, testing::ElementsAre(0.5, 0.5, 0));
}

// Samples the matrix of the previous test: 100,000 messages at 1 per cycle, so the last generation
// cycle counts the messages; the third cell is the messages not sent. 2 degrees of freedom, 1 %
// point 9.21.
TEST(Traffic, DrawsMessagesToTheOwnNodeAgain) {
  const TemporaryFile file("0.5 0.1 0.2\n0 1 0\n0.5 0.5 0\n");
  Traffic traffic = uniform_traffic(torus({3}), 1.0);
  traffic.pattern = make_pattern("matrix", torus({3}), {.file = file.path()});
  traffic.self = false;
  traffic.messages_per_node = 100'000;
  PacketStream stream(traffic, NodeId{0});
  std::vector<double> counts(3);
  for (auto packet = stream.next(); packet.generated != kNever; packet = stream.next()) {
    ++counts[packet.destination.index()];
  }
  EXPECT_EQ(counts[0], 0);
  counts[0] = 100'000 - counts[1] - counts[2];
  const std::vector<double> expected = {2e4, 8e4 / 3, 16e4 / 3};
  double chi_square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    chi_square += std::pow(counts[i] - expected[i], 2) / expected[i];
  }
  EXPECT_LT(chi_square, 9.21);
}

// The node itself takes all but 10^-12 of the row: rejection sampling would take hours.
TEST(Traffic, DrawsAtOnceWhereTheOwnNodeTakesNearlyAll) {
  const TemporaryFile file("0.999999999999 2.5e-13 7.5e-13\n0 1 0\n0 0 1\n");
  Traffic traffic = uniform_traffic(torus({3}));
  traffic.pattern = make_pattern("matrix", torus({3}), {.file = file.path()});
  traffic.self = false;
  PacketStream stream(traffic, NodeId{0});
  int ones = 0;
  for (int i = 0; i < 10'000; ++i) ones += stream.next().destination == NodeId{1};
  double share = 0;  // 0.25 up to the rounding of sums close to 1
  double sum = 0;
  traffic.row(NodeId{0}, [&](NodeId node, double p) {
    sum += p;
    if (node == NodeId{1}) share = p;
  });
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(share, 0.25, 0.001);
  EXPECT_NEAR(ones / 10'000.0, share, 5 * std::sqrt(share * (1 - share) / 10'000));
}

}  // namespace
}  // namespace orthant
