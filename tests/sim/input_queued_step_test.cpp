// Rules of the input-queued router that only show where packets compete: who goes first, who may
// enter, and what an adaptive routing is told of free space.
#include <gtest/gtest.h>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Scenario;

class EachAllocator : public testing::TestWithParam<Allocator> {};

// Two nodes of router 0 send a packet of 8 flits each over one channel. The packet of node 0 takes
// its VC first, in cycle 1, that of node 1 in cycle 2. From then on the channel takes from each in
// turn: the tails cross in cycles 15 and 16. If the output always took from the same one, they
// would be 7 or 8 cycles apart.
TEST_P(EachAllocator, AnOutputTakesFromItsInputsInTurn) {
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
// cycle 9 on. From then on the port sends from each in turn, the second first: the first ends in
// cycle 23, the second, alone by then, in cycle 31. If the port always began with VC 0, the first
// would end in cycle 15.
TEST_P(EachAllocator, AnInputSendsFromItsVcsInTurn) {
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

// One VC of 8 flits, packets of 5, a channel that takes a flit every 100 cycles. The first packet
// is in the buffer at cycle 5, one flit gone; the four free places are too few for the second
// packet, until the next flit goes in cycle 101.
TEST(CutThrough, APacketEntersWhereThereIsRoomForAllOfIt) {
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

// Minimal adaptive routing that notes what it is told when a packet starts.
class Noting final : public AdaptiveRouting {
 public:
  explicit Noting(const AdaptiveRouting& original)
      : AdaptiveRouting(original.traits()), original_(original) {}
  struct Space {
    std::uint32_t free, all;
    bool operator==(const Space&) const = default;
  };

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    original_.start(s, header, occupancy, random);
    const PortId port = Grid::plus_port(0);
    for (std::uint8_t c = 0; c < traits().vc_classes.size(); ++c) {
      if (traits().vc_classes[c].adaptive)
        seen_.push_back({occupancy.free_flits(port, c), occupancy.buffer_flits(port, c)});
    }
  }
  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    original_.enumerate_starts(s, t, visit);
  }
  void candidates(RouterId here, const Header& header, CandidateList& out) const override {
    original_.candidates(here, header, out);
  }
  std::size_t max_candidates() const override { return original_.max_candidates(); }
  const std::vector<Space>& seen() const { return seen_; }

 private:
  const AdaptiveRouting& original_;
  mutable std::vector<Space> seen_;
};

// Packets of 4 flits, buffers of 14: with bubble three slots of a packet, told as 12 flits, of
// which the first packet takes 4; with credits 14 flits. The second packet starts in cycle 4, when
// the switch has sent the flits of cycles 1, 2 and 3 of the first; that of cycle 4 goes before it
// starts.
TEST(Occupancy, IsToldInFlitsWhateverIsCounted) {
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
