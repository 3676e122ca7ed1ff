// The output-queued model to the tick: lone packets, streams of one node, and small scenes worked
// out by hand.
#include <gtest/gtest.h>

#include <tuple>

#include "sim/prediction/zero_load.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::arrivals;
using test::delivered;
using test::output_queued;
using test::Scenario;
using test::scripted;

Rational entry(const auto& list, std::size_t d) { return Rational(list[list.size() == 1 ? 0 : d]); }

// docs/output_queued.md: the wait for the node's next tick after the generation, then the packet
// crosses the node's channel, d channels and the channel to the sink, each as a whole.
Rational lone_arrival(const Scenario& s, const Grid& grid, RouterId from, RouterId to,
                      Cycle generated_at, std::uint16_t flits) {
  Rational clock = s.router.output_queue.source_interval;
  if (clock.numerator() == 0) clock = flits / s.node_channels.bandwidth;
  const Rational ticks = static_cast<std::int64_t>(generated_at) / clock;
  Rational sum = clock * (ticks.numerator() / ticks.denominator() + 1);
  sum += 2 * flits / s.node_channels.bandwidth;
  sum += s.node_channels.injection_latency + s.node_channels.ejection_latency;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const auto hops = static_cast<std::int64_t>(std::abs(grid.offset(from, to, d)));
    sum += hops * (flits / entry(s.bandwidth, d) + entry(s.latency_cycles, d));
  }
  return sum;
}

