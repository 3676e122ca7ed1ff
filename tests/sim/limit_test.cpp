// What a saturated network is said to be short of, on both sides of the threshold.
#include "sim/measure/limit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant {
namespace {

using Flits = std::array<std::uint64_t, 2>;

// Two routers with a node each, so two channels, in a window of 1000 cycles. Node channels carry 1
// flit per cycle, the others 2: full from 800 and from 1800 flits on.
struct Window {
  Flits sent = {}, received = {}, between_routers = {};
  std::vector<NodeId> growing = {};  // sources
  std::string pattern = "uniform";
};

Limit limit(const Window& window, test::Scenario s = {}) {
  s.kind = "mesh";
  s.radices = {2};
  s.bandwidth = {Rational{2}};
  s.pattern = window.pattern;
  const test::Built built = test::build(s);
  return binding_limit(built.parts(s), {.window_cycles = 1000,
                                        .sent = window.sent,
                                        .received = window.received,
                                        .between_routers = window.between_routers,
                                        .growing = window.growing});
}

TEST(Limit, IsARoutingsWhereNoChannelIsFull) {
  EXPECT_EQ(limit({{799, 799}, {799, 799}, {1799, 1799}}), Limit::kRouting);
}

TEST(Limit, IsAChannelThatCarriesNineTenthsOfItsBandwidth) {
  EXPECT_EQ(limit({{799, 799}, {0, 0}, {0, 1800}}), Limit::kChannel);
}

TEST(Limit, IsANodeThatSendsOrReceivesFourFifthsOfItsBandwidth) {
  EXPECT_EQ(limit({{800, 800}, {0, 0}, {1599, 0}}), Limit::kNode);
  EXPECT_EQ(limit({{0, 0}, {800, 0}, {1599, 0}}), Limit::kNode);
}

// Wider channels of nodes would change nothing where one VC or few credits hold both back.
TEST(Limit, IsARoutingsWhereChannelsAreAsBusyAsNodesAndNeitherIsFull) {
  EXPECT_EQ(limit({{899, 899}, {0, 0}, {1600, 0}}), Limit::kRouting);
  EXPECT_EQ(limit({{900, 900}, {0, 0}, {1600, 0}}), Limit::kNode);
}

TEST(Limit, IsTheFullerOfTwo) {
  EXPECT_EQ(limit({{950, 950}, {0, 0}, {1890, 0}}), Limit::kNode);
  EXPECT_EQ(limit({{940, 940}, {0, 0}, {1890, 0}}), Limit::kChannel);
}

// One that sends all that it wants is not short of anything, however much that is.
TEST(Limit, IsThatOfSourcesWithAGrowingBacklog) {
  EXPECT_EQ(limit({{1000, 400}, {0, 0}, {0, 0}, {NodeId{1}}}), Limit::kRouting);
  EXPECT_EQ(limit({{400, 1000}, {0, 0}, {0, 0}, {NodeId{1}}}), Limit::kNode);
  EXPECT_EQ(limit({{700, 880}, {0, 0}, {0, 0}}), Limit::kRouting);  // 0.79 in the mean
}

// In bit_complement the two nodes send to each other.
TEST(Limit, IsThatOfNodesToWhichGrowingSourcesSend) {
  const Window window{{0, 0}, {1000, 400}, {0, 0}, {NodeId{0}}, "bit_complement"};
  EXPECT_EQ(limit(window), Limit::kRouting);
  EXPECT_EQ(limit({{0, 0}, {400, 1000}, {0, 0}, {NodeId{0}}, "bit_complement"}), Limit::kNode);
}

TEST(Limit, IsNoNodeForWhichNothingWaits) {
  test::Scenario s;
  s.node_channels.ejection = Ejection::kImmediate;
  EXPECT_EQ(limit({{0, 0}, {1000, 0}, {0, 0}}, s), Limit::kRouting);
}

TEST(Limit, OfAnOutputQueuedNodeIsItsClock) {
  test::Scenario s;
  s.lengths = {{4, 1.0}};
  s.router.model = RouterModel::kOutputQueued;
  s.router.switching = Switching::kStoreAndForward;
  s.router.flow_control = FlowControl::kBubble;
  s.router.output_queue.source_interval = 8;  // half a flit per cycle
  EXPECT_EQ(limit({{400, 400}, {0, 0}, {0, 0}}, s), Limit::kNode);
  EXPECT_EQ(limit({{399, 399}, {0, 0}, {0, 0}}, s), Limit::kRouting);
}

// A saturated network has a limit, no other has.
TEST(Limit, IsOfSaturatedRuns) {
  test::Scenario s;
  s.radices = {8};
  s.pattern = "tornado";  // every node sends 3 hops the same way: full at 1/3
  s.router.buffer_flits = 16;
  s.run.warmup = 500;
  s.run.measure = 3'000;
  s.run.drain = 100;
  s.flits_per_cycle = 0.2;
  EXPECT_EQ(test::simulate(s).limit, std::nullopt);
  s.flits_per_cycle = 0.9;
  const SimulationResult full = test::simulate(s);
  EXPECT_EQ(full.verdict, Verdict::kSaturated);
  EXPECT_EQ(full.limit, Limit::kChannel);
  s.node_channels.bandwidth = Rational(1, 4);
  EXPECT_EQ(test::simulate(s).limit, Limit::kNode);
}

}  // namespace
}  // namespace orthant
