// Exact expected channel loads, compared with loads computed by hand.
#include "analysis/loads/channel_load.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "analysis/guarantees/capacity.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/traffic_of.hpp"

namespace orthant {
namespace {

// Node n sends to a node given by a function.
class Permutation final : public Pattern {
 public:
  explicit Permutation(NodeId (*target)(NodeId)) : target_(target) {}
  std::optional<NodeId> destination(NodeId n, std::uint64_t, RandomStream&) const override {
    return target_(n);
  }
  void row(NodeId n, FunctionRef<void(NodeId, double)> visit) const override {
    visit(target_(n), 1.0);
  }

 private:
  NodeId (*target_)(NodeId);
};

std::vector<double> dor_loads(const Topology& topology, const Traffic& traffic,
                              const RoutingOptions& options = {}) {
  const auto dor = find_routing("dor")->make(topology, options);
  return expected_channel_loads(topology, *dor->oblivious(), traffic);
}

// Throughput of dimension order on the 8-ary 2-cube as a fraction of capacity.
double fraction(std::string_view pattern) {
  const Topology torus = make_torus({.radices = {8, 8}});
  return throughput_of(torus, dor_loads(torus, traffic_of(torus, pattern))) /
         capacity_flits(torus).value();
}

// A uniform packet takes 2 hops in x on average, over 2 channels per router: load 1.
TEST(ChannelLoad, DimensionOrderReachesCapacityUnderUniformTraffic) {
  EXPECT_NEAR(fraction("uniform"), 1.0, 1e-12);
}

// x -> 7-x in the shorter direction: x = 2 takes +3 and x = 3 takes +1, both across channel 3 -> 4;
// x = 6 takes +3 and x = 7 takes +1, both across 7 -> 0; the minus direction is the mirror image.
// So the busiest channel carries 2.
TEST(ChannelLoad, DimensionOrderReachesHalfOfCapacityUnderBitComplement) {
  EXPECT_NEAR(fraction("bit_complement"), 1.0 / 2, 1e-12);
}

// x + 3 on a ring of 8, with the class changed at the dateline: packets from 5, 6 and 7 use class 0
// up to the wrap-around channel; all other hops are in class 1.
TEST(ChannelLoad, IsSharedOutAmongTheClasses) {
  const Topology ring = make_torus({.radices = {8}});
  RoutingOptions options;
  options.own.set("dor.dateline", "crossing");
  const auto dor = find_routing("dor")->make(ring, options);
  const std::vector<double> loads =
      expected_class_loads(ring, *dor->oblivious(), traffic_of(ring, "tornado"));
  const double class_0[] = {0, 0, 0, 0, 0, 1, 2, 3};
  ASSERT_EQ(loads.size(), 2 * ring.channel_count());
  for (std::uint32_t x = 0; x < 8; ++x) {
    const std::size_t c = ring.channel_from(RouterId{x}, Grid::plus_port(0))->index();
    EXPECT_DOUBLE_EQ(loads[2 * c], class_0[x]) << x;
    EXPECT_DOUBLE_EQ(loads[2 * c + 1], 3 - class_0[x]) << x;
  }
}

// x + 3: every packet takes 3 hops in the plus direction, so each of these channels carries 3.
TEST(ChannelLoad, DimensionOrderReachesAThirdOfCapacityUnderTornado) {
  EXPECT_NEAR(fraction("tornado"), 1.0 / 3, 1e-12);
}

// (x,y) -> (y,x): all packets of row y go to column y, three in the plus direction, three in the
// minus direction and the opposite one in either with probability 1/2: 3.5 on the last channel.
TEST(ChannelLoad, DimensionOrderReachesTwoSeventhsOfCapacityUnderTranspose) {
  EXPECT_NEAR(fraction("transpose"), 2.0 / 7, 1e-12);
}

TEST(ChannelLoad, SumsToTheMeanNumberOfHops) {
  const Topology torus = make_torus({.radices = {5, 4, 2}});
  const Traffic uniform = traffic_of(torus, "uniform");
  const std::vector<double> loads = dor_loads(torus, uniform);
  // Mean distances by hand: ring of 5: 6/5, ring of 4: 1, pair: 1/2; times 40 nodes.
  EXPECT_NEAR(std::reduce(loads.begin(), loads.end()), 40 * (1.2 + 1 + 0.5), 1e-10);
  EXPECT_NEAR(peak_node_rates(torus, uniform).received, 1, 1e-12);
}

TEST(ChannelLoad, SplitsATieInHalves) {
  const Topology ring = make_torus({.radices = {4}});
  Traffic traffic;
  traffic.pattern =
      std::make_shared<Permutation>([](NodeId n) { return n == NodeId{0} ? NodeId{2} : n; });
  const std::vector<double> loads = dor_loads(ring, traffic);
  const auto load = [&](std::size_t r, PortId port) {
    return loads[ring.channel_from(RouterId{r}, port).value().index()];
  };
  EXPECT_EQ(load(0, Grid::plus_port(0)), 0.5);
  EXPECT_EQ(load(1, Grid::plus_port(0)), 0.5);
  EXPECT_EQ(load(2, Grid::plus_port(0)), 0.0);
  EXPECT_EQ(load(0, Grid::minus_port(0)), 0.5);
  EXPECT_EQ(load(3, Grid::minus_port(0)), 0.5);
  EXPECT_EQ(std::ranges::max(dor_loads(ring, traffic, {.ties = Ties::kPlus})), 1.0);
}

TEST(ChannelLoad, AddsTheNodesOfARouterAndWeighsBandwidth) {
  const Topology line = make_mesh({.radices = {2},
                                   .nodes_per_router = 2,
                                   .latency_cycles = {1},
                                   .bandwidth = {Rational(1, 2)}});
  Traffic traffic;
  traffic.pattern =  // both nodes of router 0 send to node 2, those of router 1 to themselves
      std::make_shared<Permutation>([](NodeId n) { return n.value < 2 ? NodeId{2} : n; });
  const std::vector<double> loads = dor_loads(line, traffic);
  EXPECT_EQ(std::ranges::max(loads), 2.0);
  EXPECT_EQ(channel_max_relative(line, loads), 4.0);
  EXPECT_EQ(throughput_of(line, loads), 0.25);
  EXPECT_EQ(peak_node_rates(line, traffic).received, 3.0);
  // Node 2 receives three times what each node sends.
  EXPECT_EQ(pattern_throughput(line, traffic, loads, {.injection = 1, .ejection = 1}), 0.25);
  EXPECT_EQ(pattern_throughput(line, traffic, loads, {.injection = 1, .ejection = 0.375}), 0.125);
}

TEST(ChannelLoad, IsUnlimitedWhereNoPacketLeavesItsRouter) {
  const Topology line = make_mesh({.radices = {2}});
  Traffic traffic;
  traffic.pattern = std::make_shared<Permutation>([](NodeId n) { return n; });
  EXPECT_EQ(throughput_of(line, dor_loads(line, traffic)), std::numeric_limits<double>::infinity());
}

// O1TURN halves the load that dimension order puts on the rows of the diagonal.
TEST(ChannelLoad, O1turnBalancesTheTransposeOfAMesh) {
  const Topology mesh = make_mesh({.radices = {4, 4}});
  const Traffic transpose = traffic_of(mesh, "transpose");
  const auto o1turn = find_routing("o1turn")->make(mesh, {});
  // Row y, x first: packets from x > y go to the diagonal in the minus direction: 3 in row 0.
  EXPECT_NEAR(std::ranges::max(dor_loads(mesh, transpose)), 3.0, 1e-12);
  EXPECT_NEAR(std::ranges::max(expected_channel_loads(mesh, *o1turn->oblivious(), transpose)), 1.5,
              1e-12);
}

}  // namespace
}  // namespace orthant
