// Rules of the input-queued router that only show where packets compete: who goes first, who may
// enter, and what an adaptive routing sees of free space.
#include <gtest/gtest.h>

#include "tests/routing/forwarding_routing.hpp"
#include "tests/sim/output_queued_fixture.hpp"
#include "tests/sim/workload_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

class EachAllocator : public testing::TestWithParam<Allocator> {};

// Two nodes of router 0 send a packet of 8 flits each over one channel. The packet of node 0 takes
// its VC first, in cycle 1, that of node 1 in cycle 2. From then on the channel takes from each in
// turn: the tails cross in cycles 15 and 16. If the output always took from the same one, they
// would be 7 or 8 cycles apart.
TEST_P(EachAllocator, AnOutputTakesFromItsInputsRoundRobin) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  s.lengths = {{8, 1.0}};
  s.router.allocator = GetParam();
  s = test::scripted(s, {{0, {{0, 2}}}, {1, {{0, 3}}}});
  EXPECT_EQ(test::arrivals(s, 1).at(0) - test::arrivals(s, 0).at(0), Rational(1));
}

// One node sends two packets of 8 flits over a channel of half a flit per cycle. Flits of the
// first, in VC 0 of the injection port, cross in cycles 1, 3, 5 and 7; the second is in VC 1 from
// cycle 9 on. From then on the port sends round robin, the second first: the first ends in
// cycle 23, the second, alone by then, in cycle 31. If the port always began with VC 0, the first
// would end in cycle 15.
TEST_P(EachAllocator, AnInputSendsFromItsVcsRoundRobin) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.bandwidth = {Rational(1, 2)};
  s.lengths = {{8, 1.0}};
  s.router.buffer_flits = 16;
  s.router.allocator = GetParam();
  s = test::scripted(s, {{0, {{0, 1}, {0, 1}}}});
  std::vector<Rational> times = test::arrivals(s, 0);
  std::ranges::sort(times);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[1] - times[0], Rational(8));
}

INSTANTIATE_TEST_SUITE_P(Allocators, EachAllocator,
                         testing::Values(Allocator::kIslip, Allocator::kSeparable),
                         [](const auto& test_case) {
                           return test_case.param == Allocator::kIslip ? "islip" : "separable";
                         });

// Three routers in a row with two nodes each; packets of 3 flits. Node 3 sends one to the left in
// cycles 1 to 3; that of node 2 to the left, which is younger, follows in 4 to 6. Younger still,
// its second one wants to go right from cycle 5 on, that of node 3 has been going right since
// cycle 4. In cycles 5 and 6 the output to the right grants the older one, at node 2's port, which
// accepts the other output. So node 3 sends its next flits in 10 and 11, and with a second
// iteration in 5 and 6; they arrive 4 cycles later.
TEST(Allocators, OneIterationLeavesAnOutputIdleWhoseGrantIsNotAccepted) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {3};
  s.nodes_per_router = 2;
  s.lengths = {{3, 1.0}};
  s.router.buffer_flits = 16;
  s.router.arbitration = Arbitration::kAge;
  s = test::scripted(s, {{2, {{1, 0}, {2, 4}}}, {3, {{0, 1}, {3, 5}}}});
  const auto times = [&](std::uint32_t node, std::uint32_t iterations) {
    s.router.allocator_iterations = iterations;
    return test::arrivals(s, node);
  };
  for (const std::uint32_t iterations : {1u, 2u})
    EXPECT_EQ(times(2, iterations), (std::vector<Rational>{10, 13}));
  EXPECT_EQ(times(3, 1), (std::vector<Rational>{7, 15}));
  EXPECT_EQ(times(3, 2), (std::vector<Rational>{7, 10}));
}

// Ports 2 and 3 of router 0 are those of its nodes. In cycle 1 a message of each asks for both VCs
// of the channel: both grant port 2, which takes VC 0; VC 1 goes to port 3 in the second iteration
// and keeps its pointer. The message of port 3 sends its two flits in cycles 2 and 4, the 8 of port
// 2 last to cycle 11. In cycle 9 each node's next message asks for VC 1, alone free: port 2 goes
// first, and port 3 a cycle later. Had the pointer moved, it would be the other way round.
TEST(Allocators, LaterIterationsMoveNoGrantPointer) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.nodes_per_router = 2;
  s.router.allocator_iterations = 2;
  test::PacketList list;
  test::run(s,
            test::program("num_ranks 4 rank 0 { send 8b to 2 send 1b to 3 }"
                          "rank 1 { send 2b to 2 c: calc 8 s: send 1b to 3 s requires c }"
                          "rank 2 { recv 8b from 0 recv 2b from 1 }"
                          "rank 3 { recv 1b from 0 recv 1b from 1 }"),
            {.packets = &list});
  std::map<std::uint32_t, Cycle> at_node_3;
  for (const DeliveredPacket& packet : list.packets)
    if (packet.destination == NodeId{3u}) at_node_3[packet.source.value] = packet.arrival;
  EXPECT_EQ(at_node_3, (std::map<std::uint32_t, Cycle>{{0, 13}, {1, 14}}));
}