// Packets so far apart that they never meet, generated at different phases of the node's clock.
void expect_formula(Scenario s, std::uint16_t flits) {
  s.lengths = {{flits, 1.0}};
  const auto topology = test::build(s).topology;
  const auto nodes = static_cast<std::uint32_t>(topology->node_count());
  test::Script script;
  for (std::uint32_t i = 0; i < 6; ++i)
    script[1].push_back({i * Cycle{100'003}, (1 + i * (1 + nodes / 5)) % nodes});
  const auto packets = delivered(scripted(s, script));
  ASSERT_EQ(packets.size(), 6u);
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const RouterId from = topology->router_of(NodeId{1u});
    const RouterId to = topology->router_of(packets[i].destination);
    ASSERT_EQ(packets[i].destination.value, script[1][i].destination);
    EXPECT_EQ(packets[i].hops, topology->grid()->distance(from, to));
    EXPECT_EQ(test::arrival(packets[i]),
              lone_arrival(s, *topology->grid(), from, to, script[1][i].generated_at, flits))
        << s.kind << " packet " << i << " flits " << flits;
  }
}

const std::vector<std::vector<std::uint32_t>> kNetworks = {{8}, {5, 6}, {4, 3, 5}};

TEST(OutputQueuedZeroLoad, IsTheFormulaForAllBandwidthsLatenciesAndLengths) {
  for (const auto& radices : kNetworks) {
    for (const Rational& bandwidth : {Rational(1), Rational(1, 3), Rational(5, 2)}) {
      for (const Rational& node : {Rational(1), Rational(3, 4)}) {
        for (const std::uint16_t flits : {1, 3, 8}) {
          Scenario s;
          s.radices = radices;
          s.bandwidth = {bandwidth};
          s.latency_cycles = {7};
          s.node_channels = {4, 2, node};
          expect_formula(output_queued(s), flits);
        }
      }
    }
  }
}

TEST(OutputQueuedZeroLoad, IsTheFormulaWithOtherChannelsInEachDimension) {
  Scenario s;
  s.radices = {4, 5, 6};
  s.bandwidth = {Rational(1), Rational(2, 7), Rational(4)};
  s.latency_cycles = {1, 30, 6};
  for (const char* routing : {"dor", "abr", "por", "ofr", "minimal_adaptive"}) {
    s.routing = routing;
    expect_formula(output_queued(s), 5);
  }
}

// 512-byte flits and cycles of 1 ns: 20 Gb/s are 5/1024 of a flit per cycle, 64 Gb/s are 1/64. One
// packet occupies a channel for 204.8 ns and a node's channel for 64 ns.
TEST(OutputQueuedZeroLoad, IsTheFormulaForTheChannelsOfThePaper) {
  for (const Rational& clock : {Rational(0), Rational(256, 3), Rational(512, 3)}) {
    for (const int ack_bytes : {0, 10, 500}) {  // acknowledgements do not delay a lone packet
      Scenario s;
      s.radices = {8, 8, 8};
      s.bandwidth = {Rational(5, 1024)};
      s.latency_cycles = {200};
      s.node_channels = {80, 80, Rational(1, 64)};
      s.router.output_queue.source_interval = clock;
      s.router.output_queue.ack_flits = Rational(ack_bytes, 512);
      expect_formula(output_queued(s), 1);
    }
  }
}

TEST(OutputQueuedZeroLoad, IsTheFormulaOnMeshAndHypercubeAndWithSeveralNodesPerRouter) {
  Scenario s;
  s.latency_cycles = {3};
  s.kind = "mesh";
  s.radices = {5, 4};
  s.nodes_per_router = 2;
  expect_formula(output_queued(s), 2);
  s.kind = "hypercube";
  s.radices = {2, 2, 2, 2};
  expect_formula(output_queued(s), 2);
}

// With a clock of p/q cycles, in lowest terms, packets generated i (1000 p + 1) cycles after the
// start, i < p, meet every phase of the clock once.
TEST(OutputQueuedZeroLoad, PredictsTheLeastTheMeanAndTheLongestWaitForTheClock) {
  for (const Rational& clock : {Rational(1), Rational(7), Rational(5, 2), Rational(256, 3)}) {
    Scenario s;
    s.radices = {4};
    s.bandwidth = {Rational(3, 5)};
    s.node_channels = {3, 2, Rational(2, 3)};
    s.lengths = {{4, 1.0}};
    s.router.output_queue.source_interval = clock;
    test::Script script;
    const auto p = static_cast<Cycle>(clock.numerator());
    for (Cycle i = 0; i < p; ++i) script[0].push_back({i * (1'000 * p + 1), 1});
    s = scripted(output_queued(s), script);
    const test::Built built = test::build(s);
    const OutputQueuedZeroLoad zero(built.parts(s));
    const ChannelRun hop[] = {{1, {s.latency_cycles[0], s.bandwidth[0]}}};
    Rational sum = 0, least = 1'000, most = 0;
    for (const DeliveredPacket& packet : delivered(s)) {
      const Rational latency = test::arrival(packet) - test::generated_at(packet);
      sum += latency;
      least = std::min(least, latency);
      most = std::max(most, latency);
    }
    const double candidate = zero.latency(hop, 4);
    EXPECT_DOUBLE_EQ(candidate + zero.wait().least, to_double(least));
    EXPECT_DOUBLE_EQ(candidate + zero.wait().mean, to_double(sum / static_cast<std::int64_t>(p)));
    EXPECT_DOUBLE_EQ(candidate + zero.wait().most, to_double(most));
  }
}

// ------------------------------------------------------------------------------------------------
// streams of one node

std::vector<Rational> gaps(const std::vector<Rational>& times) {
  std::vector<Rational> result;
  for (std::size_t i = 1; i < times.size(); ++i) result.push_back(times[i] - times[i - 1]);
  return result;
}

Scenario burst(const Scenario& s, std::uint32_t destination, std::size_t packets) {
  test::Script script;
  script[0].assign(packets, {0, destination});
  return scripted(s, script);
}

// The experiment of Versaci 2013: 64 ns to the router, 80 ns of latency, 1.25 ns for 10 bytes of
// acknowledgement, 80 ns back: 225.25 ns. The clock of a node ticks every 512 B / (2.4 gamma),
// where gamma is 2.5 B/ns for radix 8 and 1.25 B/ns for radix 16: 256/3 and 512/3 ns. So the next
// packet leaves at the third tick, after 256 ns, or at the second, after 1024/3 ns.
TEST(OutputQueuedSource, StopsAndWaitsAsInThePaper) {
  const std::pair<Rational, Rational> cases[] = {{Rational(256, 3), Rational(256)},
                                                 {Rational(512, 3), Rational(1024, 3)}};
  for (const auto& [clock, gap] : cases) {
    Scenario s;
    s.radices = {8, 8, 8};
    s.bandwidth = {Rational(5, 1024)};
    s.latency_cycles = {200};
    s.node_channels = {80, 80, Rational(1, 64)};
    s.router.output_queue = {.ack_flits = Rational(10, 512),
                             .half_free_injection = true,
                             .source_interval = clock,
                             .source_window = 1};
    for (const std::uint32_t destination : {0u, 1u}) {
      EXPECT_EQ(gaps(arrivals(burst(output_queued(s), destination, 12), 0)),
                std::vector<Rational>(11, gap));
    }
  }
}

// A packet of 3 flits occupies the channel of its node for 3 cycles: with a clock of 2 cycles the
// next one leaves after 4, with one of 7 after 7, with the default of 3 after 3.
TEST(OutputQueuedSource, SendsAtTheTicksOfItsClockWhenItsChannelIsFree) {
  for (const auto& [clock, gap] : {std::pair{2, 4}, {7, 7}, {0, 3}, {1, 3}}) {
    Scenario s;
    s.radices = {4};
    s.lengths = {{3, 1.0}};
    s.router.output_queue.source_interval = clock;
    EXPECT_EQ(gaps(arrivals(burst(output_queued(s), 0, 8), 0)),
              std::vector<Rational>(7, Rational(gap)));
  }
}

// A clock of 8/3 cycles next to channels of whole cycles: exact, and with ticks of a quarter of a
// cycle cut to 10/4.
TEST(OutputQueuedSource, HasAClockOfWholeTicks) {
  for (const auto& [ticks, period] : {std::pair{std::optional<std::uint32_t>{}, Rational(8, 3)},
                                      {4, Rational(10, 4)},
                                      {3, Rational(8, 3)},
                                      {1, Rational(2)}}) {
    Scenario s;
    s.radices = {4};
    s.router.output_queue.source_interval = Rational(8, 3);
    s.router.output_queue.ticks_per_cycle = ticks;
    EXPECT_EQ(gaps(arrivals(burst(output_queued(s), 0, 8), 0)), std::vector<Rational>(7, period));
  }
}

// One cycle to cross, 5 cycles of latency each way: the acknowledgement of the packet sent at t is
// back at t + 11, and the node may send at t + 12. With a window of 2: at 1, 2, 13, 14, 25, 26.
TEST(OutputQueuedSource, KeepsNoMorePacketsWithoutAcknowledgementThanItsWindow) {
  Scenario s;
  s.radices = {4};
  s.node_channels.injection_latency = 5;
  s.router.output_queue.source_window = 2;
  const std::vector<Rational> expected = {1, 11, 1, 11, 1};
  EXPECT_EQ(gaps(arrivals(burst(output_queued(s), 0, 6), 0)), expected);
}

// Packets of two flits, 5 cycles of latency each way, acknowledgements of one flit: a packet sent
// at t is at the router at t + 7, its acknowledgement leaves at once, occupies the channel for a
// cycle and is back at t + 13; the node may send at t + 14. Without length the acknowledgement is
// back at t + 12.
TEST(OutputQueuedSource, WaitsForTheLengthOfAnAcknowledgement) {
  for (const auto& [ack_flits, gap] : {std::pair{1, 14}, {0, 13}}) {
    Scenario s;
    s.radices = {4};
    s.lengths = {{2, 1.0}};
    s.node_channels.injection_latency = 5;
    s.router.output_queue = {
        .ack_flits = ack_flits, .source_interval = Rational(1), .source_window = 1};
    EXPECT_EQ(gaps(arrivals(burst(output_queued(s), 0, 5), 0)),
              std::vector<Rational>(4, Rational(gap)));
  }
}

// ------------------------------------------------------------------------------------------------
// scenes on a line of routers, worked out by hand. Nodes send one-flit packets at every cycle after
// the generation; they are at the router 2 cycles later and at the node 2 cycles after the last
// router.

Scenario line(std::uint32_t routers, std::uint32_t packets_of_a_queue, const Rational& bandwidth,
              std::uint32_t latency, const Rational& ack_flits) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {routers};
  s.bandwidth = {bandwidth};
  s.latency_cycles = {latency};
  s.router.output_queue.packets = packets_of_a_queue;
  s.router.output_queue.ack_flits = ack_flits;
  return output_queued(s);
}

// Two slots, channel latency 50, acknowledgements of half a cycle: packets that enter the queue at
// 3 and 4 are at the next router at 54 and 55; the slots are free again at 104.5 and 105.5. A node
// with packets enough has one at the router every cycle: the next enter at 105 and 106. So two
// packets every 102 cycles, though the channel could carry one each cycle.
TEST(OutputQueuedScene, ASlotStaysTakenUntilTheAcknowledgementIsBack) {
  std::vector<Rational> times = arrivals(burst(line(4, 2, 1, 50, Rational(1, 2)), 1, 40), 0);
  std::ranges::sort(times);  // refused packets overtake each other
  ASSERT_EQ(times.size(), 40u);
  for (std::int64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(times[2 * i], Rational(56 + 102 * i));
    EXPECT_EQ(times[2 * i + 1], Rational(57 + 102 * i));
  }
}

// Channels of one flit per cycle and latency 10, acknowledgements of half a cycle, two slots. Node
// 1 fills the queue of router 1 at 3 and 4; those packets are at router 2 at 14 and 15, and their
// slots are free at 24.5 and 25.5. Those of node 0 leave router 0 at 3 and 4, are refused at 14 and
// 15, are known to be at 24.5 and 25.5, leave again at once, and are at router 1 at 35.5 and 36.5,
// at router 2 at 46.5 and 47.5.
TEST(OutputQueuedScene, ARefusedPacketIsSentAgainWhenTheRefusalArrives) {
  const Scenario s =
      scripted(line(3, 2, 1, 10, Rational(1, 2)), {{0, {{0, 2}, {0, 2}}}, {1, {{0, 2}, {0, 2}}}});
  EXPECT_EQ(arrivals(s, 1), (std::vector<Rational>{16, 17}));
  EXPECT_EQ(arrivals(s, 0), (std::vector<Rational>{Rational(97, 2), Rational(99, 2)}));
  for (const DeliveredPacket& packet : delivered(s))
    EXPECT_EQ(packet.hops, packet.source.value == 0 ? 2 : 1);
  const SimulationResult result = test::simulate(s);
  EXPECT_EQ(result.flit_hops, 6u);
  EXPECT_EQ(result.refused_fraction, 2.0 / 8);  // 2 sent twice over one channel, 4 over the other
  EXPECT_EQ(*std::ranges::max_element(result.channel_flits), 4u);
}

// Latency 10, two slots, one packet of the node under way at a time: a try every 4 cycles. The
// first two packets are at router 0 at 3 and 7 and free their slots at 24 and 28. The third is
// refused from 11 to 23 and enters at 27, the fourth at 31; the fifth is refused from 35 to 47 and
// enters at 51, for the slot of the third is free at 48. From there it is 11 cycles to router 1 and
// 2 to its node.
TEST(OutputQueuedScene, ANodeSendsARefusedPacketAgainBeforeNewOnes) {
  Scenario s = line(2, 2, 1, 10, 0);
  s.router.output_queue.source_window = 1;
  s = scripted(s, {{0, {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}}});
  EXPECT_EQ(arrivals(s, 0), (std::vector<Rational>{16, 20, 40, 44, 64}));
}

// Channels take 4 cycles a packet and 1 an acknowledgement, latency 1, four slots. Five packets of
// node 1 keep the queue of router 1 full: they enter at 3, 4, 5, 6 and 11, and slots become free at
// 10, 14, 18, 22. Packets a1 .. a4 of node 0 enter at router 0 at 4, 5, 6, 7. a1 is at router 1 at
// 9 and refused, a2 at 13 likewise. The refusal of a1 is back at 11, that of a2 at 15. When the
// channel is free at 12, a1 goes before a3 and a4; at 16 a2 does. They are at router 1 at 17, 21,
// 25, 29, follow the fifth packet of node 1 (sent at 19 to 23), and reach router 2 at 28, 32, 36,
// 40.
TEST(OutputQueuedScene, ARefusedPacketGoesBeforeThoseThatEnteredAfterIt) {
  const Scenario s = scripted(
      line(3, 4, Rational(1, 4), 1, Rational(1, 4)),
      {{0, {{1, 2}, {2, 2}, {3, 2}, {4, 2}}}, {1, {{0, 2}, {1, 2}, {2, 2}, {3, 2}, {8, 2}}}});
  EXPECT_EQ(arrivals(s, 1), (std::vector<Rational>{10, 14, 18, 22, 26}));
  EXPECT_EQ(arrivals(s, 0), (std::vector<Rational>{30, 34, 38, 42}));
  EXPECT_EQ(test::simulate(s).refused_fraction, 2.0 / 15);
}

// Three packets of node 1 leave router 1 at 3, 7 and 11, were it not for the packet of node 0 that
// is at router 1 at 8: its acknowledgement waits for the channel, goes at 11 and holds up the third
// packet by one cycle.
TEST(OutputQueuedScene, AnAcknowledgementGoesBeforePacketsThatWait) {
  const Scenario s = scripted(line(2, 4, Rational(1, 4), 1, Rational(1, 4)),
                              {{0, {{0, 1}}}, {1, {{0, 0}, {1, 0}, {2, 0}}}});
  EXPECT_EQ(arrivals(s, 0), (std::vector<Rational>{10}));
  EXPECT_EQ(arrivals(s, 1), (std::vector<Rational>{10, 14, 19}));
}

// To the right on a line, in the class that the destination says: odd ones in class 0, even ones in
// class 1.
class ClassByDestination final : public ObliviousRouting {
 public:
  ClassByDestination() : ObliviousRouting({.vc_classes = {{"odd"}, {"even"}}}) {}
  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    visit(path(s, t), 1.0);
  }
  void sample(RouterId s, RouterId t, RandomStream&, Path& result) const override {
    result = path(s, t);
  }
  std::size_t max_legs() const override { return 1; }

 private:
  static Path path(RouterId s, RouterId t) {
    if (s == t) return {};
    return {{PortId{0u}, static_cast<std::uint16_t>(t.value - s.value),
             static_cast<std::uint8_t>(1 - t.value % 2)}};
  }
};

// Four cycles a packet, latency 1. Packets to router 1, of class 0, are at router 0 at 3, 4 and 5,
// packets to router 2, of class 1, at 6 and 8. The first one leaves at 3; at 7 there is one of
// class 1 and it goes before the two that wait longer; so does the other at 11. The others leave at
// 15 and 19. A hop takes 5 cycles, the way to the node 2.
TEST(OutputQueuedScene, TheLastClassOfAnObliviousRoutingGoesBeforeTheOthers) {
  Scenario s = line(3, 8, Rational(1, 4), 1, 0);
  s.router.vcs = 2;
  s = scripted(s, {{0, {{0, 1}, {1, 1}, {2, 1}, {3, 2}, {5, 2}}}});
  const test::Built built = test::build(s);
  const ClassByDestination routing;
  test::PacketList list;
  simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run,
           {.progress = {}, .packets = &list});
  std::vector<std::pair<std::uint32_t, Rational>> seen;
  for (const DeliveredPacket& packet : list.packets)
    seen.emplace_back(packet.destination.value, test::arrival(packet));
  std::ranges::sort(seen);
  const std::vector<std::pair<std::uint32_t, Rational>> expected = {
      {1, 10}, {1, 22}, {1, 26}, {2, 19}, {2, 23}};
  EXPECT_EQ(seen, expected);
}

// Four cycles a packet, latency 1, two slots, acknowledgements of no length. Packets c1, c2, c3 of
// node 1 to router 3 are at router 1 at 3, 4 and 10, leave it at 3, 7 and 11, and free their slots
// at 9, 13 and 17. So a1 and a2 of node 0 to router 3, which leave router 0 at 3 and 7, are refused
// at 8 and 12; the refusals are back at 9 and 13. From 11 to 15 packet b to router 2, of the class
// that goes first and at router 0 from 10 on, has the channel: at 15 both refused packets wait. a1
// goes first, is at router 1 at 20, at router 2 at 25, at router 3 at 30; a2 follows 4 cycles
// later. b is at router 1 at 16, where c3 has just left, and at router 2 at 21.
TEST(OutputQueuedScene, RefusedPacketsGoInTheOrderInWhichTheyEntered) {
  Scenario s = line(4, 2, Rational(1, 4), 1, 0);
  s.router.vcs = 2;
  s = scripted(s, {{0, {{0, 3}, {1, 3}, {7, 2}}}, {1, {{0, 3}, {1, 3}, {7, 3}}}});
  const test::Built built = test::build(s);
  const ClassByDestination routing;
  test::PacketList list;
  const SimulationResult result =
      simulate({*built.topology, routing, built.traffic, s.router, s.node_channels}, s.run,
               {.progress = {}, .packets = &list});
  EXPECT_EQ(result.refused_fraction, 2.0 / 16);
  std::map<std::pair<std::uint32_t, Rational>, Rational>
      arrival_of;  // by source and tick of generation
  for (const DeliveredPacket& packet : list.packets)
    arrival_of[{packet.source.value, test::generated_at(packet)}] = test::arrival(packet);
  const std::map<std::pair<std::uint32_t, Rational>, Rational> expected = {
      {{0, 0}, 32}, {{0, 1}, 36}, {{0, 7}, 23}, {{1, 0}, 15}, {{1, 1}, 19}, {{1, 7}, 23}};
  EXPECT_EQ(arrival_of, expected);
}

// ------------------------------------------------------------------------------------------------
// space that a packet needs

// Packets of node 0 that are in the network while the first acknowledgement is far away.
std::uint64_t accepted_before_any_acknowledgement(Scenario s, std::uint32_t packets,
                                                  bool half_queue) {
  s.radices = {8};
  s.latency_cycles = {10'000};
  s.router.output_queue = {.packets = packets, .half_free_injection = half_queue};
  s = burst(output_queued(s), 1, 100);
  const test::Built built = test::build(s);
  const auto network = test::make_network(s, built);
  network->advance(5'000 * network->ticks_per_cycle());
  network->check_conservation();
  return network->flits_inside();
}

// With 8 slots and 2 of them needed 7 packets enter a ring; where more than half must be free, 4 do
// (5 of 8 are the least that is more than half); with 7 slots, 6 and 4.
TEST(OutputQueuedSpace, APacketFromANodeLeavesASlotOfARingOrHalfOfIt) {
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 8, false), 7u);
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 8, true), 4u);
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 7, false), 6u);
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 7, true), 4u);
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 2, false), 1u);
  EXPECT_EQ(accepted_before_any_acknowledgement({}, 2, true), 1u);
}