// A flit of each of two nodes asks in cycle 1 for a channel that takes two a cycle; a second
// iteration gives both a VC. Ports of node channels of bandwidth 1 act in round 0 alone, so that
// both flits go at once; they leave the next router's port in rounds 0 and 1. Of ports that act in
// round 1 too the second one waits for it: its flit arrives amid cycle 3 and gets a VC in cycle 4.
TEST(Rounds, AnOutputTakesMoreInARoundFromInputsInTheirLastOne) {
  for (const int feed : {1, 2}) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {2};
    s.nodes_per_router = 2;
    s.bandwidth = {2};
    s.node_channels.bandwidth = feed;
    s.router.allocator_iterations = 2;
    s = test::scripted(s, {{0, {{0, 2}}}, {1, {{0, 3}}}});
    EXPECT_EQ(test::arrivals(s, 0), (std::vector<Rational>{5}));
    EXPECT_EQ(test::arrivals(s, 1), (std::vector{feed == 1 ? Rational(11, 2) : Rational(6)}));
  }
}

// A channel takes a flit every fourth cycle. Looked at every fifth, its packet has moved; looked at
// again a cycle later it has not, there or in the next router. Speculation has the switch allocated
// apart from the plain step.
TEST(StalledHeads, AreThoseThatHaveNotMovedSinceTheLastLook) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {2};
  s.bandwidth = {Rational(1, 4)};
  s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
  s.router.speculative = true;
  s = test::lone_packets(s, NodeId{0u}, NodeId{1u}, 8);
  const Built built = test::build(s);
  const auto network = test::make_network(s, built);
  for (Cycle look = 10; look <= 30; look += 5) {
    network->advance(look);
    EXPECT_FALSE(network->has_stalled_head()) << look;
  }
  network->advance(31);
  EXPECT_TRUE(network->has_stalled_head());
}

// A packet of one flit to (1, 0) has gone when that to (1, 1) chooses: of two useful VCs in either
// dimension x has 15 flits free, y 16. Of equals x is the first.
TEST(Selection, MostFreeCountsFlits) {
  const auto flits_in_y = [](const test::Script& script) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {2, 2};
    s.routing = "minimal_adaptive";
    s.router.vcs = 3;
    s = test::scripted(s, script);
    const Built built = test::build(s);
    const SimulationResult result = orthant::simulate(built.parts(s), s.run);
    const auto y = built.topology->channel_from(RouterId{0u}, Grid::plus_port(1));
    return result.channel_flits[y.value().index()];
  };
  EXPECT_EQ(flits_in_y({{0, {{0, 3}}}}), 0u);
  EXPECT_EQ(flits_in_y({{0, {{0, 1}, {0, 3}}}}), 1u);
}

// One VC of 8 flits, packets of 5, a channel that takes a flit every 100 cycles. The first packet
// is in the buffer at cycle 5, one flit gone; the four free places are too few for the second
// packet, until the next flit goes in cycle 101.
TEST(CutThrough, APacketEntersWhereThereIsSpaceForAllOfIt) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kWormhole}) {
    Scenario s;
    s.kind = "mesh";
    s.radices = {2};
    s.bandwidth = {Rational(1, 100)};
    s.lengths = {{5, 1.0}};
    s.router.vcs = 1;
    s.router.buffer_flits = 8;
    s.router.switching = switching;
    s = test::scripted(s, {{0, {{0, 1}, {0, 1}}}});
    const Built built = test::build(s);
    const auto network = test::make_network(s, built);
    const auto entered = [&] {
      return network->flits_inside() + network->recorder().ejected_flits();
    };
    network->advance(100 * network->ticks_per_cycle());
    EXPECT_EQ(entered(), switching == Switching::kWormhole ? 9u : 5u);
    network->advance(120 * network->ticks_per_cycle());
    EXPECT_EQ(entered(), 10u);
  }
}

// Minimal adaptive routing that notes what it sees when a packet starts.
class Noting final : public ForwardingRouting {
 public:
  explicit Noting(const AdaptiveRouting& original)
      : ForwardingRouting(original, with_occupancy(original.traits())) {}
  struct Space {
    std::uint32_t free, all;
    bool operator==(const Space&) const = default;
  };

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    ForwardingRouting::start(s, header, occupancy, random);
    const PortId port = Grid::plus_port(0);
    for (std::uint8_t c = 0; c < traits().vc_classes.size(); ++c) {
      if (traits().vc_classes[c].adaptive)
        seen_.push_back({occupancy.free_flits(port, c), occupancy.buffer_flits(port, c)});
    }
  }
  const std::vector<Space>& seen() const { return seen_; }

 private:
  mutable std::vector<Space> seen_;
};

// Packets of 4 flits, buffers of 14: with bubble three slots of a packet, counted as 12 flits, of
// which the first packet takes 4; with credits 14 flits. The second packet starts in cycle 4, when
// the switch has sent the flits of cycles 1, 2 and 3 of the first; that of cycle 4 goes before it
// starts.
TEST(Occupancy, IsInFlitsWhateverIsCounted) {
  for (const FlowControl flow_control : {FlowControl::kBubble, FlowControl::kCredit}) {
    const bool bubble = flow_control == FlowControl::kBubble;
    Scenario s;
    s.radices = {8};
    s.routing = "minimal_adaptive";
    s.lengths = {{4, 1.0}};
    s.latency_cycles = {20};
    s.router.switching = Switching::kVirtualCutThrough;
    s.router.flow_control = flow_control;
    s.router.buffer_flits = 14;
    s.router.vcs = bubble ? 2 : 3;  // of them one adaptive
    s = test::scripted(s, {{0, {{0, 2}, {0, 2}}}});
    const Built built = test::build(s);
    const Noting routing(*built.routing->adaptive());
    simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run);
    using Space = Noting::Space;
    const std::vector<Space> expected =
        bubble ? std::vector<Space>{{12, 12}, {8, 12}} : std::vector<Space>{{14, 14}, {10, 14}};
    EXPECT_EQ(routing.seen(), expected);
  }
}

}  // namespace
}  // namespace orthant