TEST(OutputQueuedSpace, APacketFromANodeFillsAQueueThatIsOnNoRing) {
  Scenario s;
  s.kind = "mesh";
  EXPECT_EQ(accepted_before_any_acknowledgement(s, 8, false), 8u);
  EXPECT_EQ(accepted_before_any_acknowledgement(s, 8, true), 4u);
}

// An adaptive queue fills to the last slot, then the escape queue to the last but one.
TEST(OutputQueuedSpace, APacketFromANodeFillsAnAdaptiveQueue) {
  Scenario s;
  s.routing = "abr";
  EXPECT_EQ(accepted_before_any_acknowledgement(s, 8, false), 8u + 7u);
  EXPECT_EQ(accepted_before_any_acknowledgement(s, 8, true), 4u + 4u);
}

// 5x5 torus, dimension 0 first, three slots; channels of dimension 1 have latency 10000. Two
// packets of node 4 = (0,1) leave one slot free in the queue of router 4 towards (0,2). One more
// comes from node 7 = (3,1) over dimension 0 and turns, or from node 0 = (0,0) straight on, to node
// 8 = (0,2). Simulated until the third one was at router 4, before the first acknowledgement.
std::optional<double> refused_at_a_queue_with_one_free_slot(const char* kind,
                                                            std::uint32_t source) {
  Scenario s;
  s.kind = kind;
  s.radices = {5, 5};
  s.latency_cycles = {1, 10'000};
  s.router.output_queue.packets = 3;
  s = scripted(output_queued(s), {{5, {{0, 10}, {0, 10}}}, {source, {{10, 10}}}});
  const test::Built built = test::build(s);
  const auto network = test::make_network(s, built);
  network->advance(15'000 * network->ticks_per_cycle());
  network->check_conservation();
  return network->refused_fraction();
}

TEST(OutputQueuedSpace, APacketThatTurnsIntoARingNeedsTwoSlotsAndOneThatContinuesNeedsOne) {
  EXPECT_GT(refused_at_a_queue_with_one_free_slot("torus", 9), 0.5);  // again and again
  EXPECT_EQ(refused_at_a_queue_with_one_free_slot("torus", 0), 0.0);
}

// Ring of eight, two slots, latency 10000. Three packets of node 1 fill the adaptive queue of
// router 1 and one slot of its escape queue. A packet that then comes from the adaptive queue of
// router 0 would take the last slot of the escape queues' ring, which needs two. Behind two packets
// to node 1, which fill that adaptive queue, it comes from the escape queue, and one slot will do.
// Simulated until it was at router 1, before the first acknowledgement.
TEST(OutputQueuedSpace, APacketFromAnAdaptiveQueueEntersTheRingOfEscapeQueues) {
  const auto refused = [](std::vector<test::ScriptedPacket> of_node_0) {
    Scenario s;
    s.radices = {8};
    s.routing = "abr";
    s.latency_cycles = {10'000};
    s.router.output_queue.packets = 2;
    s = scripted(output_queued(s), {{0, std::move(of_node_0)}, {1, {{0, 2}, {0, 2}, {0, 2}}}});
    const test::Built built = test::build(s);
    const auto network = test::make_network(s, built);
    network->advance(15'000 * network->ticks_per_cycle());
    network->check_conservation();
    return network->refused_fraction();
  };
  EXPECT_EQ(refused({{0, 2}}), 1.0 / 4);
  EXPECT_EQ(refused({{0, 1}, {0, 1}, {0, 2}}), 0.0);
}

// The neighbour at (1,1) turns too, but there is no ring to enter on a mesh.
TEST(OutputQueuedSpace, APacketThatTurnsNeedsOneSlotWhereThereIsNoRing) {
  EXPECT_EQ(refused_at_a_queue_with_one_free_slot("mesh", 6), 0.0);
  EXPECT_GT(refused_at_a_queue_with_one_free_slot("torus", 6), 0.5);
}

}  // namespace
}  // namespace orthant
